import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Edits that the API refuses")
struct EditRefusalTests {
    @Test(
        "an impossible change is 422 at its place, and nothing is changed",
        arguments: [
            (#"{"frame":{"x":1}}"#, "invalid-edit", ["/frame", "/frame", "/frame"]),
            (#"{"frame":null,"text":"a","alpha":"x"}"#, "invalid-edit", ["/frame", "/text", "/alpha"]),
            (#"{"alpha":1.5}"#, "out-of-range", ["/alpha"]), (#"{"tag":0.5}"#, "invalid-edit", ["/tag"]),
            (
                #"{"bounds":{"x":1e308,"y":0,"width":1e308,"height":1},"transform":[1e9,0,0,1,0,0]}"#, "not-finite",
                ["/bounds"]
            ),
        ]
    )
    func impossibleChanges(json: String, expected: String, places: [String]) async throws {
        let (server, base) = try await EditableScreen.server()
        let reply = try await server.send(.patch, base + "/views/2", json: json)
        #expect(reply.status == .unprocessableContent)
        #expect(try reply.slug() == expected)
        #expect(try reply.pointers() == places)
        #expect(try await server.get(base).json()["revision"]?.integerValue == 0)
    }

    @Test(
        "an impossible edit is 422 with a type of its own",
        arguments: [
            (#"{"op":"remove","view":99}"#, "unknown-view", "/view"),
            (#"{"op":"move","view":1,"superview":2}"#, "into-own-subtree", "/superview"),
            (#"{"op":"move","view":2,"superview":99}"#, "unknown-view", "/superview"),
            (#"{"op":"move","view":2,"superview":4,"index":-1}"#, "negative-index", "/index"),
            (#"{"op":"exchange","superview":1,"indexes":[0,7]}"#, "index-out-of-range", "/indexes"),
            (#"{"op":"exchange","superview":1,"indexes":[-1,0]}"#, "negative-index", "/indexes"),
            (#"{"op":"change","view":2,"changes":{"alpha":-1}}"#, "out-of-range", "/changes/alpha"),
            (#"{"op":"insert","superview":1,"view":{}}"#, "invalid-edit", "/view"),
            (#"{"op":"explode"}"#, "invalid-edit", "/op"),
        ]
    )
    func impossibleEdits(json: String, expected: String, place: String) async throws {
        let (server, base) = try await EditableScreen.server()
        let reply = try await server.send(.post, base + "/edits", json: json)
        #expect(reply.status == .unprocessableContent)
        #expect(try reply.slug() == expected)
        #expect(try reply.pointers() == [place])
        #expect(try reply.json()["title"]?.stringValue != nil)
    }

    @Test("what is not there is 404, what is no JSON 400, what is no JSON type 415")
    func malformed() async throws {
        let (server, base) = try await EditableScreen.server()
        for target in [base + "/views/99", base + "/views/-1", base + "/views/x", "/api/v1/dumps/none/views/1"] {
            #expect(try await server.send(.patch, target, json: "{}").status == .notFound, "\(target)")
        }
        #expect(try await server.send(.post, "/api/v1/dumps/none/edits", json: #"{"op":"undo"}"#).status == .notFound)
        #expect(try await server.get("/api/v1/dumps/none/edits").status == .notFound)
        #expect(try await server.send(.patch, base + "/views/1", json: "{").status == .badRequest)
        #expect(try await server.send(.patch, base + "/views/1", json: "[]").status == .badRequest)
        #expect(try await server.send(.patch, base + "/views/1?depth=1", json: "{}").status == .badRequest)
        let text = try await server.client.send(
            .patch,
            base + "/views/1",
            headers: [.contentType: "text/plain"],
            text: "{}"
        )
        #expect(text.status == .unsupportedMediaType)
        let large = "{\"tag\":1\(String(repeating: " ", count: 1 << 20))}"
        #expect(try await server.send(.patch, base + "/views/1", json: large).status == .contentTooLarge)
    }
}

/// A server with one uploaded dump of five views, to be edited.
enum EditableScreen {
    static let text = """
        <UIWindow: 0x1; frame = (0 0; 320 480); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 20; 320 460); autoresize = W+H; layer = <CALayer: 0x9>>
           |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Hello'; tag = 7; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x4; frame = (210 400; 100 40); autoresize = LM+TM; layer = <CALayer: 0x9>>
           | <UIImageView: 0x5; frame = (40 40; 20 20); layer = <CALayer: 0x9>>
        """

    /// The server and the address of its dump in the API.
    static func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps?name=Main%20Screen", text: text)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }
}
