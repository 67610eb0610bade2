internal import CMicroHTTPD
import Glibc

/// Takes connections from a listening socket, on a thread of its own, and hands each to the library.
///
/// The library could listen itself. But when it is told to take no more connections (`MHD_quiesce_daemon`), two of its threads take the
/// socket out of epoll before version 1.0, and it ends the process when the second one does not find it there.
///
/// Unchecked because of the daemon's pointer: the library lets every thread add connections until the daemon is stopped, and
/// the thread here ends before that.
final class Acceptor: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let socket: Int32
    /// A pipe that is closed at the end of the writer when the thread is to end.
    private let bell: (reader: Int32, writer: Int32)
    private let hasEnded = Monitor(false)

    /// How long it waits, in milliseconds, when the system has no room for another connection.
    private static let pause: Int32 = 50

    /// Begins to take connections; takes over the socket.
    /// - Throws: `HTTPError` with code `cannotStart` when the system has no thread or descriptor left.
    init(from listener: consuming ListeningSocket, for daemon: OpaquePointer) throws(HTTPError) {
        self.daemon = daemon
        socket = listener.take()
        var ends: [Int32] = [-1, -1]
        let hasBell = pipe(&ends) == 0
        bell = (ends[0], ends[1])
        for end in ends where hasBell { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard hasBell, OwnThread.start({ [self] in run() }) else {
            for descriptor in [socket] + ends where descriptor >= 0 { close(descriptor) }
            throw HTTPError(.cannotStart, "The system can't create a thread to accept connections.")
        }
    }

    /// Takes no more connections. Those that were not taken yet wait where the socket goes on listening.
    /// - Returns: the socket, where it is to go on listening; it is closed otherwise.
    func stop(keepsSocket: Bool) -> Int32? {
        close(bell.writer)
        hasEnded.wait { $0 ? () : nil }
        close(bell.reader)
        if keepsSocket { return socket }
        close(socket)
        return nil
    }

    private func run() {
        while waits(for: -1) {
            if !takeAll(), !waits(for: Self.pause, onlyBell: true) { break }
        }
        hasEnded.changeForAll { $0 = true }
    }

    /// Waits until there is a connection or the time is over; false when the thread is to end.
    private func waits(for milliseconds: Int32, onlyBell: Bool = false) -> Bool {
        var places = [pollfd(fd: bell.reader, events: Int16(POLLIN), revents: 0)]
        if !onlyBell { places.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
        while poll(&places, nfds_t(places.count), milliseconds) < 0, errno == EINTR {}
        return places[0].revents == 0
    }

    /// Takes the connections that wait; false when the system has no room for one.
    private func takeAll() -> Bool {
        while true {
            var address = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let added: Int32? = withUnsafeMutablePointer(to: &address) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    let client = accept(socket, address, &size)
                    guard client >= 0 else { return errno }
                    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                    // From here on the library closes it, also where it refuses it.
                    MHD_add_connection(daemon, client, address, size)
                    return nil
                }
            }
            switch added {
            case nil, EINTR, ECONNABORTED: continue
            case EAGAIN: return true
            default: return false
            }
        }
    }
}
