import HTTPTypes
import Testing

@testable import HTTPTesting

@Suite struct ResponseParserTests {
    private static func parse(_ text: String, method: HTTPRequest.Method = .get) throws -> ResponseParser? {
        let bytes = Array(text.utf8)
        guard var parser = try ResponseParser(head: bytes, method: method),
            try parser.readBody(bytes, isComplete: false)
        else { return nil }
        return parser
    }

    @Test("a body ends by its length, by its last chunk, or is not there")
    func bodies() throws {
        let long = try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc")
        #expect(long?.response.body == Array("ab".utf8))
        #expect(long?.consumed == 40)
        let chunked = try Self.parse(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\nx"
        )
        #expect(chunked?.response.body == Array("abc".utf8))
        let short = try Self.parse("HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n")
        #expect(short?.response.body.isEmpty == true)
        #expect(try Self.parse("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", method: .head) != nil)
    }

    @Test(
        "an answer that is not complete is waited for",
        arguments: [
            "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na", "HTTP/1.1 200 OK\r\n\r\na",
        ]
    )
    func incomplete(_ text: String) throws {
        #expect(try Self.parse(text) == nil)
    }

    @Test(
        "what is not HTTP is an error",
        arguments: ["a\r\n\r\n", "HTTP/1.1 2 OK\r\n\r\n", "HTTP/1.1 200 OK\r\na\r\n\r\n"]
    )
    func malformed(_ text: String) {
        #expect(throws: ClientFailure.self) { try Self.parse(text) }
    }
}
