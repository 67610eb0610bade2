import ArgumentParser
import Foundation

/// Asks a server one thing over plain HTTP/1.1, with blocking sockets and a limit on every wait.
///
/// A library for HTTPS would come into every installation for two commands alone.
struct HTTPClient {
    /// An answer.
    struct Response {
        var status: Int
        /// The fields, names in lower case; of equal names the last.
        var headers: [String: String]
        var body: [UInt8]
    }

    /// The address or name of the server's machine, an IPv6 literal without brackets.
    let host: String
    let port: Int
    /// The token that every request shows; nil for none.
    var token: String?

    /// How long the server may take to accept, and to send or read anything, in seconds; with ten times that an answer
    /// has to be there whole.
    var patience = 20
    /// The most bytes of an answer.
    var maximumBytes = 256 << 20
    private static let maximumHeadBytes = 256 << 10

    /// Sends a request on a connection of its own and reads the answer to its end.
    /// - Throws: `CommandFailure` when there is no server, or no HTTP.
    func send(
        _ method: String,
        _ target: String,
        _ headers: [String: String] = [:],
        body: [UInt8] = []
    ) throws -> Response {
        let socket = try connect()
        defer { close(socket) }
        let name = host.contains(":") ? "[\(host)]" : host
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(name):\(port)\r\nConnection: close\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        for (field, value) in headers { head += "\(field): \(value)\r\n" }
        if !body.isEmpty || method != "GET" { head += "Content-Length: \(body.count)\r\n" }
        try write(Array((head + "\r\n").utf8) + body, to: socket)
        return try Self.response(in: try readToEnd(of: socket))
    }

    private func connect() throws -> Int32 {
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
            let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
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

    private func write(_ bytes: [UInt8], to socket: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // A server that refuses a body answers before it has all of it.
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Reads until the server closes the connection, or the answer is there by its own account: not every server
    /// closes when it is asked to.
    private func readToEnd(of socket: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var end: Framing?
        let size = 64 * 1024
        let start = ContinuousClock.now
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                let result = recv(socket, buffer.baseAddress, size, 0)
                if result < 0 { failure = errno }
                count = max(0, result)
            }
            if failure == EINTR { continue }
            guard failure != EAGAIN, ContinuousClock.now - start < .seconds(10 &* patience) else {
                throw CommandFailure("The server did not answer in time.")
            }
            guard !piece.isEmpty else { return bytes }
            bytes += piece
            guard bytes.count <= maximumBytes else { throw CommandFailure("The answer is too large.") }
            if end == nil { end = Framing(headIn: bytes) }
            guard end != nil || bytes.count <= Self.maximumHeadBytes else {
                throw CommandFailure("What answers there does not speak HTTP.")
            }
            if end?.isWhole(bytes) == true { return bytes }
        }
    }

    /// How the end of an answer is known before the connection ends.
    private enum Framing {
        /// The answer has so many bytes, its head included.
        case length(Int)
        /// The last chunk has no bytes.
        case chunks
        case untilClosed

        /// nil while the head is not there whole.
        init?(headIn bytes: [UInt8]) {
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
            let fields = head.components(separatedBy: "\r\n").map { $0.components(separatedBy: ":") }
            if fields.contains(where: { $0[0] == "transfer-encoding" }) {
                self = .chunks
            } else if let field = fields.first(where: { $0[0] == "content-length" }), field.count == 2,
                let length = Int(field[1].trimmingCharacters(in: .whitespaces)), length >= 0
            {
                self = .length(end.upperBound &+ length)
            } else {
                self = .untilClosed
            }
        }

        func isWhole(_ bytes: [UInt8]) -> Bool {
            switch self {
            case .length(let count): bytes.count >= count
            case .chunks: bytes.suffix(7).elementsEqual("\r\n0\r\n\r\n".utf8)
            case .untilClosed: false
            }
        }
    }

    /// Takes an answer apart whose connection has ended.
    static func response(in bytes: [UInt8]) throws -> Response {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw CommandFailure("The server closed the connection without an answer.")
        }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw CommandFailure("What answers there does not speak HTTP.")
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = value
        }
        var body = Array(bytes[end.upperBound...])
        if headers["transfer-encoding"]?.lowercased() == "chunked" {
            body = try joined(body)
        } else if let length = headers["content-length"].flatMap({ Int($0) }) {
            guard length == body.count else {
                throw CommandFailure("The server closed the connection within an answer.")
            }
        }
        return Response(status: status, headers: headers, body: body)
    }

    /// The chunks of a body joined (RFC 9112, section 7.1), as a proxy may send them.
    private static func joined(_ bytes: [UInt8]) throws -> [UInt8] {
        var body: [UInt8] = []
        var rest = bytes[...]
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            let digits = rest[..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else { break }
            rest = rest[end.upperBound...]
            if size == 0 { return body }
            guard size <= rest.count &- 2 else { break }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        throw CommandFailure("The server closed the connection within an answer.")
    }
}

/// `vitrine health`: asks a running server whether it is alive; for container health checks.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Ask a running server whether it is alive.")

    @OptionGroup var address: ServerAddress

    func run() throws {
        let port = try address.resolvedPort()
        let host = Self.reachable(address.resolvedHost)
        let status: Int
        do {
            status = try HTTPClient(host: host, port: port).send("GET", "/healthz").status
        } catch {
            throw CommandFailure("There is no server at \(host):\(port). \(error)")
        }
        guard status == 200 else { throw CommandFailure("The server at \(host):\(port) answered \(status).") }
        FileHandle.standardOutput.write(line: "ok")
    }

    /// A server that listens everywhere is asked over the loopback.
    private static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "": "127.0.0.1"
        case "::", "[::]": "::1"
        default: host
        }
    }
}
