internal import CMicroHTTPD
import Glibc
import Synchronization

/// A connection of the library with what is known of it.
///
/// Unchecked because of the pointer: the connection's own thread may use it until its request has been completed, any
/// other only while the connection is suspended, to resume it. The locks of `ParkedRequest` and `EventStream` see to it.
struct ClientConnection: @unchecked Sendable {
    private let pointer: OpaquePointer
    let record: ConnectionRecord

    init(_ pointer: OpaquePointer, record: ConnectionRecord) {
        self.pointer = pointer
        self.record = record
    }

    /// Lets the connection rest; on its own thread.
    func suspend() { MHD_suspend_connection(pointer) }

    /// Lets a suspended connection go on.
    func resume() { MHD_resume_connection(pointer) }

    /// Has the system give the connection up when the peer has not confirmed for so long what it was sent, rather than
    /// after the quarter of an hour that is usual.
    func limitSilence(to period: Duration) {
        var milliseconds = UInt32(clamping: period.components.seconds) &* 1000
        let size = socklen_t(MemoryLayout<UInt32>.size)
        setsockopt(record.descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
    }

    /// Whether the peer of a suspended connection has closed or lost it; one that only closes its side for writing counts as
    /// gone, as a proxy's clients do. The library does not look meanwhile, so the descriptor stays what it is.
    var isClosedByPeer: Bool {
        var look = pollfd(fd: record.descriptor, events: Self.peerClosed, revents: 0)
        guard poll(&look, 1, 0) > 0 else { return false }
        return Int32(look.revents) & (Int32(Self.peerClosed) | Int32(POLLHUP) | Int32(POLLERR)) != 0
    }

    /// `POLLRDHUP` of poll(2), which is Linux's own: unlike a read it sees the end behind bytes that wait, as the last ones of
    /// TLS do.
    private static let peerClosed: Int16 = 0x2000
}
