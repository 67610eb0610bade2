import Synchronization

/// A door that handlers wait at until a test opens it.
final class Gate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
    }

    /// How many have come to the gate.
    var arrivals: Int { state.withLock { $0.arrivals } }

    func open() { state.withLock { $0.isOpen = true } }

    /// Waits until the gate is open, or the task is cancelled.
    func pass() async throws {
        state.withLock { $0.arrivals += 1 }
        while !state.withLock({ $0.isOpen }) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Waits until so many have come.
    func waitForArrivals(_ count: Int) async throws {
        while arrivals < count { try await Task.sleep(for: .milliseconds(5)) }
    }
}
