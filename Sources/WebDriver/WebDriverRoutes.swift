import AppBundles
import Catalog
import Defaults
import Diagnostics
import FoundationEssentials
package import HTTP
import HTTPTypes
import JSON
import Locators
import Logging
package import Services
import Web

/// W3C WebDriver with Appium's extensions for iOS, under `/` as newer clients ask and under `/wd/hub` as older ones do:
/// dumps to look at, settings to use.
package struct WebDriverRoutes: RouteGroup {
    let services: Services
    let sessions = WebDriverSessions()
    /// The commands with their methods and paths, without the prefix of older clients.
    let commands: Router

    package init(services: Services) {
        self.services = services
        commands = Self.commands(services, sessions)
    }

    /// Sessions are kept in memory only.
    package var isReplaceable: Bool { sessions.all().isEmpty }

    package func add(to router: inout Router) {
        for command in commands.routes {
            for prefix in ["", "/" + Request.oldWebDriverPrefix.joined(separator: "/")] {
                router.add(
                    Route(command.method, prefix + command.pattern) { request, path in
                        try await answer(request, command.work(path))
                    }
                )
            }
        }
    }

    /// Does the work of a command; its errors are told in the protocol's words.
    private func answer(_ request: Request, _ work: Work) async throws -> Response {
        do {
            return try await work.answer(to: request)
        } catch let error as CancellationError {
            throw error
        } catch {
            return WebDriverError(from: error, logger: services.logger).response
        }
    }
}

extension WebDriverRoutes {
    private static func commands(_ services: Services, _ sessions: WebDriverSessions) -> Router {
        var router = Router()
        func add(
            _ method: HTTPRequest.Method,
            _ pattern: String,
            _ work: @escaping @Sendable (Request) throws -> JSONValue
        ) {
            router.add(Route(method, pattern) { request, _ in WebDriverReply.value(try work(request)) })
        }
        add(.get, "/status") { _ in
            [
                "ready": true, "message": "Vitrine accepts sessions on dumps and settings.",
                "build": ["version": .string(ServerVersion.current)],
            ]
        }
        add(.post, "/session") { try NewSession(services, sessions).answer(to: $0) }
        for path in ["/sessions", "/appium/sessions"] {
            add(.get, path) { _ in
                .array(
                    sessions.all().map { session in
                        [
                            "id": .string(session.id), "capabilities": .object(session.capabilities),
                            "created": .integer(Int64(session.createdAt.timeIntervalSince1970 * 1_000)),
                        ]
                    }
                )
            }
        }
        for command in WebDriverCommand.all {
            router.add(
                Route(command.method, "/session/{session}" + command.path) { request, path in
                    let session = try sessions.session(path["session"] ?? "")
                    let body = try request.webDriverBody()
                    let call = WebDriverCall(
                        services: services,
                        sessions: sessions,
                        session: session,
                        body: JSONPlace(.object(body)),
                        path: path
                    )
                    return WebDriverReply.value(try await command.run(call))
                }
            )
        }
        return router
    }
}

extension Request {
    /// The members of the body; none where there is no body, as clients send none with some commands.
    fileprivate func webDriverBody() throws(WebDriverError) -> [JSONMember] {
        guard body.count > 0, method == .post else { return [] }
        let bytes: [UInt8]
        do throws(HTTPError) {
            bytes = try body.bytes()
        } catch {
            throw WebDriverError(.unknownError, error.message)
        }
        // The type is not looked at: clients of all ages send several.
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw WebDriverError(.invalidArgument, "The body is not JSON: \(error.description)")
        }
        guard let members = value.objectValue else {
            throw WebDriverError(.invalidArgument, "The body must be a JSON object.")
        }
        return members
    }
}

/// Begins sessions.
private struct NewSession {
    private let services: Services
    private let sessions: WebDriverSessions
    private static let idempotencyKey = HTTPField.Name("X-Idempotency-Key")
    private static let maximumKeyBytes = 200
    /// The most that a request may ask for: every session keeps its capabilities.
    private static let maximumBodyBytes = 64 << 10

    init(_ services: Services, _ sessions: WebDriverSessions) { (self.services, self.sessions) = (services, sessions) }

    /// The first of the alternatives that this server has.
    func answer(to request: Request) throws -> JSONValue {
        let key = Self.idempotencyKey.flatMap { request.headers[$0] }.flatMap {
            $0.isEmpty || $0.utf8.count > Self.maximumKeyBytes ? nil : $0
        }
        if let known = sessions.replayed(key) { return Self.reply(known) }
        guard request.body.count <= Self.maximumBodyBytes else {
            throw WebDriverError(.invalidArgument, "Capabilities have at most \(Self.maximumBodyBytes >> 10) KiB.")
        }
        var refusal: WebDriverError?
        for capabilities in try WebDriverCapabilities.alternatives(try request.webDriverBody()) {
            do {
                let session = try session(capabilities, request.host, key)
                return Self.reply(sessions.add(session))
            } catch let error as WebDriverError where error.code == .sessionNotCreated {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? WebDriverError(.sessionNotCreated, "There are no capabilities.")
    }

    private func session(
        _ capabilities: WebDriverCapabilities,
        _ host: String,
        _ key: String?
    ) throws -> WebDriverSession {
        let wish = try capabilities.wish(host: host)
        var reader = MemberReader()
        let timeouts = WebDriverSession.Timeouts()
            .merging(&reader, JSONPlace(capabilities["timeouts"] ?? [:], named: "timeouts"))
        let settings = WebDriverSettings()
            .merging(&reader, JSONPlace(.object(capabilities.settings), named: "appium:settings"))
        if let error = WebDriverError(reader.faults) { throw error }
        let session = WebDriverSession(
            target: wish.target,
            capabilities: capabilities.reply(to: wish, timeouts: timeouts),
            pane: wish.pane,
            patience: capabilities.patience,
            idempotencyKey: key,
            timeouts: timeouts,
            settings: settings
        )
        do {
            // What is not there is told now.
            _ = try WebDriverScreen(session, services)
        } catch {
            throw WebDriverError(.sessionNotCreated, WebDriverError(from: error, logger: services.logger).message)
        }
        return session
    }

    private static func reply(_ session: WebDriverSession) -> JSONValue {
        ["sessionId": .string(session.id), "capabilities": .object(session.capabilities)]
    }
}

extension WebDriverError {
    /// What an error of the modules is called here.
    init(from error: any Error, logger: Logger) {
        switch error {
        case let error as WebDriverError: self = error
        case let error as LocatorError: self.init(.invalidSelector, error.sentence)
        case let error as AppBundleError where error.code == .valueRefused: self.init(.invalidArgument, error.message)
        case let error as AppBundleError: self.init(.invalidElementState, error.message)
        case let error as DefaultsError where error.code == .managed: self.init(.invalidElementState, error.message)
        default: self.init(Problem(from: error, logger: logger))
        }
    }
}
