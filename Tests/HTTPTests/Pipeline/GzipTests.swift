import Testing

@testable import HTTP

@Suite struct GzipTests {
    @Test("what is compressed expands to itself", arguments: [0, 1, 1000, 300_000])
    func roundTrip(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        let compressed = try #require(GzipEncoding.compress(bytes))
        #expect(compressed.prefix(2) == [0x1F, 0x8B])
        #expect(GzipEncoding.expand(compressed, limit: count + 1) == bytes)
    }

    @Test("bytes that do not compress still fit")
    func incompressible() throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<100_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let compressed = try #require(GzipEncoding.compress(bytes))
        #expect(GzipEncoding.expand(compressed, limit: bytes.count) == bytes)
    }

    @Test("broken data and data over the limit are not expanded")
    func broken() throws {
        let compressed = try #require(GzipEncoding.compress([UInt8](repeating: 1, count: 1000)))
        #expect(GzipEncoding.expand(compressed, limit: 999) == nil)
        #expect(GzipEncoding.expand(Array(compressed.dropLast()), limit: 2000) == nil)
        #expect(GzipEncoding.expand([1, 2, 3], limit: 2000) == nil)
    }
}

@Suite struct GzipCacheTests {
    @Test("a body that comes again is not compressed again")
    func reuse() throws {
        let cache = GzipCache(budget: 1 << 20)
        let body = [UInt8](repeating: 7, count: 5000)
        let first = try #require(cache.compressed(body))
        let size = cache.size
        #expect(size == first.count)
        #expect(cache.compressed(body) == first)
        #expect(cache.size == size)
    }

    @Test("the oldest go first when there is no room")
    func budget() throws {
        let cache = GzipCache(budget: 200)
        for value in 0..<100 as Range<UInt8> {
            let compressed = try #require(cache.compressed([UInt8](repeating: value, count: 1000)))
            #expect(GzipEncoding.expand(compressed, limit: 1000) == [UInt8](repeating: value, count: 1000))
            #expect(cache.size <= 200)
        }
        #expect(cache.size > 0)
    }

    @Test("a body that would drive out most others is not kept")
    func large() throws {
        let cache = GzipCache(budget: 20)
        #expect(cache.compressed([UInt8](repeating: 0, count: 5000)) != nil)
        #expect(cache.size == 0)
    }
}
