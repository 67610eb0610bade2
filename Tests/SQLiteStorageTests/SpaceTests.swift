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

@Suite("Quotas, usage and space", .timeLimit(.minutes(30)))
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
        dump.summary.actor = owner
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

    @Test("it does what every store does about quotas", arguments: QuotaCheck.allCases)
    func conforms(check: QuotaCheck) throws {
        try check.run { quotas, retention in
            var options = SQLiteStorage.Options()
            options.quotas = quotas
            return try SQLiteStorage(folder: directory.url, retention: retention, options: options)
        }
    }

    @Test("the sizes of a domain’s history are the sum of those of its entries, and the disk is looked at")
    func sums() throws {
        let storage = try storage(retention: HistoryRetention(maximumRevisions: nil, maximumBytes: 50_000))
        for number in 1...9 {
            let value = PropertyListValue.data(Data(repeating: UInt8(number), count: 5_000))
            try storage.apply([.set(key: "n", value: value)], to: "d", source: .api)
        }
        let sums = try storage.pool.read { db in
            try Int.fetchAll(db, sql: "SELECT historyBytes FROM domain UNION ALL SELECT sum(bytes) FROM history")
        }
        #expect(sums[0] == sums[1])
        let usage = try #require(try storage.usage(largest: 1))
        #expect(usage.bytesOnDisk ?? 0 > usage.bytes && usage.bytes > sums[0] && usage.bytesAvailable != nil)
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
