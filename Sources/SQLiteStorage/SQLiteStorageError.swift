import Foundation
import GRDB

/// Why a database cannot be opened. The file is left as it is.
public struct SQLiteStorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The folder cannot be made, or its files cannot be written.
        case notWritable = "storage-not-writable"
        /// The file is no SQLite database.
        case notADatabase = "storage-not-a-database"
        /// The file is a SQLite database of another program.
        case foreignDatabase = "storage-foreign-database"
        /// The database was made by a newer version of this program.
        case newerVersion = "storage-newer-version"
        /// The database was made before the first release, and keeps values in another way.
        case olderVersion = "storage-older-version"
        /// The database is damaged.
        case corrupt = "storage-corrupt"
        /// Another program keeps the database locked.
        case locked = "storage-locked"
        /// SQLite failed in another way.
        case failed = "storage-failed"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence for people.
    public var description: String { message }
}

extension SQLiteStorageError {
    /// Turns what happened while a file was opened or used into a sentence.
    init(_ error: any Error, path: String) {
        if let known = error as? SQLiteStorageError {
            self = known
            return
        }
        guard let error = error as? DatabaseError else {
            self.init(.failed, "The database “\(path)” cannot be used: \(error).")
            return
        }
        switch error.resultCode {
        case .SQLITE_NOTADB:
            self.init(
                .notADatabase,
                "“\(path)” is no SQLite database. Choose another data folder, or move the file away."
            )
        case .SQLITE_CORRUPT:
            self.init(.corrupt, "The database “\(path)” is damaged. Bring back a copy of it.")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .notWritable,
                "The database “\(path)” cannot be written. Check the permissions of the file and folder."
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.locked, "The database “\(path)” is in use by another program. Try again.")
        case .SQLITE_FULL:
            self.init(.failed, "There is no room left for the database “\(path)”.")
        default:
            let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
            self.init(.failed, "The database “\(path)” cannot be used: \(reason).")
        }
    }
}

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
