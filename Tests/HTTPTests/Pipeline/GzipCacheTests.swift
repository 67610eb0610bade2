import Testing

@testable import HTTP

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
            #expect(Gzip.expand(compressed, limit: 1000) == [UInt8](repeating: value, count: 1000))
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
