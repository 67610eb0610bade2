import Foundation
import Synchronization

/// Lets a fixed number of uploads be read at once, so that memory stays bounded; the others wait in order.
///
/// Each is read on a thread of its own: the threads that tasks share must stay free for other requests.
final class UploadGate: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Enough for the nesting that the limits of the readers allow.
    private static let stackBytes = 8 << 20

    private let state: Mutex<State>

    /// - Parameter limit: how many may pass at once, at least 1.
    init(limit: Int) { state = Mutex(State(free: limit > 1 ? limit : 1)) }

    /// Runs the work when it is its turn.
    func pass<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        await withCheckedContinuation { continuation in
            let mayEnter = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if mayEnter { continuation.resume() }
        }
        defer { leave() }
        return try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result(catching: work)) }
            thread.stackSize = Self.stackBytes
            thread.start()
        }
    }

    private func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
