import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

/// Other texts and constants in layouts, on the storyboard of ``ExplanationAPITests``: 1 is its label, 4 a wide view.
@Suite("What layouts assume, in the API")
struct AssumptionAPITests {
    private func server(_ fixture: String = "dumps/held.storyboard") async throws -> (server: TestServer, base: String)
    {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps?name=held", text: try Fixtures.text(fixture))
        #expect(made.status == .created)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }

    @Test("another constant moves what it holds, and nothing else")
    func constants() async throws {
        let (server, base) = try await server()
        let moved = try await server.get(base + "/layout?constant.14=40&shape=columns&changed=true").json()
        #expect(moved["columns"]?["at"]?.arrayValue?.map(\.integerValue) == [4] && moved["moved"]?.integerValue == 1)
        #expect(moved["columns"]?["frame"]?.arrayValue?.map(\.doubleValue) == [16, 40, 259, 30])
        let wide = try await server.get(base + "/layout?constant.15=50&device=ipad-2").json()
        #expect(wide["views"]?[4]["frame"]?["height"]?.doubleValue == 50)
        for query in [
            "constant.99=1", "constant.x=1", "constant.14=1e308", "constant.14=nan", "constant.14=", "constant.-1=3",
            "constant.14=1&solver=masks", "constant.=1",
            (0..<18).map { "constant.\($0)=1" }.joined(separator: "&") + "&constant.00=1&constant.01=1&constant.02=1",
        ] { #expect(try await server.get(base + "/layout?" + query).status == .badRequest, "\(query)") }
    }

    @Test("texts grow by a percentage however it is written, and others are said")
    func texts() async throws {
        let (server, base) = try await server()
        for text in ["+30%25", "%2B30%25", "30", "30%25", "-10%25", "+30", "0"] {
            #expect(try await server.get(base + "/layout?text=\(text)").status == .ok, "\(text)")
        }
        let less = try await server.get(base + "/layout?text=-50%25&changed=true&shape=columns").json()
        #expect(less["columns"]?["at"]?.arrayValue?.map(\.integerValue) == [1])
        let words = try await server.get(base + "/layout?text.1=Kurz&changed=true&shape=columns&drawing=true").json()
        #expect(words["columns"]?["at"]?.arrayValue?.map(\.integerValue) == [1])
        let title = "Ein%20anderer%20Titel%20als%20der,%20der%20in%20der%20Datei%20steht"
        let picture = try await server.get(base + "/wireframe.svg?text.1=\(title)&style=screen").text
        #expect(picture.contains("Ein anderer") && !picture.contains("too long"))
        let why = try await server.get(base + "/views/1/layout?text=-50%25").json()
        #expect(why["certainty"]?.stringValue == "dependsOnText")
        #expect(try await server.get(base + "/constraints?text=30").status == .ok)
        for query in [
            "text=1e308", "text=nan", "text=301", "text=-51", "text=", "text=%25", "text.9=x", "text.2=x", "text.x=x",
            "text.=x", "text.1=\(String(repeating: "x", count: 2_001))", "textSize=huge", "language=xx",
        ] { #expect(try await server.get(base + "/layout?" + query).status == .badRequest, "\(query)") }
    }

    @Test(
        "masks keep their frames and say other words; a dump that names no font says once that none follows the text size"
    )
    func masks() async throws {
        let (server, base) = try await server("dumps/kitchen.txt")
        let words = try await server.get(base + "/layout?language=bounded&shape=columns&changed=true").json()
        #expect(words["moved"]?.integerValue == 0 && words["columns"]?["at"]?.arrayValue?.isEmpty == false)
        let picture = try await server.get(base + "/wireframe.svg?language=bounded&style=screen").text
        #expect(picture.contains("[# "))
        let larger = try await server.get(base + "/layout?textSize=accessibilityLarge").json()
        let warnings = larger["warnings"]?.arrayValue?.filter { $0["code"]?.stringValue == "layout.textSize" }
        #expect(warnings?.count == 1)
    }
}
