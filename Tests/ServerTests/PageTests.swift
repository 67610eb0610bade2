import Defaults
import DumpFormats
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import PropertyList
import SQLiteStorage
import ServerTesting
import Testing

@testable import ViewHierarchy

@Suite("Pages without a script")
struct PageTests {
    private let settings = "/apps/com.example.clock/settings"

    @Test("a form sets a row, goes back to its pane, and says that it was saved")
    func formSetsRow() async throws {
        let server = try TestServer()
        let pane = try await server.get("/api/v1" + settings).json()
        let rows = pane["groups"]?.arrayValue?.flatMap { $0["rows"]?.arrayValue ?? [] } ?? []
        let toggle = try #require(rows.first { $0["type"]?.stringValue == "toggle" })
        let index = try #require(toggle["index"]?.integerValue)
        let key = try #require(toggle["key"]?.stringValue)
        let reply = try await server.post(
            form: "index=\(index)&key=\(key)&value=false&value=true&action=set",
            to: settings + "?lang=en"
        )
        #expect(reply.status == .seeOther)
        #expect(reply.headers[.location] == "\(settings)?lang=en&saved=\(index)#row-\(index)")
        #expect(try server.storage.snapshot(of: "com.example.clock").values[key] == .bool(true))
        #expect(try server.storage.history(of: "com.example.clock", limit: 1, after: nil).entries.first?.source == .web)
        _ = try await server.post(form: "index=\(index)&key=\(key)&action=reset", to: settings)
        #expect(try server.storage.snapshot(of: "com.example.clock").values[key] == nil)
    }

    @Test("a refused value is shown on its row with the reason, and nothing is stored")
    func refusedValue() async throws {
        let server = try TestServer()
        let pane = try await server.get("/api/v1" + settings).json()
        let rows = pane["groups"]?.arrayValue?.flatMap { $0["rows"]?.arrayValue ?? [] } ?? []
        let slider = try #require(rows.first { $0["type"]?.stringValue == "slider" }?["index"]?.integerValue)
        let reply = try await server.post(form: "index=\(slider)&value=99999&action=set", to: settings)
        #expect(reply.status == .unprocessableContent)
        #expect(reply.text.contains("99999 is outside"))
        #expect(try server.storage.snapshot(of: "com.example.clock").revision == 0)
        let unknown = try await server.post(form: "index=9999&value=1&action=set", to: settings)
        #expect(unknown.status == .unprocessableContent)
    }

    @Test("browsers get pages for errors, scripts get problem documents")
    func errorsForEveryone() async throws {
        let server = try TestServer()
        let page = try await server.get("/dumps/none", [.accept: "text/html"])
        #expect(page.status == .notFound && page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(page.text.contains("There is no dump “none”"))
        let document = try await server.get("/dumps/none", [.accept: "*/*"])
        #expect(document.headers[.contentType] == "application/problem+json")
        let api = try await server.get("/api/v1/dumps/none", [.accept: "text/html"])
        #expect(api.headers[.contentType] == "application/problem+json")
    }

    @Test("every page says what it may load, and links its JSON twin")
    func securityFields() async throws {
        let server = try TestServer()
        for path in ["/", "/help", "/apps/com.example.clock", settings] {
            let page = try await server.get(path, [.accept: "text/html"])
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"))
            #expect(page.headers[.xContentTypeOptions] == "nosniff")
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.text.contains("rel=\"alternate\" type=\"application/json\" href=\"/api/v1"), "\(path)")
        }
    }

    @Test("the help has a row for each format that is read")
    func formatCount() async throws {
        let page = try await TestServer().get("/help", [.accept: "text/html"])
        for name in ["recursiveDescription", "Vitrine JSON", "Property list"] {
            #expect(page.text.contains("<th scope=\"row\">\(name)</th>"))
        }
        #expect(page.text.split(separator: "<th scope=\"row\">").count == DumpFormat.allCases.count + 1)
    }

    @Test("the theme is kept in a cookie, and the way back stays on this server")
    func theme() async throws {
        let server = try TestServer()
        let chosen = try await server.post(form: "theme=dark&return=%2Fhelp", to: "/theme")
        #expect(chosen.headers[.location] == "/help")
        #expect(chosen.headers[.setCookie]?.hasPrefix("theme=dark;") == true)
        let page = try await server.get("/help", [.accept: "text/html", .cookie: "a=b; theme=dark"])
        #expect(page.text.contains("data-theme=\"dark\""))
        for target in ["//evil.example", "https://evil.example", "/\\evil.example", "/a%0d%0ab"] {
            let reply = try await server.post(form: "theme=light&return=\(target)", to: "/theme")
            #expect(reply.headers[.location] == "/")
        }
        #expect(try await server.post(form: "theme=pink", to: "/theme").status == .unprocessableContent)
    }

    @Test("an upload through the form opens the dump; an unreadable one says what was tried, on the page")
    func uploadForm() async throws {
        let server = try TestServer()
        func post(_ source: String) async throws -> ClientResponse {
            let body =
                "--b\r\nContent-Disposition: form-data; name=\"dump\"; filename=\"\"\r\n\r\n\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\n\(source)\r\n--b--\r\n"
            return try await server.client.send(
                .post,
                "/dumps",
                headers: [.accept: "text/html", .contentType: "multipart/form-data; boundary=b"],
                body: Array(body.utf8)
            )
        }
        let opened = try await post("<UIView: 0x1; frame = (0 0; 10 10); layer = <CALayer: 0x2>>")
        #expect(opened.status == .seeOther && opened.headers[.location]?.hasPrefix("/dumps/") == true)
        let refused = try await post("nothing to see here")
        #expect(refused.status.code == 415 && refused.text.contains("recursiveDescription"))
    }
}
