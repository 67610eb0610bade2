import Glibc
import Synchronization

/// One connection of a client: its socket, its peer, and until when it has to have got on.
final class ConnectionRecord: Sendable {
    let descriptor: Int32
    let remoteAddress: String
    private let deadline = Atomic<UInt64>(.max)

    init(descriptor: Int32, remoteAddress: String) {
        self.descriptor = descriptor
        self.remoteAddress = remoteAddress
    }

    /// Gives the connection this long from now; nil for as long as it likes.
    func setDeadline(in period: Duration?) {
        guard let period else { return deadline.store(.max, ordering: .relaxed) }
        let (seconds, attoseconds) = period.components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        let length = UInt64(exactly: min(max(nanoseconds, 0), 1e18).rounded()) ?? 0
        deadline.store(Self.now &+ length, ordering: .relaxed)
    }

    /// Whether its deadline has passed.
    func isLate(at now: UInt64) -> Bool {
        deadline.load(ordering: .relaxed) < now
    }

    /// The monotonic clock in nanoseconds.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}
