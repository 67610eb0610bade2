@testable import ViewHierarchy
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

@Suite("What happens to the database from outside", .timeLimit(.minutes(30)))
struct DurabilityTests {
    private let directory: TemporaryDirectory
    private var folder: URL { directory.url.appending(path: "data") }
    private var file: String { folder.appending(path: "vitrine.sqlite").path(percentEncoded: false) }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func refusal(_ options: SQLiteStorage.Options = .init()) -> SQLiteStorageError? {
        do throws(SQLiteStorageError) {
            _ = try SQLiteStorage(folder: folder, options: options)
            return nil
        } catch {
            return error
        }
    }

    private var readOnly: SQLiteStorage.Options {
        var options = SQLiteStorage.Options()
        options.isReadOnly = true
        return options
    }

    private func write(_ number: Int, to storage: SQLiteStorage) throws {
        try storage.apply([.set(key: "n", value: .integer(Int64(number)))], to: "d", source: .api)
    }

    @Test("a database of every earlier version is taken over, with a copy of it as it was", arguments: 1...6)
    func earlierVersions(version: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: file)
        let names = SQLiteSchema.migrator.migrations
        try SQLiteSchema.migrator.migrate(queue, upTo: try #require(names.first { $0.hasPrefix("\(version) ") }))
        let value = Data(try PropertyListWriter.binary(.integer(7)))
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO dump VALUES ('one', 'One', 'vitrine-json', NULL, 1, 0, 1, 1, NULL, 5, 0);
                    INSERT INTO dumpSource VALUES ('one', x'0102');
                    INSERT INTO domain VALUES ('d', 1, 5);
                    INSERT INTO history VALUES ('d', 1, 5, 'api', NULL);
                    """
            )
            try db.execute(
                sql: "UPDATE dump SET format = ?",
                arguments: [CatalogStoreCheck.dump("x").summary.format.rawValue]
            )
            try db.execute(sql: "INSERT INTO domainValue VALUES ('d', 'é', ?)", arguments: [value])
            try db.execute(sql: "INSERT INTO historyChange VALUES ('d', 1, 'é', NULL, ?)", arguments: [value])
        }
        try queue.close()
        let storage = try SQLiteStorage(folder: folder)
        #expect(try storage.source(of: "one") == [1, 2])
        #expect(try storage.snapshot(of: "d").values == ["é": .integer(7)])
        #expect(try storage.history(of: "d", limit: 9, after: nil).entries.map(\.revision) == [1])
        let bytes = try storage.pool.read { try Int.fetchOne($0, sql: "SELECT historyBytes FROM domain") }
        #expect(bytes == 2 + value.count)
        #expect(try storage.pool.read { try Int.fetchOne($0, sql: "PRAGMA auto_vacuum") } == 2)
        let copy = folder.appending(path: "vitrine-version-\(version).sqlite")
        #expect(storage.notices.count == 1 && storage.notices[0].contains(copy.lastPathComponent))
        let report = try DatabaseBackup.check(copy)
        #expect(report.version == version && report.faults.isEmpty && report.counts["dumps"] == 1)
        try storage.close()
        #expect(try SQLiteStorage(folder: folder).notices.isEmpty)
    }

    @Test("a database of before secret keys were kept says which apps it has not learned from")
    func unlearnedApps() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: file)
        try SQLiteSchema.migrator.migrate(queue, upTo: "9 languages of companions")
        try queue.write { db in
            try db.execute(
                sql:
                    "INSERT INTO app (id, bundleName, folderName, fingerprint, createdAt) VALUES ('a', 'A', 'A', '1', 5.5)"
            )
        }
        try queue.close()
        let storage = try SQLiteStorage(folder: folder)
        let app = try #require(try storage.unlearnedApps().first)
        let (at, keys) = (app.createdAt, ["d": Set(["pin"])])
        #expect(app.id == "a" && at == Date(timeIntervalSinceReferenceDate: 5.5))
        try storage.remember(SecretMarks(bundle: "a", uploadedAt: at, seenAt: at, keys: keys))
        #expect(try storage.unlearnedApps().isEmpty && storage.secrets(of: "d").map(\.isInUse) == [true])
    }

    @Test("a database that cannot be copied is not taken over")
    func copyFails() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: file)
        try SQLiteSchema.migrator.migrate(queue, upTo: "1 first release")
        try queue.close()
        // The name that the copy has while it is made.
        let partial = folder.appending(path: "vitrine-version-1.sqlite.partial-\(getpid())")
        try FileManager.default.createDirectory(at: partial.appending(path: "full"), withIntermediateDirectories: true)
        let error = try #require(refusal())
        #expect(error.code == .notMigrated && error.message.contains("left as it is"))
        #expect(try DatabaseBackup.check(folder).version == 1)
    }

    @Test("writes stop at once when a file is removed, and go on when it is back", arguments: ["", "-wal", "-shm"])
    func removedFile(suffix: String) throws {
        let storage = try SQLiteStorage(folder: folder)
        try write(1, to: storage)
        let aside = directory.url.appending(path: "aside").path(percentEncoded: false)
        try FileManager.default.moveItem(atPath: file + suffix, toPath: aside)
        let error = #expect(throws: DefaultsError.self) { try write(2, to: storage) }
        #expect(error?.storageFault?.kind == .replaced && error?.message.contains(file + suffix) == true)
        #expect(throws: CatalogError.self) { try storage.checkWriting() }
        #expect(throws: DefaultsError.self) { try storage.snapshot(of: "d") }
        #expect(storage.version() == nil)
        // Another file in its place is none of ours.
        try FileManager.default.copyItem(atPath: aside, toPath: file + suffix)
        #expect(throws: DefaultsError.self) { try write(2, to: storage) }
        try FileManager.default.removeItem(atPath: file + suffix)
        try FileManager.default.moveItem(atPath: aside, toPath: file + suffix)
        try write(3, to: storage)
        try storage.checkWriting()
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values == ["n": .integer(3)])
    }

    @Test("a file that is replaced while it is written to makes the write fail")
    func replacedMeanwhile() throws {
        let storage = try SQLiteStorage(folder: folder)
        try write(1, to: storage)
        let error = #expect(throws: DefaultsError.self) {
            try storage.update("d", source: .api, actor: nil, ifRevision: nil) { _ in
                try? FileManager.default.moveItem(atPath: file, toPath: file + ".old")
                return ["n": .integer(2)]
            }
        }
        #expect(error?.storageFault?.kind == .replaced)
    }

    @Test("a storage for reading reads, writes nothing and makes nothing")
    func readingOnly() throws {
        #expect(refusal(readOnly)?.code == .missing)
        #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
        let storage = try SQLiteStorage(folder: folder)
        try write(1, to: storage)
        let reader = try SQLiteStorage(folder: folder, options: readOnly)
        let error = #expect(throws: DefaultsError.self) { try write(2, to: reader) }
        #expect(error?.storageFault?.kind == .readOnly)
        let fault = #expect(throws: CatalogError.self) { try reader.insert(CatalogStoreCheck.dump("one")) }
        #expect(fault?.storageFault?.kind == .readOnly)
        #expect(try reader.snapshot(of: "d").values == ["n": .integer(1)])
        try reader.checkWriting()
        #expect(try reader.usage(largest: 1)?.isReadOnly == true)
    }

    @Test("a damaged page is found at the start, named, and what can be read is read")
    func damagedPage() throws {
        let storage = try SQLiteStorage(folder: folder)
        try storage.insert(CatalogStoreCheck.dump("one", source: Array(repeating: 7, count: 100_000)))
        for number in 0..<300 {
            try storage.apply([.set(key: "k\(number)", value: .integer(1))], to: "d", source: .api)
        }
        let root = try storage.pool.read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'domainValue'")
        }
        try storage.close()
        var bytes = try Data(contentsOf: URL(filePath: file))
        let start = (try #require(root) - 1) * 4_096
        for offset in start..<start + 4_096 { bytes[offset] = 0xA5 }
        try bytes.write(to: URL(filePath: file))
        let error = try #require(refusal())
        #expect(error.code == .corrupt)
        for part in [file, "vitrine restore", "--read-only"] { #expect(error.message.contains(part)) }
        #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
        #expect(try !DatabaseBackup.check(folder).faults.isEmpty)
        let reader = try SQLiteStorage(folder: folder, options: readOnly)
        #expect(!reader.notices.isEmpty)
        #expect(try reader.source(of: "one")?.count == 100_000)
        let fault = #expect(throws: DefaultsError.self) { try reader.snapshot(of: "d") }
        #expect(fault?.storageFault?.kind == .damaged)
        #expect(throws: SQLiteStorageError.self) {
            try DatabaseBackup.make(of: folder, at: directory.url.appending(path: "backup"))
        }
    }

    @Test("a database whose head was overwritten is refused, for reading too, and left as it is")
    func damagedHead() throws {
        try SQLiteStorage(folder: folder).close()
        var bytes = try Data(contentsOf: URL(filePath: file))
        for offset in 0..<64 { bytes[offset] = 0xA5 }
        try bytes.write(to: URL(filePath: file))
        for options in [SQLiteStorage.Options(), readOnly] { #expect(refusal(options)?.code == .notADatabase) }
        #expect(try Data(contentsOf: URL(filePath: file)) == bytes)
    }

    @Test("rows that belong to none are found at the start")
    func lostRows() throws {
        try SQLiteStorage(folder: folder).close()
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        try queue.write { db in try db.execute(sql: "INSERT INTO dumpSource VALUES ('none', x'01')") }
        try queue.close()
        #expect(refusal()?.message.contains("1 rows of “dumpSource” that belong to no row of “dump”") == true)
        var options = SQLiteStorage.Options()
        options.depth = .none
        #expect(refusal(options) == nil)
    }

    @Test("on a full disk reading goes on, deleting works, and writing again after it")
    func fullDisk() throws {
        let storage = try SQLiteStorage(folder: folder)
        try storage.insert(CatalogStoreCheck.dump("large", source: Array(repeating: 7, count: 2 << 20)))
        try write(1, to: storage)
        // What SQLite answers when a page more is needed than may be.
        try storage.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
        }
        let next = CatalogStoreCheck.dump("next", source: Array(repeating: 8, count: 1 << 20))
        let error = #expect(throws: CatalogError.self) { try storage.insert(next) }
        #expect(error?.storageFault?.kind == .full)
        #expect(try storage.dump("next") == nil)
        #expect(try storage.source(of: "large")?.count == 2 << 20)
        #expect(try storage.delete("large"))
        try storage.insert(next)
        try storage.checkWriting()
        #expect(try storage.source(of: "next") == next.source)
    }

    @Test("revisions, their order, undoing and restoring do not depend on the clock")
    func clock() throws {
        let times = Mutex([5.0e8, 9.0e8, -4.0e8, 0, 8.0e8])
        var options = SQLiteStorage.Options()
        options.clock = {
            times.withLock { times in
                Date(timeIntervalSinceReferenceDate: times.isEmpty ? 1 : times.removeFirst())
            }
        }
        let storage = try SQLiteStorage(folder: folder, options: options)
        for number in 1...5 { try write(number, to: storage) }
        #expect(try storage.history(of: "d", limit: 9, after: nil).entries.map(\.revision) == [5, 4, 3, 2, 1])
        for number in 1...5 {
            #expect(try storage.snapshot(of: "d", atRevision: number).values == ["n": .integer(Int64(number))])
        }
        #expect(try storage.restore("d", to: 2).revision == 6)
        #expect(try storage.snapshot(of: "d").values == ["n": .integer(2)])
    }
}
