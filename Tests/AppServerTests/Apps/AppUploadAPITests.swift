import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import TestSupport
import Testing

@Suite("Uploads of apps")
struct AppUploadAPITests {
    private func form(_ bytes: [UInt8], field: String) -> [UInt8] {
        let head = "--b\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"Little.zip\"\r\n\r\n"
        return Array(head.utf8) + bytes + Array("\r\n--b--\r\n".utf8)
    }

    @Test("the body or the part app is the archive; the same again is answered with 200")
    func upload() async throws {
        let server = try TestServer(paths: [])
        let first = try await server.client.send(.post, "/api/v1/apps", headers: [:], body: LittleApp.archive)
        #expect(first.status == .created)
        #expect(first.headers[.location] == "/api/v1/apps/com.example.little")
        let again = try await server.client.send(
            .post,
            "/api/v1/apps",
            headers: [.contentType: "multipart/form-data; boundary=b"],
            body: form(LittleApp.archive, field: "app")
        )
        #expect(again.status == .ok)
        #expect(try await server.get("/api/v1/apps").json()["apps"]?.arrayValue?.count == 1)
        #expect(
            try await server.client.send(.delete, "/api/v1/apps/com.example.little", headers: [:], body: []).status
                == .noContent
        )
        #expect(
            try await server.client.send(.delete, "/api/v1/apps/com.example.little", headers: [:], body: []).status
                == .notFound
        )
    }

    @Test("the form of the library takes an archive as well as a dump, and shows why one is refused")
    func libraryForm() async throws {
        let server = try TestServer(paths: [])
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=b", .accept: "text/html"]
        let taken = try await server.client.send(
            .post,
            "/dumps",
            headers: headers,
            body: form(LittleApp.archive, field: "dump")
        )
        #expect(taken.status == .seeOther)
        #expect(taken.headers[.location] == "/apps/com.example.little")
        let refused = try await server.client.send(
            .post,
            "/dumps",
            headers: headers,
            body: form(ZipWriter.archive(["readme.txt": "x"]), field: "dump")
        )
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("The file is no dump."))
    }

    @Test("deleting on the page asks first")
    func deletion() async throws {
        let server = try TestServer(paths: [])
        _ = try await server.client.send(.post, "/api/v1/apps", headers: [:], body: LittleApp.archive)
        let asked = try await server.post(form: "app=com.example.little", to: "/apps/delete")
        #expect(asked.status == .ok)
        #expect(try await server.get("/api/v1/apps/com.example.little").status == .ok)
        let done = try await server.post(form: "app=com.example.little&confirmed=1", to: "/apps/delete")
        #expect(done.status == .seeOther)
        #expect(try await server.get("/api/v1/apps/com.example.little").status == .notFound)
    }

    @Test("an archive sent as a dump is told where apps go")
    func archiveAsDump() async throws {
        let server = try TestServer(paths: [])
        let reply = try await server.client.send(.post, "/api/v1/dumps", headers: [:], body: LittleApp.archive)
        #expect(reply.status == .unsupportedMediaType)
        #expect(try reply.json()["detail"]?.stringValue?.contains("/api/v1/apps") == true)
    }
}
