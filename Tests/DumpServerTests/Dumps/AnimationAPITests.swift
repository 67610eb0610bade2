import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Animations in the API")
struct AnimationAPITests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 0; 100 100); layer = <CALayer: 0x9>>
           |    | <UIView: 0x3; frame = (0 0; 100 100); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIView: 0x4; frame = (0 200; 10 10); alpha = 0.5; layer = <CALayer: 0x9>>
        """

    private func post(_ body: String) async throws -> ClientResponse {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        let id = try made.json()["id"]?.stringValue ?? ""
        return try await server.send(.post, "/api/v1/dumps/\(id)/animations", json: body)
    }

    private func pointers(_ reply: ClientResponse) throws -> [String] {
        try reply.json()["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } ?? []
    }

    @Test("samples hold the views that are changed and those that follow")
    func samples() async throws {
        let body = """
            {"duration": 2, "delay": 1, "curve": "linear", "times": [0, 2, 3],
             "changes": [{"view": 1, "frame": {"x": 100, "y": 0, "width": 200, "height": 100}}]}
            """
        let reply = try await post(body)
        #expect(reply.status == .ok)
        let json = try reply.json()
        #expect(json["end"]?.doubleValue == 3 && json["views"] == .array([.integer(1), .integer(2)]))
        let samples = json["samples"]?.arrayValue ?? []
        #expect(samples.compactMap { $0["time"]?.doubleValue } == [0, 2, 3])
        let half = samples[1]["views"]
        #expect(half?[0].names == ["id", "frame", "bounds", "center", "transform", "alpha"])
        #expect(half?[0]["frame"]?["x"]?.doubleValue == 50 && half?[0]["frame"]?["width"]?.doubleValue == 150)
        #expect(half?[0]["center"]?["x"]?.doubleValue == 125)
        #expect(half?[1]["frame"]?["width"]?.doubleValue == 150 && half?[1]["id"]?.integerValue == 2)
        #expect(samples[0]["views"]?[0]["frame"]?["width"]?.doubleValue == 100)
        #expect(samples[2]["views"]?[0]["frame"]?["width"]?.doubleValue == 200)
    }

    @Test("what is not stated is UIKit's default, and nested blocks take it over")
    func defaults() async throws {
        let body = """
            {"changes": [{"view": 3, "alpha": 0}], "times": [0.1, 0.2],
             "blocks": [{"repeatCount": "infinity", "autoreverses": true,
                         "changes": [{"view": 1, "alpha": 0, "transform": [2, 0, 0, 2, 0, 0]}]}]}
            """
        let json = try await post(body).json()
        #expect(json["end"] == .null)
        let first = json["samples"]?[0]["views"]
        #expect(first?[1]["alpha"]?.doubleValue == 0.25 && first?[0]["alpha"]?.doubleValue == 0.5)
        #expect(first?[0]["transform"]?[0].doubleValue == 1.5)
        #expect(json["samples"]?[1]["views"]?[1]["alpha"]?.doubleValue == 0)
        #expect(json["samples"]?[1]["views"]?[0]["alpha"]?.doubleValue == 0)
    }

    @Test(
        "every fault has its place",
        arguments: [
            (#"{"times":[0]}"#, ["/changes"]), (#"{"changes":[{"view":3,"alpha":0}]}"#, ["/times"]),
            (
                #"{"duration":-1,"delay":"x","curve":"bounce","repeatCount":"often","autoreverses":1,"times":7,"changes":{}}"#,
                ["/duration", "/delay", "/curve", "/repeatCount", "/autoreverses", "/changes", "/times"]
            ),
            (#"{"times":[0,-1,null],"changes":[{"view":3,"alpha":0}]}"#, ["/times/1", "/times/2"]),
            (
                #"{"times":[0],"changes":[{"view":99,"alpha":0},{"alpha":0},{"view":3},{"view":3,"alpha":2}]}"#,
                ["/changes/0/view", "/changes/1", "/changes/2", "/changes/3/alpha"]
            ),
            (
                #"{"times":[0],"changes":[{"view":3,"frame":{"x":1,"y":"2","width":3},"transform":[1,2,3]}]}"#,
                ["/changes/0/transform", "/changes/0/frame/y", "/changes/0/frame"]
            ),
            (
                #"{"times":[0],"changes":[{"view":3,"color":0,"center":[1,2]}],"options":[]}"#,
                ["/options", "/changes/0/color", "/changes/0/center"]
            ),
            (
                #"{"times":[0],"blocks":[{"changes":[{"view":3,"alpha":"0"}],"times":[1]},7]}"#,
                ["/blocks/0/times", "/blocks/0/changes/0/alpha", "/blocks/1"]
            ),
        ]
    )
    func faults(body: String, expected: [String]) async throws {
        let reply = try await post(body)
        #expect(reply.status == .unprocessableContent)
        #expect(try pointers(reply) == expected)
    }

    @Test("a body that is no JSON object is malformed", arguments: ["[]", "{", "7", ""])
    func malformed(body: String) async throws {
        #expect(try await post(body).status == .badRequest)
    }

    @Test("there are limits to changes, times, samples and nesting")
    func limits() async throws {
        let change = #"{"view":3,"alpha":0}"#
        let changes = Array(repeating: change, count: 1_001).joined(separator: ",")
        #expect(try pointers(try await post(#"{"times":[0],"changes":[\#(changes)]}"#)) == ["/changes"])
        let times = Array(repeating: "0", count: 1_001).joined(separator: ",")
        #expect(try pointers(try await post(#"{"times":[\#(times)],"changes":[\#(change)]}"#)) == ["/times"])
        let deep = String(repeating: #"{"blocks":["#, count: 20) + String(repeating: "]}", count: 20)
        let nested = try pointers(try await post(#"{"times":[0],"changes":[\#(change)],"blocks":[\#(deep)]}"#))
        #expect(nested.count == 1 && nested[0].hasPrefix("/blocks/0/blocks/0"))
    }

    @Test("more samples than a reply holds are refused, and a dump that is not there is not found")
    func manySamples() async throws {
        let lines = (0..<200).map {
            "   | <UIView: 0x\($0); frame = (0 0; 9 9); autoresize = W; layer = <CALayer: 0x9>>"
        }
        let server = try TestServer(paths: [])
        let text = "<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x9>>\n" + lines.joined(separator: "\n")
        let made = try await server.client.send(.post, "/api/v1/dumps", text: text)
        let base = "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")"
        let times = (0..<300).map(String.init).joined(separator: ",")
        let bounds = #"{"x":0,"y":0,"width":400,"height":480}"#
        let body = #"{"times":[\#(times)],"changes":[{"view":0,"bounds":\#(bounds)}]}"#
        let reply = try await server.send(.post, base + "/animations", json: body)
        #expect(reply.status == .unprocessableContent)
        #expect(try pointers(reply) == ["/times"] && reply.text.contains("201 views at 300 times"))
        #expect(try await server.send(.post, "/api/v1/dumps/none/animations", json: body).status == .notFound)
    }
}
