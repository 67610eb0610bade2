package import Access
import Diagnostics
import Foundation

/// Why a server gives no answer, or none that can be used.
package struct ClientFailure: Error, Sendable, CustomStringConvertible {
    /// What it means for those who ask again.
    package enum Kind: Sendable, Hashable {
        /// Nobody answers, or not as expected.
        case broken
        /// The address must not be asked.
        case refused
        /// The answer is an error of WebDriver with this code, such as `no such element`.
        case said(String)
    }

    /// Sentences for people.
    package let description: String
    package let kind: Kind

    package init(_ sentence: String, _ kind: Kind = .broken) {
        description = sentence.terminalSafeLines
        self.kind = kind
    }

    static let tooSlow = ClientFailure("The server did not respond in time.")
    static let interrupted = ClientFailure("Nobody waits for the response any more.")
}

/// Asks a server one thing over HTTP/1.1 or HTTPS, with a limit on every wait.
///
/// A library for it would come into every installation for a few commands alone.
package struct HTTPClient: Sendable {
    /// An answer.
    package struct Response {
        package var status: Int
        /// The fields, names in lower case; of equal names the last.
        package var headers: [String: String]
        package var body: [UInt8]
    }

    /// The address or name of the server's machine, an IPv6 literal without brackets.
    package let host: String
    package let port: Int
    /// The token that every request shows; nil for none.
    package var token: String?
    /// Whom to believe over TLS; nil for plain HTTP.
    package var trust: TLSTrust?

    /// How long the server may take to accept, and to send or read anything, in seconds.
    package var patience: Int
    /// When an answer has to be there whole, in seconds; ten times the patience if nobody sets it.
    package var deadline: Int
    /// The most bytes of an answer.
    package var maximumBytes: Int
    /// Which addresses may be asked; nil for all of them.
    package var rules: ConnectRules?
    /// What ends all waits; nil for nothing.
    package var interruption: Interruption?

    package init(
        host: String,
        port: Int,
        token: String? = nil,
        trust: TLSTrust? = nil,
        patience: Int = 20,
        maximumBytes: Int = 256 << 20
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.trust = trust
        self.patience = patience
        deadline = patience &* 10
        self.maximumBytes = maximumBytes
    }

    private static let maximumHeadBytes = 256 << 10

    /// Sends a request on a connection of its own and reads the answer to its end.
    ///
    /// What the answer says of other places is not followed.
    /// - Throws: `ClientFailure` when there is no server, or no HTTP.
    package func send(
        _ method: String,
        _ target: String,
        _ headers: [String: String] = [:],
        body: [UInt8] = []
    ) throws(ClientFailure) -> Response {
        try Self.response(in: try readToEnd(of: try begin(method, target, headers, body)))
    }

    /// Sends a request, and hands over the events of an answer that is a stream of them as they come, until the stream
    /// ends. Any other answer is read to its end.
    /// - Parameter take: given the data of each event.
    /// - Returns: the answer, of a stream without a body.
    package func follow(
        _ method: String,
        _ target: String,
        _ headers: [String: String] = [:],
        body: [UInt8] = [],
        _ take: ([UInt8]) -> Void
    ) throws(ClientFailure) -> Response {
        let connection = try begin(method, target, headers, body)
        var bytes: [UInt8] = []
        var end: Range<Int>?
        while end == nil, bytes.count <= Self.maximumHeadBytes {
            let piece = try connection.read(upTo: 64 << 10)
            if interruption?.isOver == true { throw .interrupted }
            guard !piece.isEmpty else { break }
            bytes += piece
            end = bytes.firstRange(of: Self.endOfHead)
        }
        let head = try Self.head(in: bytes, to: end)
        guard let end, head.headers["content-type"]?.lowercased().hasPrefix("text/event-stream") == true else {
            return try Self.response(in: try readToEnd(of: connection, after: bytes))
        }
        let isChunked = head.headers["transfer-encoding"]?.lowercased() == "chunked"
        var events = EventReader(isChunked: isChunked, maximumBytes: maximumBytes)
        var piece = Array(bytes[end.upperBound...])
        while true {
            try events.read(piece, take)
            guard !events.isOver else { return head }
            piece = try connection.read(upTo: 64 << 10)
            if interruption?.isOver == true { throw .interrupted }
            guard !piece.isEmpty else { return head }
        }
    }

    private func begin(
        _ method: String,
        _ target: String,
        _ headers: [String: String],
        _ body: [UInt8]
    ) throws(ClientFailure) -> ServerConnection {
        let connection = try ServerConnection(for: self)
        let name = host.contains(":") ? "[\(host)]" : host
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(name):\(port)\r\nConnection: close\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        for (field, value) in headers { head += "\(field): \(value)\r\n" }
        if !body.isEmpty || method != "GET" { head += "Content-Length: \(body.count)\r\n" }
        connection.write(Array((head + "\r\n").utf8) + body)
        return connection
    }

    private static let endOfHead = Array("\r\n\r\n".utf8)

    /// Reads until the server closes the connection, or the answer is there by its own account: not every server
    /// closes when it is asked to.
    /// - Parameter bytes: what has been read.
    private func readToEnd(
        of connection: ServerConnection,
        after bytes: [UInt8] = []
    ) throws(ClientFailure) -> [UInt8] {
        var bytes = bytes
        var end: Framing?
        let start = ContinuousClock.now
        while true {
            if end == nil { end = Framing(headIn: bytes) }
            guard bytes.count <= maximumBytes, end?.fits(maximumBytes) != false else {
                throw ClientFailure("The response is larger than \(maximumBytes >> 20) MiB.")
            }
            guard end != nil || bytes.count <= Self.maximumHeadBytes else {
                throw ClientFailure("The server does not speak HTTP.")
            }
            if end?.isWhole(bytes) == true { return bytes }
            let piece = try connection.read(upTo: 64 << 10)
            guard ContinuousClock.now - start < .seconds(deadline) else { throw .tooSlow }
            if interruption?.isOver == true { throw .interrupted }
            guard !piece.isEmpty else { return bytes }
            bytes += piece
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
            guard let end = bytes.firstRange(of: HTTPClient.endOfHead) else { return nil }
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

        /// Whether the answer is no larger than that, by its own account.
        func fits(_ most: Int) -> Bool {
            if case .length(let count) = self { (0...most).contains(count) } else { true }
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
    package static func response(in bytes: [UInt8]) throws(ClientFailure) -> Response {
        let end = bytes.firstRange(of: endOfHead)
        var response = try head(in: bytes, to: end)
        var body = end.map { Array(bytes[$0.upperBound...]) } ?? []
        if response.headers["transfer-encoding"]?.lowercased() == "chunked" {
            body = try joined(body)
        } else if let length = response.headers["content-length"].flatMap({ Int($0) }) {
            guard length == body.count else {
                throw ClientFailure("The server closed the connection during a response.")
            }
        }
        response.body = body
        return response
    }

    /// The head of an answer, without its body.
    private static func head(in bytes: [UInt8], to end: Range<Int>?) throws(ClientFailure) -> Response {
        guard let end else { throw ClientFailure("The server closed the connection without a response.") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw ClientFailure("The server does not speak HTTP.")
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = value
        }
        return Response(status: status, headers: headers, body: [])
    }

    /// The chunks of a body joined (RFC 9112, section 7.1), as a proxy may send them.
    private static func joined(_ bytes: [UInt8]) throws(ClientFailure) -> [UInt8] {
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
        throw ClientFailure("The server closed the connection during a response.")
    }
}

/// Takes the events of a stream apart as its bytes come (HTML Living Standard, section 9.2).
package struct EventReader {
    private let isChunked: Bool
    private let maximumBytes: Int
    /// Bytes that are not yet the whole line before a chunk.
    private var rest: [UInt8] = []
    /// How many bytes of the chunk are still to come.
    private var left = 0
    private var line: [UInt8] = []
    /// The data of the event that is not over yet.
    private var data: [UInt8]?
    /// Whether the last chunk has come.
    package private(set) var isOver = false

    /// - Parameters:
    ///   - isChunked: whether the stream comes in chunks (RFC 9112, section 7.1).
    ///   - maximumBytes: the most bytes of an event.
    package init(isChunked: Bool, maximumBytes: Int) {
        (self.isChunked, self.maximumBytes) = (isChunked, maximumBytes)
    }

    /// Reads what has come.
    /// - Parameter take: given the data of each event that is whole by now.
    package mutating func read(_ bytes: [UInt8], _ take: ([UInt8]) -> Void) throws(ClientFailure) {
        guard isChunked else { return try read(lines: bytes[...], take) }
        rest += bytes
        while !isOver {
            if left > 0 {
                let piece = Array(rest.prefix(left))
                guard !piece.isEmpty else { return }
                rest.removeFirst(piece.count)
                left -= piece.count
                try read(lines: piece[...], take)
                continue
            }
            guard let end = rest.firstRange(of: Array("\r\n".utf8)) else {
                guard rest.count <= 1_024 else { throw Self.broken }
                return
            }
            let digits = rest[..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }
            let isEnd = digits.isEmpty
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            rest.removeSubrange(..<end.upperBound)
            // What stands between two chunks.
            if isEnd { continue }
            guard let size, size >= 0 else { throw Self.broken }
            if size == 0 { isOver = true } else { left = size }
        }
    }

    private static let broken = ClientFailure("The server's response is not in order.")

    private mutating func read(lines bytes: ArraySlice<UInt8>, _ take: ([UInt8]) -> Void) throws(ClientFailure) {
        var bytes = bytes
        while let end = bytes.firstIndex(of: 0x0A) {
            try add(bytes[..<end])
            finishLine(take)
            bytes = bytes[bytes.index(after: end)...]
        }
        try add(bytes)
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) throws(ClientFailure) {
        guard line.count + (data?.count ?? 0) + bytes.count <= maximumBytes else {
            throw ClientFailure("The response is larger than \(maximumBytes >> 20) MiB.")
        }
        line += bytes
    }

    private mutating func finishLine(_ take: ([UInt8]) -> Void) {
        defer { line = [] }
        if line.last == 0x0D { line.removeLast() }
        if line.isEmpty {
            if let data { take(data) }
            data = nil
        } else if line.starts(with: "data:".utf8) {
            let value = line.dropFirst(line.dropFirst(5).first == 0x20 ? 6 : 5)
            if data == nil { data = [] } else { data?.append(0x0A) }
            data?.append(contentsOf: value)
        }
    }
}

/// The address of a server, taken apart: whom to ask, and what every path begins with.
package struct HTTPAddress: Sendable {
    package var client: HTTPClient
    /// Host and port, for people.
    package let host: String
    /// What paths begin with, without a slash at the end.
    package var base: String

    /// Reads an address; nil for one that is none of HTTP, or has a user, a query or a fragment.
    /// - Parameters:
    ///   - address: `http://host[:port][/path]`, or `https://…`.
    ///   - token: what the server is shown; nil for nothing.
    ///   - trust: whom to believe over HTTPS.
    package init?(_ address: String, token: String? = nil, trust: TLSTrust) {
        guard let url = URLComponents(string: address), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty, url.user == nil, url.query == nil,
            url.fragment == nil, (1...65535).contains(url.port ?? 80),
            // It stands in a field of each request.
            host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let isSecure = scheme == "https"
        let port = url.port ?? (isSecure ? 443 : 80)
        self.init(HTTPClient(host: name, port: port, token: token, trust: isSecure ? trust : nil))
        base =
            url.percentEncodedPath.hasSuffix("/") ? String(url.percentEncodedPath.dropLast()) : url.percentEncodedPath
    }

    /// The address of a client's server.
    package init(_ client: HTTPClient) {
        self.client = client
        host = client.host.contains(":") ? "[\(client.host)]:\(client.port)" : "\(client.host):\(client.port)"
        base = ""
    }

    /// The address as text, without a slash at the end.
    package var text: String { "\(client.trust == nil ? "http" : "https")://\(host)\(base)" }
}

extension String {
    /// The text as one segment of a path, or one value of a query.
    package var percentEncoded: String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
