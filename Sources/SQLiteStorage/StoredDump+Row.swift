import Catalog
import DumpFormats
import Foundation
import GRDB
import ViewHierarchy

extension StoredDump {
    /// Reads a row of `dump` with a column `hasScreenshot`.
    init(row: Row) throws {
        try self.init(id: try row.decode(String.self, forColumn: "id"), row: row)
        revision = try row.decode(Int.self, forColumn: "revision")
    }

    /// Reads the columns that rows of `dump` and of `draftBase` share.
    init(id: String, row: Row) throws {
        let format = try row.decode(String.self, forColumn: "format")
        guard let format = DumpFormat(rawValue: format) else {
            throw SQLiteStorageError(.corrupt, "The database holds a dump of the unknown format “\(format)”.")
        }
        self.init(
            id: id,
            name: try row.decode(String.self, forColumn: "name"),
            format: format,
            app: try row.decode(String?.self, forColumn: "app"),
            viewCount: try row.decode(Int.self, forColumn: "viewCount"),
            depth: try row.decode(Int.self, forColumn: "depth"),
            size: try Size(row: row),
            capturedAt: try row.decode(Double?.self, forColumn: "capturedAt").map(
                Date.init(timeIntervalSinceReferenceDate:)
            ),
            createdAt: Date(timeIntervalSinceReferenceDate: try row.decode(Double.self, forColumn: "createdAt")),
            hasScreenshot: try row.decode(Bool.self, forColumn: "hasScreenshot")
        )
    }

    /// Writes a row of `dump`. SQLite has no NaN; it stores NULL in its place.
    func insert(into db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO dump (
                    id, name, format, app, viewCount, depth, width, height, capturedAt, createdAt, revision
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, name, format.rawValue, app, viewCount, depth, size.width, size.height,
                capturedAt?.timeIntervalSinceReferenceDate, createdAt.timeIntervalSinceReferenceDate, revision,
            ]
        )
    }
}

extension Size {
    /// Reads the columns `width` and `height`, which are NULL for what is no number.
    init(row: Row) throws {
        self.init(
            width: try row.decode(Double?.self, forColumn: "width") ?? .nan,
            height: try row.decode(Double?.self, forColumn: "height") ?? .nan
        )
    }
}
