public import Catalog
import Foundation

/// Uploaded apps.
extension PostgresStorage {
    /// All uploaded apps, oldest first.
    public func uploadedApps() throws(CatalogError) -> [UploadedApp] {
        try readingCatalog { connection in
            try connection.run("\(UploadedApp.selection) ORDER BY created_at, app").map { try UploadedApp(row: $0) }
        }
    }

    /// The uploaded app with this id; nil when there is none.
    public func uploadedApp(_ id: String) throws(CatalogError) -> UploadedApp? {
        try readingCatalog { connection in
            try connection.run("\(UploadedApp.selection) WHERE app = $1", [.text(id)]).first {
                try UploadedApp(row: $0)
            }
        }
    }

    /// The files of an uploaded app, sorted by path; none when there is no such app.
    public func files(ofApp id: String) throws(CatalogError) -> [AppFile] {
        try readingCatalog { connection in
            try connection.run("SELECT path, size, checksum, is_kept FROM app_file WHERE app = $1", [.text(id)])
                .map { row in
                    AppFile(
                        path: try row.text(0),
                        size: try row.integer(1),
                        checksum: UInt32(truncatingIfNeeded: try row.integer(2)),
                        isKept: try row.flag(3)
                    )
                }
                // Swift and PostgreSQL order texts differently.
                .sorted { $0.path < $1.path }
        }
    }

    /// The bytes of a file of an uploaded app; nil when there is no such file, or when its bytes are not kept.
    public func file(_ path: String, ofApp id: String) throws(CatalogError) -> [UInt8]? {
        try readingCatalog { connection in
            let sql = "SELECT bytes FROM app_chunk WHERE app = $1 AND path = $2 ORDER BY chunk"
            let chunks = try connection.run(sql, [.text(id), .text(path)]).map { try $0.bytes(0) }
            return chunks.isEmpty ? nil : chunks.count == 1 ? chunks.first : Array(chunks.joined())
        }
    }

    /// Stores an app with all its files in one transaction.
    public func insert(_ app: NewApp) throws(CatalogError) {
        let (summary, contents) = (app.summary, app.contents)
        let id = PostgresValue.text(summary.id)
        try checkQuotas(of: app)
        try writingCatalog(app.marks.heads, isListed: true) { transaction in
            guard try transaction.run("SELECT 1::bigint FROM app WHERE app = $1", [id]).count == 0 else {
                throw CatalogError.idTaken(app: summary.id)
            }
            try transaction.insert(
                into: "app",
                "app, bundle_name, folder_name, fingerprint, created_at, actor, bytes",
                rows: [
                    [
                        id, .text(summary.bundleName), .text(summary.folderName), .text(summary.fingerprint),
                        .real(summary.createdAt.timeIntervalSinceReferenceDate), .text(orNull: summary.actor),
                        .integer(app.byteCount),
                    ]
                ]
            )
            try transaction.insert(
                into: "app_file",
                "app, path, size, checksum, is_kept",
                rows: contents.files.map { file in
                    let isKept = file.isKept && contents.bytes[file.path] != nil
                    return [
                        id, .text(file.path), .integer(file.size), .integer(Int(file.checksum)), .flag(isKept),
                    ]
                }
            )
            // Most files are small, so their chunks are written together.
            let starts = contents.files.filter(\.isKept).flatMap { file in
                let bytes = contents.bytes[file.path]
                return bytes.map { bytes in
                    bytes.isEmpty
                        ? [(file.path, 0)]
                        : stride(from: 0, to: bytes.count, by: PostgresTransaction.chunkBytes).map { (file.path, $0) }
                } ?? []
            }
            try transaction.insert(
                into: "app_chunk",
                "app, path, chunk, bytes",
                rows: starts.compactMap { path, start in
                    guard let bytes = contents.bytes[path] else { return nil }
                    let end = min(start + PostgresTransaction.chunkBytes, bytes.count)
                    return [
                        id, .text(path), .integer(start / PostgresTransaction.chunkBytes), .slice(bytes[start..<end]),
                    ]
                }
            )
            try app.marks.store(in: transaction)
            transaction.resize(.app(summary.id), to: app.byteCount)
            transaction.tell(.library)
        }
    }

    /// Removes an uploaded app with all its files, and says whether there was one.
    public func deleteApp(_ id: String) throws(CatalogError) -> Bool {
        try writingCatalog([.app(id)], isListed: true) { transaction in
            guard try transaction.run("DELETE FROM app WHERE app = $1", [.text(id)]).affected > 0 else {
                transaction.isIdle = true
                return false
            }
            for table in ["app_file", "app_chunk", "secret_use"] {
                try transaction.run("DELETE FROM \(table) WHERE app = $1", [.text(id)])
            }
            transaction.resize(.app(id), to: 0)
            transaction.tell(.library)
            return true
        }
    }
}

extension UploadedApp {
    static let selection = "SELECT app, bundle_name, folder_name, fingerprint, created_at, actor FROM app"

    /// Reads a row of ``selection``.
    init(row: PostgresRow) throws {
        self.init(
            id: try row.text(0),
            bundleName: try row.text(1),
            folderName: try row.text(2),
            fingerprint: try row.text(3),
            createdAt: Date(timeIntervalSinceReferenceDate: try row.real(4)),
            actor: try row.optionalText(5)
        )
    }
}
