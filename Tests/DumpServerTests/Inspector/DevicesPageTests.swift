import FoundationEssentials
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

@Suite("The page of a screen on several devices")
struct DevicesPageTests {
    private static let html: HTTPFields = [.accept: "text/html"]

    private func page() async throws -> (server: TestServer, path: String) {
        let server = try TestServer(paths: [])
        let text = String(decoding: try Fixtures.bytes("dumps/kitchen.storyboard"), as: UTF8.self)
        let made = try await server.client.send(.post, "/api/v1/dumps?name=kitchen", text: text)
        return (server, "/dumps/\(try made.json()["id"]?.stringValue ?? "")/devices")
    }

    @Test("each device and the way it is held has a picture of the API, with what is open and what depends on contents")
    func pictures() async throws {
        let (server, path) = try await page()
        let text = try await server.get(path + "?device=iphone-8&device=iphone-5s&orientation=both", Self.html).text
        #expect(text.components(separatedBy: "<img").count == 5)
        #expect(
            text.contains(
                "view=1&amp;solver=constraints&amp;style=screen&amp;device=iphone-5s&amp;orientation=landscape"
            )
        )
        #expect(text.contains("Nothing decides the vertical position"))
        #expect(text.contains("depend on contents"))
        #expect(text.contains("?view=1&amp;device=iphone-8&amp;orientation=landscape"))
    }

    @Test("unknown devices, parts that are no screen, and unknown words are refused")
    func refusals() async throws {
        let (server, path) = try await page()
        for query in ["device=nokia", "scene=0", "scene=2", "scene=99", "orientation=upside"] {
            #expect(try await server.get(path + "?" + query, Self.html).status == .badRequest, "\(query)")
        }
        #expect(try await server.get("/dumps/none/devices", Self.html).status == .notFound)
    }
}
