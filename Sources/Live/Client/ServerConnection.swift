import Access
import Foundation
import Synchronization

/// A connection to a server, plain or over TLS, with blocking sockets and a limit on every wait.
final class ServerConnection {
    private let socket: Int32
    private let channel: TLSChannel?
    private let interruption: Interruption?

    /// The most addresses of a name that are tried.
    private static let mostAddresses = 4

    /// Connects to the address of a client, which its rules are asked about: not the name, which may lead anywhere.
    /// - Throws: `ClientFailure`, `refused` where the rules allow none of the addresses that the name has.
    init(for client: HTTPClient) throws(ClientFailure) {
        let socket = try Self.connect(client)
        do throws(TLSFailure) {
            channel = try client.trust.map { trust throws(TLSFailure) in
                try TLSChannel(over: socket, to: client.host, trusting: trust, patience: .seconds(client.patience))
            }
        } catch {
            client.interruption?.forget(socket)
            close(socket)
            throw ClientFailure(error.message)
        }
        self.socket = socket
        interruption = client.interruption
    }

    deinit {
        channel?.finish()
        interruption?.forget(socket)
        close(socket)
    }

    private static func connect(_ client: HTTPClient) throws(ClientFailure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let found = getaddrinfo(client.host, String(client.port), &hints, &list)
        guard found == 0 else { throw ClientFailure("Cannot connect: \(String(cString: gai_strerror(found))).") }
        defer { freeaddrinfo(list) }
        var refusal: String?
        var reason: String?
        var next = list
        var tried = 0
        while let address = next?.pointee, tried < mostAddresses {
            next = address.ai_next
            if let rules = client.rules, let refused = rules.refusal(of: text(of: address)) {
                refusal = refused
                continue
            }
            tried += 1
            let descriptor = Foundation.socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
            if descriptor >= 0 {
                var time = timeval(tv_sec: client.patience, tv_usec: 0)
                for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                    setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
                }
                if client.interruption?.watch(descriptor) == false {
                    close(descriptor)
                    throw .interrupted
                }
                if Foundation.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            }
            reason = String(cString: strerror(errno))
            if descriptor >= 0 {
                client.interruption?.forget(descriptor)
                close(descriptor)
            }
        }
        if reason == nil, let refusal { throw ClientFailure(refusal, .refused) }
        throw ClientFailure("Cannot connect: \(reason ?? "it has no addresses").")
    }

    /// An address in digits; one that has none is nowhere.
    private static func text(of address: addrinfo) -> String {
        var digits = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let length = socklen_t(digits.count)
        guard getnameinfo(address.ai_addr, address.ai_addrlen, &digits, length, nil, 0, NI_NUMERICHOST) == 0 else {
            return ""
        }
        return String(decoding: digits.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes bytes as far as the server takes them: one that refuses a body answers before it has all of it.
    func write(_ bytes: [UInt8]) {
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
    func read(upTo size: Int) throws(ClientFailure) -> [UInt8] {
        if let channel {
            do throws(TLSFailure) { return try channel.read(upTo: size) } catch { throw ClientFailure(error.message) }
        }
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let result = recv(socket, buffer.baseAddress, size, 0)
                if result < 0 { failure = errno }
                count = max(0, result)
            }
            if failure == EINTR { continue }
            guard failure != EAGAIN else { throw .tooSlow }
            return piece
        }
    }
}

/// Ends the waits of the connections that know it, from any thread.
package final class Interruption: Sendable {
    private let state = Mutex((isOver: false, sockets: Set<Int32>()))

    package init() {}

    /// Ends what waits at the moment, and all that begins later.
    package func interrupt() {
        state.withLock { state in
            state.isOver = true
            // Each is forgotten before it is closed, so none has become another one.
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Whether it has happened.
    package var isOver: Bool { state.withLock(\.isOver) }

    /// Ends the waits for a socket, too; false when it has happened already.
    fileprivate func watch(_ socket: Int32) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.sockets.insert(socket)
            return true
        }
    }

    fileprivate func forget(_ socket: Int32) { state.withLock { _ = $0.sockets.remove(socket) } }
}
