import Foundation
import Synchronization

/// What was seen to be secret and is not in the store yet. It is secret all the same.
///
/// A store that is full, locked or read-only is tried again now and then.
final class SecretMemory: Sendable {
    private struct State {
        /// What waits, by the bundle that it is of.
        var waiting: [String: SecretMarks] = [:]
        /// When the store may be tried again.
        var triedAgainAt = ContinuousClock.now
    }

    /// So long after a write that failed there is no other.
    private static let patience = Duration.seconds(5)

    private let store: any SecretKeyStore
    private let state = Mutex(State())

    init(store: any SecretKeyStore) { self.store = store }

    /// Remembers what a bundle marks, for good as soon as the store takes it.
    func learn(_ marks: SecretMarks) {
        guard marks.uploadedAt != nil || !marks.keys.isEmpty else { return }
        state.withLock { state in
            state.waiting[Self.name(of: marks), default: marks].keys.merge(marks.keys) { $0.union($1) }
        }
        flush()
    }

    /// Whether what an upload marks is known here, stored or not.
    func holds(_ app: UploadedApp) -> Bool {
        state.withLock { $0.waiting[Self.name(of: app.id, app.createdAt)] != nil }
    }

    /// What waits.
    var waiting: [SecretMarks] { state.withLock { Array($0.waiting.values) } }

    /// Stores what waits.
    /// - Parameter patiently: not when that has just failed.
    func flush(patiently: Bool = true) {
        let waiting: [SecretMarks] = state.withLock { state in
            guard !state.waiting.isEmpty, !patiently || ContinuousClock.now >= state.triedAgainAt else { return [] }
            return Array(state.waiting.values)
        }
        for marks in waiting {
            do throws(CatalogError) {
                try keep(marks)
                state.withLock { state in
                    // More may have come in the meantime.
                    if state.waiting[Self.name(of: marks)] == marks { state.waiting[Self.name(of: marks)] = nil }
                }
            } catch {
                // It goes on waiting, and is withheld meanwhile.
                state.withLock { $0.triedAgainAt = .now + Self.patience }
                return
            }
        }
    }

    /// Stores marks; those of folders are the same at each start, so the store is asked first what it knows.
    private func keep(_ marks: SecretMarks) throws(CatalogError) {
        var missing = marks
        if marks.uploadedAt == nil {
            for (domain, keys) in marks.keys {
                missing.keys[domain] = keys.subtracting(try store.secretKeys(of: domain))
            }
            missing.keys = missing.keys.filter { !$0.value.isEmpty }
            guard !missing.keys.isEmpty else { return }
        }
        try store.remember(missing)
    }

    private static func name(of marks: SecretMarks) -> String { name(of: marks.bundle, marks.uploadedAt) }

    private static func name(of bundle: String, _ uploadedAt: Date?) -> String {
        "\(uploadedAt?.timeIntervalSinceReferenceDate.bitPattern ?? 0) \(bundle)"
    }
}
