internal import CMicroHTTPD
import Glibc

/// A TCP socket that listens.
struct ListeningSocket: ~Copyable {
    private let descriptor: Int32

    /// How many connections may wait to be accepted.
    private static let backlog: Int32 = 511

    /// Binds the first address a name stands for that can be bound.
    init(host: String, port: Int) throws(HTTPError) {
        guard let port = UInt16(exactly: port) else {
            throw HTTPError(.cannotBind, "The port must be between 0 and 65535.")
        }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let found = getaddrinfo(host, String(port), &hints, &list)
        guard found == 0 else {
            throw HTTPError(.cannotBind, "The address \(host) does not exist: \(String(cString: gai_strerror(found))).")
        }
        defer { freeaddrinfo(list) }
        var reason = "it has no addresses"
        var next = list
        while let address = next?.pointee {
            let descriptor = Self.listen(on: address)
            if descriptor >= 0 {
                self.descriptor = descriptor
                return
            }
            reason = String(cString: strerror(errno))
            next = address.ai_next
        }
        throw HTTPError(.cannotBind, "Cannot listen on \(host), port \(port): \(reason).")
    }

    /// Takes over a socket that listens already, such as one of systemd's (sd_listen_fds(3)).
    init(inherited descriptor: Int32) throws(HTTPError) {
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0, isListening != 0 else {
            throw HTTPError(.cannotBind, "File descriptor \(descriptor) was inherited but is not a listening socket.")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The port it is bound to.
    var port: Int {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &size) == 0 else { return 0 }
                return SocketAddress.port(address)
            }
        }
    }

    /// Gives the descriptor away; the caller closes it.
    consuming func take() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    private static func listen(on address: addrinfo) -> Int32 {
        let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { return -1 }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(descriptor, backlog) == 0 else {
            let reason = errno
            close(descriptor)
            errno = reason
            return -1
        }
        return descriptor
    }
}

/// Reads socket addresses.
enum SocketAddress {
    /// The numeric host of an address, empty when it has none.
    static func host(_ address: UnsafePointer<sockaddr>?) -> String {
        guard let address else { return "" }
        let size =
            address.pointee.sa_family == UInt16(AF_INET6)
            ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
            let result = getnameinfo(
                address,
                socklen_t(size),
                buffer.baseAddress,
                socklen_t(buffer.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard result == 0, let text = buffer.baseAddress else { return "" }
            return String(cString: text)
        }
    }

    /// The port of an address, 0 when it has none.
    static func port(_ address: UnsafePointer<sockaddr>) -> Int {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET: return Int(UInt16(bigEndian: raw.load(as: sockaddr_in.self).sin_port))
        case AF_INET6: return Int(UInt16(bigEndian: raw.load(as: sockaddr_in6.self).sin6_port))
        default: return 0
        }
    }
}

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

/// How many files and sockets the process may have open, and how the server shares them out.
///
/// A descriptor table that is full makes everything fail that opens a file, in ways that look like faults of the file. So
/// connections and bodies on disk get what stores, templates and dumps leave, and are refused before that.
struct DescriptorLimit: Sendable, Hashable {
    /// The most descriptors of the process.
    let total: Int

    /// What stores, files that are read, epoll and the threads' pipes may need at once.
    private static let reserve = 128
    /// More than this is never needed; some systems have no other end than that of memory.
    private static let most: rlim_t = 65_536

    init(total: Int) { self.total = total }

    /// Raises the limit of the process to the one that the system sets, and tells it.
    static func raised() -> DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorLimit(total: 1_024)
        }
        let wanted = min(limit.rlim_max, most)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(total: Int(clamping: limit.rlim_cur))
    }

    /// What is left for connections and bodies.
    private var shared: Int { max(16, total - min(Self.reserve, total / 2)) }

    /// The most connections, of which so many are wanted.
    func connections(of wanted: Int) -> Int {
        // A few more are open for a moment while they are refused.
        max(8, min(wanted, shared * 3 / 4 - 4))
    }

    /// The most files for bodies beside so many connections.
    func files(beside connections: Int) -> Int { max(4, min(1_024, shared - connections - 4)) }
}
