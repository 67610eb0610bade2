import Dispatch
import DumpFormats
import Synchronization
import Testing
import ViewHierarchy

@testable import Catalog

@Suite("The cache of loaded trees")
struct DumpCacheTests {
    private func dump(views: Int) -> LoadedDump {
        var builder = ViewTreeBuilder()
        for _ in 0..<views { builder.append(ViewDescription(className: "UIView", frame: .zero), depth: 0) }
        return LoadedDump(Dump(format: .vitrineJSON, tree: builder.build()), journal: nil, undoBudget: 1_000)
    }

    @Test("a dump that many ask for at once is read once")
    func coalescing() {
        let cache = DumpCache(budget: .max)
        let reads = Mutex(0)
        let dump = dump(views: 3)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let count = try? cache.count(of: "a") { () throws(CatalogError) in
                reads.withLock { $0 += 1 }
                return dump
            }
            #expect(count == 3)
        }
        #expect(reads.withLock { $0 } == 1)
    }

    @Test("the least recently used dumps go when there are too many bytes")
    func eviction() throws {
        let one = dump(views: 100)
        let cost = 100 * 400 + 4_096
        let cache = DumpCache(budget: cost * 2)
        for id in ["a", "b", "a", "c"] { _ = try cache.count(of: id) { () throws(CatalogError) in one } }
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
        _ = try cache.count(of: "a") { () throws(CatalogError) in dump(views: 1) }
        _ = try cache.count(of: "b") { () throws(CatalogError) in dump(views: 1) }
        #expect(cache.ids == ["b"])
    }

    @Test("a failure is not kept")
    func failure() throws {
        let cache = DumpCache(budget: .max)
        #expect(throws: CatalogError.self) {
            try cache.count(of: "a") { () throws(CatalogError) in throw CatalogError(.unreadableFile, "No.") }
        }
        #expect(cache.ids.isEmpty)
        #expect(try cache.count(of: "a") { () throws(CatalogError) in dump(views: 2) } == 2)
    }

    @Test("a change is seen by those who come later, and not by those who had the dump before")
    func changing() throws {
        let cache = DumpCache(budget: .max)
        let load = { () throws(CatalogError) in dump(views: 2) }
        let before = try cache.withDump("a", load: load) { loaded in loaded.dump }
        let edit = TreeEdit.insert(
            superview: 0,
            index: nil,
            views: [NewView(ViewDescription(className: "UILabel", frame: .zero))]
        )
        try cache.withDump("a", load: load) { loaded in _ = try? loaded.dump.tree.apply(edit) }
        #expect(before.tree.count == 2)
        #expect(try cache.count(of: "a", load) == 3)
        #expect(cache.cost == 3 * 400 + 4_096)
    }

    @Test("a body that throws leaves the dump in its place")
    func throwing() throws {
        let cache = DumpCache(budget: .max)
        let load = { () throws(CatalogError) in dump(views: 2) }
        #expect(throws: CatalogError.self) {
            try cache.withDump("a", load: load) { _ throws(CatalogError) in throw CatalogError(.idTaken, "No.") }
        }
        let never = { () throws(CatalogError) -> LoadedDump in throw CatalogError(.idTaken, "Again.") }
        #expect(try cache.count(of: "a", never) == 2)
    }

    @Test("a dump that is not current is read again")
    func currency() throws {
        let cache = DumpCache(budget: .max)
        _ = try cache.count(of: "a") { () throws(CatalogError) in dump(views: 2) }
        let count = try cache.withDump(
            "a",
            isCurrent: { $0.dump.tree.count > 2 },
            load: { () throws(CatalogError) in dump(views: 5) },
            { $0.dump.tree.count }
        )
        #expect(count == 5)
    }
}

extension DumpCache {
    fileprivate func count(
        of id: String,
        _ load: () throws(CatalogError) -> LoadedDump
    ) throws(CatalogError) -> Int {
        try withDump(id, load: load) { $0.dump.tree.count }
    }
}
