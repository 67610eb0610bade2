public import HTTP
public import HTTPTypes
import Synchronization

/// An event stream read from a socket, event by event.
public final class LiveEventStream: Sendable {
    /// The status and fields of the answer, without a body.
    public let head: ClientResponse
    private let connection: LiveConnection
    /// What has been read and does not make a whole block yet.
    private let pending = Mutex<[UInt8]>([])
    private let hasEnded = Mutex(false)

    /// Asks for a stream on a connection of its own.
    public init(port: Int, _ target: String, headers: HTTPFields = HTTPFields()) async throws {
        connection = try LiveConnection(port: port)
        var text = "GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n"
        for field in headers { text += "\(field.name.rawName): \(field.value)\r\n" }
        try await connection.write(text + "\r\n")
        head = try await connection.head()
    }

    /// Whether the end of the body has been read, rather than that of the connection.
    public var isComplete: Bool { hasEnded.withLock { $0 } }

    /// The lines up to the next empty one; nil when the stream has ended.
    public func block() async throws -> String? {
        while true {
            let block: String? = pending.withLock { pending in
                guard
                    let end = pending.indices.dropFirst().first(where: {
                        pending[$0] == 0x0A && pending[$0 - 1] == 0x0A
                    })
                else { return nil }
                defer { pending.removeFirst(end + 1) }
                return String(decoding: pending[..<(end - 1)], as: UTF8.self)
            }
            if let block { return block }
            guard let chunk = try await connection.chunk() else { return nil }
            if chunk.isEmpty { hasEnded.withLock { $0 = true } }
            guard !chunk.isEmpty else { return nil }
            pending.withLock { $0 += chunk }
        }
    }

    /// The next event, comments and the like left out; nil when the stream has ended.
    public func next() async throws -> ServerSentEvent? {
        while let block = try await block() {
            var event = ServerSentEvent(data: [])
            for line in block.split(separator: "\n") {
                if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                if line.hasPrefix("data: ") { event.data += line.dropFirst(6).utf8 }
            }
            if !event.data.isEmpty { return event }
        }
        return nil
    }
}

extension EventStream {
    /// Takes what is queued, as the connection of a client does.
    public func readAll() -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        return read(into: buffer, sending: .seconds(1)).map { Array(buffer[..<$0]) } ?? []
    }
}
