public import Storage

/// Why a PostgreSQL database cannot be opened or used. No message holds a password.
public struct PostgresStorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The address is none of a PostgreSQL database.
        case badAddress = "storage-bad-address"
        /// No host of the address answers, or none of them takes writes.
        case unreachable = "storage-unreachable"
        /// The database does not let this user in, or not make its tables.
        case refused = "storage-refused"
        /// The tables were made by a newer version of this program.
        case newerVersion = "storage-newer-version"
        /// What the database holds cannot be read.
        case corrupt = "storage-corrupt"
        /// Others keep what is to be written locked, or use all connections.
        case busy = "storage-busy"
        /// The connection was lost while a write was made durable: it may be there or not.
        case unknownOutcome = "storage-unknown-outcome"
        /// A write would go beyond a quota.
        case overQuota = "storage-over-quota"
        /// PostgreSQL failed in another way.
        case failed = "storage-failed"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The fault as those who ask a server are told of it; nil where that says no more than that the storage failed.
    public var fault: StorageFault?

    /// Creates an error.
    public init(_ code: Code, _ message: String, _ fault: StorageFault? = nil) {
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// The sentence for people.
    public var description: String { message }

    static func damaged(_ column: Int) -> PostgresStorageError {
        PostgresStorageError(corrupt: "The database holds a row whose value \(column + 1) cannot be read.")
    }
}

extension PostgresStorageError: StorageFailure {
    /// The failure of a database that holds what cannot be read.
    package init(corrupt message: String) { self.init(.corrupt, message) }

    /// Whether waiting may help.
    package var isPassing: Bool { code == .busy || code == .unreachable || code == .unknownOutcome }
}

/// What the server or libpq said of a statement.
struct PostgresFailure: Error {
    /// The SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html); empty where there is no server's word.
    var state: String
    var message: String
    /// The connection is of no use any more.
    var isLost = false
    /// A COMMIT was sent and its answer is not known.
    var isUnknown = false

    /// Two transactions stood in each other's way, and this one was to give way.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// Something is locked for too long, or a statement took too long.
    var isBusy: Bool { state == "55P03" || state == "57014" || state == "53300" }

    /// The server ends, begins, or is a standby that takes no writes: another connection will find the one that does.
    static func endsConnection(_ state: String) -> Bool {
        state.hasPrefix("08") || ["57P01", "57P02", "57P03", "25006", "25P03"].contains(state)
    }

    /// What people are told.
    func error(at place: String) -> PostgresStorageError {
        if isUnknown {
            return PostgresStorageError(
                .unknownOutcome,
                "The database at \(place) went away while it wrote, so the change may be there or not. Read it again first."
            )
        }
        if isLost { return PostgresStorageError(.unreachable, "The database at \(place) does not answer: \(message).") }
        if isConflict || isBusy {
            return PostgresStorageError(.busy, "Others use the same part of the database at \(place). Try again.")
        }
        return switch state.prefix(2) {
        case "53" where state == "53100":
            PostgresStorageError(
                .failed,
                "The disk of the database at \(place) is full: \(message).",
                StorageFault(
                    .full,
                    "The disk of the database is full, so nothing was changed. Whoever runs the database has to make room."
                )
            )
        case "XX" where state == "XX001" || state == "XX002":
            PostgresStorageError(
                .corrupt,
                "The database at \(place) is damaged: \(message).",
                StorageFault(
                    .damaged,
                    "The database is damaged. Look at PostgreSQL’s log, and restore a backup with pg_restore."
                )
            )
        case "28", "3D", "42":
            PostgresStorageError(
                state.hasPrefix("42") && state != "42501" ? .failed : .refused,
                "The database at \(place) refuses: \(message)."
            )
        case "53": PostgresStorageError(.failed, "The database at \(place) has no room or memory left: \(message).")
        default: PostgresStorageError(.failed, "The database at \(place) failed: \(message).")
        }
    }
}
