internal import CMalloc
import Synchronization

/// Gives memory back to the system once much of it was freed.
///
/// glibc keeps what is freed for what comes next, in the arenas of all threads, and the more of it the larger the blocks
/// were: without this a server that has shown a few large dumps looks as if it still held them.
final class FreedMemory: Sendable {
    /// Looking for free memory takes milliseconds, which are worth it for so many bytes.
    static let much = 8 << 20

    /// Done once for the process, whatever catalogs it has.
    private static let boundsWhatIsKept: Void = cm_keep_little_free_memory()

    private let freed = Mutex(0)
    private let giveBack: @Sendable () -> Void

    /// - Parameter giveBack: gives all free memory of the process back.
    init(giveBack: @escaping @Sendable () -> Void = { cm_give_back_free_memory() }) {
        self.giveBack = giveBack
        Self.boundsWhatIsKept
    }

    /// Notes that so many bytes were freed, as estimated.
    func add(_ bytes: Int) {
        let isMuch = freed.withLock { freed in
            freed = freed.addingReportingOverflow(max(bytes, 0)).partialValue
            guard freed >= Self.much || freed < 0 else { return false }
            freed = 0
            return true
        }
        if isMuch { giveBack() }
    }
}
