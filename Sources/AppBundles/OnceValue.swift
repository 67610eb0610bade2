import Synchronization

/// A value that is made by the first who asks for it, and then kept for everybody; the others wait.
///
///     let layout = OnceValue<Layout>()
///     let first = layout.value { solve() }   // solves
///     let second = layout.value { solve() }  // has it
///
/// Making it must not ask for the same value: that would wait for itself.
package final class OnceValue<Value: Sendable>: Sendable {
    /// Held while the value is made.
    private let kept = Mutex<Value?>(nil)

    /// Creates one that nobody has asked for yet.
    package init() {}

    /// The value, when somebody has made it; waits for one that is being made.
    package var known: Value? { kept.withLock { $0 } }

    /// The value, made unless it is there.
    /// - Parameter make: makes it; nobody else makes it meanwhile.
    package func value(_ make: () -> Value) -> Value {
        kept.withLock { kept in
            if let kept { return kept }
            let value = make()
            kept = value
            return value
        }
    }
}
