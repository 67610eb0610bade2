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

    /// Whether the peer of a suspended connection has closed or lost it. The library does not look meanwhile, so the
    /// descriptor stays what it is.
    var isClosedByPeer: Bool {
        var byte: UInt8 = 0
        let count = recv(record.descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }
}

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
        deadline.store(period.map { MonotonicClock.now &+ $0.nanoseconds } ?? .max, ordering: .relaxed)
    }

    /// Whether its deadline has passed.
    func isLate(at now: UInt64) -> Bool {
        deadline.load(ordering: .relaxed) < now
    }
}

/// The connections that are open, so that those can be cut whose client is too slow.
///
/// The library's own timeout is for silence only: one byte now and then keeps a connection open for ever.
final class ConnectionRegistry: Sendable {
    private let records = Mutex<[ObjectIdentifier: ConnectionRecord]>([:])

    func insert(_ record: ConnectionRecord) {
        records.withLock { $0[ObjectIdentifier(record)] = record }
    }

    /// Forgets a connection. The library says so before it closes the socket, so a descriptor in here is never one
    /// that has been given to somebody else.
    func remove(_ record: ConnectionRecord) {
        records.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(record)) }
    }

    /// Shuts the socket of every connection that is late; its thread then finds it closed by the peer.
    func cutLateConnections() {
        let now = MonotonicClock.now
        records.withLock { records in
            for record in records.values where record.isLate(at: now) {
                shutdown(record.descriptor, Int32(SHUT_RDWR))
                record.setDeadline(in: nil)
            }
        }
    }
}
