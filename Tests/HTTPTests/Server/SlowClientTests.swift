import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2))) struct SlowClientTests {
    /// Sends one byte now and then until the server has had enough; the limit is far beyond the server's.
    private static func dribble(_ connection: LiveConnection) async throws {
        await #expect(throws: ClientFailure.self) {
            for _ in 0..<2000 {
                try await connection.write("a")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    @Test("a head that never ends is cut off, though it never pauses")
    func slowHead() async throws {
        try await withServer(configure: { $0.headerTimeout = .milliseconds(300) }) { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            try await connection.write("GET / HTTP/1.1\r\nHost: a\r\nX: ")
            try await Self.dribble(connection)
            #expect(try await client.get("/hello").text == "hello")
        }
    }

    @Test("a body that never ends is cut off, though it never pauses")
    func slowBody() async throws {
        try await withServer(configure: { $0.requestTimeout = .milliseconds(300) }) { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            try await connection.write("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
            try await Self.dribble(connection)
        }
    }

    @Test("the head of a second request has a limit too")
    func slowSecondHead() async throws {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.headerTimeout = .milliseconds(200)
            configuration.idleTimeout = .seconds(1)
        }
        try await withServer(configure: configure) { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            try await connection.write("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await connection.response().text == "hello")
            try await connection.write("GET / HTTP/1.1\r\nHost: a\r\nX: ")
            try await Self.dribble(connection)
        }
    }

    @Test("a client that says nothing is cut off")
    func silence() async throws {
        try await withServer(configure: { $0.idleTimeout = .seconds(1) }) { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            #expect(try await connection.readToEnd().isEmpty)
        }
    }

    @Test("a handler may take longer than any client")
    func slowHandler() async throws {
        let router = Router([
            Route(
                .get,
                "/slow",
                handler: { _, _ in
                    try await Task.sleep(for: .milliseconds(1200))
                    return .text("done")
                }
            )
        ])
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.headerTimeout = .milliseconds(200)
            configuration.requestTimeout = .milliseconds(200)
        }
        try await withServer(Application(router: router), configure: configure) { server, client async throws in
            #expect(try await client.get("/slow").text == "done")
        }
    }
}
