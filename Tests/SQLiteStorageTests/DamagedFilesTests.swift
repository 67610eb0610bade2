import Catalog
import Defaults
import Foundation
import GRDB
import PropertyList
@testable import SQLiteStorage
import Storage
import Testing
import TestSupport

@Suite("Files that others damage", .timeLimit(.minutes(30)))
struct DamagedFilesTests {
    private let directory: TemporaryDirectory
    private var folder: URL { directory.url.appending(path: "data") }
    private var file: String { folder.appending(path: "vitrine.sqlite").path(percentEncoded: false) }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func write(_ number: Int, to storage: SQLiteStorage) throws {
        try storage.apply([.set(key: "n", value: .integer(Int64(number)))], to: "d", source: .api)
    }

    private static func overwrite(_ path: String, at offset: Int, with bytes: Data) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: bytes)
        try file.close()
    }

    private static let junk = Data(repeating: 0xA5, count: 4_096)

    /// What somebody does to the files of a database that is open.
    enum Damage: CaseIterable {
        case empty, cut, overwriteHead, overwritePage, overwriteWithOther, replace, move
        case emptyLog, overwriteLog, removeLog
        case emptyMemory, cutMemory, removeMemory, removeFolder

        func make(_ file: String) throws {
            switch self {
            case .empty: try #require(truncate(file, 0) == 0)
            case .cut: try #require(truncate(file, 8_192) == 0)
            case .overwriteHead: try overwrite(file, at: 0, with: junk)
            case .overwritePage: try overwrite(file, at: 4_096, with: junk)
            case .overwriteWithOther:
                let other = try Data(contentsOf: URL(filePath: file + ".other"))
                try #require(truncate(file, 0) == 0)
                try overwrite(file, at: 0, with: other)
            case .replace:
                try FileManager.default.copyItem(atPath: file, toPath: file + ".copy")
                try #require(rename(file + ".copy", file) == 0)
            case .move: try #require(rename(file, file + ".aside") == 0)
            case .emptyLog: try #require(truncate(file + "-wal", 0) == 0)
            case .overwriteLog: try overwrite(file + "-wal", at: 0, with: junk)
            case .removeLog: try #require(unlink(file + "-wal") == 0)
            case .emptyMemory: try #require(truncate(file + "-shm", 0) == 0)
            case .cutMemory: try #require(truncate(file + "-shm", 4_096) == 0)
            case .removeMemory: try #require(unlink(file + "-shm") == 0)
            case .removeFolder:
                try FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent)
            }
        }
    }

    private func isReplaced(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch {
            let fault = (error as? CatalogError)?.storageFault ?? (error as? DefaultsError)?.storageFault
            return fault?.kind == .replaced
        }
    }

    @Test("nothing is read or written any more, and what the log has stays there", arguments: Damage.allCases)
    func damage(_ damage: Damage) throws {
        let other = try SQLiteStorage(folder: directory.url.appending(path: "other"))
        try write(7, to: other)
        try other.close()
        var storage: SQLiteStorage? = try SQLiteStorage(folder: folder)
        let otherFile = directory.url.appending(path: "other/vitrine.sqlite").path(percentEncoded: false)
        try FileManager.default.copyItem(atPath: otherFile, toPath: file + ".other")
        for number in 1...20 { try write(number, to: try #require(storage)) }
        _ = try storage?.snapshot(of: "d")
        let log = try Data(contentsOf: URL(filePath: file + "-wal"))
        try damage.make(file)
        for _ in 0..<2 {
            let storage = try #require(storage)
            #expect(storage.version() == nil)
            #expect(isReplaced { _ = try storage.snapshot(of: "d") })
            #expect(isReplaced { try write(21, to: storage) })
            #expect(isReplaced { try storage.checkWriting() })
        }
        try storage?.close()
        storage = nil
        // What is in the log is still there, for whoever can tell what belongs to it.
        if ![.emptyLog, .overwriteLog, .removeLog, .removeFolder].contains(damage) {
            #expect(try Data(contentsOf: URL(filePath: file + "-wal")) == log)
        }
    }

    @Test("a process lives on when the shared memory is cut short while it is used, and its files are right")
    func sharedMemory() throws {
        let storage = try SQLiteStorage(folder: folder)
        for number in 1...20 { try write(number, to: storage) }
        let isNoticed = isReplaced {
            _ = try storage.update("d", source: .api, actor: nil, ifRevision: nil) { _ in
                truncate(file + "-shm", 0)
                return ["n": .integer(21)]
            }
        }
        #expect(isNoticed)
        #expect(isReplaced { _ = try storage.snapshot(of: "d") })
        // SQLite itself touches what is missing.
        _ = try? storage.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM domain") }
        let copy = directory.url.appending(path: "copy")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            let place = copy.appending(path: "vitrine.sqlite\(suffix)").path(percentEncoded: false)
            try FileManager.default.copyItem(atPath: file + suffix, toPath: place)
        }
        let next = try SQLiteStorage(folder: copy)
        #expect(try next.snapshot(of: "d").values == ["n": .integer(20)])
        try write(22, to: next)
        #expect(try next.snapshot(of: "d").values == ["n": .integer(22)])
    }

    @Test("what SQLite does to its files is no damage: checkpoints, new logs, growing and shrinking, also by others")
    func ownWork() throws {
        let storages = try (0..<2).map { _ in try SQLiteStorage(folder: folder) }
        for round in 0..<6 {
            for number in 0..<60 {
                let value = PropertyListValue.data(Data(repeating: UInt8(number), count: 30_000))
                try storages[number % 2].apply([.set(key: "k\(number)", value: value)], to: "d\(round)", source: .api)
                _ = try storages[1 - number % 2].snapshot(of: "d\(round)")
            }
            for storage in storages {
                try storage.removeDomain("d\(round)", source: .api)
                storage.giveBack()
                #expect(storage.version() != nil)
                try storage.checkWriting()
            }
        }
    }

    /// A folder with a log that was not brought into the database, as a process leaves it that is killed.
    private func killed() throws -> (database: Data, log: Data) {
        let storage = try SQLiteStorage(folder: folder)
        try write(1, to: storage)
        try storage.pool.writeWithoutTransaction { db in
            _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        for number in 2...9 { try write(number, to: storage) }
        // The first page is in the log, too, as soon as there are more pages.
        try storage.apply([.set(key: "n", value: .data(Data(count: 20_000)))], to: "other", source: .api)
        let files = try (Data(contentsOf: URL(filePath: file)), Data(contentsOf: URL(filePath: file + "-wal")))
        try storage.close()
        for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
        return files
    }

    private func refusal(readOnly: Bool) -> SQLiteStorageError? {
        var options = SQLiteStorage.Options()
        options.isReadOnly = readOnly
        do throws(SQLiteStorageError) {
            _ = try SQLiteStorage(folder: folder, options: options)
            return nil
        } catch {
            return error
        }
    }

    /// What stands beside a log at the start, and what becomes of that.
    enum Beside: CaseIterable {
        case nothing, empty, own, junkLog, otherPageSize, newer
    }

    @Test("a start that would lose what a log holds is refused, and leaves all as it is", arguments: Beside.allCases)
    func start(_ beside: Beside) throws {
        var (database, log) = try killed()
        let code: SQLiteStorageError.Code?
        switch beside {
        case .nothing: code = .lostDatabase
        case .empty: (database, code) = (Data(), .lostDatabase)
        case .own: code = nil
        case .junkLog: (log, code) = (Self.junk, .otherLog)
        case .otherPageSize:
            log.replaceSubrange(8..<12, with: [0, 0, 0x20, 0])
            code = .otherLog
        case .newer:
            database.replaceSubrange(24..<28, with: [0, 0xFF, 0, 0])
            code = .otherLog
        }
        if beside != .nothing { try database.write(to: URL(filePath: file)) }
        try log.write(to: URL(filePath: file + "-wal"))
        for readOnly in [true, false] where code != nil {
            let error = try #require(refusal(readOnly: readOnly))
            #expect(error.code == code && error.message.contains(file) && error.message.contains("-wal"))
            #expect(try Data(contentsOf: URL(filePath: file + "-wal")) == log)
            #expect((try? Data(contentsOf: URL(filePath: file))) == (beside == .nothing ? nil : database))
        }
        if code == nil {
            #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values == ["n": .integer(9)])
        }
    }

    @Test("a log of zeros, as a machine leaves it that lost its power, is in nobody’s way")
    func zeros() throws {
        let (database, log) = try killed()
        try database.write(to: URL(filePath: file))
        try Data(count: log.count).write(to: URL(filePath: file + "-wal"))
        #expect(try SQLiteStorage(folder: folder).snapshot(of: "d").values == ["n": .integer(1)])
    }
}
