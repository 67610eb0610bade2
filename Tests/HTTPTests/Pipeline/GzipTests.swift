import Testing

@testable import HTTP

@Suite struct GzipTests {
    @Test("what is compressed expands to itself", arguments: [0, 1, 1000, 300_000])
    func roundTrip(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        let compressed = try #require(Gzip.compress(bytes))
        #expect(compressed.prefix(2) == [0x1F, 0x8B])
        #expect(Gzip.expand(compressed, limit: count + 1) == bytes)
    }

    @Test("bytes that do not compress still fit")
    func incompressible() throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<100_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let compressed = try #require(Gzip.compress(bytes))
        #expect(Gzip.expand(compressed, limit: bytes.count) == bytes)
    }

    @Test("broken data and data over the limit are not expanded")
    func broken() throws {
        let compressed = try #require(Gzip.compress([UInt8](repeating: 1, count: 1000)))
        #expect(Gzip.expand(compressed, limit: 999) == nil)
        #expect(Gzip.expand(Array(compressed.dropLast()), limit: 2000) == nil)
        #expect(Gzip.expand([1, 2, 3], limit: 2000) == nil)
    }
}
