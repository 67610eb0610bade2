import Testing

@testable import Live

@Suite("Streams of events")
struct EventReaderTests {
    private static let stream = ":\n\nretry: 2000\n\ndata: {\"a\":1}\r\n\r\nid: 7\ndata:b\ndata: c\n\ndata: not whole"
    private static let events = [#"{"a":1}"#, "b\nc"]

    private static func chunked(_ text: String, by size: Int) -> String {
        var rest = text[...]
        var chunks = ""
        while !rest.isEmpty {
            let piece = rest.prefix(size)
            chunks += "\(String(piece.utf8.count, radix: 16));x=1\r\n\(piece)\r\n"
            rest = rest.dropFirst(size)
        }
        return chunks + "0\r\n\r\n"
    }

    @Test("are read however their bytes come", arguments: [nil, 1, 3, 1_000], [1, 2, 7, 1_000])
    func pieces(chunk: Int?, piece: Int) throws {
        let bytes = Array((chunk.map { Self.chunked(Self.stream, by: $0) } ?? Self.stream).utf8)
        var reader = EventReader(isChunked: chunk != nil, maximumBytes: 1_000)
        var events: [String] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try reader.read(Array(bytes[start..<min(start + piece, bytes.count)])) {
                events.append(String(decoding: $0, as: UTF8.self))
            }
        }
        #expect(events == Self.events && reader.isOver == (chunk != nil))
    }

    @Test(
        "that are not in order, or too large, are refused",
        arguments: [
            "zz\r\n", "-1\r\na", String(repeating: "1", count: 2_000),
            "fffff\r\n" + String(repeating: "a", count: 2_000),
        ]
    )
    func broken(text: String) {
        var reader = EventReader(isChunked: true, maximumBytes: 1_000)
        #expect(throws: ClientFailure.self) { try reader.read(Array(text.utf8)) { _ in } }
    }
}
