import Foundation
import JSON

/// A running WebDriverAgent or Appium server, asked as WebDriver clients do (W3C WebDriver, with the routes that
/// WebDriverAgent and Appium's XCUITest driver have beside it).
struct WebDriverSource: CaptureSource {
    /// Which of the two answers.
    private enum Kind {
        case webDriverAgent, appium
    }

    private var address: HTTPAddress
    /// The session that was asked for.
    private let wanted: String?
    /// The bundle identifier of the app to start a session with.
    private let start: String?
    private let form: Capture.Form?
    private var kind: Kind?
    private var session: String?
    /// The session that this command has to end.
    private var started: String?

    init(address: HTTPAddress, session: String?, start: String?, form: Capture.Form?) {
        self.address = address
        wanted = session
        self.start = start
        self.form = form
    }

    mutating func hierarchy() throws -> CapturedHierarchy {
        let kind = try connect()
        switch (kind, form ?? (kind == .appium ? .xml : .json)) {
        case (.webDriverAgent, .json):
            let body = try answer("GET", path("/source?format=json")).body
            return .init(json: body, appName: Self.name(in: Self.value(in: body)))
        case (.appium, .json):
            let script: JSONValue = ["script": "mobile: source", "args": [["format": "json"]]]
            let body = try answer("POST", path("/execute/sync"), script).body
            let value = Self.value(in: body)
            return .init(json: value?.stringValue.map { Array($0.utf8) } ?? body, appName: Self.name(in: value))
        case (_, .xml):
            let target = kind == .appium ? path("/source") : path("/source?format=xml")
            guard let text = try value("GET", target).stringValue else {
                throw CommandFailure("\(address.host) returned a source that is not text.")
            }
            return .init(xml: text)
        }
    }

    mutating func screenshot() throws -> [UInt8]? {
        _ = try connect()
        guard let text = try value("GET", path("/screenshot")).stringValue,
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !data.isEmpty
        else { throw CommandFailure("\(address.host) returned no Base64 picture.") }
        return [UInt8](data)
    }

    mutating func facts() -> String? {
        guard let kind else { return nil }
        let orientation = (try? value("GET", path("/orientation")))?.stringValue?.lowercased()
        let scale: Double?
        let size: JSONValue?
        switch kind {
        case .webDriverAgent:
            let screen = try? value("GET", path("/wda/screen"))
            scale = screen?["scale"]?.doubleValue
            size = (try? value("GET", path("/window/size"))) ?? screen?["screenSize"]
        case .appium:
            let script: JSONValue = ["script": "mobile: deviceScreenInfo", "args": []]
            scale = (try? value("POST", path("/execute/sync"), script))?["scale"]?.doubleValue
            size = try? value("GET", path("/window/rect"))
        }
        var words: [String] = []
        if let width = size?["width"]?.doubleValue, let height = size?["height"]?.doubleValue {
            words.append("\(Self.short(width)) by \(Self.short(height)) points")
        }
        if let scale { words.append("at \(Self.short(scale)) pixels each") }
        if let orientation { words.append(orientation) }
        return words.isEmpty ? nil : "The screen: \(words.joined(separator: ", "))"
    }

    mutating func forget() {
        kind = nil
        // A session of its own that ended is not started again: the app would come to the front at any time.
        session = nil
    }

    mutating func close() {
        guard let started else { return }
        _ = try? address.client.send("DELETE", address.base + "/session/" + started.percentEncoded)
        self.started = nil
    }

    // MARK: Finding the session

