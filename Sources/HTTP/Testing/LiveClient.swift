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
