import Dispatch
import Foundation
import GRDB
import Glibc
import Storage
import Synchronization

/// A write that somebody else may do for whoever wants it, in one transaction with others.
///
/// Unchecked because of the closures: they belong to a thread that waits until they are done with, and are let go of before it goes
/// on. Only the thread whose turn it is touches them.
final class SharedWrite: @unchecked Sendable {
    /// What has become of it.
    enum Outcome {
        /// It is durable.
        case written
        /// It failed, and has changed nothing.
        case failed(any Error)
        /// The others or the disk were in its way; nothing is changed. It has to be done alone.
        case undone
    }

    private var body: ((Database) throws -> Void)?
    private var committed: (() -> Void)?
    private(set) var outcome = Outcome.undone

    /// - Parameters:
    ///   - body: writes in a transaction that is open.
    ///   - committed: told once that is durable and before the next write begins.
    init(_ body: @escaping (Database) throws -> Void, committed: @escaping () -> Void) {
        self.body = body
        self.committed = committed
    }

    /// Writes in a transaction that belongs to others, too. Failing is its own affair as long as it has written nothing, and the
    /// database has not failed.
    /// - Throws: what it failed with, where the transaction can no longer become durable.
    func perform(_ db: Database) throws {
        let changes = db.totalChangesCount
        do {
            try body?(db)
            outcome = .written
        } catch {
            guard db.totalChangesCount == changes, !(error is DatabaseError) else { throw error }
            outcome = .failed(error)
        }
    }

    /// Tells that it is durable, if it has not failed.
    func announce() {
        if case .written = outcome { committed?() }
    }

    /// Says that nothing of the transaction is durable.
    func undo() { outcome = .undone }

    /// Lets go of what belongs to the thread that waits, which may then go on.
    func end() {
        body = nil
        committed = nil
    }
}

/// Lets writers take turns in the order in which they came, and hands those that can share a transaction to the one whose turn it is.
///
/// The disk is asked once for all that waited while it was asked before: with one writer each change is a commit of its own,
/// with many of them a commit has many.
final class WriteTurns: Sendable {
    /// How a wait for one's turn ends.
    enum Wait {
        /// It is the caller's turn, who has to end it.
        case turn
        /// Somebody else has done the write, or tried to.
        case done
        /// It took too long.
        case tooLong
    }

    /// Unchecked because of `wait`, which is touched by who has the lock until the signal, and by the one that waits after it.
    private final class Place: @unchecked Sendable {
        let write: SharedWrite?
        let called = DispatchSemaphore(value: 0)
        var wait = Wait.tooLong

        init(_ write: SharedWrite?) { self.write = write }

        func call(_ wait: Wait) {
            self.wait = wait
            called.signal()
        }
    }

    private struct State {
        var isTaken = false
        var waiting: [Place] = []
    }

    /// The most writes of one transaction.
    private static let most = 64
    private let state = Mutex(State())

    /// How many wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for a turn.
    /// - Parameter write: what whoever has the turn may do meanwhile; nil for what is done alone.
    func take(until deadline: ContinuousClock.Instant, offering write: SharedWrite? = nil) -> Wait {
        let place: Place? = state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            let place = Place(write)
            state.waiting.append(place)
            return place
        }
        guard let place else { return .turn }
        let rest = max(deadline - .now, .zero)
        if place.called.wait(timeout: .now() + .milliseconds(rest.milliseconds)) == .timedOut {
            let isWaiting = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0 === place }) else { return false }
                state.waiting.remove(at: index)
                return true
            }
            if isWaiting { return .tooLong }
            // It was called in the last moment, or is being done.
            place.called.wait()
        }
        return place.wait
    }

    /// Does what those offer who wait next, as long as they offer something, with what the caller wants.
    /// - Parameter perform: does all of it, in this order.
    func share(_ write: SharedWrite, _ perform: ([SharedWrite]) -> Void) {
        let places = state.withLock { state in
            let places = state.waiting.prefix(Self.most).prefix { $0.write != nil }
            state.waiting.removeFirst(places.count)
            return Array(places)
        }
        defer {
            for place in places {
                place.write?.end()
                place.call(.done)
            }
        }
        perform([write] + places.compactMap(\.write))
    }

    /// Ends a turn: it is that of who has waited for longest.
    func end() {
        let next: Place? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.call(.turn)
    }
}

