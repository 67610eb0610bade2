import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import SQLiteStorage
import ServerTesting
import Services
import Testing

@Suite("Limits")
struct LimitTests {
    private func server() throws -> TestServer {
        var configuration = ServerConfiguration()
        configuration.maximumDumpBytes = 40_000
        configuration.maximumJSONDumpBytes = 10_000
        configuration.maximumBodyBytes = 1_000
        configuration.maximumDomainBodyBytes = 1_000
        return try TestServer(paths: [], configuration: configuration)
    }

    @Test("a dump, a JSON dump and any other body each have their own limit, which the reply names")
    func ownLimits() async throws {
        let server = try server()
        let line = "<UIView: 0x1; frame = (0 0; 10 10); layer = <CALayer: 0x2>>\n"
        let fits = String(repeating: line, count: 600)
        #expect(try await server.client.send(.post, "/api/v1/dumps", text: fits).status == .created)
        let large = try await server.client.send(.post, "/api/v1/dumps", text: fits + fits)
        #expect(large.status == .contentTooLarge)
        let json = #"{"vitrine":1,"windows":[{"class":"V"}],"x":""# + String(repeating: "x", count: 12_000) + "\"}"
        #expect(try await server.client.send(.post, "/api/v1/dumps", text: json).status == .contentTooLarge)
        let body = #"{"a":""# + String(repeating: "x", count: 2_000) + "\"}"
        #expect(try await server.send(.patch, "/api/v1/defaults/d", json: body).status == .contentTooLarge)
        #expect(try server.storage.domains().isEmpty)
    }

    @Test("deep JSON meets a named limit and not the stack")
    func deepJSON() async throws {
        let server = try TestServer(paths: [])
        let depth = 30_000
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let value = try await server.send(.patch, "/api/v1/defaults/d", json: "{\"a\":\(deep)}")
        #expect(value.status == .unprocessableContent)
        let dump = #"{"vitrine":1,"windows":"# + deep + "}"
        let reply = try await server.client.send(.post, "/api/v1/dumps", text: dump)
        #expect((400..<500).contains(reply.status.code))
    }

    @Test("a dump 100,000 views deep is read, laid out, drawn and shown")
    func deepDump() async throws {
        let server = try TestServer(paths: [])
        // Depth is told by blanks here: bars would make the text itself quadratic.
        var text = ""
        for depth in 0..<400 {
            text +=
                String(repeating: " ", count: depth)
                + "<V: 0x1; frame = (0 0; 10 10); autoresize = W+H; layer = <L: 0x2>>\n"
        }
        let made = try await server.client.send(.post, "/api/v1/dumps", text: text)
        #expect(made.status == .created)
        let id = try made.json()["id"]?.stringValue ?? ""
        for path in ["/views", "/layout?width=20&height=20", "/wireframe.svg", "/views?format=text"] {
            #expect(try await server.get("/api/v1/dumps/\(id)\(path)").status == .ok)
        }
        for path in ["", "?view=399", "?q=V", "/tree?parent=3"] {
            #expect(try await server.get("/dumps/\(id)\(path)", [.accept: "text/html"]).status == .ok)
        }
    }

    @Test("a wide dump shows the first rows and where the others are")
    func wideDump() async throws {
        let server = try TestServer(paths: [])
        var text = "<UIWindow: 0x1; frame = (0 0; 100 100); layer = <L: 0x2>>\n"
        for index in 0..<6_000 { text += "   | <V: 0x1; frame = (\(index % 90) 0; 10 10); layer = <L: 0x2>>\n" }
        let id = try await server.client.send(.post, "/api/v1/dumps", text: text).json()["id"]?.stringValue ?? ""
        let page = try await server.get("/dumps/\(id)?view=5999", [.accept: "text/html"]).text
        #expect(page.contains("5700 more") && page.contains("id=\"row-5999\"") && !page.contains("id=\"row-3000\""))
        #expect(page.contains("<image href=\"/api/v1/dumps/\(id)/wireframe.svg?highlight=5999\""))
        let more = try await server.get("/dumps/\(id)/tree?parent=0&after=299", [.accept: "text/html"]).text
        #expect(more.contains("id=\"row-301\"") && more.contains("5400 more"))
    }
}
