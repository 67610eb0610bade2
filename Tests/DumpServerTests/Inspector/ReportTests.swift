import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing
import Web

@Suite("The printed report of a dump")
struct ReportTests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIButton: 0x2; frame = (20 600; 100 44); autoresize = TM; layer = <CALayer: 0x9>>
           | <UIButton: 0x3; frame = (140 600; 100 44); autoresize = TM; layer = <CALayer: 0x9>>
        """

    private func path(on server: TestServer) async throws -> String {
        let reply = try await server.client.send(.post, "/api/v1/dumps?name=A%20screen", text: Self.dump)
        return "/dumps/\(try reply.json()["id"]?.stringValue ?? "")"
    }

    @Test("it says what the dump is, what is in it and what the format could not tell")
    func facts() async throws {
        let server = try TestServer(paths: [])
        let path = try await path(on: server)
        let page = try await server.get(path + "/report", [.accept: "text/html"]).text
        #expect(page.contains("<h1>A screen</h1>") && page.contains("recursiveDescription text"))
        #expect(page.contains("375 × 667") && page.contains("3, depth 1"))
        #expect(page.contains("<span class=\"code\">UIButton</span> <span class=\"num-text\">2</span>"))
        #expect(page.contains("src=\"/api/v1\(path)/wireframe.svg?appearance=light\""))
        #expect(page.contains("Not available in this format</h2>") && page.contains("<li class=\"info\">"))
        #expect(!page.contains("Edits") && !page.contains("Layout warnings") && !page.contains("views move"))
    }

    @Test("the edits that are applied are listed, the last first, and those undone are not")
    func edits() async throws {
        let server = try TestServer(paths: [])
        let path = try await path(on: server)
        for number in 1...7 {
            _ = try await server.client.send(.patch, "/api/v1\(path)/views/1", text: "{\"tag\": \(number)}")
        }
        _ = try await server.client.send(.patch, "/api/v1\(path)/views/2", text: "{\"alpha\": 0.5}")
        var page = try await server.get(path + "/report", [.accept: "text/html"]).text
        #expect(page.contains("Alpha of UIButton 2") && page.contains("and 3 before"))
        #expect(page.split(separator: "Tag of UIButton 1").count == 5)
        let undo = try await server.client.send(.post, "/api/v1\(path)/edits", text: "{\"op\": \"undo\"}")
        #expect(undo.status == .ok)
        page = try await server.get(path + "/report", [.accept: "text/html"]).text
        #expect(!page.contains("Alpha of UIButton 2") && page.contains("and 2 before"))
    }

    @Test("with another size it shows the layout there and what is wrong with it; the inspector links to the same")
    func situation() async throws {
        let server = try TestServer(paths: [])
        let path = try await path(on: server)
        let page = try await server.get(path + "/report?width=375&height=300", [.accept: "text/html"]).text
        #expect(page.contains("375 × 300") && page.contains("laid out at another size"))
        #expect(page.contains("src=\"/api/v1\(path)/wireframe.svg?width=375&amp;height=300&amp;appearance=light\""))
        #expect(page.contains("3 of 3 views move"))
        let inspector = try await server.get(path + "?width=375&height=300", [.accept: "text/html"]).text
        #expect(inspector.contains("href=\"\(path)/report?width=375&amp;height=300\""))
        #expect(inspector.contains("wireframe.svg?width=375&amp;height=300\" download=\"a-screen.svg\""))
        #expect(try await server.get("/dumps/none/report", [.accept: "text/html"]).status == .notFound)
    }

    @Test("the server sends it as a file that is saved, with a policy that lets nothing run")
    func download() async throws {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps?name=My%20Screen", text: Self.dump)
        let id = try made.json()["id"]?.stringValue ?? ""
        let reply = try await server.get("/api/v1/dumps/\(id)/report?severity=warning")
        #expect(reply.status == .ok && reply.headers[.contentType] == "text/html; charset=utf-8")
        #expect(reply.headers[.contentDisposition] == "attachment; filename=\"my-screen-report.html\"")
        #expect(reply.headers[.contentSecurityPolicy] == SecurityHeaders.dataPolicy)
        #expect(String(decoding: reply.content ?? [], as: UTF8.self).contains("<h1>My Screen</h1>"))
        #expect(try await server.get("/api/v1/dumps/\(id)/report?rules=nonsense").status == .badRequest)
        #expect(try await server.get("/api/v1/dumps/none/report").status == .notFound)
    }
}
