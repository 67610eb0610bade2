import Glibc
import Synchronization

/// The connections that are open, so that those can be cut whose client is too slow.
///
/// The library's own timeout is for silence only: one byte now and then keeps a connection open for ever.
final class ConnectionRegistry: Sendable {
    private let records = Mutex<[ObjectIdentifier: ConnectionRecord]>([:])

    /// How often the connections are looked through.
    private static let interval = Duration.milliseconds(250)

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
        let now = ConnectionRecord.now
        records.withLock { records in
            for record in records.values where record.isLate(at: now) {
                shutdown(record.descriptor, Int32(SHUT_RDWR))
                record.setDeadline(in: nil)
            }
        }
    }

    /// Cuts late connections from now on, until the task is cancelled.
    func startReaper() -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                cutLateConnections()
            }
        }
    }
}
