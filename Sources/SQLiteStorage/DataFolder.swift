import Foundation

/// The folder that holds the database.
struct DataFolder {
    let url: URL

    /// The database in it.
    var database: String { url.appending(path: "vitrine.sqlite").path(percentEncoded: false) }

    /// Makes the folder and an empty database, both for the owner's eyes only, where they are missing.
    ///
    /// SQLite gives the files beside a database the permissions of the database.
    func prepare() throws(SQLiteStorageError) {
        let path = url.path(percentEncoded: false)
        do {
            if !FileManager.default.fileExists(atPath: path) {
                try FileManager.default.createDirectory(
                    at: url,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
        } catch {
            throw SQLiteStorageError(
                .notWritable,
                "The data folder “\(path)” cannot be made. Check the permissions above it."
            )
        }
        guard FileManager.default.fileExists(atPath: database) else {
            guard
                FileManager.default.createFile(
                    atPath: database,
                    contents: nil,
                    attributes: [.posixPermissions: 0o600]
                )
            else {
                throw SQLiteStorageError(
                    .notWritable,
                    "The data folder “\(path)” cannot be written. Check its permissions."
                )
            }
            return
        }
    }
}