/// The log beside a database that nobody has open (<https://www.sqlite.org/fileformat.html#the_write_ahead_log>).
///
/// SQLite takes any log for one of the database beside it: an empty database makes it throw the log away, and pages of another
/// database would be read as those of this one. What it can be told by is looked at before anything opens the two.
struct WriteAheadLog {
    static let headSize = 32
    static let frameHeadSize = 24
    /// As the log begins, but for the last bit, which says in which order its sums count.
    private static let magic = 0x377F_0682

    /// Throws when a log holds what would be lost with the database that is beside it.
    static func check(of database: String) throws(SQLiteStorageError) {
        let path = database + "-wal"
        do {
            guard let head = try head(of: path) else { return }
            guard !DatabaseFile.isEmpty(database) else {
                throw SQLiteStorageError(
                    .lostDatabase,
                    "The database “\(database)” is missing or empty, but the log beside it, “\(path)”, holds changes, which "
                        + "would be lost. Put the file of the database back if you have it. Otherwise restore a backup with “vitrine "
                        + "restore”, which keeps the log under another name; or move the log away to begin with nothing."
                )
            }
            guard try fault(path, head, database) != nil else { return }
            // Another process may just have written half of a page.
            usleep(50_000)
            guard let head = try self.head(of: path), let fault = try fault(path, head, database) else { return }
            throw SQLiteStorageError(
                .otherLog,
                "The log “\(path)” does not belong to the database “\(database)”: \(fault). Nothing was changed. Put the file "
                    + "beside it back that it belongs to, or move the log away to use the database without it."
            )
        } catch let error as SQLiteStorageError {
            throw error
        } catch {
            throw SQLiteStorageError(.failed, "The log “\(path)” cannot be read: \(error.localizedDescription)")
        }
    }

    /// How a log begins; nil where there is none, or only zeros, as after a loss of power.
    private static func head(of path: String) throws -> Data? {
        guard DatabaseFile.size(of: path) > 0 else { return nil }
        let log = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? log.close() }  // try?: it was only read.
        return try log.read(upToCount: headSize).flatMap { head in head.contains { $0 != 0 } ? head : nil }
    }

    /// How a log shows that it is of another database; nil where it does not.
    private static func fault(_ path: String, _ head: Data, _ database: String) throws -> String? {
        let log = try FileHandle(forReadingFrom: URL(filePath: path))
        let file = try FileHandle(forReadingFrom: URL(filePath: database))
        defer { for each in [log, file] { try? each.close() } }  // try?: they were only read.
        try log.seek(toOffset: UInt64(headSize))
        // What is no database is said by who opens it.
        guard let own = try file.read(upToCount: WALIndex.headerSize).flatMap(DatabaseHead.init) else { return nil }
        guard head.count == headSize, head.number(0, 4) & ~1 == magic else { return "it is no log of SQLite" }
        guard head.number(8, 4) == own.pageSize else { return "its pages have another size" }
        var last: DatabaseHead?
        // Frames of an earlier log, which are behind the last one of this, have other salts.
        let salts = head.dropFirst(16).prefix(8)
        while let frame = try log.read(upToCount: frameHeadSize), frame.count == frameHeadSize,
            frame.dropFirst(8).prefix(8).elementsEqual(salts)
        {
            guard frame.number(0, 4) == 1 else {
                try log.seek(toOffset: log.offset() + UInt64(own.pageSize))
                continue
            }
            guard let bytes = try log.read(upToCount: own.pageSize), bytes.count == own.pageSize else { break }
            guard let head = DatabaseHead(bytes), head.application == own.application else {
                return "its first page is that of another program"
            }
            last = head
        }
        if let last, last.changes < own.changes { return "the database is newer than it" }
        return nil
    }
}

/// The head of a database (<https://www.sqlite.org/fileformat.html#the_database_header>).
struct DatabaseHead {
    let pageSize: Int
    /// Grows with changes of the first page.
    let changes: Int
    let application: Int

    /// Reads it; nil where it is none.
    init?(_ bytes: Data) {
        guard bytes.count >= WALIndex.headerSize, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            return nil
        }
        pageSize = bytes.number(16, 2) == 1 ? 65_536 : bytes.number(16, 2)
        changes = bytes.number(24, 4)
        application = bytes.number(68, 4)
        guard pageSize > 0 else { return nil }
    }
}

extension Data {
    /// A number whose most significant byte comes first. The bytes must be there.
    fileprivate func number(_ offset: Int, _ count: Int) -> Int {
        dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
