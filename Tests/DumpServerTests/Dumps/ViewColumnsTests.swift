import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing
import ViewHierarchy

@Suite("Views as columns")
struct ViewColumnsTests {
    private static let dump = """
        {"vitrine": 1, "windows": [{"class": "UIWindow", "frame": [0, 0, 375, 667], "subviews": [
          {"class": "UIView", "frame": [0, 20, 375, 647], "autoresizingMask": ["flexibleWidth"], "clipsToBounds": true,
           "attributes": {"backgroundColor": "#f00"},
           "subviews": [{"class": "UILabel", "frame": [10, 10, 100, 20], "text": "Sign in", "tag": 7, "alpha": 0.5,
                         "userInteractionEnabled": false, "identifier": "title"}]},
          {"class": "UIView", "bounds": [0, 5, 10, 20], "center": {"x": 50, "y": 50}, "transform": [0, 1, -1, 0, 0, 0],
           "anchorPoint": {"x": 0, "y": 0}, "contentMode": "center", "hidden": true,
           "attributes": {"backgroundColor": "#f00"}}
        ]}]}
        """

    private func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let reply = try await server.send(.post, "/api/v1/dumps", json: Self.dump)
        #expect(reply.status == .created, "\(reply.text)")
        return (server, "/api/v1/dumps/\(try reply.json()["id"]?.stringValue ?? "")")
    }

    private func numbers(_ json: JSONValue?) -> [Double?] { json?.arrayValue?.map(\.doubleValue) ?? [] }

    @Test("every property is one array, dense or with the positions that have it")
    func columns() async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/views?shape=columns")
        let json = try reply.json()
        #expect(json["shape"] == "columns" && json["count"]?.integerValue == 4 && json["revision"]?.integerValue == 0)
        #expect(json["id"] == nil)
        #expect(json["classes"] == ["UIWindow", "UIView", "UILabel"])
        let columns = try #require(json["columns"])
        #expect(numbers(columns["class"]) == [0, 1, 2, 1])
        #expect(numbers(columns["superview"]) == [-1, 0, 1, 0])
        #expect(numbers(columns["frame"]).prefix(12) == [0, 0, 375, 667, 0, 20, 375, 647, 10, 10, 100, 20])
        #expect(numbers(columns["autoresizingMask"]) == [0, 2, 0, 0])
        #expect(columns["bounds"]?["at"] == [3] && numbers(columns["bounds"]?["values"]) == [0, 5, 10, 20])
        #expect(columns["center"]?["at"] == [3] && numbers(columns["center"]?["values"]) == [50, 50])
        #expect(columns["transform"]?["at"] == [3])
        #expect(numbers(columns["transform"]?["values"]) == [0, 1, -1, 0, 0, 0])
        #expect(columns["anchorPoint"]?["at"] == [3] && numbers(columns["anchorPoint"]?["values"]) == [0, 0])
        #expect(columns["alpha"]?["at"] == [2] && numbers(columns["alpha"]?["values"]) == [0.5])
        #expect(columns["tag"]?["at"] == [2] && numbers(columns["tag"]?["values"]) == [7])
        #expect(columns["text"]?["at"] == [2] && columns["text"]?["values"] == ["Sign in"])
        #expect(columns["identifier"]?["values"] == ["title"] && columns["label"]?["at"] == [])
        #expect(columns["backgroundColor"]?["at"] == [1, 3] && columns["backgroundColor"]?["values"] == [0, 0])
        #expect(json["colors"]?[0]["text"] == "#f00" && numbers(json["colors"]?[0]["dark"]) == [1, 0, 0, 1])
        let modes = json["contentModes"]?.arrayValue?.compactMap(\.stringValue)
        #expect(modes == ["scaleToFill", "center"] && numbers(columns["contentMode"]) == [0, 0, 0, 1])
    }

    @Test("flags are bits in the order of their names, as in the list of objects")
    func flags() async throws {
        let (server, base) = try await server()
        let json = try await server.get(base + "/views?shape=columns&fields=flags").json()
        #expect(json.names == ["shape", "revision", "count", "saysLooks", "scene", "flagNames", "columns"])
        let names = try #require(json["flagNames"]?.arrayValue).compactMap(\.stringValue)
        let bits = numbers(json["columns"]?["flags"]).map { Int($0 ?? 0) }
        let views = try await server.get(base + "/views").json()["views"]?.arrayValue ?? []
        let others = ["diagnostics", "autoresizingMaskUnknown", "frameUnknown"]
        #expect(names == ViewProperty.all.filter { $0.kind == .bool }.map(\.name) + others)
        #expect(bits.count == views.count)
        for (view, bits) in zip(views, bits) {
            for (bit, name) in names.dropLast(others.count).enumerated() {
                #expect(view[name]?.boolValue == (bits & 1 << bit != 0), "\(name)")
            }
        }
        #expect(bits.map { $0 >> (names.count - 2) } == [1, 0, 1, 1], "one view's mask is said, and all frames are")
    }

    @Test("the ids are told once they are not the positions, and the tag changes with the revision")
    func edited() async throws {
        let (server, base) = try await server()
        let before = try await server.get(base + "/views?shape=columns")
        let again = try await server.get(base + "/views?shape=columns", [.ifNoneMatch: before.headers[.eTag] ?? ""])
        #expect(again.status == .notModified)
        _ = try await server.send(.post, base + "/edits", json: #"{"op": "remove", "view": 1}"#)
        let after = try await server.get(base + "/views?shape=columns")
        #expect(after.headers[.eTag] != before.headers[.eTag])
        #expect(try after.json()["id"] == [0, 3] && after.json()["revision"]?.integerValue == 1)
        #expect(numbers(try after.json()["columns"]?["superview"]) == [-1, 0])
    }

    @Test(
        "what does not go with columns is refused by name",
        arguments: [
            ("views?shape=columns&limit=3", "limit"), ("views?shape=columns&class=UIView", "class"),
            ("views?shape=columns&format=text", "format"), ("views?shape=columns&fields=visible", "fields"),
            ("views?shape=rows", "shape"), ("layout?width=10&height=10&shape=columns&after=2", "after"),
        ]
    )
    func refusals(_ path: String, _ parameter: String) async throws {
        let (server, base) = try await server()
        let reply = try await server.get("\(base)/\(path)")
        #expect(reply.status == .badRequest)
        #expect(try reply.json()["errors"]?[0]["parameter"]?.stringValue == parameter)
    }

    @Test("a layout tells the views that it moved, as objects or as columns")
    func layout() async throws {
        let (server, base) = try await server()
        let all = try await server.get(base + "/layout?width=400&height=667").json()
        let moved = try #require(all["views"]?.arrayValue).filter { $0["changed"] == true }
        let changed = try await server.get(base + "/layout?width=400&height=667&changed=true").json()
        #expect(changed["views"]?.arrayValue == moved && changed["total"]?.integerValue == 4 && moved.count == 2)
        let json = try await server.get(base + "/layout?width=400&height=667&changed=true&shape=columns").json()
        #expect(json["views"] == nil && json["next"] == nil && json["moved"]?.integerValue == 2)
        #expect(json["columns"]?["at"] == [0, 1])
        #expect(numbers(json["columns"]?["frame"]) == [0, 0, 400, 667, 0, 20, 400, 647])
        let whole = try await server.get(base + "/layout?width=400&height=667&shape=columns").json()
        #expect(whole["columns"]?["at"] == [0, 1, 2, 3] && whole["columns"]?["bounds"]?["at"] == [3])
    }
}
