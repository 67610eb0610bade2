import Catalog
import Synchronization

/// A store of the smallest kind, which counts how often it was asked for a source.
final class MemoryCatalogStore: CatalogStore {
    private let kept = Mutex<[String: NewDump]>([:])
    private let reads = Mutex(0)

    var sourceReads: Int { reads.withLock { $0 } }

    func dumps() -> [StoredDump] {
        kept.withLock { $0.values.map(\.summary) }.sorted(by: StoredDump.isListedBefore)
    }

    func dump(_ id: String) -> StoredDump? { kept.withLock { $0[id]?.summary } }

    func source(of id: String) -> [UInt8]? {
        reads.withLock { $0 += 1 }
        return kept.withLock { $0[id]?.source }
    }

    func screenshot(of id: String) -> [UInt8]? { kept.withLock { $0[id]?.screenshot } }

    func insert(_ dump: NewDump) throws(CatalogError) {
        let isFree = kept.withLock { kept in
            guard kept[dump.summary.id] == nil else { return false }
            kept[dump.summary.id] = dump
            return true
        }
        guard isFree else { throw CatalogError(.idTaken, "Taken.") }
    }

    func delete(_ id: String) -> Bool { kept.withLock { $0.removeValue(forKey: id) != nil } }

    func check() {}
}
