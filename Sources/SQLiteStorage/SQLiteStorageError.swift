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
