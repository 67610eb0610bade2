import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Views in the API")
struct ViewAPITests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 320 480); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 20; 320 460); clipsToBounds = YES; autoresize = W+H; layer = <CALayer: 0x9>>
           |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Hello'; tag = 7; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x00A4; frame = (210 400; 100 40); autoresize = LM+TM; hidden = YES; layer = <CALayer: 0x9>>
           |    | <UIView: 0x5; frame = (inf inf; 0 0); layer = <CALayer: 0x9>>
        """

    private func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps?name=screen", text: Self.dump)
        #expect(made.status == .created)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }

    @Test(
        "filters combine, and each keeps tree order",
        arguments: [
            ("class=UILabel", [2]), ("class=UI*", [0, 1, 2, 3, 4]), ("class=*View", [1, 4]), ("text=HELL", [2]),
            ("address=a4", [3]), ("address=0x00000000a4", [3]), ("tag=7", [2]), ("hidden=true", [3]),
            ("depth=1", [0, 1]), ("root=1&hidden=false", [1, 2, 4]), ("class=UIButton&text=Hello", []),
        ]
    )
    func filters(_ query: String, _ expected: [Int64]) async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/views?" + query).json()
        #expect(reply["views"]?.arrayValue?.compactMap { $0["id"]?.integerValue } == expected)
        #expect(reply["total"]?.integerValue == Int64(expected.count))
    }

    @Test("fields picks members, in the order of the contract")
    func fields() async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/views?fields=frame,class,id&limit=1").json()
        #expect(reply["views"]?[0].names == ["id", "class", "frame"])
        #expect(reply["next"]?.stringValue == "0")
    }

    @Test("pages of views add up to the whole")
    func paging() async throws {
        let (server, base) = try await server()
        var seen: [Int64] = []
        var after = ""
        for _ in 0..<5 {
            let reply = try await server.get(base + "/views?limit=2" + after).json()
            seen += reply["views"]?.arrayValue?.compactMap { $0["id"]?.integerValue } ?? []
            guard let next = reply["next"]?.stringValue else { break }
            after = "&after=\(next)"
        }
        #expect(seen == [0, 1, 2, 3, 4])
    }

    @Test("a place that is not finite is null and said so")
    func nonFinite() async throws {
        let (server, base) = try await server()
        let view = try await server.get(base + "/views/4").json()
        #expect(view["frame"] == .null && view["windowFrame"] == .null && view["visible"] == false)
        #expect(view["diagnostics"]?[0]["code"]?.stringValue == "geometry.nonFinite")
    }

    @Test("one view tells its superviews and its responder chain")
    func oneView() async throws {
        let (server, base) = try await server()
        let view = try await server.get(base + "/views/3").json()
        #expect(view["superviews"] == .array([.integer(1), .integer(0)]))
        #expect(
            view["responderChain"]?.arrayValue?.compactMap { $0["kind"]?.stringValue }
                == ["view", "view", "window", "scene", "application", "applicationDelegate"]
        )
        #expect(view["autoresizingMask"] == .array([.string("flexibleLeftMargin"), .string("flexibleTopMargin")]))
        #expect(try await server.get(base + "/views/99").status == .notFound)
        #expect(try await server.get(base + "/views/-1").status == .notFound)
    }

    @Test("layout resizes the root, or the view that is named, by the rule that is asked for")
    func layout() async throws {
        let (server, base) = try await server()
        let landscape = try await server.get(base + "/layout?width=480&height=320").json()
        #expect(landscape["views"]?[3]["frame"]?["x"]?.doubleValue == 370)
        #expect(landscape["views"]?[3]["frame"]?["y"]?.doubleValue == 240)
        let inner = try await server.get(base + "/layout?view=1&width=100&height=80&scale=2&rule=even").json()
        #expect(inner["views"]?[0]["changed"] == false && inner["views"]?[3]["changed"] == true)
        #expect(inner["size"]?["width"]?.doubleValue == 100)
        #expect(try await server.get(base + "/layout?width=-5").status == .badRequest)
        #expect(try await server.get(base + "/layout?scale=4").status == .badRequest)
        #expect(try await server.get(base + "/layout?view=77&width=5").status == .badRequest)
    }

    @Test("the wireframe is an SVG of the visible views, at another size too")
    func wireframe() async throws {
        let (server, base) = try await server()
        let picture = try await server.get(base + "/wireframe.svg?width=480&height=320&highlight=2")
        #expect(picture.headers[.contentType] == "image/svg+xml")
        #expect(picture.text.contains("viewBox=\"0 0 480 320\"") && picture.text.contains("highlighted"))
        #expect(!picture.text.contains("data-view=\"3\""))
        #expect(picture.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
    }

    @Test("the picture has the screenshot under it when that is asked for")
    func screenshot() async throws {
        let server = try TestServer(paths: [])
        // Two by four pixels.
        let picture =
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAAECAIAAAArjXluAAAAEElEQVR4nGP4z8AARAzYKAB3pAf53le34gAAAABJRU5ErkJggg=="
        let dump = """
            {"vitrine": 1, "screenshot": "\(picture)", "windows": [{"class": "UIWindow", "frame": [0, 0, 10, 20]}]}
            """
        let made = try await server.client.send(.post, "/api/v1/dumps", text: dump)
        let id = try made.json()["id"]?.stringValue ?? ""
        let base = "/api/v1/dumps/\(id)/wireframe.svg?screenshot=true"
        #expect(try await server.get(base).text.contains("href=\"data:image/png;base64,"))
        #expect(try await server.get(base + "&root=0").status == .badRequest)
        #expect(try await server.get(base + "&width=5").status == .badRequest)
        let (other, path) = try await self.server()
        #expect(try await other.get(path + "/wireframe.svg?screenshot=true").status == .notFound)
    }

    @Test("format=text has a line for each view")
    func text() async throws {
        let (server, base) = try await server()
        let text = try await server.get(base + "/views?format=text").text
        #expect(text.split(separator: "\n").count == 5)
        #expect(text.contains("    UILabel 2 (10 10; 100 20) \"Hello\"\n"))
    }
}
