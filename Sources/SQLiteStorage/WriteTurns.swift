import Dispatch
import GRDB
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
