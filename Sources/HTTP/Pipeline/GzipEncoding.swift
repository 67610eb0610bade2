internal import CZlib
import Synchronization

/// Compression in the gzip format (RFC 1952) through zlib.
package enum GzipEncoding {
    /// How hard zlib tries, from 1 to 9: the level at which text stops getting much smaller for the time.
    private static let level: Int32 = 5

    /// The bytes compressed; nil when there are too many of them or no memory is left.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        let bound = cz_gzip_bound(UInt(bytes.count))
        guard let size = UInt32(exactly: bytes.count), let capacity = UInt32(exactly: bound) else { return nil }
        let compressed = [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
            count = Int(clamping: cz_gzip(bytes, size, buffer.baseAddress, capacity, level))
        }
        return compressed.isEmpty ? nil : compressed
    }

    /// The bytes expanded; nil when they are not gzip or become more than the limit.
    package static func expand(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard let size = UInt32(exactly: bytes.count), let capacity = UInt32(exactly: limit) else { return nil }
        var isValid = false
        let expanded = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let written = cz_gunzip(bytes, size, buffer.baseAddress, capacity)
            isValid = written >= 0
            count = max(0, written)
        }
        return isValid ? expanded : nil
    }
}

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
        guard let compressed = GzipEncoding.compress(body) else { return nil }
        state.withLock { $0.insert(compressed, for: key, budget: budget) }
        return compressed
    }

    /// The bytes that are kept.
    var size: Int { state.withLock { $0.size } }
}

/// What an `Accept-Encoding` field allows (RFC 9110, section 12.5.3).
struct AcceptEncoding: Sendable, Hashable {
    /// Whether gzip is allowed and liked no less than the plain body.
    let prefersGzip: Bool

    /// Reads the field.
    init(_ text: String) {
        let list = WeightedList(text)
        let weight = (list.last("gzip", "x-gzip") ?? list.last("*"))?.weight ?? 0
        prefersGzip = weight > 0 && weight >= (list.last("identity")?.weight ?? 0)
    }
}
