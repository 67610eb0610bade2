import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Services
import TestSupport
import Testing

@Suite("WebDriver: the protocol")
struct WebDriverProtocolTests {
    private let dump = #"{"platformName":"iOS","appium:automationName":"Vitrine","vitrine:dump":"stopwatch"}"#

    @Test("a new session says what stock clients look for, under both prefixes")
    func newSession() async throws {
        let client = WebDriverClient(server: try TestServer())
        for prefix in ["", "/wd/hub"] {
            let reply = try await client.send(.post, prefix + "/session", #"{"capabilities":{"alwaysMatch":\#(dump)}}"#)
            #expect(reply.status == 200)
            let id = try #require(reply.value["sessionId"]?.stringValue)
            let capabilities = try #require(reply.value["capabilities"])
            #expect(capabilities["platformName"] == "iOS" && capabilities["automationName"] == "XCUITest")
            #expect(capabilities["appium:automationName"] == "Vitrine" && capabilities["setWindowRect"] == false)
            #expect(try capabilities["vitrine:dump"] == .string(client.named("stopwatch")))
            #expect(try await client.send(.get, prefix + "/session/\(id)").value == capabilities)
            let list = try await client.send(.get, prefix + "/appium/sessions").value
            #expect(list.arrayValue?.contains { $0["id"]?.stringValue == id } == true)
            #expect(list[0]["created"]?.integerValue != nil)
            #expect(try await client.send(.delete, prefix + "/session/\(id)").value == .null)
            #expect(try await client.send(.get, prefix + "/session/\(id)/source").error == "invalid session id")
        }
    }

    @Test("the first alternative that the server has is taken, and what is always asked for counts in each")
    func alternatives() async throws {
        let client = WebDriverClient(server: try TestServer())
        let reply = try await client.send(
            .post,
            "/session",
            #"{"capabilities":{"alwaysMatch":{"platformName":"ios"},"firstMatch":[{"vitrine:dump":"gone"},{"vitrine:dump":"stopwatch","appium:options":{"newCommandTimeout":60}}]}}"#
        )
        #expect(try reply.value["capabilities"]?["vitrine:dump"] == .string(client.named("stopwatch")))
        #expect(reply.value["capabilities"]?["appium:newCommandTimeout"] == 60)
    }

    @Test("the reply tells the timeouts that hold and what the standard has of every session, and no address of events")
    func replies() async throws {
        let client = WebDriverClient(server: try TestServer())
        let body =
            #"{"capabilities":{"alwaysMatch":{"vitrine:dump":"stopwatch","timeouts":{"script":null,"implicit":5},"#
            + #""webSocketUrl":true,"pageLoadStrategy":"eager","acceptInsecureCerts":true,"a:b":{"c":1}}}}"#
        let capabilities = try #require(try await client.send(.post, "/session", body).value["capabilities"])
        #expect(capabilities["timeouts"] == ["script": nil, "pageLoad": 300_000, "implicit": 5])
        #expect(capabilities["pageLoadStrategy"] == "eager" && capabilities["acceptInsecureCerts"] == true)
        #expect(capabilities["proxy"] == [:] && capabilities["strictFileInteractability"] == false)
        #expect(capabilities["webSocketUrl"] == nil && capabilities["a:b"] == ["c": 1])
    }

    @Test(
        "capabilities that cannot be are refused in the protocol's words",
        arguments: [
            (#"{}"#, "invalid argument"), (#"{"desiredCapabilities":{}}"#, "session not created"),
            (#"{"capabilities":{"alwaysMatch":{"vitrine:dump":7}}}"#, "invalid argument"),
            (
                #"{"capabilities":{"alwaysMatch":{"vitrine:dump":"stopwatch","browserVersion":"17"}}}"#,
                "session not created"
            ),
            (
                #"{"capabilities":{"alwaysMatch":{"vitrine:dump":"stopwatch","setWindowRect":true}}}"#,
                "session not created"
            ),
            (
                #"{"capabilities":{"alwaysMatch":{"vitrine:dump":"stopwatch","appium:settings[snapshotMaxDepth]":"x"}}}"#,
                "invalid argument"
            ),
            (
                #"{"capabilities":{"alwaysMatch":{"vitrine:dump":"stopwatch","appium:newCommandTimeout":-1}}}"#,
                "invalid argument"
            ),
            (#"{"capabilities":{}}"#, "session not created"),
            (#"{"capabilities":{"alwaysMatch":{"vitrine:dump":"gone"}}}"#, "session not created"),
            (#"{"capabilities":{"alwaysMatch":{"vitrine:app":"gone"}}}"#, "session not created"),
            (
                #"{"capabilities":{"alwaysMatch":{"vitrine:app":"com.example.clock","vitrine:pane":"No"}}}"#,
                "session not created"
            ),
            (
                #"{"capabilities":{"alwaysMatch":{"vitrine:dump":"stopwatch","platformName":"Android"}}}"#,
                "session not created"
            ),
            (
                #"{"capabilities":{"alwaysMatch":{"appium:app":"http://elsewhere.example/dumps/stopwatch"}}}"#,
                "session not created"
            ),
        ]
    )
    func refusedCapabilities(body: String, error: String) async throws {
        let reply = try await WebDriverClient(server: try TestServer()).send(.post, "/session", body)
        #expect(reply.error == error)
        #expect(reply.status == (error == "invalid argument" ? 400 : 500))
        #expect(reply.value["stacktrace"]?.stringValue != nil && !reply.message.isEmpty)
    }

    @Test("capabilities have an end: every session keeps its own")
    func largeCapabilities() async throws {
        let text = String(repeating: "x", count: 70_000)
        let body = #"{"capabilities":{"alwaysMatch":{"vitrine:dump":"stopwatch","appium:note":"\#(text)"}}}"#
        let reply = try await WebDriverClient(server: try TestServer()).send(.post, "/session", body)
        #expect(reply.error == "invalid argument" && reply.message.contains("64 KiB"))
    }

    @Test(
        "an address on this server says what to look at",
        arguments: [
            "/dumps/stopwatch", "http://localhost/dumps/stopwatch", "/api/v1/dumps/stopwatch",
            "/apps/com.example.clock",
            "/apps/com.example.clock/settings/Alarms?lang=en",
        ]
    )
    func addresses(address: String) async throws {
        let client = try await WebDriverClient.begin(#"{"appium:app":"\#(address)"}"#, on: try TestServer())
        let title = address.contains("Alarms") ? "Alarms" : nil
        let bars = try await client.ids("class name", "XCUIElementTypeNavigationBar")
        if let title { #expect(try await client.get("/element/\(bars[0])/attribute/name").value == .string(title)) }
        #expect(try await client.get("/source").status == 200)
    }

    @Test("a client that asks again with its key gets the session that it began")
    func idempotency() async throws {
        let client = WebDriverClient(server: try TestServer())
        let name = try #require(HTTPField.Name("X-Idempotency-Key"))
        func begin(_ key: String) async throws -> String? {
            let body = #"{"capabilities":{"alwaysMatch":\#(dump)}}"#
            return try await client.send(.post, "/session", body, [name: key]).value["sessionId"]?.stringValue
        }
        let first = try await begin("a")
        #expect(first != nil)
        #expect(try await begin("a") == first)
        #expect(try await begin("b") != first)
    }

    @Test(
        "commands and methods that there are not, and nonsense, have errors of their own and never a page or a problem"
    )
    func nonsense() async throws {
        let server = try TestServer()
        let client = try await WebDriverClient.begin(dump, on: server)
        let session = "/session/\(client.session)"
        let cases: [(HTTPRequest.Method, String, String?, Int, String)] = [
            (.get, session + "/nothing", nil, 404, "unknown command"),
            (.get, "/wd/hub/other", nil, 404, "unknown command"),
            (.post, session + "/source", "{}", 405, "unknown method"),
            (.put, session + "/source", "{}", 405, "unknown method"),
            (.get, session + "/element", nil, 405, "unknown method"),
            (.get, "/session/none/source", nil, 404, "invalid session id"),
            (.post, session + "/element", "nonsense", 400, "invalid argument"),
            (.post, session + "/element", "[1]", 400, "invalid argument"),
            (.post, session + "/element", "", 400, "invalid argument"),
            (.post, session + "/element", #"{"using":"xpath"}"#, 400, "invalid argument"),
            (.post, session + "/element", #"{"using":1,"value":"x"}"#, 400, "invalid argument"),
            (.post, session + "/element", #"{"using":"-ios uiautomation","value":"x"}"#, 400, "invalid selector"),
            (.post, session + "/element", #"{"using":"xpath","value":"//*["}"#, 400, "invalid selector"),
            (.post, session + "/element", #"{"using":"id","value":"none"}"#, 404, "no such element"),
            (.get, session + "/element/x/text", nil, 404, "no such element"),
            (.get, session + "/element/v999999/text", nil, 404, "no such element"),
            (.post, session + "/element/x/element", #"{"using":"id"}"#, 400, "invalid argument"),
            (.post, session + "/element", #"{"using":"link text","value":"x"}"#, 400, "invalid selector"),
            (.post, session + "/elements", #"{"using":null,"value":"x"}"#, 400, "invalid argument"),
            (.post, session + "/elements", #"{"using":"xpath","value":{}}"#, 400, "invalid argument"),
            (.post, session + "/elements", "1", 400, "invalid argument"),
            (.post, session + "/elements", "null", 400, "invalid argument"),
            (.post, session + "/element/x/value", "{}", 400, "invalid argument"),
            (.post, session + "/element/x/value", #"{"text":1}"#, 400, "invalid argument"),
            (.post, session + "/element/x/value", #"{"value":"a"}"#, 400, "invalid argument"),
            (.post, session + "/element/x/value", #"{"value":[1]}"#, 400, "invalid argument"),
            (.post, session + "/element/x/value", #"{"text":"a"}"#, 404, "no such element"),
            (.post, session + "/element/x/click", "[]", 400, "invalid argument"),
            (.post, session + "/timeouts", #"{"implicit":-1}"#, 400, "invalid argument"),
            (.post, session + "/timeouts", #"{"type":"implicit","ms":1}"#, 400, "invalid argument"),
            (.post, session + "/timeouts", #"{"pageLoad":null}"#, 400, "invalid argument"),
            (.post, session + "/appium/settings", "{}", 400, "invalid argument"),
            (.post, session + "/appium/settings", #"{"settings":[]}"#, 400, "invalid argument"),
            (.post, session + "/appium/settings", #"{"settings":{"snapshotMaxDepth":-1}}"#, 400, "invalid argument"),
            (.post, session + "/appium/settings", #"{"settings":{"useFirstMatch":1}}"#, 400, "invalid argument"),
            (.post, session + "/context", "{}", 400, "invalid argument"),
            (.post, session + "/context", #"{"name":1}"#, 400, "invalid argument"),
            (.post, session + "/context", #"{"name":"WEBVIEW_1"}"#, 400, "invalid argument"),
            (.post, session + "/orientation", #"{"orientation":"UP"}"#, 400, "invalid argument"),
            (.post, session + "/orientation", #"{"orientation":1}"#, 400, "invalid argument"),
            (.post, session + "/orientation", "{}", 400, "invalid argument"),
            (.post, session + "/execute/sync", #"{"script":"return 1"}"#, 400, "invalid argument"),
            (.post, session + "/execute/sync", #"{"script":1,"args":[]}"#, 400, "invalid argument"),
            (.post, session + "/execute/sync", #"{"script":"mobile: tap","args":{}}"#, 400, "invalid argument"),
            (.post, session + "/execute/sync", #"{"script":"mobile: tap","args":[1]}"#, 400, "invalid argument"),
            (.post, session + "/execute/sync", #"{"script":"mobile: tap","args":[{"x":1}]}"#, 400, "invalid argument"),
            (
                .post, session + "/execute/sync", #"{"script":"mobile: tap","args":[{"x":1,"y":1,"elementId":5}]}"#,
                400,
                "invalid argument"
            ),
            (.post, session + "/execute/sync", #"{"script":"mobile: tap","args":[{},{}]}"#, 400, "invalid argument"),
            (
                .post, session + "/execute/sync", #"{"script":"mobile: source","args":[{"format":5}]}"#, 400,
                "invalid argument"
            ),
            (.post, session + "/execute/async", "{}", 400, "invalid argument"),
            (.post, session + "/execute/async", #"{"script":"a","args":[]}"#, 500, "unsupported operation"),
            (.post, session + "/actions", "{}", 400, "invalid argument"),
            (.post, session + "/alert/text", "{}", 400, "invalid argument"),
            (.post, session + "/alert/text", #"{"text":null}"#, 400, "invalid argument"),
            (.post, session + "/alert/text", #"{"text":"a"}"#, 404, "no such alert"),
            (.post, session + "/alert/accept", "{}", 404, "no such alert"),
            (.post, session + "/alert/dismiss", "{}", 404, "no such alert"),
            (.post, "/session/none/element", "nonsense", 404, "invalid session id"),
            (.post, "/session/none/actions", "{}", 404, "invalid session id"),
            (.post, "/session/none/nothing", "{}", 404, "unknown command"),
            (.post, "/session", "nonsense", 400, "invalid argument"),
            (.post, "/session", "[]", 400, "invalid argument"),
            (.post, session + "/execute/sync", #"{"script":"return 1","args":[]}"#, 500, "unsupported operation"),
            (.post, session + "/execute/sync", #"{"script":"mobile: fly","args":[]}"#, 405, "unknown method"),
            (.post, session + "/orientation", #"{"orientation":"LANDSCAPE"}"#, 500, "unsupported operation"),
            (.post, session + "/window/rect", "{}", 500, "unsupported operation"),
            (.get, session + "/alert/text", nil, 404, "no such alert"),
        ]
        for (method, path, body, status, error) in cases {
            let reply = try await client.send(method, path, body, [.accept: "text/html"])
            #expect(reply.status == status && reply.error == error, "\(method) \(path) \(body ?? ""): \(reply)")
            #expect(reply.cacheControl == "no-cache")
        }
    }

    @Test("timeouts and settings are kept, contexts and status are there")
    func state() async throws {
        let client = try await WebDriverClient.begin(dump, on: try TestServer())
        #expect(try await client.get("/timeouts").value.names == ["script", "pageLoad", "implicit"])
        _ = try await client.post("/timeouts", #"{"implicit":250,"script":null}"#)
        let timeouts = try await client.get("/timeouts").value
        #expect(timeouts["implicit"] == 250 && timeouts["script"] == .null)
        _ = try await client.post("/appium/settings", #"{"settings":{"snapshotMaxDepth":62,"a":1}}"#)
        _ = try await client.post("/appium/settings", #"{"settings":{"a":2}}"#)
        let settings = try await client.get("/appium/settings").value
        #expect(settings == ["snapshotMaxDepth": 62, "a": 2, "vitrine:notInEffect": ["a"]])
        #expect(try await client.get("/appium/contexts").value == ["NATIVE_APP"])
        #expect(try await client.get("/context").value == "NATIVE_APP")
        let status = try await client.send(.get, "/status").value
        #expect(status["ready"] == true && status["build"]?["version"]?.stringValue != nil)
        #expect(try await client.get("/appium/commands").value["rest"]?["base"]?.names.count ?? 0 > 20)
        #expect(try await client.get("/appium/extensions").value["rest"]?["driver"]?["mobile: source"] != nil)
    }

    @Test("pages of other origins may speak WebDriver only where that is allowed, and nothing else even then")
    func crossOrigin() async throws {
        let body = #"{"capabilities":{"alwaysMatch":\#(dump)}}"#
        let origin: HTTPFields = [.origin: "http://inspector.example"]
        let allow = try #require(HTTPField.Name("Access-Control-Allow-Origin"))
        let closed = try TestServer()
        #expect(
            try await WebDriverClient(server: closed).send(.post, "/session", body, origin).error == "unknown error"
        )
        #expect(try await closed.client.send(.options, "/session", headers: origin, body: []).headers[allow] == nil)
        var configuration = ServerConfiguration()
        configuration.allowsCrossOriginWebDriver = true
        let open = try TestServer(configuration: configuration)
        let preflight = try await open.client.send(.options, "/session", headers: origin, body: [])
        #expect(preflight.status == .noContent && preflight.headers[allow] == "*")
        let named = try WebDriverClient(server: open).named(body)
        let reply = try await open.client.send(.post, "/session", headers: origin, body: Array(named.utf8))
        #expect(reply.status == .ok && reply.headers[allow] == "*")
        let gone = try await open.client.send(.get, "/session/none", headers: origin, body: [])
        #expect(gone.status == .notFound && gone.headers[allow] == "*")
        #expect(
            try await open.client.send(.delete, "/api/v1/dumps/stopwatch", headers: origin, body: []).status
                == .forbidden
        )
    }
}
