public import Catalog
import Dispatch
import DumpFormats
import Foundation
import GRDB
import Glibc
public import Storage
import Synchronization

/// How much is stored, by kind, by thing and by owner; and the quotas of things, which are checked where they are written.
extension SQLiteStorage {
    /// How much there is, with the largest dumps, apps and domains.
    /// - Parameter most: the most of them to name.
    public func usage(largest most: Int) throws(CatalogError) -> StorageUsage? {
        var usage = try readingCatalog { db in
            var usage = StorageUsage()
            usage.bytes = try db.usedBytes()
            usage.kinds = try StorageUsage.Kind.allCases.map { try Self.amount(of: $0, in: db) }
            usage.largest = try Self.largest(most, in: db)
            let owned = Self.owned + " GROUP BY owner ORDER BY bytes DESC, owner LIMIT ?"
            usage.owners = try Row.fetchAll(db, sql: owned, arguments: [most]).map {
                StorageUsage.Share(owner: try $0.get("owner"), bytes: try $0.get("bytes"))
            }
            return usage
        }
        usage.isReadOnly = options.isReadOnly
        usage.quotas = options.quotas
        usage.bytesAvailable = DiskSpace(of: folder.path)?.available
        let files = [path, path + "-wal", path + "-shm", folder.reserve]
        usage.bytesOnDisk = files.reduce(0) { $0 + DatabaseFile.size(of: $1) }
        return usage
    }

    private static func amount(of kind: StorageUsage.Kind, in db: Database) throws -> StorageUsage.Amount {
        var amount = StorageUsage.Amount(kind, count: 0, bytes: 0)
        for (index, sum) in kind.sums.enumerated() {
            guard let row = try Row.fetchOne(db, sql: "SELECT count(*) AS number, \(sum)") else { continue }
            if index == 0 { amount.count = try row.get("number") }
            amount.bytes += try row.get("bytes") as Int
        }
        return amount
    }

    private static func largest(_ most: Int, in db: Database) throws -> [StorageUsage.Item] {
        let sources: [(StorageUsage.Item.Kind, String)] = [
            (
                .dump,
                """
                SELECT id, name, \(dumpBytes) + (SELECT ifnull(sum(length(edit)), 0) FROM draftEdit WHERE draft = id)
                + (SELECT ifnull(sum(length(bytes)), 0) FROM companion WHERE draft = id) AS bytes FROM dump
                """
            ),
            (
                .app,
                "SELECT id, folderName AS name, (SELECT ifnull(sum(length(bytes)), 0) FROM appFile WHERE app = id) AS bytes FROM app"
            ),
            (
                .domain,
                """
                SELECT name AS id, name, historyBytes + (
                    SELECT ifnull(sum(length(CAST(key AS BLOB)) + length(value)), 0) FROM domainValue WHERE domain = name
                ) AS bytes FROM domain
                """
            ),
        ]
        let items = try sources.flatMap { kind, sql in
            try Row.fetchAll(db, sql: sql + " ORDER BY bytes DESC, id LIMIT ?", arguments: [most]).map { row in
                StorageUsage.Item(
                    kind,
                    id: try row.get("id"),
                    name: try row.get("name"),
                    bytes: try row.get("bytes")
                )
            }
        }
        return Array(items.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }.prefix(max(most, 0)))
    }

    /// What one row of `dump` has with all that came with it.
    private static let dumpBytes = """
        (SELECT ifnull(sum(length(bytes)), 0) FROM dumpSource WHERE dump = id)
        + (SELECT ifnull(sum(length(bytes)), 0) FROM dumpScreenshot WHERE dump = id)
        + (SELECT ifnull(sum(length(bytes)), 0) FROM dumpPart WHERE dump = id)
        """

    /// What each owner has uploaded.
    private static let owned = """
        SELECT owner, sum(bytes) AS bytes FROM (
            SELECT actor AS owner, \(dumpBytes) AS bytes FROM dump WHERE actor IS NOT NULL UNION ALL
            SELECT actor AS owner, (SELECT ifnull(sum(length(bytes)), 0) FROM appFile WHERE app = id) AS bytes
            FROM app WHERE actor IS NOT NULL
        )
        """
}

