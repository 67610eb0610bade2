import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct SlowClientTests {
    /// Sends a beginning and then one byte now and then until the server has had enough.
    private static func dribble(_ beginning: String, on connection: LiveConnection) async {
        await #expect(throws: ClientFailure.self) {
            try await connection.write(beginning)
            while true {
                try await connection.write("a")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    @Test("a head that never ends is cut off, though it never pauses")
    func slowHead() async throws {
        try await withServer(configure: { $0.headerTimeout = .milliseconds(300) }) { server, client async throws in
            await Self.dribble("GET / HTTP/1.1\r\nHost: a\r\nX: ", on: try LiveConnection(port: server.port))
            #expect(try await patiently { try await client.get("/hello") }.text == "hello")
        }
    }

    @Test("a body that never ends is cut off, though it never pauses")
    func slowBody() async throws {
        try await withServer(configure: { $0.requestTimeout = .milliseconds(300) }) { server, client async throws in
            let head = "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"
            await Self.dribble(head, on: try LiveConnection(port: server.port))
        }
    }

    @Test("the head of a second request has a limit too")
    func slowSecondHead() async throws {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.headerTimeout = .milliseconds(200)
            configuration.idleTimeout = .seconds(1)
        }
        try await withServer(configure: configure) { server, client async throws in
            let connection = try await patiently {
                let connection = try LiveConnection(port: server.port)
                try await connection.write("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await connection.response().text == "hello")
                return connection
            }
            await Self.dribble("GET / HTTP/1.1\r\nHost: a\r\nX: ", on: connection)
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
        let gate = Gate()
        let router = Router([
            Route(
                .get,
                "/slow",
                handler: { _, _ in
                    try await gate.pass()
                    return .text("done")
                }
            )
        ])
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.headerTimeout = .milliseconds(200)
            configuration.requestTimeout = .milliseconds(200)
        }
        try await withServer(Application(router: router), configure: configure) { server, client async throws in
            async let answer = patiently { try await client.get("/slow") }
            try await gate.waitForArrivals(1)
            // Only what both limits would have cut off by now shows anything; longer does no harm.
            try await Task.sleep(for: .milliseconds(1200))
            gate.open()
            #expect(try await answer.text == "done")
            #expect(gate.arrivals == 1)
        }
    }
}
