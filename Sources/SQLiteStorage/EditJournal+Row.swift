import Catalog
import Foundation
import GRDB
import ViewHierarchy

extension EditJournal {
    /// Rows of `draft` with those of `draftBase`, whose `format` is NULL where there is none.
    static let selection = """
        SELECT dump, revision, applied, count, draft.viewCount, draft.depth, draft.width, draft.height, name, format,
        app, draftBase.viewCount AS baseViewCount, draftBase.depth AS baseDepth, draftBase.width AS baseWidth,
        draftBase.height AS baseHeight, capturedAt, createdAt, hasScreenshot, length(bytes) AS byteCount
        FROM draft LEFT JOIN draftBase ON draftBase.draft = draft.dump
        """

    init(row: Row) throws {
        var base: DraftBase?
        if try row.decode(String?.self, forColumn: "format") != nil {
            var summary = try StoredDump(id: try row.decode(String.self, forColumn: "dump"), row: row)
            summary.viewCount = try row.decode(Int.self, forColumn: "baseViewCount")
            summary.depth = try row.decode(Int.self, forColumn: "baseDepth")
            summary.size = Size(
                width: try row.decode(Double?.self, forColumn: "baseWidth") ?? .nan,
                height: try row.decode(Double?.self, forColumn: "baseHeight") ?? .nan
            )
            summary.readOnly = true
            base = DraftBase(summary: summary, byteCount: try row.decode(Int.self, forColumn: "byteCount"))
        }
        self.init(
            revision: try row.decode(Int.self, forColumn: "revision"),
            applied: try row.decode(Int.self, forColumn: "applied"),
            count: try row.decode(Int.self, forColumn: "count"),
            extent: DumpExtent(
                viewCount: try row.decode(Int.self, forColumn: "viewCount"),
                depth: try row.decode(Int.self, forColumn: "depth"),
                size: try Size(row: row)
            ),
            base: base
        )
    }

    /// Writes the row of `draft`. A draft without a base is one of an upload.
    func store(of id: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO draft (dump, upload, revision, applied, count, viewCount, depth, width, height)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (dump) DO UPDATE SET revision = excluded.revision, applied = excluded.applied,
                count = excluded.count, viewCount = excluded.viewCount, depth = excluded.depth,
                width = excluded.width, height = excluded.height
                """,
            arguments: [
                id, base == nil ? id : nil, revision, applied, count, extent.viewCount, extent.depth,
                extent.size.width, extent.size.height,
            ]
        )
    }
}
