public import Catalog
import Foundation

/// The pins and notes of dumps.
extension PostgresStorage {
    /// The pins and notes of a dump's views; none of a dump that never had any.
    public func marks(of id: String) throws(CatalogError) -> ViewMarks {
        try readingCatalog(isOne: true) { connection in
            let revision = try Self.marksRevision(of: id, in: connection)
            guard revision > 0 else { return ViewMarks() }
            let sql = "SELECT view, actor FROM view_pin WHERE dump = $1 ORDER BY number"
            let pins = try connection.run(sql, [.text(id)])
                .map { (view: try $0.integer(0), actor: try $0.optionalText(1)) }
            var marks = ViewMarks(
                revision: revision,
                pins: pins.map(\.view),
                notes: try connection.run(
                    "SELECT view, text, created_at, changed_at, actor FROM view_note WHERE dump = $1 ORDER BY view",
                    [.text(id)]
                )
                .map { row in
                    ViewNote(
                        view: try row.integer(0),
                        text: try row.text(1),
                        createdAt: Date(timeIntervalSinceReferenceDate: try row.real(2)),
                        changedAt: Date(timeIntervalSinceReferenceDate: try row.real(3)),
                        actor: try row.optionalText(4)
                    )
                }
            )
            for pin in pins { marks.pinActors[pin.view] = pin.actor }
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
        try writingCatalog([.dump(id)]) { transaction in
            guard try Self.marksRevision(of: id, in: transaction.connection) == revision else {
                throw CatalogError.marksConflict(id)
            }
            guard try !isUpload || Self.hasDump(id, in: transaction) else { throw CatalogError.unknownDump(id) }
            try transaction.run(
                """
                INSERT INTO view_marks (dump, revision) VALUES ($1, $2)
                ON CONFLICT (dump) DO UPDATE SET revision = excluded.revision
                """,
                [.text(id), .integer(revision + 1)]
            )
            try change.perform(on: id, revision: revision + 1, in: transaction)
            transaction.tell(.marks(id))
        }
    }

    private static func marksRevision(of id: String, in connection: PostgresConnection) throws -> Int {
        try connection.run("SELECT revision FROM view_marks WHERE dump = $1", [.text(id)]).first { try $0.integer(0) }
            ?? 0
    }
}

extension MarkChange {
    /// Writes the rows of `view_pin` and `view_note`.
    fileprivate func perform(on id: String, revision: Int, in transaction: PostgresTransaction) throws {
        switch self {
        case .pin(let view, let actor):
            try transaction.run(
                """
                INSERT INTO view_pin (dump, view, number, actor) VALUES ($1, $2, $3, $4)
                ON CONFLICT (dump, view) DO UPDATE SET number = excluded.number, actor = excluded.actor
                """,
                [.text(id), .integer(view), .integer(revision), .text(orNull: actor)]
            )
        case .unpin(let view): try remove("view_pin", view, of: id, in: transaction)
        case .write(let note):
            try transaction.run(
                """
                INSERT INTO view_note (dump, view, text, created_at, changed_at, actor) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (dump, view) DO UPDATE SET text = excluded.text, created_at = excluded.created_at,
                changed_at = excluded.changed_at, actor = excluded.actor
                """,
                [
                    .text(id), .integer(note.view), .text(note.text),
                    .real(note.createdAt.timeIntervalSinceReferenceDate),
                    .real(note.changedAt.timeIntervalSinceReferenceDate), .text(orNull: note.actor),
                ]
            )
        case .erase(let view): try remove("view_note", view, of: id, in: transaction)
        case .forget(let views):
            for view in views {
                try remove("view_pin", view, of: id, in: transaction)
                try remove("view_note", view, of: id, in: transaction)
            }
        }
    }

    private func remove(_ table: String, _ view: Int, of id: String, in transaction: PostgresTransaction) throws {
        try transaction.run("DELETE FROM \(table) WHERE dump = $1 AND view = $2", [.text(id), .integer(view)])
    }
}
