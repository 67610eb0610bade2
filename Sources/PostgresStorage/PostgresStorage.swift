public import Defaults
import Dispatch
import FoundationEssentials
import Glibc
public import Storage
import Synchronization

/// Keeps dumps, apps, defaults with their history and layers, and tokens in a PostgreSQL database, which any number of servers
/// share.
///
/// Reads and writes go to the host that takes writes, so what one server has acknowledged every other one sees. A lost
/// connection is made anew, to another host where there are several, for as long as a call may wait.
public final class PostgresStorage: Sendable {
    /// How much a domain may hold.
    public let limits: DefaultsLimits
    /// How long its work takes.
    public let times = StorageTimes()
    let pool: PostgresPool
    let retention: HistoryRetention
    let quotas: StorageQuotas
    let knownTotal = Mutex(KnownTotal())
    /// What this storage calls itself in notifications, so that it can tell its own from those of others.
    let name: String
    /// Whether the database carries notifications. CockroachDB does not.
    let notifies: Bool
    private let busyLimit: Duration
    private let turns = PostgresTurns()

    /// Opens a database, and makes the tables where they are missing.
    /// - Parameters:
    ///   - address: where it is.
    ///   - schema: the schema that the tables are in; lower-case letters, digits and `_`.
    ///   - limits: how much a domain may hold.
    ///   - retention: how much of each domain's history is kept.
    ///   - quotas: how much may be stored.
    ///   - busyLimit: how long a call waits in all: for those before it, for locks, and for a database that has gone to come
    ///     back; after that it throws.
    /// - Throws: when no host answers or takes writes, when the user may not make tables, or when these are of a newer
    ///   version.
    public init(
        _ address: PostgresAddress,
        schema: String = "vitrine",
        limits: DefaultsLimits = .standard,
        retention: HistoryRetention = .standard,
        quotas: StorageQuotas = .none,
        busyLimit: Duration = .seconds(15)
    ) throws(PostgresStorageError) {
        guard !schema.isEmpty,
            schema.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        else { throw PostgresStorageError(.badAddress, "A schema is named by lower-case letters, digits and “_”.") }
        self.limits = limits
        self.retention = retention
        self.quotas = quotas
        self.busyLimit = busyLimit
        var patience = PostgresConnection.Patience()
        patience.lock = min(patience.lock, busyLimit)
        let pool = PostgresPool(address, schema: schema, patience: patience)
        self.pool = pool
        name = Self.randomName()
        do {
            try Self.trying(until: .now + busyLimit, alsoAfter: PostgresSchema.collisions) { deadline in
                try pool.withConnection(until: deadline) { try PostgresSchema.prepare($0, schema: schema) }
            }
            notifies = try pool.withConnection(until: .now + busyLimit) { connection in
                do throws(PostgresFailure) {
                    try connection.run("SELECT pg_notify($1, '')", [.text(schema)])
                    return true
                } catch {
                    if error.isLost { throw error }
                    return false
                }
            }
            if retention != .everything { try forgetHistory() }
        } catch {
            throw Self.known(error, at: address.place)
        }
    }

    /// Nil: what other servers have written is known only by asking the database, and a read may as well do that.
    public func version() -> Int? { nil }

    /// Closes the connections. A call to the storage after that throws.
    public func close() { pool.close() }

    static func randomName() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    // MARK: Reading

    /// Reads, once more where the connection was lost.
    /// - Parameters:
    ///   - isOne: the statements are to see one state of the database.
    ///   - limit: how long to wait in all, where that is less than for others.
    func reading<Result>(
        isOne: Bool = false,
        within limit: Duration? = nil,
        _ body: (PostgresConnection) throws -> Result
    ) throws -> Result {
        try times.measuring(.read) {
            try Self.trying(until: .now + min(limit ?? busyLimit, busyLimit)) { deadline in
                try pool.withConnection(until: deadline) { connection in
                    guard isOne else { return try body(connection) }
                    try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    defer { connection.rollback() }
                    return try body(connection)
                }
            }
        }
    }

    /// Calls until it works, as long as it may help: connections that are lost, and transactions that stand in each other's
    /// way.
    /// - Parameter states: the states of other failures after which it may help.
    private static func trying<Result>(
        until deadline: ContinuousClock.Instant,
        alsoAfter states: Set<String> = [],
        _ body: (ContinuousClock.Instant) throws -> Result
    ) throws -> Result {
        var pause = 5
        while true {
            do {
                return try body(deadline)
            } catch let failure as PostgresFailure {
                guard failure.isLost || failure.isConflict || states.contains(failure.state),
                    .now + .milliseconds(pause) < deadline
                else { throw failure }
                sleep(milliseconds: &pause)
            }
        }
    }

