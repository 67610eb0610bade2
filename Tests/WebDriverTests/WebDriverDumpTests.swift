@testable import Diagnostics
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Services
import TestSupport
import Testing

@Suite("WebDriver: a dump")
struct WebDriverDumpTests {
    private static let capabilities = #"{"vitrine:dump":"stopwatch"}"#

    private func client(_ configuration: ServerConfiguration = ServerConfiguration()) async throws -> WebDriverClient {
        try await .begin(Self.capabilities, on: try TestServer(configuration: configuration))
    }

    @Test(
        "every strategy finds the same button",
        arguments: [
            ("accessibility id", "lap"), ("id", "lap"), ("name", "lap"),
            ("xpath", "//XCUIElementTypeButton[@name=\"lap\"]"), ("-ios predicate string", "name == \"lap\""),
            ("-ios class chain", "**/XCUIElementTypeButton[`name == \"lap\"`]"), ("css selector", "[name=\"lap\"]"),
            ("css selector", "#lap"), ("css selector", "XCUIElementTypeButton[name='lap']"),
        ]
    )
    func strategies(using: String, value: String) async throws {
        let client = try await client()
        let found = try await client.ids(using, value)
        #expect(found.count == 1)
        let id = try await client.id(using, value)
        #expect(found == [id])
        #expect(try await client.get("/element/\(id)/name").value == "XCUIElementTypeButton")
        #expect(try await client.get("/element/\(id)/attribute/label").value == "Lap")
        #expect(try await client.get("/element/\(id)/text").value == "Lap")
        #expect(try await client.get("/element/\(id)/enabled").value == true)
        #expect(try await client.get("/element/\(id)/displayed").value == true)
        #expect(try await client.get("/element/\(id)/selected").value == false)
    }

    @Test("searching from an element stays below it, and several strategies count the same elements")
    func fromElements() async throws {
        let client = try await client()
        let table = try await client.id("accessibility id", "laps")
        let cells = try await client.ids("class name", "XCUIElementTypeCell", from: table)
        #expect(cells.count == 4)
        #expect(try await client.ids("css selector", ".XCUIElementTypeCell") == cells)
        #expect(try await client.ids("xpath", ".//XCUIElementTypeCell", from: table) == cells)
        #expect(try await client.ids("accessibility id", "lap", from: table) == [])
        #expect(try await client.post("/element/\(table)/element", client.body("id", "lap")).error == "no such element")
    }

    @Test("rectangles are whole points, the same as the attributes of the page source")
    func rectangles() async throws {
        let client = try await client()
        let source = try #require(try await client.get("/source").value.stringValue)
        #expect(source.contains("<AppiumAUT>") && source.contains("<XCUIElementTypeApplication"))
        for id in try await client.ids("xpath", "//*[@name]") {
            let rect = try await client.get("/element/\(id)/rect").value
            for side in ["x", "y", "width", "height"] {
                let number = try #require(rect[side]?.integerValue)
                #expect(try await client.get("/element/\(id)/attribute/\(side)").value == .string("\(number)"))
            }
        }
        let window = try await client.get("/window/rect").value
        #expect(window == ["x": 0, "y": 0, "width": 375, "height": 667])
        #expect(try await client.get("/orientation").value == "PORTRAIT")
    }

    @Test("attributes go by WebDriverAgent's names, and what is not there is null")
    func attributes() async throws {
        let client = try await client()
        let hidden = try await client.id("accessibility id", "start")
        #expect(try await client.get("/element/\(hidden)/displayed").value == false)
        #expect(try await client.get("/element/\(hidden)/attribute/wdVisible").value == "false")
        #expect(try await client.get("/element/\(hidden)/attribute/class").value == "UIButton")
        #expect(try await client.get("/element/\(hidden)/attribute/nothing").value == .null)
        let rect = try await client.get("/element/\(hidden)/attribute/rect").value.stringValue ?? ""
        #expect(try JSONValue(parsing: Array(rect.utf8))["width"] == 72)
        let script =
            #"{"script":"/* isDisplayed */return (x).apply(null, arguments)","args":[{"\#(WebDriverClient.key)":"\#(hidden)"}]}"#
        #expect(try await client.post("/execute/sync", script).value == false)
    }