extension StorageUsage.Kind {
    /// What is counted and summed up; the number of entries is that of the first.
    fileprivate var sums: [String] {
        let bytes = "ifnull(sum(length(bytes)), 0) AS bytes FROM"
        return switch self {
        case .dumps: ["\(bytes) dumpSource"]
        case .screenshots: ["\(bytes) dumpScreenshot"]
        case .parts: ["\(bytes) dumpPart"]
        case .edits: ["ifnull(sum(length(edit)), 0) AS bytes FROM draftEdit", "\(bytes) draftBase"]
        case .companions: ["\(bytes) companion"]
        case .apps: ["ifnull((SELECT sum(length(bytes)) FROM appFile), 0) AS bytes FROM app"]
        case .defaults: ["ifnull(sum(length(CAST(key AS BLOB)) + length(value)), 0) AS bytes FROM domainValue"]
        case .history: ["ifnull(sum(bytes), 0) AS bytes FROM history"]
        }
    }
}

/// The quotas of things. Each is checked in the transaction that writes the thing, so that two writers cannot use the
/// same room, and what goes beyond it is undone.
extension SQLiteStorage {
    /// Checks what a dump takes with all that comes with it.
    func checkSize(of dump: NewDump) throws {
        try options.quotas.check(.dump, dump.byteCount)
        try checkRoom(for: dump.byteCount)
    }

    /// Checks what is kept of an app.
    func checkSize(of app: NewApp) throws {
        try options.quotas.check(.app, app.byteCount)
        try checkRoom(for: app.byteCount)
    }

    /// Checks what the edits of a dump take.
    func checkJournalQuota(of id: String, in db: Database) throws {
        guard options.quotas[.journal] != nil else { return }
        let sql = "SELECT ifnull(sum(length(edit)), 0) FROM draftEdit WHERE draft = ?"
        try options.quotas.check(.journal, try db.number(sql, [id]))
    }

    /// Checks what all dumps and apps take that somebody has uploaded, the one that is being written among them.
    func checkPrincipalQuota(of owner: String?, in db: Database) throws {
        guard let owner, options.quotas[.principal] != nil else { return }
        let sql = "SELECT bytes FROM (\(Self.owned) GROUP BY owner) WHERE owner = ?"
        try options.quotas.check(.principal, try Int.fetchOne(db, sql: sql, arguments: [owner]) ?? 0, owner: owner)
    }
}

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

/// A file that takes some space of the disk, to be given up when there is no other left: deleting writes, too.
struct SpaceReserve: Sendable {
    /// What deleting the largest dump or app takes, many times over: SQLite writes one page for a thousand that it frees.
    static let byteCount = 4 << 20
    /// How much the disk must have left besides it.
    private static let least = 2 << 20

    let path: String

    /// Takes the space, where it is not taken and there is enough left.
    func fill() {
        var info = stat()
        if stat(path, &info) == 0, info.st_size >= Self.byteCount { return }
        guard let available = DiskSpace(of: (path as NSString).deletingLastPathComponent)?.available,
            available >= Self.least + Self.byteCount
        else { return }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A part of it would only be missed elsewhere.
        if posix_fallocate(descriptor, 0, off_t(Self.byteCount)) != 0 { unlink(path) }
    }

    /// Gives the space up.
    /// - Returns: whether there was any.
    func release() -> Bool { unlink(path) == 0 }
}

/// What the disk below a folder has left.
struct DiskSpace: Sendable, Hashable {
    /// How many bytes programs without special rights can still write.
    let available: Int
    /// Whether the disk is mounted for reading only.
    let isReadOnly: Bool

    /// Asks for the disk of a path; nil where the system does not tell.
    init?(of path: String) {
        var info = statvfs()
        guard statvfs(path, &info) == 0 else { return nil }
        let (bytes, overflows) = Int(clamping: info.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: info.f_frsize)
        )
        available = overflows ? .max : bytes
        // ST_RDONLY of statvfs(3).
        isReadOnly = info.f_flag & 1 != 0
    }
}
