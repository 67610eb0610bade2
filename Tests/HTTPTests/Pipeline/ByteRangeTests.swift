import HTTPTesting
import HTTPTypes
import Testing

@testable import HTTP

@Suite struct ByteRangeTests {
    @Test(
        "one range of bytes is read, in any notation of RFC 9110, and all else is passed over",
        arguments: [
            ("bytes=0-0", .part(0..<1)), ("bytes=2-", .part(2..<10)), ("bytes=-3", .part(7..<10)),
            ("BYTES = 1-2 ", .part(1..<3)), ("bytes=,1-2,", .part(1..<3)), ("bytes=5-99", .part(5..<10)),
            ("bytes=-99", .part(0..<10)), ("bytes=0-99999999999999999999999", .part(0..<10)),
            ("bytes=-99999999999999999999999", .part(0..<10)), ("bytes=10-", .unsatisfiable),
            ("bytes=10-11", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999999-", .unsatisfiable), ("bytes=2-1", nil), ("bytes=0-1,3-4", nil),
            ("bytes=", nil), ("bytes", nil), ("bytes=-", nil), ("bytes=a-b", nil), ("bytes=+1-2", nil),
            ("bytes=1-2-3", nil), ("bytes=--1", nil), ("bytes=1 -2", nil), ("lines=1-2", nil), ("", nil),
        ] as [(String, ByteRange?)]
    )
    func fields(_ field: String, _ range: ByteRange?) {
        #expect(ByteRange(field, of: 10) == range)
        if range != nil { #expect(ByteRange(field, of: 0) == .unsatisfiable) }
    }

    @Test("a part of a file is sent plain, with its place", arguments: ClientKind.allCases)
    func part(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let headers: HTTPFields = [.range: "bytes=100-1999", .acceptEncoding: "gzip"]
            let part = try await client.get("/file", headers: headers)
            #expect(part.status == .partialContent)
            #expect(part.headers[.contentRange] == "bytes 100-1999/2000")
            #expect(part.headers[.contentLength] == "1900")
            #expect(part.headers[.contentEncoding] == nil && part.headers[.eTag] == "\"v1\"")
            #expect(part.body == Array(SampleApplication.file[100...]))
            let whole = try await client.get("/file", headers: [.acceptEncoding: "gzip"])
            #expect(whole.status == .ok && whole.headers[.acceptRanges] == "bytes")
            #expect(whole.headers[.contentEncoding] == "gzip" && whole.headers[.eTag] == "\"v1-gzip\"")
        }
    }

    @Test("a range outside is 416 with the length", arguments: ClientKind.allCases)
    func outside(_ kind: ClientKind) async throws {
        try await kind.with { client async throws in
            let answer = try await client.get("/file", headers: [.range: "bytes=2000-"])
            #expect(answer.status == .rangeNotSatisfiable)
            #expect(answer.headers[.contentRange] == "bytes */2000")
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(
        "other conditions come before a range, and If-Range decides about it alone",
        arguments: [
            ([.ifRange: "\"v1\""], 206), ([.ifRange: "\"v2\""], 200), ([.ifRange: "W/\"v1\""], 200),
            ([.ifRange: "\"v1-gzip\""], 200), ([.ifRange: "Sat, 29 Oct 1994 19:43:31 GMT"], 200),
            ([.ifMatch: "\"v1\""], 206), ([.ifMatch: "\"v2\""], 412), ([.ifNoneMatch: "\"v1\""], 304),
            ([.ifNoneMatch: "\"v2\""], 206), ([.ifMatch: "\"v2\"", .ifRange: "\"v1\""], 412),
        ] as [(HTTPFields, Int)]
    )
    func conditions(_ conditions: HTTPFields, _ status: Int) async throws {
        let client = InMemoryClient(responder: SampleApplication.application)
        var headers = conditions
        headers[.range] = "bytes=0-9"
        #expect(try await client.get("/file", headers: headers).status.code == status)
    }

    @Test("what is no file is sent whole, and so is the head of one")
    func passedOver() async throws {
        let client = InMemoryClient(responder: SampleApplication.application)
        #expect(try await client.get("/big", headers: [.range: "bytes=0-9"]).status == .ok)
        let head = try await client.send(.head, "/file", headers: [.range: "bytes=0-9"])
        #expect(head.status == .ok && head.headers[.contentLength] == "2000")
    }
}
