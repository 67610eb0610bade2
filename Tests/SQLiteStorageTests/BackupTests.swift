import Catalog
import Defaults
import Foundation
import GRDB
import PropertyList
@testable import SQLiteStorage
import StorageTesting
import Testing
import TestSupport

@Suite("Backups", .timeLimit(.minutes(30)))
struct BackupTests {
    private let directory: TemporaryDirectory
    private var folder: URL { directory.url.appending(path: "data") }
    private var backup: URL { directory.url.appending(path: "backup.sqlite") }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted() }
    }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func code(_ body: () throws -> some Any) -> SQLiteStorageError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? SQLiteStorageError)?.code
        }
    }

    private func set(_ number: Int, in storage: SQLiteStorage) throws {
        let value = PropertyListValue.integer(Int64(number))
        try storage.apply([.set(key: "a", value: value), .set(key: "b", value: value)], to: "d", source: .api)
    }

    @Test("a backup that is made while others write is the state of one moment, and comes back")
    func whileWriting() throws {
        let storage = try SQLiteStorage(folder: folder)
        try set(0, in: storage)
        try storage.insert(CatalogStoreCheck.dump("one", source: Array(repeating: 7, count: 1 << 20)))
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
            defer { group.leave() }
            do { for number in 1...60 { try set(number, in: storage) } } catch { Issue.record(error) }
        }
        let report = try DatabaseBackup.make(of: folder, at: backup)
        group.wait()
        #expect(report.faults.isEmpty && report.counts == ["dumps": 1, "apps": 0, "domains": 1])
        #expect(try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions] as? Int == 0o600)
        #expect(code { try DatabaseBackup.restore(backup, into: folder) } == .locked)
        try storage.close()
        let other = directory.url.appending(path: "other")
        #expect(try DatabaseBackup.restore(backup, into: other).kept == nil)
        let restored = try SQLiteStorage(folder: other)
        let snapshot = try restored.snapshot(of: "d")
        #expect(snapshot.values["a"] == snapshot.values["b"])
        #expect(snapshot.values["a"] == .integer(Int64(snapshot.revision - 1)))
        #expect(try restored.source(of: "one")?.count == 1 << 20)
    }

    @Test("what was there is kept beside the backup that comes back, its log included")
    func kept() throws {
        do {
            let storage = try SQLiteStorage(folder: folder)
            try set(1, in: storage)
            try DatabaseBackup.make(of: folder, at: backup)
            try set(2, in: storage)
            try storage.close()
        }
        let kept = try #require(try DatabaseBackup.restore(backup, into: folder).kept)
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values["a"] == .integer(1))
        #expect(try DatabaseBackup.restore(URL(filePath: kept), into: folder).kept != kept)
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values["a"] == .integer(2))
        #expect(try names.filter { $0.contains("before-restore") && $0.hasSuffix(".sqlite") }.count == 2)
    }

    @Test("a damaged database is kept as it is when a backup comes back")
    func damagedIsKept() throws {
        let storage = try SQLiteStorage(folder: folder)
        try set(1, in: storage)
        try DatabaseBackup.make(of: folder, at: backup)
        try storage.close()
        let file = folder.appending(path: "vitrine.sqlite")
        let rubbish = Data(repeating: 0xA5, count: 9_000)
        try rubbish.write(to: file)
        let kept = try #require(try DatabaseBackup.restore(backup, into: folder).kept)
        #expect(try Data(contentsOf: URL(filePath: kept)) == rubbish)
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values["a"] == .integer(1))
    }

    @Test("what is no sound backup of ours is refused, and nothing changes")
    func refused() throws {
        let storage = try SQLiteStorage(folder: folder)
        try set(1, in: storage)
        try DatabaseBackup.make(of: folder, at: backup)
        #expect(code { try DatabaseBackup.make(of: folder, at: backup) } == .fileExists)
        #expect(code { try DatabaseBackup.make(of: directory.url.appending(path: "none"), at: backup) } == .missing)
        try storage.close()
        let before = try names
        let broken = directory.url.appending(path: "broken.sqlite")
        var bytes = try Data(contentsOf: backup)
        for offset in 8_192..<bytes.count - 8_192 { bytes[offset] = 0xA5 }
        try bytes.write(to: broken)
        #expect(code { try DatabaseBackup.restore(broken, into: folder) } == .corrupt)
        try Data("no database".utf8).write(to: broken)
        #expect(code { try DatabaseBackup.restore(broken, into: folder) } == .notADatabase)
        let queue = try DatabaseQueue(path: backup.path)
        try queue.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
        try queue.close()
        #expect(code { try DatabaseBackup.restore(backup, into: folder) } == .newerVersion)
        #expect(try names == before)
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values["a"] == .integer(1))
    }
}
