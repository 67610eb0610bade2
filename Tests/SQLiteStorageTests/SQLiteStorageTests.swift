import Catalog
import Defaults
import Foundation
import GRDB
import ViewHierarchy
import PropertyList
@testable import SQLiteStorage
import TestSupport
import Testing

@Suite("The storage in SQLite", .timeLimit(.minutes(2)))
struct SQLiteStorageTests {
    private let directory: TemporaryDirectory
    private var folder: URL { directory.url.appending(path: "data") }
    private var file: String { folder.appending(path: "vitrine.sqlite").path(percentEncoded: false) }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func refusal() -> SQLiteStorageError? {
        do throws(SQLiteStorageError) {
            _ = try SQLiteStorage(folder: folder)
            return nil
        } catch {
            return error
        }
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("it does what every storage does", arguments: StorageCheck.allCases)
    func conforms(check: StorageCheck) throws {
        try check.run { try SQLiteStorage(folder: folder) }
    }

    @Test("folder and files are for their owner only")
    func permissions() throws {
        let storage = try SQLiteStorage(folder: folder)
        try storage.apply([.set(key: "a", value: .bool(true))], to: "d", source: .api)
        #expect(try permissions(folder.path(percentEncoded: false)) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(try permissions(file + suffix) == 0o600) }
    }

    @Test("commits reach the disk")
    func durability() throws {
        let storage = try SQLiteStorage(folder: folder)
        try storage.pool.writeWithoutTransaction { db throws in
            #expect(try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal")
            // 2 is FULL (https://www.sqlite.org/pragma.html#pragma_synchronous).
            #expect(try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2)
            #expect(try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true)
        }
    }

    @Test("what was written is there although the storage was never closed")
    func unclosed() throws {
        let first = try SQLiteStorage(folder: folder)
        try first.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        // A copy of the files is what a power cut leaves.
        let copy = directory.url.appending(path: "copy")
        try FileManager.default.copyItem(at: folder, to: copy)
        #expect(try SQLiteStorage(folder: copy).snapshot(of: "d").values == ["a": .integer(1)])
    }

    @Test("two processes may start at once")
    func simultaneousStart() throws {
        let folder = folder
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            do {
                let storage = try SQLiteStorage(folder: folder)
                try storage.apply([.set(key: "k\(number)", value: .bool(true))], to: "d", source: .api)
            } catch {
                Issue.record(error)
            }
        }
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values.count == 4)
    }

    @Test("old history goes when there is a limit")
    func retention() throws {
        let storage = try SQLiteStorage(folder: folder, retention: HistoryRetention(maximumRevisions: 3))
        for number in 1...6 {
            try storage.apply([.set(key: "n", value: .integer(Int64(number)))], to: "d", source: .api)
        }
        #expect(try storage.history(of: "d", limit: 10, after: nil).entries.map(\.revision) == [6, 5, 4])
        #expect(try storage.snapshot(of: "d", atRevision: 3).values == ["n": .integer(3)])
        let error = #expect(throws: DefaultsError.self) { try storage.restore("d", to: 2) }
        #expect(error?.code == .unknownRevision)
    }

    @Test("a smaller limit takes hold when the database is opened, and what is forgotten is told")
    func retentionAtStart() throws {
        let all = try SQLiteStorage(folder: folder, retention: .everything)
        for name in ["d", "e"] {
            for number in 1...6 {
                try all.apply([.set(key: "n", value: .integer(Int64(number)))], to: name, source: .api)
            }
        }
        try all.close()
        let storage = try SQLiteStorage(folder: folder, retention: HistoryRetention(maximumRevisions: 2))
        for name in ["d", "e"] {
            #expect(try storage.history(of: name, limit: 10, after: nil).entries.map(\.revision) == [6, 5])
            #expect(try storage.snapshot(of: name).values == ["n": .integer(6)])
        }
        let error = #expect(throws: DefaultsError.self) { try storage.snapshot(of: "d", atRevision: 3) }
        #expect(error?.message.contains("does not reach back to revision 3; the oldest that is kept is 4") == true)
    }

    @Test("a file that is no database is refused and left as it is")
    func notADatabase() throws {
        let text = String(repeating: "These are notes of somebody. ", count: 100)
        try directory.write(text, to: "data/vitrine.sqlite")
        #expect(refusal()?.code == .notADatabase)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }

    @Test("the database of another program is refused")
    func foreignDatabase() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in try db.execute(sql: "CREATE TABLE note (text TEXT)") }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: file))
        #expect(refusal()?.code == .foreignDatabase)
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    @Test("a database of a newer version is refused")
    func newerVersion() throws {
        let storage = try SQLiteStorage(folder: folder)
        try storage.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        try storage.close()
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 from the future')") }
        #expect(refusal()?.code == .newerVersion)
        try queue.write { db in try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '99%'") }
        try queue.close()
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values == ["a": .integer(1)])
    }

    @Test("a database from before there were edits keeps what it has and takes edits")
    func olderVersion() throws {
        let picture = [UInt8]([9, 8])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pool = try DatabasePool(path: file)
        try SQLiteSchema.migrator.migrate(pool, upTo: "1 dumps and defaults")
        try pool.write { db in
            #expect(try !db.tableExists("draft"))
            try db.execute(
                sql: """
                    INSERT INTO dump VALUES ('old', 'Old', 'vitrineJSON', NULL, 3, 1, 320, 480, NULL, 12.5, 0);
                    INSERT INTO dumpSource VALUES ('old', x'010203');
                    INSERT INTO dumpScreenshot VALUES ('old', x'0908');
                    INSERT INTO domain VALUES ('d', 4, 1.5);
                    """
            )
        }
        try pool.close()
        let storage = try SQLiteStorage(folder: folder)
        #expect(try storage.dumps().map(\.id) == ["old"])
        #expect(try storage.uploadedApps().isEmpty)
        #expect(try storage.source(of: "old") == [1, 2, 3])
        #expect(try storage.screenshot(of: "old") == picture)
        #expect(try storage.snapshot(of: "d").revision == 4)
        let extent = DumpExtent(viewCount: 4, depth: 1, size: Size(width: 320, height: 480))
        let entry = JournalEntry(number: 0, operation: "remove", view: 1, summary: "", at: Date())
        let journal = EditJournal(revision: 1, applied: 1, count: 1, extent: extent)
        try storage.append(JournalEdit(entry: entry, text: []), to: "old", from: nil, becoming: journal, source: nil)
        #expect(try SQLiteStorage(folder: folder).journal(of: "old") == journal)
    }

    @Test("a damaged database is refused or says so when it is read")
    func corrupt() throws {
        let storage = try SQLiteStorage(folder: folder)
        for number in 0..<200 {
            try storage.apply([.set(key: "k\(number)", value: .integer(1))], to: "d", source: .api)
        }
        try storage.close()
        var bytes = try Data(contentsOf: URL(filePath: file))
        for offset in stride(from: 4_096, to: bytes.count, by: 7) { bytes[offset] = 0xA5 }
        try bytes.write(to: URL(filePath: file))
        if let code = refusal()?.code {
            #expect(code == .corrupt)
        } else {
            let damaged = try SQLiteStorage(folder: folder)
            let error = #expect(throws: DefaultsError.self) { try damaged.snapshot(of: "d") }
            #expect(error?.message.contains("damaged") == true)
        }
    }

    @Test("values that cannot be read are an error and no crash")
    func unreadableValue() throws {
        let storage = try SQLiteStorage(folder: folder)
        try storage.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        let queue = try DatabaseQueue(path: file)
        for blob in [
            "", "01", "00", "0109", "010200", "01FF", "0105FFFFFFFFFF", "0108FFFFFFFF7F00", "010500", "01050180",
        ] {
            let sql = "UPDATE domainValue SET value = x'\(blob)'"
            try queue.write { db in try db.execute(sql: sql) }
            if blob == "010500" {
                #expect(try storage.snapshot(of: "d").values == ["a": .string("")])
            } else {
                let error = #expect(throws: DefaultsError.self) { try storage.snapshot(of: "d") }
                #expect(error?.code == .storageFailed)
            }
        }
    }

    @Test("a folder that cannot be made is an error")
    func unwritable() throws {
        try directory.write("a file", to: "data")
        #expect(refusal()?.code == .notWritable)
    }

    @Test("a closed storage throws")
    func closed() throws {
        let storage = try SQLiteStorage(folder: folder)
        try storage.close()
        #expect(throws: DefaultsError.self) { try storage.domains() }
        #expect(throws: (any Error).self) { try storage.check() }
    }
}
