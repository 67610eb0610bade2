import Catalog
import Synchronization

/// Lets a fixed number of uploads be read at once, so that memory stays bounded; the others wait in order.
///
/// What passes runs where its task does, on the server's pool; what waits is suspended and holds no thread.
final class UploadGate: Sendable {
    private struct State {
        var free: Int
        /// Those that wait, by the numbers that they drew.
        var waiting: [(number: Int, turn: CheckedContinuation<Void, any Error>)] = []
        var drawn = 0
    }

    private let state: Mutex<State>

    /// - Parameter limit: how many may pass at once, at least 1.
    init(limit: Int) { state = Mutex(State(free: max(1, limit))) }

    /// Runs the work when it is its turn.
    /// - Throws: `CancellationError` when nobody waits for it any more before it is, or what the work throws.
    func pass<Value>(_ work: () throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try work()
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

extension Services {
    /// Reads and stores an upload when it is its turn; it is durable when this returns.
    func add(_ upload: DumpUpload) async throws -> DumpSummary {
        let dump = try await uploads.pass { try catalog.add(upload) }
        events.publishLibrary()
        return dump
    }

    /// Reads and stores an app when it is its turn; it is durable when this returns.
    func add(_ upload: AppUpload) async throws -> (app: CatalogApp, isNew: Bool) {
        let added = try await appUploads.pass { try catalog.add(upload) }
        if added.isNew { events.publishLibrary() }
        return added
    }
}
