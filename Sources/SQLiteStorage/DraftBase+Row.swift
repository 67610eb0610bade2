import Catalog
import DumpFormats
import Foundation
import GRDB
import ViewHierarchy

extension DraftBase {
    /// Writes the row of `draftBase` in place of the one that was there.
    func store(_ source: [UInt8], of id: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO draftBase (
                    draft, name, format, app, viewCount, depth, width, height, capturedAt, createdAt, hasScreenshot,
                    bytes
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, summary.name, summary.format.rawValue, summary.app, summary.viewCount, summary.depth,
                summary.size.width, summary.size.height, summary.capturedAt?.timeIntervalSinceReferenceDate,
                summary.createdAt.timeIntervalSinceReferenceDate, summary.hasScreenshot, Data(source),
            ]
        )
    }
}
