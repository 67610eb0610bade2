import Dispatch
import DumpFormats
import Geometry
import Synchronization
import Testing
import ViewHierarchy

@testable import Catalog

@Suite("The cache of loaded trees")
struct DumpCacheTests {
    private func dump(views: Int) -> Dump {
        var builder = ViewTreeBuilder()
        for _ in 0..<views { builder.append(ViewDescription(className: "UIView", frame: .zero), depth: 0) }
        return Dump(format: .vitrineJSON, tree: builder.build())
    }

    @Test("a dump that many ask for at once is read once")
    func coalescing() {
        let cache = DumpCache(budget: .max)
        let reads = Mutex(0)
        let dump = dump(views: 3)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let loaded = try? cache.dump("a") { () throws(CatalogError) in
                reads.withLock { $0 += 1 }
                return dump
            }
            #expect(loaded?.tree.count == 3)
        }
        #expect(reads.withLock { $0 } == 1)
    }

    @Test("the least recently used dumps go when there are too many bytes")
    func eviction() throws {
        let one = dump(views: 100)
        let cost = 100 * 400 + 4_096
        let cache = DumpCache(budget: cost * 2)
        for id in ["a", "b", "a", "c"] { _ = try cache.dump(id) { () throws(CatalogError) in one } }
        #expect(cache.ids == ["a", "c"])
        #expect(cache.cost == cost * 2)
        cache.forget("a")
        cache.forget("a")
        #expect(cache.ids == ["c"])
        #expect(cache.cost == cost)
    }

    @Test("a dump larger than the budget is kept alone")
    func oversized() throws {
        let cache = DumpCache(budget: 10)
        _ = try cache.dump("a") { () throws(CatalogError) in dump(views: 1) }
        _ = try cache.dump("b") { () throws(CatalogError) in dump(views: 1) }
        #expect(cache.ids == ["b"])
    }

    @Test("a failure is not kept")
    func failure() throws {
        let cache = DumpCache(budget: .max)
        #expect(throws: CatalogError.self) {
            try cache.dump("a") { () throws(CatalogError) in throw CatalogError(.unreadableFile, "No.") }
        }
        #expect(cache.ids.isEmpty)
        #expect(try cache.dump("a") { () throws(CatalogError) in dump(views: 2) }.tree.count == 2)
    }
}
