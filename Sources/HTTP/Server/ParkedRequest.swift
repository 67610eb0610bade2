import Synchronization

/// A request that waits for its work with its connection suspended.
final class ParkedRequest: Sendable {
    private let connection: ClientConnection
    private let lot: ParkingLot
    private let state = Mutex(State())

    private struct State {
        var response: FinishedResponse?
        var task: Task<Void, Never>?
    }

    init(connection: ClientConnection, lot: ParkingLot) {
        self.connection = connection
        self.lot = lot
    }

    /// Suspends the connection; on the connection's own thread.
    func suspend() {
        connection.suspend()
    }

    /// Starts the work that ends in the answer.
    func run(_ work: @escaping @Sendable () async -> FinishedResponse) {
        let task = Task { finish(with: await work()) }
        state.withLock { $0.task = task }
    }

    /// Tells the work that nobody waits for it any more.
    func cancelWork() {
        state.withLock { $0.task }?.cancel()
    }

    /// Leaves the answer and resumes the connection; only the first call counts.
    func finish(with response: FinishedResponse) {
        let isFirst = state.withLock { state in
            guard state.response == nil else { return false }
            state.response = response
            return true
        }
        guard isFirst else { return }
        connection.resume()
        lot.remove(self)
    }

    /// The answer, once there is one.
    var response: FinishedResponse? { state.withLock { $0.response } }
}
