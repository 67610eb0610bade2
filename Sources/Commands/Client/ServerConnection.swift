package import Access
package import ArgumentParser
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

/// Which servers a command believes over HTTPS, from options or the environment.
package struct ServerTrust: ParsableArguments {
    @Option(help: "Certificate authorities to trust instead of the system's, a PEM file (VITRINE_CA_FILE).")
    var caFile: String?

    @Flag(
        help:
            "Accept any certificate over HTTPS. Anyone between you and the server can then read and change everything."
    )
    package var insecure = false

    package init() {}

    package func validate() throws {
        guard caFile == nil || !insecure else { throw ValidationError("Give --ca-file or --insecure, not both.") }
    }

    /// Whom to believe.
    package func resolved() throws -> TLSTrust {
        if insecure { return .anybody }
        guard let path = caFile ?? Environment.value("VITRINE_CA_FILE") else { return .system }
        return .authorities(pem: try PEMFile.text(path, holding: "CERTIFICATE", "certificate"))
    }
}

/// Files of certificates and keys (RFC 7468).
package enum PEMFile {
    private static let limit = 1 << 20

    /// The text of a file.
    /// - Parameters:
    ///   - label: what one of its blocks is to be.
    ///   - what: that, for people.
    package static func text(_ path: String, holding label: String, _ what: String) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: limit + 1) else {
            throw CommandFailure("\(path): The \(what) cannot be read.")
        }
        guard data.count <= limit, let text = String(data: data, encoding: .utf8), text.contains("-----BEGIN "),
            text.contains("\(label)-----")
        else { throw CommandFailure("\(path): This is no \(what) in PEM form.") }
        return text
    }
}

/// The token for a server that a command asks.
package struct ServerToken: ParsableArguments {
    @Option(help: "Token for the server (VITRINE_TOKEN).")
    package var token: String?

    package init() {}

    /// The token from the option or the environment; nil for none.
    package func resolved() throws -> String? {
        guard let text = token ?? Environment.value("VITRINE_TOKEN") else { return nil }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError("\(token == nil ? "VITRINE_TOKEN" : "--token") is not a token.")
        }
        return text
    }
}