    private mutating func connect() throws -> Kind {
        if let kind { return kind }
        let status = try status()
        let value = status["value"]
        let isAgent =
            value?["ios"] != nil || value?["os"]?["name"]?.stringValue == "iOS"
            || value?["build"]?["productBundleIdentifier"] != nil
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
    private mutating func status() throws -> JSONValue {
        for path in [address.base, address.base + "/wd/hub"] {
            let response = try send("GET", path + "/status")
            guard response.status == 200, let status = try? JSONValue(parsing: response.body), status["value"] != nil
            else { continue }
            address.base = path
            return status
        }
        throw CommandFailure("The server at \(address.text) is neither WebDriverAgent nor Appium: it has no /status.")
    }

    private func runningSession() throws -> String {
        var sessions: [JSONValue]?
        for path in ["/sessions", "/appium/sessions"] where sessions == nil {
            let response = try send("GET", address.base + path)
            guard response.status == 200 else { continue }
            sessions = Self.value(in: response.body)?.arrayValue
        }
        guard let sessions else {
            throw CommandFailure(
                "Appium at \(address.host) does not list its sessions. Start it with "
                    + "--allow-insecure=*:session_discovery, or name the session with --session."
            )
        }
        let known = sessions.compactMap { session in
            session["id"]?.stringValue.map { (id: $0, created: session["created"]?.doubleValue ?? 0) }
        }
        // The last one of the newest.
        guard let newest = known.map(\.created).max(), let session = known.last(where: { $0.created == newest }) else {
            throw CommandFailure(
                "No session runs at \(address.host). Start one in a test or in Appium Inspector, or with --start and the "
                    + "bundle identifier of an app."
            )
        }
        if known.count > 1 {
            FileHandle.standardError.write(line: "\(known.count) sessions are running; using \(session.id).")
        }
        return session.id
    }

    private func newSession(with bundle: String, _ kind: Kind) throws -> String {
        let wishes: JSONValue =
            kind == .webDriverAgent
            ? ["bundleId": .string(bundle)]
            : [
                "platformName": "iOS", "appium:automationName": "XCUITest", "appium:bundleId": .string(bundle),
                "appium:noReset": true,
            ]
        let response = try answer(
            "POST",
            address.base + "/session",
            ["capabilities": ["alwaysMatch": wishes, "firstMatch": [[:]]]]
        )
        let reply = try? JSONValue(parsing: response.body)
        guard let id = (reply?["value"]?["sessionId"] ?? reply?["sessionId"])?.stringValue else {
            throw CommandFailure("\(address.host) started no session: its response has no identifier.")
        }
        return id
    }

    // MARK: Asking

    /// The path of a route, of the session where there is one.
    private func path(_ route: String) -> String {
        address.base + (session.map { "/session/" + $0.percentEncoded } ?? "") + route
    }

    private func value(_ method: String, _ target: String, _ body: JSONValue? = nil) throws -> JSONValue {
        guard let value = Self.value(in: try answer(method, target, body).body) else {
            throw CommandFailure("The response of \(address.host) to \(target) is not JSON with a value.")
        }
        return value
    }

    /// An answer that is no error.
    private func answer(_ method: String, _ target: String, _ body: JSONValue? = nil) throws -> HTTPClient.Response {
        let response = try send(method, target, body)
        let value = Self.value(in: response.body)
        // Servers before W3C WebDriver say 200 to everything and tell the failure in a number.
        let legacy = response.status == 200 ? Self.document(response.body)?["status"]?.integerValue ?? 0 : 0
        guard response.status == 200, legacy == 0, value?["error"]?.stringValue == nil else {
            let message = (value?["message"] ?? value)?.stringValue.map { String($0.prefix(300)) }
            let words = [value?["error"]?.stringValue, message].compactMap { $0 }.joined(separator: ": ")
            throw CommandFailure(
                "\(address.host) answers \(response.status) to \(method) \(target)\(words.isEmpty ? "" : ": " + words)"
            )
        }
        guard value != nil else {
            throw CommandFailure("The response of \(address.host) to \(target) is not JSON with a value.")
        }
        return response
    }

    private func send(_ method: String, _ target: String, _ body: JSONValue? = nil) throws -> HTTPClient.Response {
        var headers = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        do {
            return try address.client.send(method, target, headers, body: body?.serialized() ?? [])
        } catch {
            throw CommandFailure(
                "\(error) Is WebDriverAgent or Appium running at \(address.host)? The port of a device has to be "
                    + "forwarded, for instance with “iproxy 8100 8100”."
            )
        }
    }

    private static func document(_ body: [UInt8]) -> JSONValue? { try? JSONValue(parsing: body, limits: .dump) }

    private static func value(in body: [UInt8]) -> JSONValue? { document(body)?["value"] }

    private static func name(in value: JSONValue?) -> String? {
        (value?["label"] ?? value?["name"])?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e6 ? "\(Int(number))" : "\(number)"
    }
}
