public import Catalog
import DumpFormats
import Foundation
import GRDB
public import Storage

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
