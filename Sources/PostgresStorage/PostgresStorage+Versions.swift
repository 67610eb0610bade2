public import Catalog
import DumpFormats
import Foundation

/// Newer versions of dumps, by which ids their views are known, and their companions.
extension PostgresStorage {
    /// Puts a newer version in the place of an upload, in one transaction.
    public func replace(
        _ dump: NewDump,
        identity: StoredIdentity,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        let id = dump.summary.id
        try checkQuotas(of: dump)
        try writingCatalog([.dump(id)], isListed: true) { transaction in
            try Self.check(revision, of: id, in: transaction)
            let former = try transaction.run("SELECT revision FROM dump WHERE dump = $1", [.text(id)])
                .first { try $0.integer(0) }
            guard let former else { throw CatalogError.unknownDump(id) }
            for table in ["dump_part", "dump_identity", "draft_edit"] {
                try transaction.run("DELETE FROM \(table) WHERE dump = $1", [.text(id)])
            }
            for kind in [DumpBytes.source, .screenshot, .part, .identity, .edit] {
                try kind.remove(of: id, in: transaction)
            }
            try dump.storeSummary(revision: former, in: transaction)
            try dump.storeContents(in: transaction)
            try identity.store(of: id, in: transaction)
            try journal.store(of: id, in: transaction)
            transaction.tell(.dump(id))
            transaction.tell(.library)
        }
    }

    /// Puts the picture of a dump in the place of the one that is stored, in one transaction.
    public func setScreenshot(
        of dump: NewDump,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        let id = dump.summary.id
        try checkQuotas(of: dump)
        try writingCatalog([.dump(id)], isListed: true) { transaction in
            try Self.check(revision, of: id, isUpload: true, in: transaction)
            try journal.store(of: id, in: transaction)
            try DumpBytes.screenshot.remove(of: id, in: transaction)
            if let screenshot = dump.screenshot {
                try DumpBytes.screenshot.store(screenshot, of: id, in: transaction)
            }
            try transaction.run(
                "UPDATE dump SET has_screenshot = $2, bytes = $3, shown_scene = $4 WHERE dump = $1",
                [
                    .text(id), .flag(dump.screenshot != nil), .integer(dump.byteCount),
                    .integer(orNull: dump.summary.shownScene),
                ]
            )
            transaction.tell(.dump(id))
            transaction.tell(.library)
        }
    }

    /// By which ids the views of a version of a dump are known.
    public func identity(of id: String, version: String?) throws(CatalogError) -> StoredIdentity? {
        try readingCatalog(isOne: true) { connection in
            let known = try connection.run(
                """
                SELECT version, number FROM dump_identity WHERE dump = $1 AND ($2::text IS NULL OR version = $2::text)
                ORDER BY number DESC LIMIT 1
                """,
                [.text(id), .text(orNull: version)]
            )
            .first { (version: try $0.text(0), number: try $0.integer(1)) }
            guard let known else { return nil }
            let bytes = try DumpBytes.identity.fetch(of: id, number: known.number, from: connection)
            return StoredIdentity(version: known.version, bytes: bytes ?? [])
        }
    }

    /// Keeps the identity of a version of a file, and forgets all but some others.
    public func keep(
        _ identity: StoredIdentity,
        ofFile id: String,
        besides versions: Set<String>
    ) throws(CatalogError) {
        try writingCatalog([.dump(id)]) { transaction in
            let known = try transaction.run("SELECT version, number FROM dump_identity WHERE dump = $1", [.text(id)])
                .map { (version: try $0.text(0), number: try $0.integer(1)) }
            for entry in known where !versions.contains(entry.version) || entry.version == identity.version {
                try transaction.run(
                    "DELETE FROM dump_identity WHERE dump = $1 AND version = $2",
                    [.text(id), .text(entry.version)]
                )
                try DumpBytes.identity.remove(of: id, from: entry.number, upTo: entry.number + 1, in: transaction)
            }
            try identity.store(of: id, number: (known.map(\.number).max() ?? 0) + 1, in: transaction)
        }
    }

    /// The companions of a dump, by their numbers.
    public func companions(of id: String) throws(CatalogError) -> [StoredCompanion] {
        try readingCatalog(isOne: true) { connection in
            let sql = "SELECT number, created_at, actor, language FROM companion WHERE dump = $1 ORDER BY number"
            let rows = try connection.run(sql, [.text(id)]).map {
                (
                    number: try $0.integer(0), at: try $0.real(1), actor: try $0.optionalText(2),
                    language: try $0.optionalText(3)
                )
            }
            guard !rows.isEmpty else { return [] }
            let texts = try DumpBytes.companion.fetch(of: id, in: 0..<Int.max, from: connection)
            let sources = Dictionary(texts.map { ($0.number, $0.bytes) }) { $1 }
            return rows.map { row in
                StoredCompanion(
                    number: row.number,
                    createdAt: Date(timeIntervalSinceReferenceDate: row.at),
                    source: sources[row.number] ?? [],
                    actor: row.actor,
                    language: row.language
                )
            }
        }
    }

    /// Keeps a companion, with the row of `draft` that it belongs to, in one transaction.
    public func insert(
        _ companion: StoredCompanion,
        to id: String,
        isUpload: Bool,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try writingCatalog([.dump(id)]) { transaction in
            try Self.check(revision, of: id, isUpload: isUpload, in: transaction)
            try journal.store(of: id, in: transaction)
            try transaction.run(
                "INSERT INTO companion (dump, number, created_at, actor, language) VALUES ($1, $2, $3, $4, $5)",
                [
                    .text(id), .integer(companion.number),
                    .real(companion.createdAt.timeIntervalSinceReferenceDate), .text(orNull: companion.actor),
                    .text(orNull: companion.language),
                ]
            )
            try DumpBytes.companion.store(companion.source, of: id, number: companion.number, in: transaction)
            transaction.tell(.dump(id))
        }
    }

    /// Removes a companion.
    public func removeCompanion(
        _ number: Int,
        of id: String,
        from revision: Int,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try writingCatalog([.dump(id)]) { transaction in
            try Self.check(revision, of: id, in: transaction)
            try journal.store(of: id, in: transaction)
            try transaction.run("DELETE FROM companion WHERE dump = $1 AND number = $2", [.text(id), .integer(number)])
            try DumpBytes.companion.remove(of: id, from: number, upTo: number + 1, in: transaction)
            transaction.tell(.dump(id))
        }
    }
}

extension StoredIdentity {
    /// Writes the row of `dump_identity` as the last one of its dump.
    fileprivate func store(of id: String, number: Int = 1, in transaction: PostgresTransaction) throws {
        try transaction.run(
            "INSERT INTO dump_identity (dump, version, number) VALUES ($1, $2, $3)",
            [.text(id), .text(version), .integer(number)]
        )
        try DumpBytes.identity.store(bytes, of: id, number: number, in: transaction)
    }
}

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
