import HTTPTypes
import Testing

@testable import HTTP

@Suite struct BodyFramingTests {
    private static func fields(_ pairs: [(HTTPField.Name, String)]) -> HTTPFields {
        HTTPFields(pairs.map { HTTPField(name: $0, value: $1) })
    }

    @Test("a body has a length, or chunks, or is not there")
    func framing() throws {
        let none = try BodyFraming(headers: [:], allowsChunked: true)
        #expect(none.contentLength == nil && !none.isChunked)
        let long = try BodyFraming(headers: [.contentLength: "17"], allowsChunked: true)
        #expect(long.contentLength == 17 && !long.isChunked)
        let chunked = try BodyFraming(headers: [.transferEncoding: "Chunked"], allowsChunked: true)
        #expect(chunked.contentLength == nil && chunked.isChunked)
    }

    @Test("a length beyond all numbers is a very large length")
    func hugeLength() throws {
        let framing = try BodyFraming(headers: [.contentLength: "99999999999999999999"], allowsChunked: true)
        #expect(framing.contentLength == .max)
    }

    @Test(
        "whatever could be read in two ways is refused",
        arguments: [
            [(.contentLength, "5"), (.transferEncoding, "chunked")], [(.contentLength, "5"), (.contentLength, "5")],
            [(.contentLength, "5"), (.contentLength, "6")], [(.contentLength, "5, 5")], [(.contentLength, "+5")],
            [(.contentLength, "-5")], [(.contentLength, "0x5")], [(.contentLength, "")], [(.contentLength, "5 5")],
            [(.contentLength, "٥")], [(.transferEncoding, "gzip, chunked")], [(.transferEncoding, "chunked, chunked")],
            [(.transferEncoding, "chunked"), (.transferEncoding, "chunked")], [(.transferEncoding, "identity")],
            [(.transferEncoding, "xchunked")], [(.transferEncoding, "")], [(.transferEncoding, "chunked;a=b")],
        ] as [[(HTTPField.Name, String)]]
    )
    func ambiguous(_ pairs: [(HTTPField.Name, String)]) {
        #expect(throws: HTTPError.self) { try BodyFraming(headers: Self.fields(pairs), allowsChunked: true) }
    }

    @Test("HTTP/1.0 knows no chunks")
    func oldVersion() {
        #expect(throws: HTTPError.self) {
            try BodyFraming(headers: [.transferEncoding: "chunked"], allowsChunked: false)
        }
    }
}
