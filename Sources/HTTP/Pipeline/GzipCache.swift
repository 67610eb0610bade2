import Synchronization

/// The compressed forms of bodies that have been sent lately, so that each is compressed once.
final class GzipCache: Sendable {
    private let state = Mutex(State())

    /// The most bytes of compressed bodies that are kept.
    private let budget: Int

    /// A body by its length and a hash with a key that is secret to this process.
    private struct Key: Hashable {
        var count: Int
        var hash: Int
    }

    private struct State {
        var entries: [Key: [UInt8]] = [:]
        /// The keys, oldest first.
        var order: [Key] = []
        var size = 0

        mutating func insert(_ bytes: [UInt8], for key: Key, budget: Int) {
            // A large body would drive out all the others.
            guard bytes.count <= budget / 4, entries.updateValue(bytes, forKey: key) == nil else { return }
            order.append(key)
            size += bytes.count
            var dropped = 0
            while size > budget, dropped < order.count {
                size -= entries.removeValue(forKey: order[dropped])?.count ?? 0
                dropped += 1
            }
            order.removeFirst(dropped)
        }
    }

    init(budget: Int = 16 << 20) {
        self.budget = budget
    }

    /// The compressed form of a body; nil when it cannot be compressed.
    func compressed(_ body: [UInt8]) -> [UInt8]? {
        var hasher = Hasher()
        body.withUnsafeBytes { hasher.combine(bytes: $0) }
        let key = Key(count: body.count, hash: hasher.finalize())
        if let known = state.withLock({ $0.entries[key] }) { return known }
        guard let compressed = Gzip.compress(body) else { return nil }
        state.withLock { $0.insert(compressed, for: key, budget: budget) }
        return compressed
    }

    /// The bytes that are kept.
    var size: Int { state.withLock { $0.size } }
}
