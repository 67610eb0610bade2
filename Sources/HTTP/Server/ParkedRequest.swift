import Synchronization

/// A request that waits for its work with its connection suspended.
final class ParkedRequest: Sendable {
    private let connection: ClientConnection
    private let lot: ParkingLot
    /// Until when there has to be an answer, on the monotonic clock; waiting for a thread counts.
    private let deadline: UInt64
    private let state = Mutex(State())

    private struct State {
        var response: FinishedResponse?
        var work: PooledTask?
        var isAbandoned = false
    }

    /// - Parameter period: how long there may be no answer from now on.
    init(connection: ClientConnection, lot: ParkingLot, period: Duration) {
        self.connection = connection
        self.lot = lot
        deadline = MonotonicClock.now &+ period.nanoseconds
    }

    /// The answer, once there is one.
    var response: FinishedResponse? { state.withLock { $0.response } }

    /// Names the work that ends in the answer.
    func attach(_ work: PooledTask) {
        let isAbandoned = state.withLock { state in
            state.work = work
            return state.isAbandoned
        }
        if isAbandoned { work.cancel() }
    }

    /// Leaves the answer and resumes the connection, unless there is an answer; says whether it was the first.
    @discardableResult
    func finish(with response: FinishedResponse) -> Bool {
        lot.release(self, with: response)
    }

    /// Leaves an answer in place of the work's and tells the work that nobody waits for it any more.
    /// - Returns: whether there was none before.
    @discardableResult
    func abandon(with response: FinishedResponse) -> Bool {
        guard finish(with: response) else { return false }
        let work = state.withLock { state in
            state.isAbandoned = true
            return state.work
        }
        work?.cancel()
        return true
    }

    /// Whether its client has left.
    var isDeparted: Bool { connection.isClosedByPeer }

    func isLate(at now: UInt64) -> Bool { deadline < now }

    /// Whether its work has used more than so many nanoseconds of the processor.
    func hasUsed(_ nanoseconds: UInt64) -> Bool {
        state.withLock { $0.work }.map { $0.processorTime > nanoseconds } ?? false
    }

    /// Suspends the connection; on its own thread, for the lot.
    fileprivate func suspend() { connection.suspend() }

    /// Resumes the connection with an answer; for the lot.
    fileprivate func resume(with response: FinishedResponse) {
        state.withLock { $0.response = response }
        connection.resume()
    }
}

/// The requests whose connections are suspended until their work is done.
///
/// Connections are suspended and resumed under its lock: what is in here is suspended, and nothing else is. So once
/// the lot is closed and every request in it has been answered, no connection is suspended for its work.
final class ParkingLot: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var parked: [ObjectIdentifier: ParkedRequest] = [:]
    }

    /// Parks a request unless the lot is closed; on the thread of its connection.
    func park(_ request: ParkedRequest) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            request.suspend()
            state.parked[ObjectIdentifier(request)] = request
            return true
        }
    }

    /// Lets a request go on with its answer; false when it has gone on with another.
    fileprivate func release(_ request: ParkedRequest, with response: FinishedResponse) -> Bool {
        state.withLock { state in
            guard state.parked.removeValue(forKey: ObjectIdentifier(request)) != nil else { return false }
            request.resume(with: response)
            return true
        }
    }

    /// Parks no more.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    private var all: [ParkedRequest] { state.withLock { Array($0.parked.values) } }

    /// Answers every parked request in place of its work.
    func answerAll(with response: FinishedResponse) {
        for request in all { request.abandon(with: response) }
    }

    /// Answers the requests whose time is over in place of their work, and says how many there were.
    func answerLate(with response: @autoclosure () -> FinishedResponse) -> Int {
        let now = MonotonicClock.now
        return all.count { $0.isLate(at: now) && $0.abandon(with: response()) }
    }

    /// Answers the requests whose work has used more of the processor than it may in place of it, and says how many there were.
    func answerCostly(beyond limit: Duration, with response: @autoclosure () -> FinishedResponse) -> Int {
        let limit = limit.nanoseconds
        return all.count { $0.hasUsed(limit) && $0.abandon(with: response()) }
    }

    /// Ends the work of requests whose clients have left, and says how many there were.
    func abandonDeparted(with response: @autoclosure () -> FinishedResponse) -> Int {
        all.count { $0.isDeparted && $0.abandon(with: response()) }
    }

    /// How many requests are parked.
    var count: Int { state.withLock { $0.parked.count } }
}
