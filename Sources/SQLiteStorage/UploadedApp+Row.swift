import Catalog
import Foundation
import GRDB

extension UploadedApp {
    /// Reads a row of `app`.
    init(row: Row) throws {
        self.init(
            id: try row.decode(String.self, forColumn: "id"),
            bundleName: try row.decode(String.self, forColumn: "bundleName"),
            folderName: try row.decode(String.self, forColumn: "folderName"),
            fingerprint: try row.decode(String.self, forColumn: "fingerprint"),
            createdAt: Date(timeIntervalSinceReferenceDate: try row.decode(Double.self, forColumn: "createdAt"))
        )
    }

    /// Writes a row of `app`.
    func insert(into db: Database) throws {
        try db.execute(
            sql: "INSERT INTO app (id, bundleName, folderName, fingerprint, createdAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [id, bundleName, folderName, fingerprint, createdAt.timeIntervalSinceReferenceDate]
        )
    }
}

extension AppFile {
    /// Reads a row of `appFile` with a column `isKept` in place of the bytes.
    init(row: Row) throws {
        let checksum = try row.decode(Int64.self, forColumn: "checksum")
        self.init(
            path: try row.decode(String.self, forColumn: "path"),
            size: try row.decode(Int.self, forColumn: "size"),
            checksum: UInt32(truncatingIfNeeded: checksum),
            isKept: try row.decode(Bool.self, forColumn: "isKept")
        )
    }
}