    private static func sleep(milliseconds pause: inout Int) {
        // Those that stood in each other's way do not come back together.
        usleep(UInt32(clamping: Int.random(in: pause...pause * 2) * 1_000))
        pause = min(pause * 2, 400)
    }

    // MARK: Writing

    /// Writes in a transaction, all of it or nothing.
    ///
    /// The heads of what it is about are taken first, so that writers take turns, also those of other servers. A write whose
    /// connection is lost is made again, unless it is found that it was durable already.
    /// - Parameters:
    ///   - heads: what is written to.
    ///   - isListed: whether lists of dumps and apps show it.
    ///   - body: may be called several times.
    ///   - committed: told of the result once it is durable, and before this storage writes to the same again.
    func writing<Result>(
        _ heads: [PostgresHead],
        isListed: Bool = false,
        _ body: (PostgresTransaction) throws -> Result,
        committed: (Result) -> Void = { _ in }
    ) throws -> Result {
        let deadline = ContinuousClock.now + busyLimit
        return try times.measuring(.write) {
            try countAll(within: .seconds(1), until: deadline)
            do {
                return try write(heads, isListed: isListed, until: deadline, body, committed)
            } catch let fault as StorageFault where fault.excess?.quota == .total {
                // Others may have made room since it was asked.
                try countAll(within: .zero, until: deadline)
                return try write(heads, isListed: isListed, until: deadline, body, committed)
            }
        }
    }

    private func write<Result>(
        _ heads: [PostgresHead],
        isListed: Bool,
        until deadline: ContinuousClock.Instant,
        _ body: (PostgresTransaction) throws -> Result,
        _ committed: (Result) -> Void
    ) throws -> Result {
        // In one order, so that two that write to the same ones do not wait for each other.
        let heads = Set(heads).sorted()
        guard let taken = turns.take(heads, until: deadline) else {
            throw PostgresStorageError(.busy, "Others write to the same part of the database. Try again.")
        }
        defer { turns.leave(taken) }
        let write = Self.randomName()
        var attempt = Attempt<Result>()
        let result: Result
        do {
            result = try Self.trying(until: deadline) { deadline in
                try pool.withConnection(until: deadline) { connection in
                    try transact(heads, write, isListed: isListed, in: connection, &attempt, body)
                }
            }
        } catch var failure as PostgresFailure {
            // A commit had no answer, and nobody could be asked since.
            if attempt.change != nil { failure.isUnknown = true }
            throw failure
        }
        committed(result)
        return result
    }

    /// Makes a transaction once, on a connection that may be lost with it.
    private func transact<Result>(
        _ heads: [PostgresHead],
        _ write: String,
        isListed: Bool,
        in connection: PostgresConnection,
        _ attempt: inout Attempt<Result>,
        _ body: (PostgresTransaction) throws -> Result
    ) throws -> Result {
        try connection.script("BEGIN ISOLATION LEVEL READ COMMITTED")
        do {
            let states = try heads.map { try $0.take(in: connection, write: write, isListed: isListed) }
            if let change = attempt.change, let state = states.first {
                if state.former == write, let result = attempt.result {
                    // It is there. What is there is not always on the standby yet; this commit waits until it is.
                    try connection.commit()
                    return result
                }
                guard state.change == change else { throw PostgresFailure(state: "", message: "", isUnknown: true) }
                attempt.change = nil
            }
            let sizes = Dictionary(zip(heads, states.map(\.bytes))) { $1 }
            let transaction = PostgresTransaction(connection, sizes: sizes)
            let result = try body(transaction)
            guard !transaction.isIdle else {
                connection.rollback()
                return result
            }
            let growth = try transaction.storeSizes()
            try checkTotal(adding: growth)
            if notifies { try transaction.notify(as: name, on: pool.schema) }
            do throws(PostgresFailure) {
                try connection.commit()
            } catch {
                if error.isUnknown { attempt = Attempt(change: states.first?.change, result: result) }
                throw error
            }
            count(growth)
            return result
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// A transaction whose COMMIT had no answer: the count its head would have, and what it gave.
    private struct Attempt<Result> {
        var change: Int?
        var result: Result?
    }

    // MARK: Errors

    /// What people are told of whatever went wrong.
    func known(_ error: any Error) -> PostgresStorageError { Self.known(error, at: pool.address.place) }

    private static func known(_ error: any Error, at place: String) -> PostgresStorageError {
        if let known = error as? PostgresStorageError { return known }
        if let failure = error as? PostgresFailure { return failure.error(at: place) }
        if let fault = error as? StorageFault { return PostgresStorageError(.overQuota, fault.message, fault) }
        return PostgresStorageError(.failed, "The database at \(place) cannot be used: \(error).")
    }
}
