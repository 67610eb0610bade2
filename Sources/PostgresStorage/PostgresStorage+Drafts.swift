public import Catalog
import DumpFormats
import Foundation
import ViewHierarchy

/// The edits of dumps.
extension PostgresStorage {
    /// How far the edits are of every dump that ever had any.
    public func journals() throws(CatalogError) -> [String: EditJournal] {
        try readingCatalog { connection in
            let rows = try connection.run(EditJournal.selection).map { (try $0.text(0), try EditJournal(row: $0)) }
            return Dictionary(rows) { $1 }
        }
    }

    /// How far the edits of a dump are; nil when it never had any.
    public func journal(of id: String) throws(CatalogError) -> EditJournal? {
        try readingCatalog { connection in
            try connection.run("\(EditJournal.selection) WHERE draft.dump = $1", [.text(id)])
                .first { try EditJournal(row: $0) }
        }
    }

    /// The bytes of the file that the edits of a dump were made on.
    public func draftSource(of id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { try DumpBytes.draft.fetch(of: id, from: $0) }
    }

    /// What lists say about some edits.
    public func entries(of id: String, in range: Range<Int>) throws(CatalogError) -> [JournalEntry] {
        try readingCatalog { connection in
            try connection.run(
                """
                SELECT number, operation, view, summary, at, actor FROM draft_edit
                WHERE dump = $1 AND number >= $2 AND number < $3 ORDER BY number
                """,
                [.text(id), .integer(range.lowerBound), .integer(range.upperBound)]
            )
            .map { row in
                JournalEntry(
                    number: try row.integer(0),
                    operation: try row.text(1),
                    view: try row.optionalInteger(2),
                    summary: try row.text(3),
                    at: Date(timeIntervalSinceReferenceDate: try row.real(4)),
                    actor: try row.optionalText(5)
                )
            }
        }
    }

    /// Some edits as JSON.
    public func edits(of id: String, in range: Range<Int>) throws(CatalogError) -> [[UInt8]] {
        try readingCatalog { try DumpBytes.edit.fetch(of: id, in: range, from: $0).map(\.bytes) }
    }

    /// Adds an edit, with what it is made on where that is new, in one transaction.
    public func append(
        _ edit: JournalEdit,
        to id: String,
        from revision: Int?,
        becoming journal: EditJournal,
        source: [UInt8]?
    ) throws(CatalogError) {
        try writingCatalog([.dump(id)]) { transaction in
            try Self.check(revision, of: id, isUpload: journal.base == nil, in: transaction)
            try journal.store(of: id, in: transaction)
            if let source, let base = journal.base { try base.store(source, of: id, in: transaction) }
            let entry = edit.entry
            try transaction.run(
                "DELETE FROM draft_edit WHERE dump = $1 AND number >= $2",
                [.text(id), .integer(entry.number)]
            )
            try DumpBytes.edit.remove(of: id, from: entry.number, in: transaction)
            try transaction.insert(
                into: "draft_edit",
                "dump, number, operation, view, summary, at, actor",
                rows: [
                    [
                        .text(id), .integer(entry.number), .text(entry.operation), .integer(orNull: entry.view),
                        .text(entry.summary), .real(entry.at.timeIntervalSinceReferenceDate),
                        .text(orNull: entry.actor),
                    ]
                ]
            )
            try DumpBytes.edit.store(edit.text, of: id, number: entry.number, in: transaction)
            try checkJournalQuota(of: id, in: transaction)
            transaction.tell(.dump(id))
        }
    }

    /// Takes edits back or carries them out again.
    public func setPosition(
        of id: String,
        from revision: Int,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try writingCatalog([.dump(id)]) { transaction in
            try Self.check(revision, of: id, in: transaction)
            try journal.store(of: id, in: transaction)
            transaction.tell(.dump(id))
        }
    }

    /// Throws when the journal is not at the revision that a write starts from.
    /// - Parameter isUpload: whether a new journal is one of an upload, which then has to be there.
    static func check(
        _ revision: Int?,
        of id: String,
        isUpload: Bool = false,
        in transaction: PostgresTransaction
    ) throws {
        let current = try transaction.run("SELECT revision FROM draft WHERE dump = $1", [.text(id)])
            .first { try $0.integer(0) }
        guard current == revision else { throw CatalogError.journalConflict(id) }
        guard try revision != nil || !isUpload || hasDump(id, in: transaction) else {
            throw CatalogError.unknownDump(id)
        }
    }
}

extension EditJournal {
    /// Rows of `draft` with those of `draft_base`, whose `format` is NULL where there is none.
    static let selection = """
        SELECT draft.dump, draft.revision, draft.applied, draft.count, draft.view_count, draft.depth, draft.width,
        draft.height, base.byte_count, base.name, base.format, base.app, base.view_count, base.depth, base.width,
        base.height, base.captured_at, base.created_at, base.has_screenshot
        FROM draft LEFT JOIN draft_base AS base ON base.dump = draft.dump
        """

    init(row: PostgresRow) throws {
        var base: DraftBase?
        if let count = try row.optionalInteger(8) {
            var summary = try DumpSummary(row: row, id: row.text(0), from: 9)
            summary.readOnly = true
            base = DraftBase(summary: summary, byteCount: count)
        }
        self.init(
            revision: try row.integer(1),
            applied: try row.integer(2),
            count: try row.integer(3),
            extent: DumpExtent(viewCount: try row.integer(4), depth: try row.integer(5), size: try Size(row: row, 6)),
            base: base
        )
    }

    /// Writes the row of `draft`.
    func store(of id: String, in transaction: PostgresTransaction) throws {
        try transaction.insert(
            into: "draft",
            "dump, revision, applied, count, view_count, depth, width, height",
            rows: [
                [
                    .text(id), .integer(revision), .integer(applied), .integer(count), .integer(extent.viewCount),
                    .integer(extent.depth), .real(extent.size.width), .real(extent.size.height),
                ]
            ],
            suffix: """
                ON CONFLICT (dump) DO UPDATE SET revision = excluded.revision, applied = excluded.applied,
                count = excluded.count, view_count = excluded.view_count, depth = excluded.depth,
                width = excluded.width, height = excluded.height
                """
        )
    }
}

extension DraftBase {
    /// Writes the row of `draft_base` and the bytes in place of those that were there.
    func store(_ source: [UInt8], of id: String, in transaction: PostgresTransaction) throws {
        try transaction.run("DELETE FROM draft_base WHERE dump = $1", [.text(id)])
        try transaction.insert(
            into: "draft_base",
            """
            dump, name, format, app, view_count, depth, width, height, captured_at, created_at, has_screenshot, byte_count
            """,
            rows: [[.text(id)] + summary.values + [.integer(source.count)]]
        )
        try DumpBytes.draft.store(source, of: id, in: transaction)
    }
}