    @Test("nothing of a dump can be used, which is no fault of the server")
    func readOnly() async throws {
        let client = try await client()
        let id = try await client.id("accessibility id", "lap")
        for (path, body) in [("click", "{}"), ("clear", "{}"), ("value", #"{"text":"x"}"#)] {
            let reply = try await client.post("/element/\(id)/\(path)", body)
            #expect(reply.status == 400 && reply.error == "invalid element state")
        }
        let tap = #"{"script":"mobile: tap","args":[{"x":10,"y":10}]}"#
        #expect(try await client.post("/execute/sync", tap).error == "unsupported operation")
        #expect(try await client.post("/back").error == "unsupported operation")
        let state = #"{"script":"mobile: queryAppState","args":[{"bundleId":"com.example.clock"}]}"#
        #expect(try await client.post("/execute/sync", state).value == 4)
    }

    @Test("a session on a dump that is deleted says so, an element of a view that is deleted is stale")
    func deleted() async throws {
        let server = try TestServer()
        let text = "<UIWindow: 0x1; frame = (0 0; 320 480)>\n   | <UIButton: 0x2; frame = (0 0; 44 44)>\n"
        let reply = try await server.client.send(.post, "/api/v1/dumps", headers: [:], body: Array(text.utf8))
        let dump = try #require(try reply.json()["id"]?.stringValue)
        let client = try await WebDriverClient.begin(#"{"vitrine:dump":"\#(dump)"}"#, on: server)
        let id = try await client.id("class name", "XCUIElementTypeButton")
        let edit = #"{"op":"remove","view":\#(id.dropFirst())}"#
        #expect(try await server.send(.post, "/api/v1/dumps/\(dump)/edits", json: edit).status == .ok)
        #expect(try await client.get("/element/\(id)/text").error == "stale element reference")
        // An id that undoing frees belonged to an element all the same; one that no view had did not.
        let insert = #"{"op":"insert","superview":0,"view":{"class":"UIButton","frame":[0,0,44,44]}}"#
        #expect(try await server.send(.post, "/api/v1/dumps/\(dump)/edits", json: insert).status == .ok)
        let new = try await client.id("class name", "XCUIElementTypeButton")
        #expect(try await server.send(.post, "/api/v1/dumps/\(dump)/edits", json: #"{"op":"undo"}"#).status == .ok)
        #expect(try await client.get("/element/\(new)/text").error == "stale element reference")
        #expect(try await client.get("/element/v99/text").error == "no such element")
        #expect(
            try await server.client.send(.delete, "/api/v1/dumps/\(dump)", headers: [:], body: []).status == .noContent
        )
        let gone = try await client.get("/source")
        #expect(gone.status == 404 && gone.error == "invalid session id" && gone.message.contains("no longer on"))
        #expect(try await client.send(.delete, "/session/\(client.session)").status == 200)
    }

    @Test(
        "without a screenshot the screen is drawn where a program for it is handed in, else the reply says what to install"
    )
    func screenshots() async throws {
        var configuration = ServerConfiguration()
        #expect(try await client(configuration).get("/screenshot").error == "unable to capture screen")
        configuration.rasterizer = PictureRasterizer(missing: { LetterRanges() }) { svg throws(PictureFailure) in
            throw PictureFailure("Install rsvg-convert.")
        }
        let failed = try await client(configuration).get("/screenshot")
        #expect(
            failed.status == 500 && failed.error == "unable to capture screen"
                && failed.message.contains("rsvg-convert")
        )
        configuration.rasterizer = PictureRasterizer(missing: { LetterRanges() }) { svg throws(PictureFailure) in
            Array(svg.prefix(4))
        }
        let drawing = try await client(configuration)
        #expect(try await drawing.get("/screenshot").value.stringValue == Data("<svg".utf8).base64EncodedString())
        let dial = try await drawing.id("accessibility id", "dial")
        let picture = try #require(try await drawing.get("/element/\(dial)/screenshot").value.stringValue)
        #expect(Data(base64Encoded: picture)?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    }
}
