import DumpFormats
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Uploads with pictures of views")
struct UploadPartAPITests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 4, 0, 0, 0, 4]
    private static let dump = """
        {"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,90,90],"subviews":[
         {"class":"UIImageView","frame":[0,0,9,9],"image":"cid:face"},
         {"class":"UIImageView","frame":[9,0,9,9],"image":"cid:hand.png"},
         {"class":"UIImageView","frame":[18,0,9,9],"image":"cid:none"}]}]}
        """

    private func part(_ disposition: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8) + bytes + [13, 10]
    }

    private func form(_ parts: [UInt8]...) -> [UInt8] { parts.joined() + Array("--b--\r\n".utf8) }

    private func send(_ form: [UInt8], to server: TestServer) async throws -> ClientResponse {
        try await server.client.send(
            .post,
            "/api/v1/dumps",
            headers: [.contentType: "multipart/form-data; boundary=b"],
            body: form
        )
    }

    @Test("a dump takes a screenshot, another one in its place, and gives it up, each as a revision")
    func screenshot() async throws {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        let dump = "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")"
        let path = dump + "/screenshot"
        func put(_ body: [UInt8], _ query: String = "", _ tag: String? = nil) async throws -> ClientResponse {
            try await server.client.send(.put, path + query, headers: tag.map { [.ifMatch: $0] } ?? [:], body: body)
        }
        #expect(try await server.client.send(.delete, path).status == .notFound)
        #expect(try await put(Self.png).status == .noContent)
        #expect(try await server.get(path).body == Self.png)
        let shown = try await server.get(dump).json()
        #expect(shown["screenshot"] == true && shown["revision"] == 1)
        #expect(try await put(Self.png, "", "\"0\"").status == .preconditionFailed)
        #expect(try await put(Self.png, "?scale=3").slug() == "picture-does-not-fit")
        #expect(try await put(Self.png, "?scale=0").status == .badRequest)
        #expect(try await put([1, 2, 3]).status == .unsupportedMediaType)
        #expect(try await server.client.send(.delete, path).status == .noContent)
        #expect(try await server.get(path).status == .notFound)
        #expect(try await server.get(dump).json()["revision"] == 2)
    }

    @Test("a chosen file without a byte is refused as empty, a field in which none was chosen as a form without a dump")
    func emptyFiles() async throws {
        let server = try TestServer(paths: [])
        let empty = part("name=\"dump\"; filename=\"empty.txt\"", [])
        let unchosen = part("name=\"dump\"; filename=\"\"", [])
        let pasted = part("name=\"source\"", Array(Self.dump.utf8))
        let nothing = part("name=\"source\"", [])
        let refused = try await send(form(empty, nothing), to: server)
        #expect(try refused.slug() == "unknown-dump-format")
        #expect(try refused.json()["lines"]?.arrayValue?.first == "The input is empty.")
        #expect(try await send(form(unchosen, nothing), to: server).slug() == "malformed-body")
        #expect(try await send(form(empty, pasted), to: server).status == .created)
        #expect(try await send(form(unchosen, pasted), to: server).status == .created)
        let picture = part("name=\"screenshot\"; filename=\"empty.png\"", [])
        #expect(try await send(form(pasted, picture), to: server).status == .unsupportedMediaType)
        let none = part("name=\"screenshot\"; filename=\"\"", [])
        #expect(try await send(form(pasted, none), to: server).status == .created)
    }

    @Test("each view has the part that it names; what does not fit together is in the report")
    func pictures() async throws {
        let server = try TestServer(paths: [])
        let body = form(
            part("name=\"face\"; filename=\"clock.png\"", Self.png),
            part("name=\"dump\"; filename=\"dump.json\"", Array(Self.dump.utf8)),
            part("name=\"file\"; filename=\"hand.png\"", Self.png + [0]),
            part("name=\"unused\"", [1]),
            part("name=\"empty\"; filename=\"\"", [])
        )
        let made = try await send(body, to: server)
        #expect(made.status == .created)
        let base = try #require(made.headers[.location])
        let face = try await server.get(base + "/views/1/image")
        #expect(face.content == Self.png)
        #expect(face.headers[.contentType] == "image/png")
        #expect(try await server.get(base + "/views/2/image").content == Self.png + [0])
        #expect(try await server.get(base + "/views/3/image").status == .notFound)
        let report = try await server.get(base).json()["report"]?.arrayValue ?? []
        #expect(report.compactMap { $0["code"]?.stringValue } == ["document.picture", "upload.part"])
        #expect(report.last?["message"]?.stringValue?.contains("“unused”") == true)
        #expect(try await server.get(base + "/source").content == Array(Self.dump.utf8))
    }

    @Test("two dumps in a form are two dumps, shown as a timeline")
    func twice() async throws {
        let server = try TestServer(paths: [])
        let dump = part("name=\"dump\"", Array(Self.dump.utf8))
        let made = try await send(form(dump, dump), to: server).json()
        #expect(made["dumps"]?.arrayValue?.count == 2)
        #expect(made["page"]?.stringValue?.hasPrefix("/timeline?dumps=") == true)
    }
}
