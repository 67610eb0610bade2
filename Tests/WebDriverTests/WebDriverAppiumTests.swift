import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

/// What the clients of Appium ask of a dump beside the standard: alerts and settings.
@Suite("WebDriver: alerts and settings of a dump")
struct WebDriverAppiumTests {
    private func client(_ dump: String) async throws -> WebDriverClient {
        let server = try TestServer()
        let reply = try await server.client.send(.post, "/api/v1/dumps", headers: [:], body: Array(dump.utf8))
        let id = try #require(try reply.json()["id"]?.stringValue, "\(reply)")
        return try await .begin(#"{"vitrine:dump":"\#(id)"}"#, on: server)
    }

    private static func source(_ elements: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?><AppiumAUT>
        <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Demo" label="Demo" enabled="true" visible="true" \
        x="0" y="0" width="320" height="480" bundleId="com.example.demo">\(elements)</XCUIElementTypeApplication></AppiumAUT>
        """
    }

    private static func element(_ type: String, _ label: String, _ more: String = "", _ children: String = "") -> String
    {
        let name = "XCUIElementType\(type)"
        return
            "<\(name) type=\"\(name)\" name=\"\(label)\" label=\"\(label)\" enabled=\"true\" visible=\"true\" x=\"0\" "
            + "y=\"0\" width=\"100\" height=\"44\"\(more)>\(children)</\(name)>"
    }

    private static let sheet = element("Sheet", "More", "", element("Button", "Share"))
    private static let alert = element(
        "Alert",
        "Delete?",
        "",
        element("StaticText", "Delete?") + element("StaticText", "It is gone then.") + element("TextField", "Why")
            + element("Button", "Keep", "", element("StaticText", "Keep")) + element("Button", "Delete")
    )
    private static let uikit = """
        <UIWindow: 0x1; frame = (0 0; 320 480)>
           | <_UIAlertControllerView: 0x2; frame = (20 100; 270 150)>
           |    | <UILabel: 0x3; frame = (0 10; 270 20); text = 'Delete?'>
           |    | <UIView: 0x4; frame = (0 100; 270 44)>
           |    |    | <_UIAlertControllerActionView: 0x5; frame = (0 0; 135 44)>
           |    |    |    | <UILabel: 0x6; frame = (0 10; 135 20); text = 'Keep'>

        """

    @Test(
        "an alert can be read and not answered: the first alert, else the first sheet, else the view of an alert controller",
        arguments: [
            (source(sheet + alert), "Delete?\nIt is gone then.", ["Keep", "Delete"]), (source(sheet), "", ["Share"]),
            (uikit, "Delete?", ["Keep"]),
        ]
    )
    func alerts(dump: String, text: String, buttons: [String]) async throws {
        let client = try await client(dump)
        #expect(try await client.get("/alert/text").value == .string(text))
        let ask = #"{"script":"mobile: alert","args":[{"action":"getButtons"}]}"#
        #expect(try await client.post("/execute/sync", ask).value == .array(buttons.map { .string($0) }))
        let accept = #"{"script":"mobile: alert","args":[{"action":"accept","buttonLabel":"Keep"}]}"#
        #expect(try await client.post("/execute/sync", accept).error == "unsupported operation")
        let wrong = #"{"script":"mobile: alert","args":[{"action":"close"}]}"#
        #expect(try await client.post("/execute/sync", wrong).error == "invalid argument")
        for (path, body) in [
            ("accept", "{}"), ("dismiss", "{}"), ("text", #"{"text":"a"}"#), ("text", #"{"value":"a"}"#),
        ] {
            let reply = try await client.post("/alert/\(path)", body)
            #expect(reply.status == 500 && reply.error == "unsupported operation", "\(path)")
        }
        #expect(try await client.post("/alert/text", #"{"text":1}"#).error == "invalid argument")
    }

    @Test("where there is no alert, each command says so")
    func noAlert() async throws {
        let client = try await client(Self.source(Self.element("Button", "Go")))
        #expect(try await client.get("/alert/text").error == "no such alert")
        for action in ["getButtons", "accept", "dismiss"] {
            let body = #"{"script":"mobile: alert","args":[{"action":"\#(action)"}]}"#
            #expect(try await client.post("/execute/sync", body).error == "no such alert")
        }
    }

    @Test("well-formed actions are refused on a dump, malformed ones before that, and pauses only pass")
    func actions() async throws {
        let client = try await client(Self.source(Self.element("Button", "Go")))
        func perform(_ type: String, _ item: String) async throws -> String? {
            let body = #"{"actions":[{"type":"\#(type)","id":"a","actions":[{"type":"pause"},\#(item)]}]}"#
            return try await client.post("/actions", body).error
        }
        let known = try await client.id("accessibility id", "Go")
        func move(_ id: String) -> String {
            #"{"type":"pointerMove","x":0,"y":0,"origin":{"\#(WebDriverClient.key)":"\#(id)"}}"#
        }
        #expect(try await perform("pointer", move(known)) == "unsupported operation")
        #expect(try await perform("key", #"{"type":"keyDown","value":"a"}"#) == "unsupported operation")
        let scroll = #"{"type":"scroll","x":0,"y":0,"deltaX":0,"deltaY":5}"#
        #expect(try await perform("wheel", scroll) == "unsupported operation")
        #expect(try await perform("pointer", move("v99")) == "no such element")
        #expect(try await perform("pointer", #"{"type":"pointerDown"}"#) == "invalid argument")
        // What fails leaves no source behind; what succeeds does.
        #expect(try await perform("none", #"{"type":"pause","duration":5}"#) == nil)
        #expect(try await perform("key", #"{"type":"pause","duration":5}"#) == "invalid argument")
        #expect(try await client.send(.delete, "/session/\(client.session)/actions").value == .null)
        #expect(try await perform("key", #"{"type":"pause","duration":5}"#) == nil)
    }

    private func set(_ settings: String, _ client: WebDriverClient) async throws {
        #expect(try await client.post("/appium/settings", #"{"settings":\#(settings)}"#).value == .null)
    }

    @Test("a found element tells beside its id what the client wants of each")
    func responseAttributes() async throws {
        let client = try await client(Self.source(Self.element("Button", "Go")))
        let find = client.body("accessibility id", "Go")
        try await set(#"{"shouldUseCompactResponses":false}"#, client)
        let found = try await client.post("/element", find).value
        #expect(found.names == [WebDriverClient.key, "type", "label"])
        #expect(found["type"] == "XCUIElementTypeButton" && found["label"] == "Go")
        let list = "name, text,rect,enabled,displayed,selected,attribute/bundleId,attribute/label,nothing"
        try await set(#"{"elementResponseAttributes":"\#(list)"}"#, client)
        let told = try await client.post("/elements", find).value.arrayValue?.first
        #expect(told?["name"] == "XCUIElementTypeButton" && told?["text"] == "Go" && told?["enabled"] == true)
        #expect(told?["rect"] == ["x": 0, "y": 0, "width": 100, "height": 44])
        #expect(told?["displayed"] == true && told?["selected"] == false && told?["attribute/label"] == "Go")
        #expect(told?["attribute/bundleId"] == .null && told?["nothing"] == .null)
        try await set(#"{"shouldUseCompactResponses":null}"#, client)
        #expect(try await client.post("/element", find).value.names == [WebDriverClient.key])
    }

    @Test("page source leaves out the attributes that the client does not want")
    func excludedAttributes() async throws {
        let button = Self.element("Button", "Go", #" hittable="true" minValue="1" maxValue="9""#)
        let client = try await client(Self.source(button))
        func source() async throws -> String { try await client.get("/source").value.stringValue ?? "" }
        let whole = try await source()
        #expect(whole.contains("hittable=\"true\"") && whole.contains("visible="))
        try await set(
            #"{"pageSourceExcludedAttributes":"visible, accessible","includeMinMaxValueInPageSource":false}"#,
            client
        )
        let short = try await source()
        #expect(!short.contains("visible=") && !short.contains("accessible=") && !short.contains("Value="))
        #expect(short.contains("hittable=") && short.contains("label=\"Go\""))
        let script = #"{"script":"mobile: source","args":[{"excludedAttributes":"label"}]}"#
        let shorter = try await client.post("/execute/sync", script).value.stringValue ?? ""
        #expect(!shorter.contains("label=") && !shorter.contains("visible=") && shorter.contains("name=\"Go\""))
    }

    @Test("elements deeper than the client wants are nowhere, of dumps as of settings")
    func depth() async throws {
        let deep = Self.element("Other", "1", "", Self.element("Other", "2", "", Self.element("Button", "3")))
        let client = try await client(Self.source(deep))
        let button = try await client.id("accessibility id", "3")
        try await set(#"{"snapshotMaxDepth":2}"#, client)
        #expect(try await client.ids("xpath", "//*").count == 3)
        #expect(try await client.ids("xpath", "//*[.//XCUIElementTypeButton]") == [])
        #expect(try await client.get("/source").value.stringValue?.contains("Button") == false)
        #expect(try await client.get("/element/\(button)/text").error == "stale element reference")
        let two = try await client.id("accessibility id", "2")
        #expect(try await client.get("/element/\(two)/attribute/label").value == "2")
        try await set(#"{"snapshotMaxDepth":3}"#, client)
        #expect(try await client.get("/element/\(button)/text").value == "3")
        let settings = try await WebDriverClient.begin(
            #"{"vitrine:app":"\#(WebDriverClient.app)","appium:settings[snapshotMaxDepth]":3}"#,
            on: try WebDriverClient.settingsServer()
        )
        #expect(try await settings.ids("class name", "XCUIElementTypeCell").isEmpty == false)
        #expect(try await settings.ids("class name", "XCUIElementTypeSwitch") == [])
    }

    @Test("settings that have no effect here are kept and named")
    func notInEffect() async throws {
        let client = try await client(Self.source(Self.element("Button", "Go")))
        try await set(#"{"useFirstMatch":true,"mjpegServerFramerate":5,"reduceMotion":true}"#, client)
        let settings = try await client.get("/appium/settings").value
        #expect(settings["vitrine:notInEffect"] == ["mjpegServerFramerate", "reduceMotion"])
        // What is sent back is taken as what it was.
        try await set(String(decoding: settings.serialized(), as: UTF8.self), client)
        #expect(try await client.get("/appium/settings").value == settings)
        try await set(#"{"mjpegServerFramerate":null,"reduceMotion":null}"#, client)
        #expect(try await client.get("/appium/settings").value == ["useFirstMatch": true])
        let many = (0...256).map { "\"a\($0)\":1" }.joined(separator: ",")
        #expect(try await client.post("/appium/settings", "{\"settings\":{\(many)}}").error == "invalid argument")
    }
}
