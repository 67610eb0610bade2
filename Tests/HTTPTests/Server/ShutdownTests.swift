import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct ShutdownTests {
    private static func server(waitingAt gate: Gate) throws -> HTTPServer {
        let router = Router([
            Route(
                .get,
                "/wait",
                handler: { _, _ in
                    try await gate.pass()
                    return .text("done")
                }
            ),
            Route(.post, "/keep", handler: { request, _ in .text(String(request.body.count)) }),
            Route(
                .get,
                "/stubborn",
                handler: { _, _ in
                    while gate.arrivals >= 0 {
                        do { try await gate.pass() } catch { await Task.yield(); continue }
                        break
                    }
                    return .text("done")
                }
            ),
        ])
        var configuration = HTTPServerConfiguration.unhurried
        configuration.flushPeriod = .seconds(3600)
        let server = HTTPServer(
            configuration: configuration,
            responder: Application(router: router),
            logger: .silent
        )
        try server.start()
        return server
    }

    @Test("requests that wait when the server stops are finished, and their connections closed")
    func graceful() async throws {
        let gate = Gate()
        let server = try Self.server(waitingAt: gate)
        let client = LiveClient(port: server.port)
        try await withThrowingTaskGroup(of: ClientResponse.self) { group in
            for _ in 0..<20 { group.addTask { try await client.get("/wait") } }
            try await gate.waitForArrivals(20)
            async let stopped = server.stop(gracePeriod: .seconds(3600))
            while Self.accepts(server.port) { try await Task.sleep(for: .milliseconds(5)) }
            gate.open()
            for try await response in group {
                #expect(response.text == "done")
                #expect(response.headers[.connection] == "close")
            }
            _ = await stopped
        }
        #expect(server.requestsInFlight == 0)
    }

    /// Whether a server still takes connections.
    private static func accepts(_ port: Int) -> Bool {
        (try? LiveConnection(port: port)) != nil
    }

    @Test("requests that wait beyond the grace period are answered with 503")
    func deadline() async throws {
        let gate = Gate()
        let server = try Self.server(waitingAt: gate)
        let client = LiveClient(port: server.port)
        try await withThrowingTaskGroup(of: ClientResponse.self) { group in
            for target in ["/wait", "/stubborn"] {
                for _ in 0..<10 { group.addTask { try await client.get(target) } }
            }
            try await gate.waitForArrivals(20)
            await server.stop(gracePeriod: .milliseconds(50))
            for try await response in group {
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.retryAfter] != nil)
            }
        }
        gate.open()
        #expect(server.requestsInFlight == 0)
    }

    @Test("connections without a whole request are cut at once, however long those in progress may take")
    func unfinished() async throws {
        let gate = Gate()
        let server = try Self.server(waitingAt: gate)
        let waiting = try LiveConnection(port: server.port)
        try await waiting.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        try await gate.waitForArrivals(1)
        let idle = try LiveConnection(port: server.port)
        try await idle.write("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try await idle.response().status == .notFound)
        let fresh = try LiveConnection(port: server.port)
        let head = try LiveConnection(port: server.port)
        try await head.write("GET /wait HTTP/1.1\r\nHo")
        let body = try LiveConnection(port: server.port)
        try await body.write("POST /keep HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
        while server.load.connections < 5 || server.load.requests < 2 { try await Task.sleep(for: .milliseconds(5)) }
        async let stopped = server.stop(gracePeriod: .seconds(3600))
        for connection in [idle, fresh, head, body] { #expect(try await connection.readToEnd().isEmpty) }
        gate.open()
        #expect(try await waiting.response().text == "done")
        _ = await stopped
    }

    @Test("a server that stops under load does not crash", arguments: 0..<10)
    func underLoad(_ round: Int) async throws {
        let server = HTTPServer(
            configuration: .unhurried,
            responder: SampleApplication.application,
            logger: .silent
        )
        try server.start()
        let client = LiveClient(port: server.port)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    while (try? await client.get("/later")) != nil {}
                }
            }
            _ = try? await client.get("/later")
            await server.stop(gracePeriod: .milliseconds(round * 10))
        }
        #expect(server.requestsInFlight == 0)
    }
}
