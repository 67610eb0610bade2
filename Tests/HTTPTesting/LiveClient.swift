import Glibc
import HTTP
public import HTTPTypes
import Synchronization

/// A client on plain sockets. It keeps connections and uses them again, as browsers do.
public final class LiveClient: TestClient {
    /// The address or name of the server's machine.
    public let host: String
    /// The port of the server.
    public let port: Int
    private let idle = Mutex<[LiveConnection]>([])

    /// Creates a client of a server, one on this machine unless another is named.
    public init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }

    /// Sends one request on a connection of its own or one that is left from before.
    public func send(
        _ method: HTTPRequest.Method,
        _ target: String,
        headers: HTTPFields,
        body: [UInt8]
    ) async throws -> ClientResponse {
        let bytes = Self.bytes(method, target, headers: headers, body: body, port: port)
        if let connection = idle.withLock({ $0.popLast() }) {
            // The server may have closed it meanwhile; then the request is sent again.
            if let response = try? await exchange(bytes, method, on: connection) { return response }
        }
        return try await exchange(bytes, method, on: try LiveConnection(host: host, port: port))
    }

    private func exchange(
        _ bytes: [UInt8],
        _ method: HTTPRequest.Method,
        on connection: LiveConnection
    ) async throws -> ClientResponse {
        try await connection.write(bytes)
        let response = try await connection.response(to: method)
        if response.headers[.connection]?.lowercased() != "close" { idle.withLock { $0.append(connection) } }
        return response
    }

    /// Sends bytes as they are on a connection of their own and returns everything until the server closes it.
    public func sendRaw(_ bytes: [UInt8]) async throws -> [UInt8] {
        let connection = try LiveConnection(host: host, port: port)
        try await connection.write(bytes)
        return try await connection.readToEnd()
    }

    /// Sends text as it is on a connection of its own and returns everything until the server closes it.
    public func sendRaw(_ text: String) async throws -> String {
        String(decoding: try await sendRaw(Array(text.utf8)), as: UTF8.self)
    }

    /// The number of connections kept for the next requests.
    public var idleConnections: Int { idle.withLock { $0.count } }

    private static func bytes(
        _ method: HTTPRequest.Method,
        _ target: String,
        headers: HTTPFields,
        body: [UInt8],
        port: Int
    ) -> [UInt8] {
        var head = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        if !headers.contains(.hostName) { head += "Host: localhost:\(port)\r\n" }
        for field in headers { head += "\(field.name.rawName): \(field.value)\r\n" }
        if !body.isEmpty, headers[.contentLength] == nil, headers[.transferEncoding] == nil {
            head += "Content-Length: \(body.count)\r\n"
        }
        return Array((head + "\r\n").utf8) + body
    }
}

/// One connection to a server on this machine, for tests that care about what is sent when.
///
/// The calls block threads of their own, not those that tasks run on. One call at a time.
public final class LiveConnection: Sendable {
    private let descriptor: Int32
    /// What has been read and not been used.
    private let pending = Mutex<[UInt8]>([])

    /// How many seconds to wait for the server before giving up: long enough for a machine that has much else to do.
    private static let patience = 300

    /// Connects to the first address of a host that answers, this machine's own unless another is named.
    public init(host: String = "127.0.0.1", port: Int) throws(ClientFailure) {
        guard UInt16(exactly: port) != nil else { throw ClientFailure("There is no such port.") }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let found = getaddrinfo(host, String(port), &hints, &list)
        guard found == 0 else {
            throw ClientFailure("Cannot connect: \(String(cString: gai_strerror(found))).")
        }
        defer { freeaddrinfo(list) }
        var next = list
        while let address = next?.pointee {
            let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
            var time = timeval(tv_sec: Self.patience, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            if descriptor >= 0, connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
                self.descriptor = descriptor
                return
            }
            let failure = errno
            if descriptor >= 0 { close(descriptor) }
            errno = failure
            next = address.ai_next
        }
        throw ClientFailure("Cannot connect: \(String(cString: strerror(errno))).")
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    public func write(_ bytes: [UInt8]) async throws {
        try await BlockingThread.run {
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { buffer in
                    Glibc.send(self.descriptor, buffer[sent...].baseOrNil, bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw ClientFailure("The server closed the connection.") }
                sent += count
            }
        }
    }

    /// Sends text.
    public func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }

