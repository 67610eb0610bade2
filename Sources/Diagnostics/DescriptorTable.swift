#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Synchronization

/// Whether the process can open anything at all.
///
/// With a table of descriptors that is full, what cannot be opened looks as if it were missing or broken. Who opens files
/// notes what cannot be opened, so that nobody has to look at the table as long as everything can.
package enum DescriptorTable {
    /// How often something could not be opened.
    private static let failures = Atomic<Int>(0)
    /// How often it had been when the table was last seen with room in it.
    private static let failuresBeforeRoom = Atomic<Int>(0)

    /// Notes that something could not be opened, for whatever reason.
    package static func noteFailure() { failures.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    /// Whether neither the process nor the system has a descriptor left at this moment, where something could not be opened.
    package static var isFull: Bool {
        let count = failures.load(ordering: .sequentiallyConsistent)
        guard count != failuresBeforeRoom.load(ordering: .sequentiallyConsistent) else { return false }
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            failuresBeforeRoom.store(count, ordering: .sequentiallyConsistent)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }
}
