import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite struct ApplicationTests {
    @Test("routes answer at once or later, with the same result", arguments: ClientKind.allCases)
    func answers(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            #expect(try await client.get("/").text == "root")
            #expect(try await client.get("/hello").text == "hello")
            #expect(try await client.get("/later").text == "later")
            #expect(try await client.get("/items/a%2Fb").text == "a/b")
            #expect(try await client.get("/query?a=b+c&d").text == "a=b c|d=")
            #expect(try await client.get("/peer").text == "127.0.0.1")
        }
    }

    @Test("an unknown path is 404 with a problem document", arguments: ClientKind.allCases)
    func notFound(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let response = try await client.get("/nowhere")
            #expect(response.status == .notFound)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(response.text.hasPrefix(#"{"type":"/problems/not-found","title":"Not Found","status":404,"#))
            #expect(try await client.send(.post, "/nowhere", text: "body").status == .notFound)
        }
    }

    @Test("a known path with another method is 405 with Allow", arguments: ClientKind.allCases)
    func methodNotAllowed(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let response = try await client.send(.post, "/hello", text: "body")
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD, OPTIONS")
        }
    }

    @Test("a method that no route has is 501 on a known path", arguments: ClientKind.allCases)
    func methodNotImplemented(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let method = try #require(HTTPRequest.Method("BREW"))
            #expect(try await client.send(method, "/hello").status == .notImplemented)
            #expect(try await client.send(.trace, "/hello").status == .notImplemented)
        }
    }

    @Test("OPTIONS tells what a path allows", arguments: ClientKind.allCases)
    func options(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let response = try await client.send(.options, "/echo")
            #expect(response.status == .noContent)
            #expect(response.headers[.allow] == "POST, OPTIONS")
            #expect(response.headers[.contentLength] == nil)
            #expect(try await client.send(.options, "/nowhere").status == .notFound)
        }
    }

    @Test("HEAD is GET without the body", arguments: ClientKind.allCases)
    func head(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let response = try await client.send(.head, "/hello")
            #expect(response.status == .ok)
            #expect(response.headers[.contentLength] == "5")
            #expect(response.body.isEmpty)
        }
    }

    @Test("an error that nobody describes is a 500 that tells nothing", arguments: ClientKind.allCases)
    func failure(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            for target in ["/fails", "/fails/later"] {
                let response = try await client.get(target)
                #expect(response.status == .internalServerError)
                #expect(!response.text.contains("SampleError"))
            }
        }
    }

    @Test("a malformed target is 400", arguments: ClientKind.allCases)
    func malformedTarget(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            for target in ["/%", "/%00", "/items/%ff", "/hello?a=%zz"] {
                #expect(try await client.get(target).status == .badRequest, "\(target)")
            }
        }
    }

    @Test("a body up to the route's limit is taken, one byte more is 413", arguments: ClientKind.allCases)
    func bodyLimit(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let body = [UInt8](repeating: 0x61, count: SampleApplication.echoLimit)
            for target in ["/echo", "/echo/later"] {
                #expect(try await client.send(.post, target, headers: [:], body: body).body == body)
                #expect(try await client.send(.post, target, headers: [:], body: []).body.isEmpty)
                let refused = try await client.send(.post, target, headers: [:], body: body + [0x61])
                #expect(refused.status == .contentTooLarge)
            }
        }
    }

    @Test("empty fields are left out and line ends in values become blanks", arguments: ClientKind.allCases)
    func fieldValues(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let response = try await client.get("/empty-field")
            #expect(response.headers[.contentLanguage] == nil)
            #expect(response.headers[.server] == "a  Injected: b")
        }
    }
}

@Suite struct ProblemDocumentTests {
    @Test("the document is JSON whatever the message says")
    func escaping() {
        let response = ProblemDocument(HTTPError(.malformedForm, "a \"b\" \\ \n c")).response
        #expect(response.status == .badRequest)
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"type":"/problems/malformed-form","title":"Bad Request","status":400,"detail":"a \"b\" \\   c"}"#
        )
    }

    @Test("every code has a slug of lowercase words", arguments: HTTPError.Code.allCases)
    func slugs(_ code: HTTPError.Code) {
        #expect(code.slug.allSatisfy { $0.isLowercase || $0 == "-" })
        #expect(HTTPError(code, "").status.code >= 400)
    }
}
