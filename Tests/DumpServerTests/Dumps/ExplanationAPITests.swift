@testable import DumpServer
@testable import Services
import AutoLayout
import Catalog
import DumpFormats
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

@testable import ViewHierarchy

/// The storyboard has one scene: 1 is a label that is too long, 2 a box whose constraints conflict, 3 has no certain width,
/// 4 wishes for another width than it has, 5 is placed by its mask.
@Suite("Why views are where they are, in the API")
struct ExplanationAPITests {
    private func server(_ text: String? = nil) async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let text = try text ?? Fixtures.text("dumps/held.storyboard")
        let made = try await server.client.send(.post, "/api/v1/dumps?name=held", text: text)
        #expect(made.status == .created)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }

    private func edge(_ name: String, of reply: JSONValue) -> JSONValue? {
        reply["edges"]?.arrayValue?.first { $0["edge"]?.stringValue == name }
    }

    @Test("a view tells what holds each edge, in words and with the view on the other side")
    func edges() async throws {
        let (server, base) = try await server()
        let why = try await server.get(base + "/views/4/layout").json()
        #expect(why["solver"]?.stringValue == "constraints" && why["root"]?.integerValue == 0)
        #expect(why["frame"]?["width"]?.doubleValue == 259)
        let left = try #require(edge("left", of: why))
        #expect(left["value"]?.doubleValue == 16 && left["standing"]?.stringValue == "decided")
        #expect(left["holds"]?[0]["text"]?.stringValue == "leading = superview.leading + 16")
        #expect(left["holds"]?[0]["other"]?.integerValue == 0)
        #expect(edge("width", of: why)?["text"]?.stringValue == "from left and right")
        #expect(why["gaveWay"]?[0]["text"]?.stringValue == "width = 300 @ 999")
        #expect(why["gaveWay"]?[0]["words"]?.stringValue == "gave way by 41 points")
        let label = try await server.get(base + "/views/1/layout").json()
        #expect(label["dependsOn"]?.arrayValue?.map(\.integerValue) == [1])
        let masked = try await server.get(base + "/views/5/layout").json()
        #expect(edge("width", of: masked)?["holds"]?[0]["text"]?.stringValue == "width is flexible")
    }

    @Test("a conflict is told to its view, what nothing decides between which ends it may lie")
    func trouble() async throws {
        let (server, base) = try await server()
        let box = try await server.get(base + "/views/2/layout").json()
        let sentence = box["conflicts"]?[0]["text"]?.stringValue ?? ""
        #expect(sentence.hasPrefix("These 3 required constraints cannot all hold (width)"))
        #expect(box["out"]?[0]["state"]?.stringValue == "broken")
        let loose = try await server.get(base + "/views/3/layout").json()
        #expect(edge("width", of: loose)?["standing"]?.stringValue == "undetermined")
        #expect(edge("width", of: loose)?["range"]?["from"]?.doubleValue == 100)
        #expect(loose["extremes"]?.arrayValue?.map { $0["width"]?.doubleValue } == [100, 200])
        #expect(loose["undecided"]?.stringValue?.contains("from 100 to 200 points") == true)
    }

    @Test("another screen is tried without being stored, and an edit is taken up")
    func situations() async throws {
        let (server, base) = try await server()
        let small = try await server.get(base + "/views/4/layout?device=iphone-5s").json()
        #expect(small["device"]?.stringValue == "iphone-5s" && small["frame"]?["width"]?.doubleValue == 204)
        let wide = try await server.get(base + "/views/4/layout?width=500&height=400").json()
        #expect(wide["size"]?["width"]?.doubleValue == 500 && wide["frame"]?["width"]?.doubleValue == 300)
        #expect(try await server.get(base + "/views/4/layout?width=500").status == .badRequest)
        #expect(try await server.get(base + "/views/99/layout").status == .notFound)
        _ = try await server.send(.post, base + "/edits", json: "{\"op\":\"remove\",\"view\":3}")
        #expect(try await server.get(base + "/views/3/layout").status == .notFound)
        #expect(try await server.get(base + "/views/4/layout").json()["frame"]?["width"]?.doubleValue == 259)
    }

    @Test("a dump without constraints tells what masks say, and nothing where it says none of them")
    func masks() async throws {
        let (server, base) = try await server(
            """
            <UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>
               | <UIView: 0x2; frame = (0 0; 375 20); autoresize = W; layer = <CALayer: 0x8>>
            """
        )
        let why = try await server.get(base + "/views/1/layout").json()
        #expect(why["solver"]?.stringValue == "masks" && why["certainty"]?.stringValue == "masks")
        #expect(why["text"]?.stringValue == "Its mask places it: flexible width; the rest is fixed.")
        #expect(edge("left", of: why)?["holds"]?[0]["kind"]?.stringValue == "mask")
        let wide = try await server.get(base + "/views/1/layout?width=500&height=700").json()
        #expect(wide["solver"]?.stringValue == "masks" && wide["size"]?["width"]?.doubleValue == 500)
        let (other, bare) = try await self.server("<UIView: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>")
        #expect(
            try await other.get(bare + "/views/0/layout").json()["text"]?.stringValue == "The screen gives it its size."
        )
        #expect(try await other.get(bare + "/constraints").json()["total"]?.integerValue == 0)
    }

    @Test("all constraints say what became of them, can be asked for by that, and come in parts")
    func constraints() async throws {
        let (server, base) = try await server()
        let all = try await server.get(base + "/constraints?limit=3").json()
        #expect(all["total"]?.integerValue == 18 && all["next"]?.stringValue == "2")
        #expect(all["constraints"]?[0]["state"]?.stringValue == "active")
        #expect(all["constraints"]?[0]["number"]?.integerValue == 0)
        let broken = try await server.get(base + "/constraints?state=broken").json()
        #expect(broken["total"]?.integerValue == 1)
        #expect((broken["constraints"]?[0]["violation"]?.doubleValue ?? 0).magnitude > 200)
        #expect(try await server.get(base + "/constraints?state=placeholder").json()["total"]?.integerValue == 0)
        let wide = try await server.get(base + "/constraints?device=ipad-2&root=0").json()
        #expect(wide["constraints"]?[16]["violation"]?.doubleValue == 0)
        #expect(
            try await server.get(base + "/constraints").json()["constraints"]?[16]["violation"]?.doubleValue == -41
        )
        #expect(try await server.get(base + "/constraints?root=2").status == .badRequest)
        #expect(try await server.get(base + "/constraints?state=odd").status == .badRequest)
    }

    @Test("the page without scripts says why, with the conflict and what gave way")
    func page() async throws {
        let (server, base) = try await server()
        let path = base.replacing("/api/v1", with: "")
        let box = try await server.get(path + "?view=2").text
        #expect(box.contains("These 3 required constraints cannot all hold (width)"))
        #expect(box.contains("left out, off by"))
        let wish = try await server.get(path + "?view=4").text
        #expect(wish.contains("from left and right") && wish.contains("gave way by 41 points"))
    }

    @Test("a scene is solved once for all its views, and what was asked for last is kept")
    func kept() async throws {
        let (server, base) = try await server()
        let id = base.split(separator: "/").last.map(String.init) ?? ""
        let snapshot = try server.application.services.snapshot(of: id)
        let canvas = snapshot.solvedScreens
        #expect(try server.application.services.snapshot(of: id).solvedScreens === canvas)
        let target = LayoutTarget(nil, of: snapshot.dump.tree)
        let first = canvas.solved(0, for: target).result
        #expect(first.conflicts == canvas.result(of: 0, for: target).conflicts && first.frames.count == 6)
    }
}
