import Synchronization

/// The requests whose connections are suspended until their work is done.
final class ParkingLot: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var parked: [ObjectIdentifier: ParkedRequest] = [:]
    }

    /// Parks a request unless the lot is closed. Suspending happens under the lock: once the lot is closed and empty
    /// no connection is suspended, and nothing can be resumed before it is suspended.
    func park(_ request: ParkedRequest) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            request.suspend()
            state.parked[ObjectIdentifier(request)] = request
            return true
        }
    }

    /// Forgets a request after its connection has been resumed.
    func remove(_ request: ParkedRequest) {
        state.withLock { _ = $0.parked.removeValue(forKey: ObjectIdentifier(request)) }
    }

    /// Parks no more.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
    var isEmpty: Bool { state.withLock { $0.parked.isEmpty } }

    /// Answers every parked request in place of its work, which is cancelled.
    func answerAll(with response: FinishedResponse) {
        for request in state.withLock({ Array($0.parked.values) }) {
            request.cancelWork()
            request.finish(with: response)
        }
    }
}
