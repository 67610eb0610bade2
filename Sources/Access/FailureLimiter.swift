import Glibc
import Synchronization

/// Counts wrong tokens by the address they come from, so that nobody can try out many.
///
/// An address may be wrong ten times in a row; each try comes back after six seconds. The table is bounded: where it is
/// full, the address that was wrong longest ago is forgotten.
final class FailureLimiter: Sendable {
    /// How many tries an address has.
    static let tries = 10.0
    /// After how many seconds one comes back.
    static let secondsForOne = 6.0
    /// The most addresses that are remembered.
    static let mostAddresses = 4_096

    private struct Entry {
        var failures: Double
        var changedAt: Double
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// How many seconds an address has to wait before it may try again; nil when it need not.
    func wait(of address: String, at time: Double) -> Int? {
        entries.withLock { entries in
            guard let entry = entries[Self.key(address)] else { return nil }
            let failures = Self.left(of: entry, at: time)
            guard failures > Self.tries - 1 else { return nil }
            return max(1, Int(((failures - Self.tries + 1) * Self.secondsForOne).rounded(.up)))
        }
    }

    /// Counts a wrong token.
    func fail(from address: String, at time: Double) {
        entries.withLock { entries in
            let key = Self.key(address)
            let failures = entries[key].map { Self.left(of: $0, at: time) } ?? 0
            if entries[key] == nil, entries.count >= Self.mostAddresses {
                entries = entries.filter { Self.left(of: $0.value, at: time) > 0 }
                if entries.count >= Self.mostAddresses,
                    let oldest = entries.min(by: { $0.value.changedAt < $1.value.changedAt })
                {
                    entries[oldest.key] = nil
                }
            }
            entries[key] = Entry(failures: min(failures + 1, Self.tries), changedAt: time)
        }
    }

    /// How many addresses are remembered.
    var count: Int { entries.withLock { $0.count } }

    private static func left(of entry: Entry, at time: Double) -> Double {
        max(0, entry.failures - max(0, time - entry.changedAt) / secondsForOne)
    }

    /// One subscriber has 2^64 addresses of version 6, so these count by their first half.
    private static func key(_ address: String) -> String {
        let plain = String(address.prefix { $0 != "%" })
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, plain, &bytes) == 1 else { return String(address.prefix(64)) }
        return withUnsafeBytes(of: bytes) { bytes in
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            return (isMapped ? bytes.suffix(4) : bytes.prefix(8)).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }
}
