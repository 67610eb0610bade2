import Catalog
import Defaults
import DumpFormats
import Foundation
import GRDB
import PropertyList
@testable import SQLiteStorage
import Storage
import StorageTesting
import Synchronization
import Testing
import TestSupport
import ViewHierarchy

@Suite("Quotas, usage and space", .timeLimit(.minutes(2)))
struct SpaceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func storage(
        _ quotas: [StorageQuota: Int] = [:],
        retention: HistoryRetention = .standard
    ) throws -> SQLiteStorage {
        var options = SQLiteStorage.Options()
        options.quotas = StorageQuotas(quotas)
        return try SQLiteStorage(folder: directory.url, retention: retention, options: options)
    }

    private func dump(_ id: String, _ bytes: Int, owner: String? = nil) -> NewDump {
        var dump = CatalogStoreCheck.dump(id, source: Array(repeating: 7, count: bytes))
        dump.owner = owner
        return dump
    }

    private func excess(_ body: () throws -> Void) -> QuotaExcess? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CatalogError)?.storageFault?.excess ?? (error as? DefaultsError)?.storageFault?.excess
        }
    }

    @Test("a dump, an app and all uploads of a token have their quotas, and what is refused leaves nothing")
    func uploads() throws {
        let storage = try storage([.dump: 1_000, .app: 500, .principal: 2_500])
        try storage.insert(dump("a", 1_000, owner: "CI"))
        #expect(excess { try storage.insert(dump("large", 1_001)) }?.quota == .dump)
        try storage.insert(dump("b", 1_000, owner: "CI"))
        let refused = excess { try storage.insert(dump("c", 501, owner: "CI")) }
        #expect(refused == QuotaExcess(.principal, limit: 2_500, bytes: 2_501, owner: "CI"))
        try storage.insert(dump("c", 1_000, owner: "Nightly"))
        try storage.insert(dump("d", 1_000))
        let contents = AppContents(
            bundleName: "C.app",
            files: [AppFile(path: "a", size: 501, checksum: 1, isKept: true)],
            bytes: ["a": Array(repeating: 1, count: 501)]
        )
        let summary = UploadedApp(id: "app", bundleName: "C.app", folderName: "C", fingerprint: "1", createdAt: Date())
        #expect(excess { try storage.insert(NewApp(summary: summary, contents: contents)) }?.quota == .app)
        #expect(try storage.dumps().map(\.id).sorted() == ["a", "b", "c", "d"] && storage.uploadedApps().isEmpty)
        // Deleting makes room.
        #expect(try storage.delete("a"))
        try storage.insert(dump("e", 501, owner: "CI"))
        let usage = try #require(try storage.usage(largest: 2))
        #expect(usage.owners == [.init(owner: "CI", bytes: 1_501), .init(owner: "Nightly", bytes: 1_000)])
        #expect(usage.largest.map(\.bytes) == [1_000, 1_000])
        #expect(usage.kinds.first { $0.kind == .dumps } == .init(.dumps, count: 4, bytes: 3_501))
        #expect(usage.bytes > 3_501 && usage.bytesOnDisk ?? 0 > usage.bytes && usage.quotas[.app] == 500)
    }

    @Test("beyond the quota in total nothing grows, and what takes no room goes on")
    func total() throws {
        let storage = try storage([.total: 2 << 20])
        try storage.apply([.set(key: "a", value: .string("old"))], to: "d", source: .api)
        try storage.insert(dump("a", 1 << 20))
        let refused = excess { try storage.insert(dump("b", 1 << 20)) }
        #expect(refused?.quota == .total && refused?.limit == 2 << 20)
        let large = PropertyListValue.data(Data(repeating: 1, count: 1 << 20))
        #expect(excess { try storage.apply([.set(key: "b", value: large)], to: "d", source: .api) }?.quota == .total)
        #expect(try storage.rename("a", to: "Another"))
        #expect(try storage.delete("a"))
        try storage.insert(dump("b", 1 << 20))
        #expect(try storage.snapshot(of: "d").values == ["a": .string("old")])
    }

    @Test("the edits of a dump have a quota")
    func journal() throws {
        let storage = try storage([.journal: 100])
        try storage.insert(dump("a", 10))
        let extent = DumpExtent(viewCount: 1, depth: 0, size: .zero)
        func append(_ number: Int, _ bytes: Int) throws {
            let entry = JournalEntry(number: number, operation: "remove", view: 1, summary: "", at: Date())
            try storage.append(
                JournalEdit(entry: entry, text: Array(repeating: 32, count: bytes)),
                to: "a",
                from: number == 0 ? nil : number,
                becoming: EditJournal(revision: number + 1, applied: number + 1, count: number + 1, extent: extent),
                source: nil
            )
        }
        try append(0, 60)
        #expect(excess { try append(1, 41) } == QuotaExcess(.journal, limit: 100, bytes: 101))
        try append(1, 40)
        #expect(try storage.journal(of: "a")?.count == 2)
    }

    @Test("history is forgotten from its beginning when it is too large, and the newest revision stays")
    func historyBytes() throws {
        let storage = try storage(retention: HistoryRetention(maximumRevisions: nil, maximumBytes: 50_000))
        func write(_ number: Int, _ bytes: Int) throws {
            let value = PropertyListValue.data(Data(repeating: UInt8(truncatingIfNeeded: number), count: bytes))
            try storage.apply([.set(key: "n", value: value)], to: "d", source: .api)
        }
        func sums() throws -> [Int] {
            try storage.pool.read { db in
                try Int.fetchAll(db, sql: "SELECT historyBytes FROM domain UNION ALL SELECT sum(bytes) FROM history")
            }
        }
        for number in 1...9 { try write(number, 5_000) }
        // Each change holds the value before it, too.
        #expect(try storage.history(of: "d", limit: 99, after: nil).entries.map(\.revision) == [9, 8, 7, 6])
        try write(10, 60_000)
        #expect(try storage.history(of: "d", limit: 99, after: nil).entries.map(\.revision) == [10])
        #expect(try sums()[0] == sums()[1])
        #expect(try storage.snapshot(of: "d").revision == 10)
    }

    @Test("what is deleted is given back to the disk")
    func vacuum() async throws {
        let storage = try storage()
        try storage.insert(dump("large", 12 << 20))
        try storage.insert(dump("small", 1 << 20))
        #expect(try storage.delete("large"))
        let file = directory.url.appending(path: "vitrine.sqlite").path(percentEncoded: false)
        func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0 }
        while try size() > 3 << 20 || storage.isGivingBack.withLock({ $0 }) { await Task.yield() }
        #expect(try storage.source(of: "small")?.count == 1 << 20)
        #expect(try DatabaseBackup.check(directory.url).faults.isEmpty)
    }
}
