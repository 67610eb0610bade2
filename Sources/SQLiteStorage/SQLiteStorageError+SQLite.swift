import GRDB

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
