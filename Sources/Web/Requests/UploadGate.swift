import HTTP
import Synchronization

/// Lets a fixed number of uploads be read at once, so that memory stays bounded; the others wait in order, as many as may.
///
/// What passes runs where its task does, on the server's pool; what waits is suspended and holds no thread. The bytes of a
/// large body are read when it is its turn, and not before.
package final class UploadGate: Sendable {
    private struct State {
        var free: Int
        /// Those that wait, by the numbers that they drew.
        var waiting: [(number: Int, turn: CheckedContinuation<Void, any Error>)] = []
        var drawn = 0
        var refused = 0
    }

    /// The usual number of uploads that may wait.
    package static let standardWaiting = 32

    private let state: Mutex<State>
    private let limit: Int
    private let maximumWaiting: Int

    /// - Parameters:
    ///   - limit: how many may pass at once, at least 1.
    ///   - maximumWaiting: how many may wait for their turn.
    package init(limit: Int, maximumWaiting: Int = UploadGate.standardWaiting) {
        self.limit = max(1, limit)
        self.maximumWaiting = maximumWaiting
        state = Mutex(State(free: max(1, limit)))
    }

    /// What passes, what waits, and what was refused because too many waited.
    package var load: UploadLoad {
        state.withLock { UploadLoad(running: limit - $0.free, waiting: $0.waiting.count, refused: $0.refused) }
    }

    /// Runs the work when it is its turn.
    /// - Throws: `overloaded` when too many wait, `CancellationError` when nobody waits for it any more before it is, or what
    ///   the work throws.
    package func pass<Value>(_ work: () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        // Between its turn and this its client may have left.
        try Task.checkCancellation()
        return try await work()
    }

    private func enter() async throws {
        let number = state.withLock { state in
            state.drawn += 1
            return state.drawn
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.free == 0 else {
                        state.free -= 1
                        return .success(())
                    }
                    guard state.waiting.count < maximumWaiting else {
                        state.refused += 1
                        return .failure(
                            HTTPError(
                                .overloaded,
                                "\(state.waiting.count) uploads are waiting to be read, which is the maximum. Try again in a moment."
                            )
                        )
                    }
                    state.waiting.append((number, turn))
                    return nil
                }
                if let outcome { turn.resume(with: outcome) }
            }
        } onCancel: {
            let turn = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).turn }
            }
            turn?.resume(throwing: CancellationError())
        }
    }

    private func leave() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil as CheckedContinuation<Void, any Error>?
            }
            return state.waiting.removeFirst().turn
        }
        next?.resume()
    }
}

/// What a gate for uploads does at one moment, and what it has refused since it was made.
package struct UploadLoad: Sendable, Hashable {
    /// Uploads that are read.
    package var running = 0
    /// Uploads that wait for their turn.
    package var waiting = 0
    /// Uploads that were refused because too many waited.
    package var refused = 0
}
