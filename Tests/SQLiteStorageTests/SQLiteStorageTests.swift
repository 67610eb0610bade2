import Catalog
import Defaults
import DumpFormats
import Foundation
import GRDB
import PropertyList
@testable import SQLiteStorage
import StorageTesting
import Synchronization
import Testing
import TestSupport

@Suite("The storage in SQLite", .timeLimit(.minutes(30)))
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

    @Test("it does what every store of defaults does", arguments: DefaultsStoreCheck.allCases)
    func conforms(check: DefaultsStoreCheck) throws {
        try check.run { try SQLiteStorage(folder: folder) }
    }

    @Test("it does what every store of dumps and apps does", arguments: CatalogStoreCheck.allCases)
    func conforms(check: CatalogStoreCheck) throws {
        try check.run { try SQLiteStorage(folder: folder) }
    }

    @Test("it does what every store of tokens does", arguments: TokenStoreCheck.allCases)
    func conforms(check: TokenStoreCheck) throws {
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

    @Test("processes may start at once", arguments: 0..<8)
    func simultaneousStart(round: Int) throws {
        let folder = directory.url.appending(path: "round \(round)")
        DispatchQueue.concurrentPerform(iterations: 6) { number in
            do {
                let storage = try SQLiteStorage(folder: folder)
                try storage.apply([.set(key: "k\(number)", value: .bool(true))], to: "d", source: .api)
            } catch {
                Issue.record(error)
            }
        }
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values.count == 6)
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

    @Test("a database of the first release takes the parts of uploads, and keeps its dumps")
    func parts() throws {
        let old = CatalogStoreCheck.dump("old", screenshot: [9])
        try SQLiteStorage(folder: folder).insert(old)
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in
            try db.execute(sql: "DROP TABLE dumpPart; DELETE FROM grdb_migrations WHERE identifier LIKE '2 %'")
        }
        try queue.close()
        let storage = try SQLiteStorage(folder: folder)
        #expect(try storage.dump("old") == old.summary)
        #expect(try storage.parts(of: "old").isEmpty)
        let new = CatalogStoreCheck.dump("new", parts: [DumpPart(name: "face", bytes: [1])])
        try storage.insert(new)
        #expect(try storage.parts(of: "new") == new.parts)
    }

    @Test("a database from before the first release is refused and left as it is")
    func olderVersion() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('1 dumps and defaults');
                    CREATE TABLE domain (name TEXT);
                    CREATE TABLE domainValue (value BLOB);
                    PRAGMA application_id = \(SQLiteSchema.applicationID);
                    """
            )
        }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: file))
        #expect(refusal()?.code == .olderVersion)
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    @Test(
        "writes behind another process's lock give up, also those whose turn never comes, and write when the lock is gone",
        arguments: [false, true]
    )
    func locked(isTurnTaken: Bool) throws {
        var options = SQLiteStorage.Options()
        options.busyLimit = .milliseconds(600)
        let storage = try SQLiteStorage(folder: folder, options: options)
        try storage.apply([.set(key: "a", value: .integer(1))], to: "d", source: .api)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: file, configuration: configuration)
        try other.inDatabase { db in try db.execute(sql: "BEGIN IMMEDIATE") }
        if isTurnTaken { #expect(storage.turns.take(until: .now) == .turn) }
        let failures = Mutex<[String]>([])
        let group = DispatchGroup()
        for number in 0..<8 {
            // Threads of their own: a queue would let only as many wait at once as there are cores.
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    if number.isMultiple(of: 2) {
                        try storage.apply([.set(key: "k\(number)", value: .bool(true))], to: "d", source: .api)
                    } else {
                        _ = try storage.delete("none")
                    }
                } catch let error as DefaultsError {
                    failures.withLock { $0.append(error.code.rawValue) }
                } catch let error as CatalogError {
                    failures.withLock { $0.append(error.code.rawValue) }
                } catch {
                    Issue.record(error)
                }
            }
        }
        group.wait()
        if isTurnTaken { storage.turns.end() }
        let codes = failures.withLock { $0.sorted() }
        #expect(
            codes == Array(repeating: "catalog-store-busy", count: 4)
                + Array(repeating: "defaults-store-busy", count: 4)
        )
        #expect(try storage.snapshot(of: "d").revision == 1)
        try other.inDatabase { db in try db.execute(sql: "COMMIT") }
        #expect(try storage.apply([.set(key: "a", value: .integer(2))], to: "d", source: .api).revision == 2)
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
        let good = try PropertyListWriter.binary(.string("x"))
        var tail = good
        tail[tail.count - 9] = 0xFF
        let xml = Array("<plist version=\"1.0\"><string>x</string></plist>".utf8)
        for bytes in [[], [0], good.dropLast(), Array(good.prefix(8)), tail, good + [0], Array("x".utf8), xml]
            as [[UInt8]]
        {
            try queue.write { db in
                try db.execute(sql: "UPDATE domainValue SET value = ?", arguments: [Data(bytes)])
            }
            let error = #expect(throws: DefaultsError.self) { try storage.snapshot(of: "d") }
            #expect(error?.code == .storageFailed)
        }
        try queue.write { db in try db.execute(sql: "UPDATE domainValue SET value = ?", arguments: [Data(good)]) }
        #expect(try storage.snapshot(of: "d").values == ["a": .string("x")])
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

@Suite("Property lists of real bundles as domains", .enabled(if: Corpus.root != nil), .timeLimit(.minutes(30)))
struct DomainCorpusTests {
    @Test("what is imported comes out of the store with the same contents, in both forms")
    func roundTrips() throws {
        let directory = try TemporaryDirectory()
        let storage = try SQLiteStorage(folder: directory.url, retention: HistoryRetention(maximumRevisions: 1))
        var domains = 0
        for file in Corpus.propertyLists() {
            guard let values = try? DomainFile.values(in: [UInt8](Data(contentsOf: file))) else { continue }
            domains += 1
            try storage.replace("round.trip", with: values, source: .import)
            let stored = PropertyListValue.dictionary(try storage.snapshot(of: "round.trip").values)
            #expect(stored.isIdentical(to: .dictionary(values)), "\(file.path)")
            for bytes in [try PropertyListWriter.binary(stored), try PropertyListWriter.xml(stored)] {
                let read = PropertyListValue.dictionary(try DomainFile.values(in: bytes))
                #expect(read.isIdentical(to: stored), "\(file.path)")
            }
        }
        #expect(domains > 800)
    }
}
