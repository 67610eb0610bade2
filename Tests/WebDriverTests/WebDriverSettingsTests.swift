@testable import ServerTesting
import Defaults
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import PropertyList
import SQLiteStorage
import TestSupport
import Testing

@Suite("WebDriver: settings")
struct WebDriverSettingsTests {
    private func client(_ more: String = "") async throws -> WebDriverClient {
        try await .begin(
            #"{"vitrine:app":"\#(WebDriverClient.app)"\#(more)}"#,
            on: try WebDriverClient.settingsServer()
        )
    }

    private func stored(_ client: WebDriverClient) throws -> [String: PropertyListValue] {
        try client.server.storage.snapshot(of: WebDriverClient.app).values
    }

    @Test("a tap turns a switch, and the value that its bundle declares is stored")
    func toggles() async throws {
        let client = try await client()
        let id = try await client.id("accessibility id", "sound")
        #expect(try await client.get("/element/\(id)/name").value == "XCUIElementTypeSwitch")
        #expect(try await client.get("/element/\(id)/attribute/value").value == "1")
        #expect(try await client.post("/element/\(id)/click").value == .null)
        #expect(try stored(client) == ["sound": .string("NO")])
        #expect(try await client.get("/element/\(id)/attribute/value").value == "0")
        #expect(try await client.get("/element/\(id)/text").value == "0")
        #expect(
            try await client.ids("-ios predicate string", "type == 'XCUIElementTypeSwitch' AND value == '0'") == [id]
        )
        let text = try await client.id("accessibility id", "Sound")
        let refused = try await client.post("/element/\(text)/click")
        #expect(refused.error == "invalid element state" && refused.message.contains("control beside"))
    }

    @Test("keys are typed behind the text of a field, Backspace takes one away, and clearing empties it")
    func fields() async throws {
        let client = try await client()
        let name = try await client.id("-ios class chain", "**/XCUIElementTypeTextField[`name == \"name\"`]")
        #expect(try await client.get("/element/\(name)/text").value == "Ada")
        #expect(try await client.post("/element/\(name)/click").status == 200)
        _ = try await client.post("/element/\(name)/value", #"{"text":" L.\uE003!\n","value":[]}"#)
        #expect(try stored(client)["name"] == .string("Ada L!"))
        _ = try await client.post("/element/\(name)/clear")
        #expect(try stored(client)["name"] == .string(""))
        #expect(try await client.get("/element/\(name)/attribute/value").value == .null)
        #expect(try await client.ids("-ios predicate string", "name == 'name' AND value == nil") == [name])
        _ = try await client.post("/element/\(name)/value", #"{"value":["B","o"]}"#)
        #expect(try await client.get("/element/\(name)/attribute/value").value == "Bo")
        let password = try await client.id("class name", "XCUIElementTypeSecureTextField")
        _ = try await client.post("/element/\(password)/value", #"{"text":"secret"}"#)
        #expect(try stored(client)["password"] == .string("secret"))
        #expect(try await client.get("/source").value.stringValue?.contains("secret") == false)
        #expect(try await client.post("/element/\(name)/value", #"{"text":"\uE031"}"#).error == "invalid argument")
        #expect(try await client.post("/element/\(name)/value").error == "invalid argument")
    }

    @Test("a slider goes from 0 to 1 between its bounds")
    func sliders() async throws {
        let client = try await client()
        let id = try await client.id("class name", "XCUIElementTypeSlider")
        _ = try await client.post("/element/\(id)/value", #"{"text":"0.25"}"#)
        #expect(try stored(client)["volume"] == .real(2.5))
        #expect(try await client.get("/element/\(id)/attribute/value").value == "25%")
        for text in ["2", "x", ""] {
            #expect(try await client.post("/element/\(id)/value", #"{"text":"\#(text)"}"#).error == "invalid argument")
        }
        #expect(try await client.post("/element/\(id)/clear").error == "invalid element state")
        #expect(try await client.post("/element/\(id)/click").error == "invalid element state")
    }

    @Test("a multi-value row opens its choices, a tap picks one, and the way back shows it")
    func choices() async throws {
        let client = try await client()
        let row = try await client.id("accessibility id", "size")
        #expect(try await client.get("/element/\(row)/attribute/value").value == "Small")
        _ = try await client.post("/element/\(row)/click")
        #expect(try await client.get("/element/\(row)/text").error == "stale element reference")
        for id in ["s1-nothing", "s1-r0-tail", "s1-r-control", "s0-app", "s99-app", "s-1-app", "app", "s2-r99", ""] {
            let reply = try await client.get("/element/\(id.isEmpty ? "-" : id)/text")
            #expect(reply.error == "no such element", "\(id)")
        }
        let large = try await client.id("accessibility id", "Large")
        #expect(try await client.get("/element/\(large)/selected").value == false)
        _ = try await client.post("/element/\(large)/click")
        #expect(try stored(client)["size"] == .string("2"))
        #expect(try await client.get("/element/\(large)/selected").value == true)
        let back = try await client.id("accessibility id", "BackButton")
        #expect(try await client.get("/element/\(back)/attribute/label").value == "Demo")
        _ = try await client.post("/element/\(back)/click")
        let again = try await client.id("accessibility id", "size")
        #expect(try await client.get("/element/\(again)/attribute/value").value == "Large")
        let square = try await client.id("accessibility id", "Square")
        _ = try await client.post("/element/\(square)/click")
        #expect(try stored(client)["face"] == .string("square"))
    }

    @Test("a child pane opens and leads back, also where the session began in it")
    func panes() async throws {
        let client = try await client()
        #expect(try await client.ids("accessibility id", "BackButton") == [])
        let more = try await client.id("accessibility id", "More")
        _ = try await client.post("/element/\(more)/click")
        let deep = try await client.id("accessibility id", "deep")
        _ = try await client.post("/element/\(deep)/click")
        #expect(try stored(client)["deep"] == .bool(true))
        #expect(try await client.post("/back").status == 200)
        #expect(try await client.id("accessibility id", "sound").isEmpty == false)
        #expect(try await client.post("/back").status == 200)
        #expect(try await client.ids("accessibility id", "BackButton") == [])
        let inner = try await self.client(#","vitrine:pane":"Sub/More""#)
        _ = try await inner.post("/element/\(try await inner.id("accessibility id", "BackButton"))/click")
        #expect(try await inner.id("accessibility id", "sound").isEmpty == false)
        let missing = try await inner.id("accessibility id", "Missing")
        #expect(try await inner.post("/element/\(missing)/click").error == "invalid element state")
        let version = try await inner.id("accessibility id", "version")
        #expect(try await inner.post("/element/\(version)/click").error == "invalid element state")
    }

    @Test("the items of a list are typed, added and taken out")
    func lists() async throws {
        let client = try await client()
        let item = try await client.id(
            "-ios predicate string",
            "type == 'XCUIElementTypeTextField' AND value == 'Lima'"
        )
        _ = try await client.post("/element/\(item)/value", #"{"text":"!"}"#)
        #expect(try stored(client)["cities"] == .array([.string("Lima!")]))
        let new = try await client.id("accessibility id", "cities")
        _ = try await client.post("/element/\(new)/value", #"{"text":"Oslo"}"#)
        #expect(try stored(client)["cities"] == .array([.string("Lima!"), .string("Oslo")]))
        let delete = try await client.id("accessibility id", "Delete Lima!")
        _ = try await client.post("/element/\(delete)/click")
        #expect(try stored(client)["cities"] == .array([.string("Oslo")]))
        _ = try await client.post("/element/\(try await client.id("accessibility id", "Delete Oslo"))/click")
        #expect(try await client.get("/element/\(item)/text").error == "stale element reference")
    }

    @Test("what a profile manages is disabled and refuses every edit")
    func managed() async throws {
        let client = try await client()
        let reply = try await client.server.send(
            .put,
            "/api/v1/defaults/\(WebDriverClient.app)/layers/managed",
            json: #"{"values":{"sound":"NO","name":"Boss"}}"#
        )
        #expect(reply.status.code < 300)
        for (key, path, body) in [
            ("sound", "click", "{}"), ("name", "clear", "{}"), ("name", "value", #"{"text":"x"}"#),
        ] {
            let id = try await client.id("-ios predicate string", "name == '\(key)' AND enabled == 0")
            #expect(try await client.post("/element/\(id)/\(path)", body).error == "invalid element state")
        }
        #expect(try stored(client).isEmpty)
    }

    @Test("taps at points reach what lies there; drags and keys are refused")
    func points() async throws {
        let client = try await client()
        let id = try await client.id("accessibility id", "sound")
        let rect = try await client.get("/element/\(id)/rect").value
        let x = (rect["x"]?.integerValue ?? 0) + 20
        let y = (rect["y"]?.integerValue ?? 0) + 10
        func actions(_ list: String) -> String {
            #"{"actions":[{"type":"pointer","id":"finger","parameters":{"pointerType":"touch"},"actions":[\#(list)]}]}"#
        }
        let press = #"{"type":"pointerDown","button":0},{"type":"pause","duration":50},{"type":"pointerUp","button":0}"#
        let move = #"{"type":"pointerMove","duration":0,"x":\#(x),"y":\#(y)}"#
        #expect(try await client.post("/actions", actions(move + "," + press)).status == 200)
        #expect(try stored(client)["sound"] == .string("NO"))
        let onElement = #"{"type":"pointerMove","x":0,"y":0,"origin":{"\#(WebDriverClient.key)":"\#(id)"}}"#
        #expect(try await client.post("/actions", actions(onElement + "," + press)).status == 200)
        #expect(try stored(client)["sound"] == .string("YES"))
        let drag = #"\#(move),{"type":"pointerDown","button":0},{"type":"pointerMove","x":1,"y":1}"#
        #expect(try await client.post("/actions", actions(drag)).error == "unsupported operation")
        let keys = #"{"actions":[{"type":"key","id":"k","actions":[{"type":"keyDown","value":"a"}]}]}"#
        #expect(try await client.post("/actions", keys).error == "unsupported operation")
        let away = #"{"type":"pointerMove","x":-1,"y":0}"#
        let beside = try await client.post("/actions", actions(away))
        #expect(beside.status == 500 && beside.error == "move target out of bounds")
        let nowhere = #"{"type":"pointerMove","x":0,"y":0,"origin":{"\#(WebDriverClient.key)":"foo"}}"#
        #expect(try await client.post("/actions", actions(nowhere)).error == "no such element")
        // A finger stays down from command to command until it is lifted or released.
        let down = #"{"type":"pointerDown","button":0}"#
        #expect(try await client.post("/actions", actions(onElement + "," + down)).status == 200)
        #expect(try stored(client)["sound"] == .string("YES"))
        #expect(try await client.post("/actions", actions(#"{"type":"pointerUp","button":0}"#)).status == 200)
        #expect(try stored(client)["sound"] == .string("NO"))
        let key = #"{"actions":[{"type":"key","id":"finger","actions":[]}]}"#
        #expect(try await client.post("/actions", key).error == "invalid argument")
        #expect(try await client.post("/actions", actions(down)).status == 200)
        #expect(try await client.send(.delete, "/session/\(client.session)/actions").status == 200)
        #expect(try stored(client)["sound"] == .string("YES"))
        #expect(try await client.post("/actions", key).status == 200)
        let tap = #"{"script":"mobile: tap","args":[{"elementId":"\#(id)","x":5,"y":5}]}"#
        #expect(try await client.post("/execute/sync", tap).status == 200)
        #expect(try stored(client)["sound"] == .string("NO"))
    }

    @Test("every element lies inside the one around it, rows do not overlap, and the source says the same")
    func layout() async throws {
        let client = try await client()
        func rect(_ id: String) async throws -> [Int64] {
            let rect = try await client.get("/element/\(id)/rect").value
            return ["x", "y", "width", "height"].compactMap { rect[$0]?.integerValue }
        }
        let window = try await client.get("/window/rect").value
        #expect(window["width"] == 390 && (window["height"]?.integerValue ?? 0) >= 844)
        var bottom: Int64 = 0
        for cell in try await client.ids("class name", "XCUIElementTypeCell") {
            let around = try await rect(cell)
            #expect(around[1] >= bottom && around[3] == 44)
            bottom = around[1] + around[3]
            var right = around[0]
            for child in try await client.ids("xpath", "./*", from: cell) {
                let inner = try await rect(child)
                #expect(inner[0] >= around[0] && inner[0] + inner[2] <= around[0] + around[2])
                #expect(inner[1] >= around[1] && inner[1] + inner[3] <= bottom)
                #expect(inner[0] >= right)
                right = inner[0] + inner[2]
            }
        }
        #expect(bottom <= window["height"]?.integerValue ?? 0)
        let source = try #require(try await client.get("/source").value.stringValue)
        #expect(source.contains("bundleId=\"com.apple.Preferences\"") && source.contains("XCUIElementTypeTable"))
    }
}
