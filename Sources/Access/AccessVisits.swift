import Synchronization

/// What somebody has shown to be let in, without the secret itself.
public enum AccessCredential: Sendable {
    /// A token.
    case token(SecretDigest)
    /// The session of a browser that has signed in.
    case session(SecretDigest)
}

/// What goes on as long as what let it in is good: open event streams.
final class AccessVisits: Sendable {
    private struct Visit: Sendable {
        let credential: AccessCredential
        let end: @Sendable () -> Void
    }

    private let state = Mutex((next: 0, visits: [Int: Visit]()))

    /// Begins a visit.
    /// - Parameter end: called once, when the credential is good no more; it must not wait.
    /// - Returns: what forgets the visit, which whoever ends it by himself calls.
    func begin(with credential: AccessCredential, _ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.next += 1
            state.visits[state.next] = Visit(credential: credential, end: end)
            return state.next
        }
        return { [self] in state.withLock { _ = $0.visits.removeValue(forKey: number) } }
    }

    /// Ends the visits whose credential is good no more.
    func end(unless isGood: (AccessCredential) -> Bool) {
        let all = state.withLock { $0.visits }
        let over = all.filter { !isGood($0.value.credential) }
        let ended = state.withLock { state in over.keys.compactMap { state.visits.removeValue(forKey: $0) } }
        for visit in ended { visit.end() }
    }
}
