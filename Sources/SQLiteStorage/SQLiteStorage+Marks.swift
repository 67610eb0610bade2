public import Catalog
import Foundation
import GRDB

/// The pins and notes of dumps.
extension SQLiteStorage {
    /// The pins and notes of a dump's views; none of a dump that never had any.
    public func marks(of id: String) throws(CatalogError) -> ViewMarks {
        try readingCatalog { db in
            let revision = try Self.marksRevision(of: id, in: db)
            guard revision > 0 else { return ViewMarks() }
            let pins = try Row.fetchAll(
                db,
                sql: "SELECT view, actor FROM viewPin WHERE dump = ? ORDER BY number",
                arguments: [id]
            )
            var marks = ViewMarks(
                revision: revision,
                pins: try pins.map { try $0.get("view") },
                notes: try Row.fetchAll(
                    db,
                    sql: "SELECT view, text, createdAt, changedAt, actor FROM viewNote WHERE dump = ? ORDER BY view",
                    arguments: [id]
                )
                .map { try ViewNote(row: $0) }
            )
            for pin in pins { marks.pinActors[try pin.get("view")] = try pin.get("actor") as String? }
            return marks
        }
    }

    /// Changes the marks of a dump in one transaction.
    public func change(
        _ change: MarkChange,
        of id: String,
        from revision: Int,
        isUpload: Bool
    ) throws(CatalogError) {
        try writingCatalog(orThrow: .unknownDump(id)) { db in
            guard try Self.marksRevision(of: id, in: db) == revision else { throw CatalogError.marksConflict(id) }
            try db.execute(
                sql: """
                    INSERT INTO viewMarks (dump, upload, revision) VALUES (?, ?, ?)
                    ON CONFLICT (dump) DO UPDATE SET revision = excluded.revision
                    """,
                arguments: [id, isUpload ? id : nil, revision + 1]
            )
            try change.perform(on: id, revision: revision + 1, in: db)
        }
    }

    private static func marksRevision(of id: String, in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT revision FROM viewMarks WHERE dump = ?", arguments: [id]) ?? 0
    }
}

extension MarkChange {
    /// Writes the rows of `viewPin` and `viewNote`.
    fileprivate func perform(on id: String, revision: Int, in db: Database) throws {
        switch self {
        case .pin(let view, let actor):
            try db.execute(
                sql: "INSERT OR REPLACE INTO viewPin (dump, view, number, actor) VALUES (?, ?, ?, ?)",
                arguments: [id, view, revision, actor]
            )
        case .unpin(let view):
            try db.execute(sql: "DELETE FROM viewPin WHERE dump = ? AND view = ?", arguments: [id, view])
        case .write(let note):
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO viewNote (dump, view, text, createdAt, changedAt, actor)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, note.view, note.text, note.createdAt.timeIntervalSinceReferenceDate,
                    note.changedAt.timeIntervalSinceReferenceDate, note.actor,
                ]
            )
        case .erase(let view):
            try db.execute(sql: "DELETE FROM viewNote WHERE dump = ? AND view = ?", arguments: [id, view])
        case .forget(let views):
            for view in views {
                try db.execute(sql: "DELETE FROM viewPin WHERE dump = ? AND view = ?", arguments: [id, view])
                try db.execute(sql: "DELETE FROM viewNote WHERE dump = ? AND view = ?", arguments: [id, view])
            }
        }
    }
}

extension ViewNote {
    /// Reads a row of `viewNote`.
    fileprivate init(row: Row) throws {
        self.init(
            view: try row.get("view"),
            text: try row.get("text"),
            createdAt: try row.date("createdAt"),
            changedAt: try row.date("changedAt"),
            actor: try row.get("actor")
        )
    }
}
