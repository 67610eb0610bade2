internal import CMicroHTTPD
import Glibc

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

    /// Whether the peer of a suspended connection has closed or lost it. The library does not look meanwhile, so the
    /// descriptor stays what it is.
    var isClosedByPeer: Bool {
        var byte: UInt8 = 0
        let count = recv(record.descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }
}
