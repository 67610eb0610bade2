import Foundation
import GRDB
public import Storage

/// Why a database cannot be opened or used. The file is left as it is.
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
        /// Another program keeps the database locked, or the writes of this one take too long.
        case locked = "storage-locked"
        /// The disk has no room left.
        case full = "storage-full"
        /// The storage was opened for reading only.
        case readOnly = "storage-read-only"
        /// The files of the database were removed, replaced or changed by others while they were open.
        case replaced = "storage-replaced"
        /// A write would go beyond a quota.
        case overQuota = "storage-over-quota"
        /// There is no database.
        case missing = "storage-missing"
        /// There is a log of a database that is not there, or empty.
        case lostDatabase = "storage-lost-database"
        /// The log beside the database is that of another one.
        case otherLog = "storage-other-log"
        /// There is a file where a backup is to be.
        case fileExists = "storage-file-exists"
        /// A database of an earlier version could not be copied, so it is not migrated.
        case notMigrated = "storage-not-migrated"
        /// SQLite failed in another way.
        case failed = "storage-failed"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// Which quota a write would go beyond, when that is the failure.
    public var excess: QuotaExcess?

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
        if let fault = error as? StorageFault {
            self.init(.overQuota, fault.message)
            excess = fault.excess
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
            self.init(
                .corrupt,
                "The database “\(path)” is damaged. Stop the server, look at it with “vitrine check”, and bring a backup "
                    + "back with “vitrine restore”."
            )
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .notWritable,
                "The database “\(path)” cannot be written. Check the permissions of the file and folder and whether the "
                    + "disk is read-only, or start with --read-only to read what is there."
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.locked, "The database “\(path)” is in use by another program. Try again.")
        case .SQLITE_FULL:
            self.init(.full, "There is no room left for the database “\(path)”. Make room on its disk.")
        case .SQLITE_IOERR:
            let code = error.extendedResultCode.rawValue
            self.init(
                .failed,
                "The disk of the database “\(path)” does not do its work (SQLite error \(code)). Look at the system’s log."
            )
        default:
            let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
            self.init(.failed, "The database “\(path)” cannot be used: \(reason).")
        }
    }
}

extension SQLiteStorageError: StorageFailure {
    /// The failure of a database that holds what cannot be read.
    package init(corrupt message: String) { self.init(.corrupt, message) }

    /// Whether waiting may help.
    package var isPassing: Bool { code == .locked }

    /// The fault as those who ask a server are told of it; nil where that says no more than that the storage failed.
    package var fault: StorageFault? {
        switch code {
        case .full: StorageFault(.full)
        case .readOnly, .notWritable: StorageFault(.readOnly)
        case .replaced: StorageFault(.replaced)
        case .corrupt, .notADatabase: StorageFault(.damaged)
        case .overQuota: excess.map { StorageFault($0) } ?? StorageFault(.overQuota)
        default: nil
        }
    }
}
