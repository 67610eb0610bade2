import Foundation
import Glibc

/// The log beside a database that nobody has open (<https://www.sqlite.org/fileformat.html#the_write_ahead_log>).
///
/// SQLite takes any log for one of the database beside it: an empty database makes it throw the log away, and pages of another
/// database would be read as those of this one. What it can be told by is looked at before anything opens the two.
struct WriteAheadLog {
    static let headSize = 32
    static let frameHeadSize = 24
    /// As the log begins, but for the last bit, which says in which order its sums count.
    private static let magic = 0x377F_0682

    /// Throws when a log holds what would be lost with the database that is beside it.
    static func check(of database: String) throws(SQLiteStorageError) {
        let path = database + "-wal"
        do {
            guard let head = try head(of: path) else { return }
            guard !DatabaseFile.isEmpty(database) else {
                throw SQLiteStorageError(
                    .lostDatabase,
                    "The database “\(database)” is missing or empty, but the log beside it, “\(path)”, holds changes, which "
                        + "would be lost. Put the file of the database back if you have it. Otherwise restore a backup with “vitrine "
                        + "restore”, which keeps the log under another name; or move the log away to begin with nothing."
                )
            }
            guard try fault(path, head, database) != nil else { return }
            // Another process may just have written half of a page.
            usleep(50_000)
            guard let head = try self.head(of: path), let fault = try fault(path, head, database) else { return }
            throw SQLiteStorageError(
                .otherLog,
                "The log “\(path)” does not belong to the database “\(database)”: \(fault). Nothing was changed. Put the file "
                    + "beside it back that it belongs to, or move the log away to use the database without it."
            )
        } catch let error as SQLiteStorageError {
            throw error
        } catch {
            throw SQLiteStorageError(.failed, "The log “\(path)” cannot be read: \(error.localizedDescription)")
        }
    }

    /// How a log begins; nil where there is none, or only zeros, as after a loss of power.
    private static func head(of path: String) throws -> Data? {
        guard DatabaseFile.size(of: path) > 0 else { return nil }
        let log = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? log.close() }  // try?: it was only read.
        return try log.read(upToCount: headSize).flatMap { head in head.contains { $0 != 0 } ? head : nil }
    }

    /// How a log shows that it is of another database; nil where it does not.
    private static func fault(_ path: String, _ head: Data, _ database: String) throws -> String? {
        let log = try FileHandle(forReadingFrom: URL(filePath: path))
        let file = try FileHandle(forReadingFrom: URL(filePath: database))
        defer { for each in [log, file] { try? each.close() } }  // try?: they were only read.
        try log.seek(toOffset: UInt64(headSize))
        // What is no database is said by who opens it.
        guard let own = try file.read(upToCount: WALIndex.headerSize).flatMap(DatabaseHead.init) else { return nil }
        guard head.count == headSize, head.number(0, 4) & ~1 == magic else { return "it is no log of SQLite" }
        guard head.number(8, 4) == own.pageSize else { return "its pages have another size" }
        var last: DatabaseHead?
        // Frames of an earlier log, which are behind the last one of this, have other salts.
        let salts = head.dropFirst(16).prefix(8)
        while let frame = try log.read(upToCount: frameHeadSize), frame.count == frameHeadSize,
            frame.dropFirst(8).prefix(8).elementsEqual(salts)
        {
            guard frame.number(0, 4) == 1 else {
                try log.seek(toOffset: log.offset() + UInt64(own.pageSize))
                continue
            }
            guard let bytes = try log.read(upToCount: own.pageSize), bytes.count == own.pageSize else { break }
            guard let head = DatabaseHead(bytes), head.application == own.application else {
                return "its first page is that of another program"
            }
            last = head
        }
        if let last, last.changes < own.changes { return "the database is newer than it" }
        return nil
    }
}

/// The head of a database (<https://www.sqlite.org/fileformat.html#the_database_header>).
struct DatabaseHead {
    let pageSize: Int
    /// Grows with changes of the first page.
    let changes: Int
    let application: Int

    /// Reads it; nil where it is none.
    init?(_ bytes: Data) {
        guard bytes.count >= WALIndex.headerSize, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            return nil
        }
        pageSize = bytes.number(16, 2) == 1 ? 65_536 : bytes.number(16, 2)
        changes = bytes.number(24, 4)
        application = bytes.number(68, 4)
        guard pageSize > 0 else { return nil }
    }
}

extension Data {
    /// A number whose most significant byte comes first. The bytes must be there.
    fileprivate func number(_ offset: Int, _ count: Int) -> Int {
        dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
