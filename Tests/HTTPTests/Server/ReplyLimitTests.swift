import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct ReplyLimitTests {
    /// More than the system keeps for a client that reads nothing.
    private static let size = 24 << 20
    private static let shared = [UInt8](repeating: 0x62, count: size)

    private static let application = Application(
        router: Router([
            Route(.get, "/hello", immediate: { _, _ in .text("hello") }),
            Route(
                .get,
                "/large",
                handler: { _, _ in
                    Response(contentType: "image/png", body: [UInt8](repeating: 0x61, count: size))
                }
            ),
            Route(.get, "/shared", immediate: { _, _ in Response(contentType: "image/png", body: shared) }),
        ])
    )

    private static func ask(_ path: String, at port: Int) async throws -> LiveConnection {
        let connection = try LiveConnection(port: port)
        try await connection.write("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return connection
    }

    @Test("answers that nobody reads leave no room for more, and none is lost that is read")
    func budget() async throws {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.replyBytes = 32 << 20
            configuration.replyPatience = .seconds(3600)
        }
        try await withServer(Self.application, configure: configure) { server, client in
            let first = try await Self.ask("/large", at: server.port)
            while server.load.unreadBytes < Self.size { try await Task.sleep(for: .milliseconds(5)) }
            let refused = try await client.get("/large")
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "5")
            #expect(server.load.refused == [.replies: 1])
            #expect(try await client.get("/hello").text == "hello")
            #expect(try await first.response().body.count == Self.size)
            while server.load.unreadBytes > 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await client.get("/large").body.count == Self.size)
        }
    }

    @Test("the connection that has read least quickly is closed for others")
    func slowest() async throws {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.replyBytes = 32 << 20
            configuration.replyPatience = .zero
        }
        try await withServer(Self.application, configure: configure) { server, client in
            let slow = try await Self.ask("/large", at: server.port)
            while server.load.unreadBytes < Self.size { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await client.get("/large").status == .serviceUnavailable)
            while server.load.unreadBytes > 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await client.get("/large").body.count == Self.size)
            await #expect(throws: ClientFailure.self) { try await slow.response() }
        }
    }

    @Test("what many clients are sent is in memory once and counts once")
    func sharedBody() async throws {
        try await withServer(Self.application, configure: { $0.replyBytes = 32 << 20 }) { server, _ in
            var connections: [LiveConnection] = []
            for _ in 0..<4 { connections.append(try await Self.ask("/shared", at: server.port)) }
            while server.load.requests < 4 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(server.load.unreadBytes <= Self.size)
            for connection in connections { #expect(try await connection.response().body.count == Self.size) }
            while server.load.unreadBytes > 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }
}
