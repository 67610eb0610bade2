import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite struct ResponsePipelineTests {
    @Test("a large text is compressed for clients that take it, with a tag of its own", arguments: ClientKind.allCases)
    func compressed(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let response = try await client.get("/big", headers: [.acceptEncoding: "gzip"])
            #expect(response.headers[.contentEncoding] == "gzip")
            #expect(response.headers[.vary] == "Accept-Encoding")
            #expect(response.headers[.eTag] == "\"v1-gzip\"")
            #expect(response.body.count < SampleApplication.bigBody.count / 4)
            #expect(response.headers[.contentLength] == String(response.body.count))
            #expect(response.content == SampleApplication.bigBody)
        }
    }

    @Test("it is plain for the others, but says that it depends", arguments: ClientKind.allCases)
    func plain(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            for headers in [[:], [.acceptEncoding: "gzip;q=0"], [.acceptEncoding: "br"]] as [HTTPFields] {
                let response = try await client.get("/big", headers: headers)
                #expect(response.headers[.contentEncoding] == nil)
                #expect(response.headers[.vary] == "Accept-Encoding")
                #expect(response.headers[.eTag] == "\"v1\"")
                #expect(response.body == SampleApplication.bigBody)
            }
        }
    }

    @Test("a client has what it names in the form that it would get, and in no other", arguments: ClientKind.allCases)
    func notModified(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            for (encoding, tag, other) in [("gzip", "\"v1-gzip\"", "\"v1\""), ("identity", "\"v1\"", "\"v1-gzip\"")] {
                for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                    let headers: HTTPFields = [.ifNoneMatch: condition, .acceptEncoding: encoding]
                    for method in [.get, .head] as [HTTPRequest.Method] {
                        let response = try await client.send(method, "/big", headers: headers)
                        #expect(response.status == .notModified)
                        #expect(response.body.isEmpty)
                        #expect(response.headers[.eTag] == tag)
                        #expect(response.headers[.vary] == "Accept-Encoding")
                        #expect(response.headers[.contentType] == nil)
                        #expect(response.headers[.contentEncoding] == nil)
                    }
                }
                for condition in [other, "\"v2\"", "v1"] {
                    let headers: HTTPFields = [.ifNoneMatch: condition, .acceptEncoding: encoding]
                    #expect(try await client.get("/big", headers: headers).status == .ok)
                }
            }
        }
    }

    @Test(
        "If-Match is judged before If-None-Match, by strong comparison",
        arguments: [
            ("\"v1\"", nil, 200), ("*", nil, 200), ("\"x\", \"v1\"", nil, 200), ("\"v2\"", nil, 412),
            ("W/\"v1\"", nil, 412),
            ("\"v1-gzip\"", nil, 412), ("v1", nil, 412), ("\"v1\"", "\"v1\"", 304), ("\"v2\"", "\"v1\"", 412),
            ("*", "*", 304),
        ] as [(String, String?, Int)]
    )
    func ifMatch(_ wanted: String, _ known: String?, _ status: Int) async throws {
        let client = InMemoryClient(responder: SampleApplication.application)
        var headers: HTTPFields = [.ifMatch: wanted]
        headers[.ifNoneMatch] = known
        for method in [.get, .head] as [HTTPRequest.Method] {
            let response = try await client.send(method, "/big", headers: headers)
            #expect(response.status.code == status)
            if status == 412 { #expect(response.headers[.contentType] == "application/problem+json") }
        }
        #expect(try await client.get("/no", headers: headers).status == .notFound)
    }

    @Test("a 304 tells the length of what it stands for", arguments: ClientKind.allCases)
    func lengthOfNotModified(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            for encoding in ["gzip", "identity"] {
                let full = try await client.get("/big", headers: [.acceptEncoding: encoding])
                let head = try await client.send(.head, "/big", headers: [.acceptEncoding: encoding])
                let short = try await client.get("/big", headers: [.acceptEncoding: encoding, .ifNoneMatch: "*"])
                #expect(short.headers[.contentLength] == full.headers[.contentLength])
                #expect(head.headers[.contentLength] == full.headers[.contentLength])
            }
        }
    }

    private static func answer(_ response: Response, _ request: HTTPFields) async throws -> ClientResponse {
        let router = Router([
            Route(.get, "/", immediate: { _, _ in response }),
            Route(.post, "/", immediate: { _, _ in response }),
        ])
        return try await InMemoryClient(responder: Application(router: router)).get("/", headers: request)
    }

    private static let text = [UInt8](repeating: 0x61, count: 5000)

    @Test(
        "only types that shrink are compressed",
        arguments: [
            ("text/html; charset=utf-8", true), ("TEXT/CSS", true), ("application/json", true),
            ("application/problem+json", true), ("image/svg+xml", true), ("text/javascript", true),
            ("image/png", false), ("application/octet-stream", false), ("application/zip", false),
            ("font/woff2", false),
        ]
    )
    func types(_ type: String, _ isCompressed: Bool) async throws {
        let response = try await Self.answer(
            Response(contentType: type, body: Self.text),
            [.acceptEncoding: "gzip"]
        )
        #expect((response.headers[.contentEncoding] == "gzip") == isCompressed)
        #expect((response.headers[.vary] != nil) == isCompressed)
    }

    @Test("small bodies and those that are encoded already are left alone")
    func leftAlone() async throws {
        let gzip: HTTPFields = [.acceptEncoding: "gzip"]
        let small = Response(contentType: "text/plain", body: Array(Self.text.prefix(1024)))
        #expect(try await Self.answer(small, gzip).headers[.contentEncoding] == nil)
        let justLarger = Response(contentType: "text/plain", body: Array(Self.text.prefix(1025)))
        #expect(try await Self.answer(justLarger, gzip).headers[.contentEncoding] == "gzip")
        var encoded = Response(contentType: "text/plain", body: Self.text)
        encoded.headers[.contentEncoding] = "br"
        #expect(try await Self.answer(encoded, gzip).headers[.contentEncoding] == "br")
        var fixed = Response(contentType: "text/plain", body: Self.text)
        fixed.headers[.cacheControl] = "no-transform"
        #expect(try await Self.answer(fixed, gzip).headers[.contentEncoding] == nil)
    }

    @Test(
        "Vary keeps what it said",
        arguments: [
            ("Cookie", "Cookie, Accept-Encoding"), ("accept-encoding", "accept-encoding"), ("*", "*"),
            ("Accept, Accept-Encoding", "Accept, Accept-Encoding"),
        ]
    )
    func vary(_ before: String, _ after: String) async throws {
        var response = Response(contentType: "text/plain", body: Self.text)
        response.headers[.vary] = before
        #expect(try await Self.answer(response, [:]).headers[.vary] == after)
    }

    @Test("conditions count for successful GET and HEAD only, and only where there is a tag")
    func conditions() async throws {
        let fields: HTTPFields = [.ifNoneMatch: "*"]
        #expect(try await Self.answer(.text("a"), fields).status == .ok)
        var missing = Response.text("a", status: .notFound)
        missing.headers[.eTag] = "\"a\""
        #expect(try await Self.answer(missing, fields).status == .notFound)
        var tagged = Response.text("a")
        tagged.headers[.eTag] = "\"a\""
        let router = Router([Route(.post, "/", immediate: { [tagged] _, _ in tagged })])
        let client = InMemoryClient(responder: Application(router: router))
        #expect(try await client.send(.post, "/", headers: fields).status == .ok)
        #expect(try await Self.answer(tagged, fields).status == .notModified)
    }
}