    /// Says that nothing more will be sent.
    public func closeWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads one answer, decoding chunks; a 1xx answer counts as one.
    public func response(to method: HTTPRequest.Method = .get) async throws -> ClientResponse {
        try await BlockingThread.run { try self.readResponse(to: method) }
    }

    /// Reads the head of one answer and leaves its body.
    public func head() async throws -> ClientResponse {
        try await BlockingThread.run {
            while true {
                let response = try self.pending.withLock { pending throws(ClientFailure) -> ClientResponse? in
                    guard let parser = try ResponseParser(head: pending, method: .head) else { return nil }
                    pending.removeFirst(parser.consumed)
                    return parser.response
                }
                if let response { return response }
                guard try self.readMore() else {
                    throw ClientFailure("The server closed the connection within the head of an answer.")
                }
            }
        }
    }

    /// Reads one chunk of a body in chunks; empty at its end, nil when the connection ends before it.
    public func chunk() async throws -> [UInt8]? {
        try await BlockingThread.run {
            while true {
                let chunk = try self.pending.withLock { pending throws(ClientFailure) -> [UInt8]? in
                    guard let (chunk, end) = try ResponseParser.chunk(pending, from: 0) else { return nil }
                    pending.removeFirst(end)
                    return chunk
                }
                if let chunk { return chunk }
                guard try self.readMore() else { return nil }
            }
        }
    }

    /// Reads everything until the server closes the connection.
    public func readToEnd() async throws -> [UInt8] {
        try await BlockingThread.run {
            while try self.readMore() {}
            return self.pending.withLock { pending in
                defer { pending = [] }
                return pending
            }
        }
    }

    private func readResponse(to method: HTTPRequest.Method) throws(ClientFailure) -> ClientResponse {
        while true {
            let response = try pending.withLock { pending throws(ClientFailure) -> ClientResponse? in
                guard var parser = try ResponseParser(head: pending, method: method),
                    try parser.readBody(pending, isComplete: false)
                else { return nil }
                pending.removeFirst(parser.consumed)
                return parser.response
            }
            if let response { return response }
            guard try readMore() else { break }
        }
        return try pending.withLock { pending throws(ClientFailure) in
            guard var parser = try ResponseParser(head: pending, method: method),
                try parser.readBody(pending, isComplete: true)
            else { throw ClientFailure("The server closed the connection during a response.") }
            pending = []
            return parser.response
        }
    }

    /// Reads what has come; false when the server has closed the connection.
    private func readMore() throws(ClientFailure) -> Bool {
        let size = 256 * 1024
        var isLate = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let result = recv(descriptor, buffer.baseAddress, size, 0)
            // A reset counts as an end: so a server ends a connection whose body it did not want.
            isLate = result < 0 && errno == EAGAIN
            count = max(0, result)
        }
        if isLate { throw ClientFailure("The server did not respond in time.") }
        pending.withLock { $0 += bytes }
        return !bytes.isEmpty
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var baseOrNil: UnsafeRawPointer? { UnsafeRawBufferPointer(rebasing: self).baseAddress }
}

/// What a client tells of a connection that it lost, or of an answer that is not HTTP.
public struct ClientFailure: Error, CustomStringConvertible {
    /// One sentence for people.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Runs work that blocks on a thread of its own: on those of tasks it would hold up the very server it waits for.
enum BlockingThread {
    /// Runs work and returns what it returns.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            guard !OwnThread.start({ continuation.resume(with: Result { try work() }) }) else {
                return
            }
            continuation.resume(throwing: ClientFailure("No thread could be started."))
        }
    }
}
