import Access
import Foundation

/// A connection to a server, plain or over TLS, with blocking sockets and a limit on every wait.
final class ServerConnection {
    private let socket: Int32
    private let channel: TLSChannel?

    /// Connects.
    /// - Parameters:
    ///   - host: an address or a name; an IPv6 literal without brackets.
    ///   - trust: whom to believe over TLS; nil for no TLS.
    ///   - patience: how long the server may take to accept, and to send or read anything, in seconds.
    package init(host: String, port: Int, trust: TLSTrust?, patience: Int) throws {
        let socket = try Self.connect(host, port, patience)
        do throws(TLSFailure) {
            channel = try trust.map { trust throws(TLSFailure) in
                try TLSChannel(over: socket, to: host, trusting: trust, patience: .seconds(patience))
            }
        } catch {
            close(socket)
            throw CommandFailure(error.message)
        }
        self.socket = socket
    }

    deinit {
        channel?.finish()
        close(socket)
    }

    private static func connect(_ host: String, _ port: Int, _ patience: Int) throws -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let found = getaddrinfo(host, String(port), &hints, &list)
        guard found == 0 else { throw CommandFailure("Cannot connect: \(String(cString: gai_strerror(found))).") }
        defer { freeaddrinfo(list) }
        var reason = "it has no addresses"
        var next = list
        while let address = next?.pointee {
            let descriptor = Foundation.socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
            if descriptor >= 0 {
                var time = timeval(tv_sec: patience, tv_usec: 0)
                for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                    setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
                }
                if Foundation.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            }
            reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            next = address.ai_next
        }
        throw CommandFailure("Cannot connect: \(reason).")
    }

    /// Writes bytes as far as the server takes them: one that refuses a body answers before it has all of it.
    package func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count =
                if let channel {
                    (try? channel.write(rest)) ?? 0
                } else {
                    rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The next bytes, at most so many; none when the server has closed the connection.
    package func read(upTo size: Int) throws -> [UInt8] {
        if let channel {
            do throws(TLSFailure) { return try channel.read(upTo: size) } catch { throw CommandFailure(error.message) }
        }
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let result = recv(socket, buffer.baseAddress, size, 0)
                if result < 0 { failure = errno }
                count = max(0, result)
            }
            if failure == EINTR { continue }
            guard failure != EAGAIN else { throw CommandFailure("The server did not respond in time.") }
            return piece
        }
    }
}
