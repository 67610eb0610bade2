import Dispatch
import Foundation
import GRDB
import Glibc
import Storage
import Synchronization

/// Giving back what is deleted, and saying whether there is room for more.
extension SQLiteStorage {
    /// So many free pages wait to be used again; more are given back.
    static let fewPages = 256
    /// How many pages are given back in one transaction, between which others write.
    private static let pagesAtOnce = 512
    /// With less left on the disk nothing is promised.
    private static let leastBytes = 1 << 20
    private static let queue = DispatchQueue(label: "vitrine.space", qos: .utility)

    /// Gives free pages back to the disk some time soon.
    func giveBackLater() {
        let isFirst = isGivingBack.withLock { isBusy in
            defer { isBusy = true }
            return !isBusy
        }
        guard isFirst else { return }
        Self.queue.async { [weak self] in
            guard let self else { return }
            self.giveBack()
            self.isGivingBack.withLock { $0 = false }
        }
    }

    /// Gives free pages back to the disk, some at a time, and takes the reserve again.
    ///
    /// Pages from the end take the place of free ones, by way of the log, which is then written back to the file: where a
    /// full disk has no room for that, fewer are moved at a time, and at last the reserve is given up for it.
    func giveBack() {
        var (free, pages) = (Int.max, Self.pagesAtOnce)
        while true {
            do {
                try files.check()
                let rest = try pool.writeWithoutTransaction { db in try Self.giveBack(pages, db) }
                guard rest > 0, rest < free else { break }
                free = rest
                pages = min(pages * 2, Self.pagesAtOnce)
            } catch {
                guard SQLiteStorageError(error, path: path).code == .full else { break }
                // The reserve is given up only for what brings more than that.
                // try?: where nothing can be read, no reserve is given up.
                let waiting = (try? pool.read { db in try Int.fetchOne(db, sql: "PRAGMA freelist_count") }) ?? 0
                guard pages > 8 || waiting > Self.fewPages && reserve.release() else { break }
                pages = pages > 8 ? pages / 4 : 64
            }
        }
        reserve.fill()
    }

    /// - Returns: how many free pages are left.
    private static func giveBack(_ count: Int, _ db: Database) throws -> Int {
        try db.execute(sql: "PRAGMA busy_timeout = 1000")
        // One row for each page; it has to be read to the end.
        let rows = try Row.fetchCursor(db, sql: "PRAGMA incremental_vacuum(\(count))")
        while try rows.next() != nil {}
        // The file becomes shorter, and the log too, when that is written back.
        _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        return try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    }

    /// Throws when the disk has no room for some bytes: once in the log, once in the file, and a little more, so that
    /// what is in the log always comes to the file.
    func checkRoom(for bytes: Int) throws(SQLiteStorageError) {
        guard let available = DiskSpace(of: folder.path)?.available, available / 2 < bytes + Self.leastBytes else {
            return
        }
        throw SQLiteStorageError(
            .full,
            "There are only \(StorageQuotas.text(available)) left for the database “\(path)”. Make room on its disk."
        )
    }

    /// Throws when a write would fail: of a disk that is full or read-only, of files that are gone, and when the last
    /// write failed and another one does. A storage that was opened for reading does not throw.
    func checkWritable() throws {
        guard !options.isReadOnly else { return }
        if lastFailure.withLock({ $0 }) != nil {
            try writing { db in try db.execute(sql: "PRAGMA user_version = 0") }
        }
        try files.check()
        guard let disk = DiskSpace(of: folder.path) else { return }
        guard !disk.isReadOnly, access(path, W_OK) == 0 else {
            throw SQLiteStorageError(
                .notWritable,
                "The database “\(path)” cannot be written. Check its disk and permissions."
            )
        }
        // As much as the smallest upload needs.
        try checkRoom(for: 0)
        reserve.fill()
    }
}
