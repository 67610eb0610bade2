public import Foundation
import GRDB
import Glibc

/// Copies of the database of a data folder: made while a server runs, and brought back while none does.
public enum DatabaseBackup {
    /// Makes a copy of the database in a folder as it is at one moment, whoever writes to it meanwhile. It counts only
    /// when it was checked and is on the disk; until then it has another name.
    /// - Returns: what was found in the copy.
    /// - Throws: when there is no database that this program knows, when it is damaged, or when the file is there.
    @discardableResult
    public static func make(of folder: URL, at file: URL) throws(SQLiteStorageError) -> DatabaseReport {
        let folder = DataFolder(url: folder)
        let path = file.path(percentEncoded: false)
        do {
            let source = try known(folder.database)
            defer { try? source.close() }  // try?: nothing was written through it.
            return try copy(source, to: path, depth: .full)
        } catch {
            throw SQLiteStorageError(error, path: folder.database)
        }
    }

    /// Puts a backup in the place of the database in a folder. What was there is kept beside it under another name.
    /// - Returns: what was found in the backup, and where the database is that was there; nil where there was none.
    /// - Throws: when the folder is in use, and when the backup is damaged or none. Nothing was changed then.
    public static func restore(
        _ file: URL,
        into folder: URL
    ) throws(SQLiteStorageError) -> (report: DatabaseReport, kept: String?) {
        let folder = DataFolder(url: folder)
        let path = file.path(percentEncoded: false)
        try folder.make()
        let lock = try FolderLock(folder, .alone)
        defer { withExtendedLifetime(lock) {} }
        do {
            let source = try known(path)
            defer { try? source.close() }  // try?: nothing was written through it.
            let fresh = folder.unusedFile("restoring")
            let report = try copy(source, to: fresh, depth: .full)
            do {
                let kept = try keep(folder)
                guard rename(fresh, folder.database) == 0 else { throw failure(folder.database) }
                try sync(folder.path)
                return (report, kept)
            } catch {
                unlink(fresh)
                throw error
            }
        } catch {
            throw SQLiteStorageError(error, path: path)
        }
    }

    /// Looks at the database of a folder, or at a backup, and changes nothing.
    /// - Parameter place: a data folder or a file.
    /// - Throws: when it is no database of ours, or one of another version. What is damaged stands in the report.
    public static func check(
        _ place: URL,
        _ depth: DatabaseReport.Depth = .full
    ) throws(SQLiteStorageError) -> DatabaseReport {
        // try?: what has no values is no folder; opening it says what is wrong.
        let isFolder = (try? place.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        let path = isFolder ? DataFolder(url: place).database : place.path(percentEncoded: false)
        do {
            let source = try known(path)
            defer { try? source.close() }  // try?: nothing was written through it.
            return source.inDatabase { db in DatabaseReport(db, depth) }
        } catch {
            throw SQLiteStorageError(error, path: path)
        }
    }

    /// Opens a database of ours for reading.
    private static func known(_ path: String) throws -> DatabaseQueue {
        try WriteAheadLog.check(of: path)
        guard !DatabaseFile.isEmpty(path) else {
            throw SQLiteStorageError(.missing, "There is no database “\(path)”.")
        }
        let queue = try DatabaseFile.reader(path)
        try queue.inDatabase { db in
            try SQLiteSchema.refuseForeign(db, path: path)
            guard try SQLiteSchema.version(of: db) > 0 else {
                throw SQLiteStorageError(
                    .foreignDatabase,
                    "“\(path)” is an empty database, with nothing of Vitrine in it."
                )
            }
        }
        return queue
    }

    /// Copies a database to a file that is not there yet: all of it or nothing.
    @discardableResult
    static func copy(
        _ source: any DatabaseReader,
        to path: String,
        depth: DatabaseReport.Depth
    ) throws -> DatabaseReport {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw SQLiteStorageError(
                .fileExists,
                "There is a file “\(path)” already. Name another one, or move it away."
            )
        }
        let partial = "\(path).partial-\(getpid())"
        unlink(partial)
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partial + suffix) } }
        do {
            guard FileManager.default.createFile(atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw failure(partial) }
            let queue = try DatabaseQueue(path: partial)
            try source.backup(to: queue)
            // One file, without a log beside it.
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            let report = queue.inDatabase { db in DatabaseReport(db, depth) }
            try queue.close()
            try report.check(path: path)
            try sync(partial)
            // Unlike a rename, a link takes nobody's place.
            if link(partial, path) != 0 {
                guard errno != EEXIST, rename(partial, path) == 0 else { throw failure(path) }
            }
            try sync((path as NSString).deletingLastPathComponent)
            return report
        } catch {
            throw SQLiteStorageError(error, path: path)
        }
    }

    /// Gives the database of a folder a second name, and takes its log away where that is a part of it. A log whose database is
    /// empty is kept, too.
    private static func keep(_ folder: DataFolder) throws -> String? {
        let kept = ["", "-wal"].filter { !DatabaseFile.isEmpty(folder.database + $0) }
        // try?: what is in the log becomes a part of the file, unless one is damaged; then both are kept as they are.
        if kept.contains(""), (try? WriteAheadLog.check(of: folder.database)) != nil,
            let queue = try? DatabaseQueue(path: folder.database)
        {
            // try?: where the log cannot be written back, both are kept as they are.
            try? queue.writeWithoutTransaction { db in
                if try SQLiteSchema.version(of: db) > 0 { try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            }
            // try?: it is only read from then on, as files.
            try? queue.close()
        }
        let name = folder.unusedFile("before-restore")
        for suffix in kept where !DatabaseFile.isEmpty(folder.database + suffix) {
            if link(folder.database + suffix, name + suffix) != 0 {
                try FileManager.default.copyItem(atPath: folder.database + suffix, toPath: name + suffix)
                try sync(name + suffix)
            }
        }
        try sync(folder.path)
        // A log of another database would be read as one of the new.
        for suffix in ["-wal", "-shm"] { unlink(folder.database + suffix) }
        return kept.isEmpty ? nil : name
    }

    /// Waits until a file or a folder is on the disk.
    private static func sync(_ path: String) throws {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    /// What the system says of a file.
    private static func failure(_ path: String) -> SQLiteStorageError {
        let code = errno
        return SQLiteStorageError(
            code == ENOSPC ? .full : .notWritable,
            "“\(path)” cannot be written: \(String(cString: strerror(code))). Check the folder, its permissions and its disk."
        )
    }
}
