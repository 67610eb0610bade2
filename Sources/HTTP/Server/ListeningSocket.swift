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
