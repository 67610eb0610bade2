import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Shapes
import Testing

@Suite("Conversion, tags and content modes in the API")
struct PlacementAPITests {
    private static let dump = """
        {"vitrine": 1, "windows": [
          {"class": "UIWindow", "frame": [0, 0, 400, 800], "subviews": [
            {"class": "B", "bounds": [15, 25, 300, 400], "center": {"x": 200, "y": 300}, "tag": 7, "subviews": [
              {"class": "UIImageView", "frame": [20, 30, 100, 100], "tag": -4, "contentMode": "scaleAspectFit"}]},
            {"class": "D", "frame": [10, 10, 50, 50], "tag": 7},
            {"class": "Turned", "bounds": [0, 0, 200, 50], "center": {"x": 200, "y": 125},
             "transform": [0, 1, -1, 0, 0, 0]},
            {"class": "Nowhere", "frame": ["nan", 0, 1, 1]}]},
          {"class": "UIWindow", "frame": [0, 0, 400, 800]}]}
        """

    private func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        #expect(made.status == .created)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }

    private func numbers(_ value: JSONValue?) -> [Double] { value?.objectValue?.compactMap(\.value.doubleValue) ?? [] }

    @Test(
        "points, rectangles and sizes go from view to view and to the window",
        arguments: [
            ("from=2&to=0&point=0,0", "point", [55, 105]), ("from=window&to=2&point=55,105", "point", [0, 0]),
            ("from=2&to=3&rect=0,0,100,100", "rect", [45, 95, 100, 100]),
            ("from=4&to=window&rect=0,0,200,50", "rect", [175, 25, 50, 200]),
            ("from=4&to=0&size=200,50", "size", [50, 200]),
            ("from=window&to=window&point=-1.5,2e3", "point", [-1.5, 2000]),
        ]
    )
    func conversion(_ query: String, _ member: String, _ expected: [Double]) async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/convert?" + query).json()
        #expect(reply.names == [member, "warnings"])
        #expect(numbers(reply[member]) == expected && reply["warnings"] == [])
    }

    @Test("two windows count as one space, with a warning; a view at no finite place gives null, with another")
    func warnings() async throws {
        let (server, base) = try await server()
        let across = try await server.get(base + "/convert?from=2&to=6&point=0,0").json()
        #expect(numbers(across["point"]) == [55, 105])
        #expect(across["warnings"]?[0]["code"]?.stringValue == "convert.differentWindows")
        let nowhere = try await server.get(base + "/convert?from=5&to=window&point=0,0").json()
        #expect(nowhere["point"] == .null)
        #expect(nowhere["warnings"]?[0]["code"]?.stringValue == "convert.notPlaced")
    }

    @Test(
        "a conversion that cannot be told names what is wrong",
        arguments: [
            ("to=0&point=1,2", ["from"]), ("from=0&point=1,2", ["to"]), ("from=0&to=1", ["point"]),
            ("from=99&to=0&point=1,2", ["from"]), ("from=0&to=-1&point=1,2", ["to"]), ("from=0&to=x&point=1,2", ["to"]),
            ("from=0&to=1&point=1", ["point"]), ("from=0&to=1&point=1,2,3", ["point"]),
            ("from=0&to=1&point=1,", ["point"]),
            ("from=0&to=1&point=nan,2", ["point"]), ("from=0&to=1&rect=1,2,3,inf", ["rect"]),
            ("from=0&to=1&size=1,1e999", ["size"]), ("from=0&to=1&point=1,2&size=3,4", ["size"]),
            ("from=0&to=99999999999999999999&point=1,2", ["to"]),
            ("from=0&to=1&point=1,2&rect=1,2,3,4&size=3,4", ["rect", "size"]),
        ]
    )
    func conversionFaults(_ query: String, _ parameters: [String]) async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/convert?" + query)
        #expect(reply.status == .badRequest)
        #expect(try reply.json()["errors"]?.arrayValue?.compactMap { $0["parameter"]?.stringValue } == parameters)
    }

    @Test("tags are looked for from a view or from all roots, negative ones too")
    func tags() async throws {
        let (server, base) = try await server()
        let found = try await server.get(base + "/tagged/7").json()
        #expect(found["id"] == 1 && found.names == ViewField.standard.map(\.name))
        #expect(try await server.get(base + "/tagged/7?root=3").json()["id"] == 3)
        #expect(try await server.get(base + "/tagged/-4?root=1").json()["id"] == 2)
        #expect(try await server.get(base + "/tagged/0?root=6").json()["id"] == 6)
        for missing in ["/tagged/7?root=2", "/tagged/8", "/tagged/99999999999999999999", "/tagged/seven"] {
            #expect(try await server.get(base + missing).status == .notFound, "\(missing)")
        }
        #expect(try await server.get(base + "/tagged/7?root=99").status == .badRequest)
    }

    @Test(
        "content is placed by the view's own mode or the one that is asked for",
        arguments: [
            ("view=2&contentWidth=50&contentHeight=20", [0, 30, 100, 40]),
            ("view=2&contentWidth=50&contentHeight=20&mode=scaleAspectFill", [-75, 0, 250, 100]),
            ("view=1&contentWidth=50&contentHeight=20", [15, 25, 300, 400]),
            ("view=1&contentWidth=50&contentHeight=20&mode=bottomRight", [265, 405, 50, 20]),
        ]
    )
    func contentModes(_ query: String, _ expected: [Double]) async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/content-mode?" + query).json()
        #expect(reply.names == ["rect"] && numbers(reply["rect"]) == expected)
    }

    @Test("nothing is drawn of empty content in an aspect mode, and nothing in a view that is nowhere")
    func nothingDrawn() async throws {
        let (server, base) = try await server()
        #expect(
            try await server.get(base + "/content-mode?view=2&contentWidth=0&contentHeight=9").json()["rect"] == .null
        )
        let nowhere = try await server.get(base + "/content-mode?view=5&contentWidth=1&contentHeight=1")
        #expect(nowhere.status == .ok)
    }

    @Test(
        "content that cannot be told names what is wrong",
        arguments: [
            ("contentWidth=1&contentHeight=1", ["view"]), ("view=0", ["contentWidth", "contentHeight"]),
            ("view=77&contentWidth=1&contentHeight=1", ["view"]),
            ("view=0&contentWidth=-1&contentHeight=nan", ["contentWidth", "contentHeight"]),
            ("view=0&contentWidth=1&contentHeight=1&mode=stretch", ["mode"]),
        ]
    )
    func contentFaults(_ query: String, _ parameters: [String]) async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/content-mode?" + query)
        #expect(reply.status == .badRequest)
        #expect(try reply.json()["errors"]?.arrayValue?.compactMap { $0["parameter"]?.stringValue } == parameters)
    }
}
