import Foundation
import JSON
import Synchronization
package import ViewHierarchy

/// A running WebDriverAgent or Appium server, asked as WebDriver clients do (W3C WebDriver, with the routes that
/// WebDriverAgent and Appium's XCUITest driver have beside it).
package struct WebDriverServer: Sendable {
    /// Which of the two answers.
    package enum Kind: String, Sendable, Hashable {
        case webDriverAgent, appium
    }

    /// The form of the source.
    package enum Form: String, CaseIterable, Sendable {
        case json, xml
    }

    /// What is known of the screen.
    package struct Screen: Sendable, Hashable {
        /// In points.
        package var size: Size?
        /// Pixels of a point.
        package var scale: Double?
        /// `portrait` or `landscape`.
        package var orientation: String?
    }

    package private(set) var address: HTTPAddress
    /// Which of the two it is; nil until it has answered.
    package private(set) var kind: Kind?
    /// The session that is asked; nil for none.
    package internal(set) var session: String?
    /// The session that was asked for.
    private let wanted: String?
    /// The bundle identifier of the app to start a session with.
    private let start: String?
    private let form: Form?
    /// Whether failures name options of a command.
    private let tellsOptions: Bool
    private let notice: @Sendable (String) -> Void
    /// The session that has to be ended.
    private var started: String?
    /// The same, of one that WebDriverAgent began for actions alone, on whatever is in front.
    var startedForActions: String?

    /// What answers are made of is in memory several times: one is taken apart at a time, whoever asked.
    private static let reading = Mutex(())

    /// - Parameters:
    ///   - session: the session to use; nil for the one that runs.
    ///   - start: the app to start a session with; nil for none.
    ///   - form: nil for JSON from WebDriverAgent and XML from Appium.
    ///   - tellsOptions: whether failures name options of a command.
    ///   - notice: is told what people should know.
    package init(
        address: HTTPAddress,
        session: String?,
        start: String? = nil,
        form: Form? = nil,
        tellsOptions: Bool = false,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.address = address
        wanted = session
        self.start = start
        self.form = form
        self.tellsOptions = tellsOptions
        self.notice = notice
    }

    /// The views as they are now.
    package mutating func hierarchy() throws(ClientFailure) -> CapturedHierarchy {
        let kind = try connect()
        switch (kind, form ?? (kind == .appium ? .xml : .json)) {
        case (.webDriverAgent, .json):
            do throws(ClientFailure) {
                return try ask("GET", path("/source?format=json")) { value, body in
                    // Some write XML whatever they are asked for.
                    value.stringValue.map { CapturedHierarchy(xml: $0) }
                        ?? CapturedHierarchy(json: body, appName: Self.name(in: value))
                }
            } catch {
                guard case .said("unknown command") = error.kind, form == nil else { throw error }
                return try ask("GET", path("/source")) { value, body in
                    value.stringValue.map { CapturedHierarchy(xml: $0) } ?? CapturedHierarchy(json: body, appName: nil)
                }
            }
        case (.appium, .json):
            let script: JSONValue = ["script": "mobile: source", "args": [["format": "json"]]]
            return try ask("POST", path("/execute/sync"), script) { value, body in
                let text = value.stringValue.map { Array($0.utf8) }
                return CapturedHierarchy(json: text ?? body, appName: Self.name(in: value))
            }
        case (_, .xml):
            let target = kind == .appium ? path("/source") : path("/source?format=xml")
            guard let text = try ask("GET", target, read: { value, _ in value.stringValue }) else {
                throw ClientFailure("\(address.host) returned a source that is not text.")
            }
            return CapturedHierarchy(xml: text)
        }
    }

    /// The screen as it is now, PNG or JPEG by its own account.
    package mutating func screenshot() throws(ClientFailure) -> [UInt8]? {
        _ = try connect()
        let picture = try ask("GET", path("/screenshot")) { value, _ in
            value.stringValue.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
        }
        guard let picture, !picture.isEmpty else {
            throw ClientFailure("\(address.host) returned no Base64 picture.")
        }
        return [UInt8](picture)
    }

    /// Size, scale and orientation, as far as the server says them; nil before it has said what it is.
    package func screen() -> Screen? {
        guard let kind else { return nil }
        var screen = Screen()
        // Nothing depends on these: a server that lacks one is not asked again, and what it lacks stays unknown.
        screen.orientation = try? ask("GET", path("/orientation")) { value, _ in value.stringValue?.lowercased() }
        switch kind {
        case .webDriverAgent:
            let known = try? ask("GET", path("/wda/screen")) { value, _ in
                (value["scale"]?.doubleValue, Self.size(in: value["screenSize"]))
            }
            screen.scale = known?.0
            screen.size = (try? ask("GET", path("/window/size")) { value, _ in Self.size(in: value) }) ?? known?.1
        case .appium:
            let script: JSONValue = ["script": "mobile: deviceScreenInfo", "args": []]
            screen.scale = try? ask("POST", path("/execute/sync"), script) { value, _ in value["scale"]?.doubleValue }
            screen.size = try? ask("GET", path("/window/rect")) { value, _ in Self.size(in: value) }
        }
        return screen
    }

    /// The bundle identifier of the app in front; nil where the server does not say it.
    package func bundle() -> String? {
        guard let kind else { return nil }
        let script: JSONValue = ["script": "mobile: activeAppInfo", "args": []]
        let isAgent = kind == .webDriverAgent
        // As with the screen, nothing depends on it.
        return try? ask(
            isAgent ? "GET" : "POST",
            path(isAgent ? "/wda/activeAppInfo" : "/execute/sync"),
            isAgent ? nil : script
        ) {
            value,
            _ in value["bundleId"]?.stringValue
        }
    }

    /// Looks whether it is there and knows the session.
    package mutating func check() throws(ClientFailure) {
        if kind == nil { _ = try connect() } else { _ = try status() }
        guard session != nil else { return }
        do throws(ClientFailure) {
            try ask("GET", path("/orientation")) { _, _ in }
        } catch {
            guard case .said = error.kind else { throw error }
        }
    }

    /// Forgets what it knew of a session that may have ended.
    package mutating func forget() {
        kind = nil
        startedForActions = nil
        // A session of its own that ended is not started again: the app would come to the front at any time.
        session = nil
    }

    /// Waits no longer than that for anything, whatever was interrupted before.
    package mutating func endWaits(after seconds: Int) {
        address.client.interruption = nil
        (address.client.patience, address.client.deadline) = (seconds, seconds)
    }

    /// Ends what it started.
    package mutating func close() {
        guard let own = started ?? startedForActions else { return }
        // A server that is gone has ended it, too.
        _ = try? address.client.send("DELETE", address.base + "/session/" + own.percentEncoded)
        (started, startedForActions) = (nil, nil)
    }

    // MARK: Finding the session

    mutating func connect() throws(ClientFailure) -> Kind {
        if let kind { return kind }
        let status = try status()
        let value = status["value"]
        let isAgent =
            value?["ios"] != nil || value?["os"]?["name"]?.stringValue == "iOS"
            || value?["build"]?["productBundleIdentifier"] != nil || value?["state"]?.stringValue == "success"
        let kind: Kind = isAgent ? .webDriverAgent : .appium
        if let started {
            session = started
        } else if let wanted {
            session = wanted
        } else if let start {
            session = try newSession(with: start, kind)
            started = session
        } else if isAgent {
            session = (status["sessionId"] ?? value?["sessionId"])?.stringValue
        } else {
            session = try runningSession()
        }
        self.kind = kind
        return kind
    }

    /// The status, where the address has it or below `/wd/hub`, where Appium 1 has it.
    private mutating func status() throws(ClientFailure) -> JSONValue {
        for path in [address.base, address.base + "/wd/hub"] {
            let response = try send("GET", path + "/status")
            guard response.status == 200, let status = Self.document(response.body), status.root["value"] != nil
            else { continue }
            address.base = path
            return JSONValue(status.root)
        }
        throw ClientFailure("The server at \(address.text) is neither WebDriverAgent nor Appium: it has no /status.")
    }

    private func runningSession() throws(ClientFailure) -> String {
        var sessions: [JSONValue]?
        for path in ["/sessions", "/appium/sessions"] where sessions == nil {
            let response = try send("GET", address.base + path)
            guard response.status == 200 else { continue }
            sessions = Self.document(response.body)?.root["value"].flatMap { JSONValue($0).arrayValue }
        }
        guard let sessions else {
            throw ClientFailure(
                "Appium at \(address.host) does not list its sessions. Start it with "
                    + "--allow-insecure=*:session_discovery, or name the session\(tellsOptions ? " with --session" : "")."
            )
        }
        let known = sessions.compactMap { session in
            session["id"]?.stringValue.map { (id: $0, created: session["created"]?.doubleValue ?? 0) }
        }
        // The last one of the newest.
        guard let newest = known.map(\.created).max(), let session = known.last(where: { $0.created == newest }) else {
            throw ClientFailure(
                "No session runs at \(address.host). Start one in a test or in Appium Inspector"
                    + (tellsOptions ? ", or with --start and the bundle identifier of an app." : ".")
            )
        }
        if known.count > 1 { notice("\(known.count) sessions are running; using \(session.id).") }
        return session.id
    }

    /// Begins a session.
    /// - Parameter bundle: the app to start; nil for whatever is in front, which WebDriverAgent takes.
    func newSession(with bundle: String?, _ kind: Kind) throws(ClientFailure) -> String {
        var wishes: [JSONMember] = bundle.map { [JSONMember(name: "bundleId", value: .string($0))] } ?? []
        if kind == .appium {
            wishes = wishes.map { JSONMember(name: "appium:" + $0.name, value: $0.value) }
            wishes += [
                JSONMember(name: "platformName", value: "iOS"), JSONMember(name: "appium:noReset", value: true),
                JSONMember(name: "appium:automationName", value: "XCUITest"),
            ]
        }
        let wanted: JSONValue = ["capabilities": ["alwaysMatch": .object(wishes), "firstMatch": [[:]]]]
        let id = try ask("POST", address.base + "/session", wanted) { value, body in
            value["sessionId"]?.stringValue ?? Self.document(body)?.root["sessionId"]?.stringValue
        }
        guard let id else {
            throw ClientFailure("\(address.host) started no session: its response has no identifier.")
        }
        return id
    }

    // MARK: Asking

    /// The path of a route, of the session where there is one.
    func path(_ route: String) -> String {
        address.base + (session.map { "/session/" + $0.percentEncoded } ?? "") + route
    }

    /// Asks, and reads an answer that is no error.
    /// - Parameter read: is given the value and the whole body.
    @discardableResult
    func ask<Result>(
        _ method: String,
        _ target: String,
        _ body: JSONValue? = nil,
        read: (JSONNode, [UInt8]) -> Result
    ) throws(ClientFailure) -> Result {
        let response = try send(method, target, body)
        return try Self.reading.withLock { _ throws(ClientFailure) in
            let document = Self.document(response.body)
            let value = document?.root["value"]
            // Servers before W3C WebDriver say 200 to everything and tell the failure in a number.
            let legacy = response.status == 200 ? document?.root["status"]?.integerValue ?? 0 : 0
            guard response.status == 200, legacy == 0, value?["error"]?.stringValue == nil else {
                throw failure(response.status, "\(method) \(target)", value, legacy)
            }
            guard let value else {
                throw ClientFailure("The response of \(address.host) to \(target) is not JSON with a value.")
            }
            return read(value, response.body)
        }
    }

    private func failure(_ status: Int, _ what: String, _ value: JSONNode?, _ legacy: Int64) -> ClientFailure {
        let code = value?["error"]?.stringValue ?? Self.legacyCodes[legacy] ?? (status == 404 ? "unknown command" : nil)
        let message = (value?["message"] ?? value)?.stringValue.map { String($0.prefix(300)) }
        var words = [code, message].compactMap { $0 }.joined(separator: ": ")
        if (300..<400).contains(status) { words = "redirects are not followed" }
        let sentence = "\(address.host) answers \(status) to \(what)\(words.isEmpty ? "" : ": " + words)"
        guard let code, code != "invalid session id" else { return ClientFailure(sentence) }
        return ClientFailure(sentence, .said(code))
    }

    /// What the numbers of the older protocol mean that anything depends on (JSON Wire Protocol, response status codes).
    private static let legacyCodes: [Int64: String] = [
        6: "invalid session id", 7: "no such element", 13: "unknown error", 26: "unexpected alert open",
        27: "no such alert",
    ]

    private func send(
        _ method: String,
        _ target: String,
        _ body: JSONValue? = nil
    ) throws(ClientFailure) -> HTTPClient.Response {
        var headers = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        do throws(ClientFailure) {
            return try address.client.send(method, target, headers, body: body?.serialized() ?? [])
        } catch {
            guard error.kind != .refused else { throw error }
            throw ClientFailure(
                "\(error) Is WebDriverAgent or Appium running at \(address.host)? The port of a device has to be "
                    + "forwarded, for instance with “iproxy 8100 8100”."
            )
        }
    }

    // try?: what is no JSON has no value, and is told as that.
    private static func document(_ body: [UInt8]) -> JSONDocument? { try? JSONDocument(parsing: body, limits: .dump) }

    private static func name(in value: JSONNode) -> String? {
        (value["label"] ?? value["name"])?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func size(in value: JSONNode?) -> Size? {
        guard let width = value?["width"]?.doubleValue, let height = value?["height"]?.doubleValue else { return nil }
        return Size(width: width, height: height)
    }
}

/// The views, as the source wrote them.
package struct CapturedHierarchy: Sendable {
    package let bytes: [UInt8]
    /// `json` or `xml`.
    package let fileExtension: String
    package let appName: String?

    package init(json bytes: [UInt8], appName: String?) {
        self.bytes = bytes
        fileExtension = "json"
        self.appName = appName
    }

    package init(xml text: String) {
        bytes = Array(text.utf8)
        fileExtension = "xml"
        appName = Self.name(inXML: text)
    }

    /// The name of the application element, which is at the start of a page source.
    private static func name(inXML text: String) -> String? {
        let start = text.prefix(8_000)
        guard let element = start.range(of: "<XCUIElementTypeApplication "),
            let end = start[element.upperBound...].range(of: ">"),
            let name = start[element.upperBound..<end.lowerBound].range(of: " name=\"")
        else { return nil }
        var value = String(start[name.upperBound...].prefix { $0 != "\"" })
        let entities = [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        for (entity, character) in entities { value = value.replacingOccurrences(of: entity, with: character) }
        return value.isEmpty ? nil : value
    }
}
