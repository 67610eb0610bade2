import Foundation
import GRDB
import GRDBSQLite
import Storage
import Synchronization

/// How everything is written: by one at a time, durable before it returns.
extension SQLiteStorage {
    /// Writes in a transaction, all of it or nothing.
    /// - Parameters:
    ///   - deletes: whether it makes room, so that it has to work on a full disk, too. It may be called again then.
    /// - Throws: ``SQLiteStorageError`` with code `locked`, or `SQLITE_BUSY`, when the waiting takes too long.
    func writing<Result>(
        deletes: @autoclosure () -> Bool = false,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try checkMode()
        return try times.measuring(.write) {
            try alone(until: .now + options.busyLimit, deletes: deletes(), body) { _ in }
        }
    }

    /// Writes in a transaction that others who wait may share: each of them is all there or not at all, as if it were alone.
    /// - Parameters:
    ///   - deletes: as of ``writing(deletes:_:)``.
    ///   - body: may run on another thread, and be called again when the transaction failed.
    ///   - committed: told of the result, on that thread, once it is durable and before the next write begins.
    /// - Throws: as ``writing(deletes:_:)``.
    func sharing<Result>(
        deletes: @autoclosure () -> Bool,
        _ body: (Database) throws -> Result,
        committed: (Result) -> Void
    ) throws -> Result {
        try checkMode()
        let deadline = ContinuousClock.now + options.busyLimit
        return try times.measuring(.write) {
            var result: Result?
            let outcome = try withoutActuallyEscaping(body) { body in
                try withoutActuallyEscaping(committed) { committed in
                    let write = SharedWrite(
                        { db in result = try body(db) },
                        committed: { if let result { committed(result) } }
                    )
                    defer { write.end() }
                    try offer(write, until: deadline)
                    return write.outcome
                }
            }
            switch outcome {
            case .written: if let result { return result }
            case .failed(let error):
                note(error)
                throw error
            case .undone: break
            }
            return try alone(until: deadline, deletes: deletes(), body, committed)
        }
    }

    private func checkMode() throws(SQLiteStorageError) {
        guard options.isReadOnly else { return }
        throw SQLiteStorageError(.readOnly, "The database “\(path)” was opened for reading only.")
    }

    private func alone<Result>(
        until deadline: ContinuousClock.Instant,
        deletes: @autoclosure () -> Bool,
        _ body: (Database) throws -> Result,
        _ committed: (Result) -> Void
    ) throws -> Result {
        guard case .turn = turns.take(until: deadline) else { throw tooLong }
        defer { turns.end() }
        do {
            try files.check()
            let result: Result
            do {
                result = try transaction(until: deadline, body)
            } catch  where deletes() && SQLiteStorageError(error, path: path).code == .full && reserve.release() {
                result = try transaction(until: deadline, body)
                giveBackLater()
            }
            // Another file may have come while this one was written to, which would be found by nobody then.
            try files.check()
            lastFailure.withLock { $0 = nil }
            committed(result)
            return result
        } catch {
            note(error)
            throw error
        }
    }

    /// Has a write done by whoever writes, or does what others want, too.
    private func offer(_ write: SharedWrite, until deadline: ContinuousClock.Instant) throws {
        switch turns.take(until: deadline, offering: write) {
        case .done: return
        case .tooLong: throw tooLong
        case .turn: break
        }
        defer { turns.end() }
        turns.share(write) { writes in
            do {
                try files.check()
                try transaction(until: deadline) { db in
                    for write in writes { try write.perform(db) }
                }
                try files.check()
                lastFailure.withLock { $0 = nil }
                for write in writes { write.announce() }
            } catch {
                // Whose fault it is shows when each is done alone.
                for write in writes { write.undo() }
            }
        }
    }

    private var tooLong: SQLiteStorageError {
        SQLiteStorageError(.locked, "The writes before this one keep the database “\(path)” for too long. Try again.")
    }

    private func transaction<Result>(
        until deadline: ContinuousClock.Instant,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        let (result, free): (Result?, Int) = try pool.writeWithoutTransaction { db in
            // What is left of the limit is for other processes; none turns waiting off.
            let rest = max(deadline - ContinuousClock.now, .zero)
            sqlite3_busy_timeout(db.sqliteConnection, CInt(clamping: rest.milliseconds))
            var result: Result?
            try db.inTransaction(.immediate) {
                let before = try db.usedBytes()
                result = try body(db)
                let after = try db.usedBytes()
                if after > before { try options.quotas.check(.total, after) }
                try files.check()
                return .commit
            }
            return (result, try db.count("PRAGMA freelist_count"))
        }
        if free > Self.fewPages { giveBackLater() }
        guard let result else { throw SQLiteStorageError(.failed, "A write has no result.") }
        return result
    }

    /// Remembers what is wrong with the disk or the files, until a write succeeds.
    private func note(_ error: any Error) {
        // What a disk does not do without being full may be a limit of the system.
        let isOfDisk = (error as? DatabaseError)?.resultCode == .SQLITE_IOERR
        let error = SQLiteStorageError(error, path: path)
        let isFault = error.fault.map { $0.kind != .overQuota }
        guard isOfDisk || isFault == true else { return }
        lastFailure.withLock { $0 = error }
        // The log has grown by what could not be written.
        if error.code == .full { giveBackLater() }
    }
}
