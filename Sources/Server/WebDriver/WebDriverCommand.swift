import HTTPTypes
import Inspection
import JSON
import Synchronization

/// One command of a session: where it is and what answers it.
struct WebDriverCommand: Sendable {
    let method: HTTPRequest.Method
    /// Below `/session/{session}`; empty for the session itself.
    let path: String
    /// What Appium calls it.
    let name: String
    let run: @Sendable (WebDriverCall) async throws -> JSONValue

    static func get(
        _ path: String,
        _ name: String,
        _ run: @escaping @Sendable (WebDriverCall) async throws -> JSONValue
    ) -> WebDriverCommand {
        WebDriverCommand(method: .get, path: path, name: name, run: run)
    }

    static func post(
        _ path: String,
        _ name: String,
        _ run: @escaping @Sendable (WebDriverCall) async throws -> JSONValue
    ) -> WebDriverCommand {
        WebDriverCommand(method: .post, path: path, name: name, run: run)
    }

    /// All of them.
    static let all: [WebDriverCommand] = ofSession + ofElements + ofScreen + ofAppium
}

extension WebDriverCommand {
    /// The session itself, its timeouts and settings.
    private static let ofSession: [WebDriverCommand] = [
        get("", "getSession") { .object($0.session.capabilities) },
        WebDriverCommand(method: .delete, path: "", name: "deleteSession") { call in
            call.services.webDriverSessions.end(call.session.id)
            return .null
        },
        get("/timeouts", "getTimeouts") { call in
            let timeouts = call.session.state.withLock(\.timeouts)
            return [
                "script": timeouts.script.map { .integer($0) } ?? .null, "pageLoad": .integer(timeouts.pageLoad),
                "implicit": .integer(timeouts.implicit),
            ]
        },
        post("/timeouts", "timeouts") { call in
            let timeouts = try call.session.state.withLock(\.timeouts).merging(call.body.value)
            call.session.state.withLock { $0.timeouts = timeouts }
            return .null
        },
        get("/appium/settings", "getSettings") { .object($0.session.state.withLock(\.settings)) },
        post("/appium/settings", "updateSettings") { call in
            try call.merge(try call.read { $0.object($0.required("settings", of: $1)) })
            return .null
        },
        post("/execute/sync", "execute") { try WebDriverScript($0).run() },
        post("/execute", "execute") { try WebDriverScript($0).run() },
        post("/execute/async", "executeAsync") { _ in
            throw WebDriverError(.unsupportedOperation, "There is no web page here that could run a script.")
        },
    ]

    /// What Appium adds: contexts, apps, keyboards, and what there is.
    private static let ofAppium: [WebDriverCommand] =
        ["/context", "/appium/context"].flatMap { path -> [WebDriverCommand] in
            [
                get(path, "getCurrentContext") { _ in .string(nativeContext) },
                get(path + "s", "getContexts") { _ in [.string(nativeContext)] },
                post(path, "setContext") { call in
                    let name = try call.text("name")
                    guard name == nativeContext else {
                        throw WebDriverError(
                            .invalidArgument,
                            "There is the context \(nativeContext) only, not “\(name.prefix(60))”."
                        )
                    }
                    return .null
                },
            ]
        } + [
            get("/appium/device/is_keyboard_shown", "isKeyboardShown") { _ in false },
            post("/appium/device/hide_keyboard", "hideKeyboard") { _ in .null },
            get("/appium/commands", "listCommands") { _ in commandList },
            get("/appium/extensions", "listExtensions") { _ in WebDriverScript.list },
            get("/alert/text", "getAlertText") { _ in throw noAlert },
            post("/alert/accept", "postAcceptAlert") { _ in throw noAlert },
            post("/alert/dismiss", "postDismissAlert") { _ in throw noAlert },
        ]

    /// The one context that there is.
    static let nativeContext = "NATIVE_APP"

    private static var noAlert: WebDriverError {
        WebDriverError(.noSuchAlert, "Nothing here shows alerts; those of a dump are elements like others.")
    }

    /// The commands by path and method, as Appium lists them.
    private static var commandList: JSONValue {
        var paths: [JSONMember] = []
        for command in all {
            let method = JSONMember(name: command.method.rawValue, value: ["command": .string(command.name)])
            let path = "/session/:sessionId" + command.path.replacing("{", with: ":").replacing("}", with: "")
            if let index = paths.firstIndex(where: { $0.name == path }), let known = paths[index].value.objectValue {
                paths[index].value = .object(known + [method])
            } else {
                paths.append(JSONMember(name: path, value: .object([method])))
            }
        }
        return ["rest": ["base": .object(paths), "driver": [:]]]
    }
}

extension WebDriverSession.Timeouts {
    /// With the members of an object of W3C WebDriver.
    func merging(_ value: JSONValue) throws(WebDriverError) -> WebDriverSession.Timeouts {
        guard let members = value.objectValue else {
            throw WebDriverError(.invalidArgument, "Timeouts are an object with “script”, “pageLoad” and “implicit”.")
        }
        var timeouts = self
        for member in members {
            if member.name == "script", member.value == .null {
                timeouts.script = nil
                continue
            }
            let time = member.value.doubleValue.flatMap { Int64(exactly: $0) }
            guard let time, (0...9_007_199_254_740_991).contains(time) else {
                throw WebDriverError(
                    .invalidArgument,
                    "The timeout “\(member.name.prefix(40))” takes whole milliseconds from 0."
                )
            }
            switch member.name {
            case "script": timeouts.script = time
            case "pageLoad": timeouts.pageLoad = time
            case "implicit": timeouts.implicit = time
            default:
                throw WebDriverError(
                    .invalidArgument,
                    "There is no timeout “\(member.name.prefix(40))”; there are script, pageLoad and implicit."
                )
            }
        }
        return timeouts
    }
}

extension WebDriverCall {
    /// The most that a session keeps of settings.
    private static let maximumSettings = 256
    private static let maximumSettingsBytes = 64 << 10

    /// Keeps settings of the client, which change nothing here.
    fileprivate func merge(_ settings: JSONPlace) throws {
        try session.state.withLock { state in
            var merged = state.settings
            var places: [String: Int] = [:]
            for (place, member) in merged.enumerated() { places[member.name] = place }
            for member in settings.value.objectValue ?? [] {
                if let place = places[member.name] {
                    merged[place].value = member.value
                } else {
                    places[member.name] = merged.count
                    merged.append(member)
                }
            }
            guard merged.count <= Self.maximumSettings,
                JSONValue.object(merged).serialized().count <= Self.maximumSettingsBytes
            else {
                throw WebDriverError(
                    .invalidArgument,
                    "A session keeps at most \(Self.maximumSettings) settings of \(Self.maximumSettingsBytes >> 10) KiB."
                )
            }
            state.settings = merged
        }
    }
}
