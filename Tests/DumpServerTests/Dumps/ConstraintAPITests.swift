import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

@Suite("Constraints in the API")
struct ConstraintAPITests {
    private func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let text = String(decoding: try Fixtures.bytes("dumps/kitchen.storyboard"), as: UTF8.self)
        let made = try await server.client.send(.post, "/api/v1/dumps?name=kitchen", text: text)
        #expect(made.status == .created)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }

    @Test("a view tells the constraints that involve it in words, with the view on the other side")
    func view() async throws {
        let (server, base) = try await server()
        let label = try await server.get(base + "/views/2").json()
        let constraints = try #require(label["constraints"]?.arrayValue)
        #expect(
            constraints.map { $0["text"]?.stringValue } == [
                "leading = superview.safeArea.leading + 16", "trailing = superview.safeArea.trailing − 16",
                "top = superview.topLayoutGuide.bottom + 16", "bottom = UIStackView.top − 19.5",
            ]
        )
        #expect(constraints.map { $0["other"]?.integerValue } == [1, 1, 1, 3])
        #expect(constraints[0]["second"]?["guide"]?.stringValue == "safeArea")
        #expect(label["autoLayout"]?["contentHuggingPriority"]?["horizontal"]?.integerValue == 251)
        #expect(label["layoutWords"]?[0]["text"]?.stringValue == "constraints")
        let bar = try await server.get(base + "/views/0").json()
        #expect(bar["constraints"]?.arrayValue?.isEmpty == true)
    }

    @Test("lists tell them only when asked, and all of them have a list of their own")
    func lists() async throws {
        let (server, base) = try await server()
        let usual = try await server.get(base + "/views?limit=1").json()
        #expect(usual["views"]?[0]["constraints"] == nil)
        let asked = try await server.get(base + "/views?fields=id,constraints,autoLayout").json()
        #expect(asked["views"]?[2].names == ["id", "constraints", "autoLayout"])
        let all = try await server.get(base + "/constraints?limit=4").json()
        #expect(all["constraints"]?.arrayValue?.count == 4)
        #expect(all["total"]?.integerValue == 11)
        #expect(all["next"]?.stringValue == "3")
        #expect(all["constraints"]?[0]["installed"]?.boolValue == true)
    }

    @Test("an edit that takes a view away takes its constraints out of force, and undo brings them back")
    func edits() async throws {
        let (server, base) = try await server()
        _ = try await server.send(.post, base + "/edits", json: "{\"op\":\"remove\",\"view\":3}")
        let after = try await server.get(base + "/views/2").json()
        #expect(after["constraints"]?.arrayValue?.count == 3)
        _ = try await server.send(.post, base + "/edits", json: "{\"op\":\"undo\"}")
        #expect(try await server.get(base + "/views/2").json()["constraints"]?.arrayValue?.count == 4)
    }

    @Test("the page without scripts lists the constraints of the selected view, and draws one scene")
    func page() async throws {
        let (server, base) = try await server()
        let page = try await server.get(base.replacing("/api/v1", with: "") + "?view=2")
        #expect(page.text.contains("leading = superview.safeArea.leading + 16"))
        #expect(page.text.contains("root=1"))
        let columns = try await server.get(base + "/views?shape=columns").json()
        #expect(columns["scene"]?.integerValue == 1)
    }

    @Test("a layout solves constraints where the dump says any, and says how well each frame is known")
    func layout() async throws {
        let (server, base) = try await server()
        let reply = try await server.get(base + "/layout?device=iphone-5s&view=1").json()
        #expect(reply["solver"]?.stringValue == "constraints")
        let label = try #require(reply["views"]?[2])
        #expect(label["frame"]?["x"]?.doubleValue == 16 && label["frame"]?["width"]?.doubleValue == 288)
        #expect(label["certainty"]?.stringValue == "dependsOnText")
        let asked = try await server.get(base + "/layout?device=iphone-5s&view=1&solver=constraints&rule=proportional")
        #expect(try asked.json()["views"] == reply["views"])
        let canvas = try await server.get(base + "/layout?view=1&solver=constraints").json()
        #expect(canvas["size"]?["width"]?.doubleValue == 375)
    }

    @Test(
        "masks alone are simulated where the request asks for them, or for what only they know",
        arguments: ["view=1&solver=masks", "view=1&rule=even", "view=1&rounding=floorEdges", "view=2"]
    )
    func masks(query: String) async throws {
        let (server, base) = try await server()
        let size = query == "view=2" ? "width=200&height=50" : "device=iphone-5s"
        let reply = try await server.get(base + "/layout?\(size)&\(query)").json()
        #expect(reply["solver"]?.stringValue == "masks")
        if query != "view=2" { #expect(reply["views"]?[2]["certainty"]?.stringValue == "none") }
    }

    @Test("the page without scripts lays out by constraints and says what it does not know, and by masks when asked")
    func whatIf() async throws {
        let (server, base) = try await server()
        let page = base.replacing("/api/v1", with: "") + "?view=2&device=iphone-5s"
        let solved = try await server.get(page).text
        #expect(solved.contains("constraints solved"))
        #expect(solved.contains("depend on the size of their contents"))
        #expect(solved.contains("class=\"doubt soft\""))
        #expect(!solved.contains("Only masks are simulated"))
        let masks = try await server.get(page + "&solver=masks").text
        #expect(masks.contains("Only masks are simulated"))
        #expect(masks.contains("<option value=\"masks\" selected>"))
        // The choice stays where the page leads on.
        #expect(masks.contains("device=iphone-8&amp;solver=masks"))
    }

    @Test(
        "constraints are solved for a root of a dump that says some, without the rules of masks",
        arguments: ["view=2", "view=1&rule=even", "view=1&rounding=floorEdges&scale=2"]
    )
    func refusedLayout(query: String) async throws {
        let (server, base) = try await server()
        #expect(try await server.get(base + "/layout?solver=constraints&" + query).status == .badRequest)
        let text = "<UIView: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>"
        let made = try await server.client.send(.post, "/api/v1/dumps", text: text)
        let other = "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")/layout?solver=constraints"
        #expect(try await server.get(other).status == .badRequest)
    }
}
