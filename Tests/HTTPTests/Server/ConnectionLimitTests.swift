import HTTPTesting
import HTTPTypes
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(30))) struct ConnectionLimitTests {
    private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    /// An application with a route that waits at a gate.
    private static func application(waitingAt gate: Gate) -> Application {
        Application(
            router: Router([
                Route(.get, "/hello", immediate: { _, _ in .text("hello") }),
                Route(
                    .get,
                    "/wait",
                    handler: { _, _ in
                        try await gate.pass()
                        return .text("done")
                    }
                ),
            ])
        )
    }

    @Test(
        "one address may have a limited number of connections, and is told so; a place that is free again is given away"
    )
    func limitOfAddress() async throws {
        try await withServer(configure: { $0.maximumConnectionsPerAddress = 3 }) { server, _ in
            var kept: [LiveConnection] = []
            for _ in 0..<3 {
                let connection = try LiveConnection(port: server.port)
                try await connection.write(Self.hello)
                #expect(try await connection.response().text == "hello")
                kept.append(connection)
            }
            let refused = try await LiveConnection(port: server.port).response()
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "5")
            #expect(refused.text.contains("/problems/too-many-requests") && refused.text.contains("3 connections"))
            #expect(server.load.refused == [.address: 1])
            kept.removeLast()
            while server.load.connections > 2 { try await Task.sleep(for: .milliseconds(5)) }
            let next = try LiveConnection(port: server.port)
            try await next.write(Self.hello)
            #expect(try await next.response().text == "hello")
        }
    }

    @Test("a trusted proxy may have any number of connections; its clients have a limited number of requests at once")
    func trustedProxy() async throws {
        let gate = Gate()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.maximumConnectionsPerAddress = 2
            configuration.forwarding.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        }
        func request(_ path: String, from client: String) -> String {
            "GET \(path) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(client)\r\n\r\n"
        }
        try await withServer(Self.application(waitingAt: gate), configure: configure) { server, _ in
            var waiting: [LiveConnection] = []
            // Addresses of one network of version 6 are one client's.
            for client in ["192.0.2.7", "192.0.2.7", "2001:db8::1", "2001:db8::2"] {
                let connection = try LiveConnection(port: server.port)
                try await connection.write(request("/wait", from: client))
                waiting.append(connection)
            }
            try await gate.waitForArrivals(4)
            let connection = try LiveConnection(port: server.port)
            for client in ["192.0.2.7", "2001:db8::3"] {
                try await connection.write(request("/hello", from: client))
                let refused = try await connection.response()
                #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "5")
            }
            try await connection.write(request("/hello", from: "192.0.2.8"))
            #expect(try await connection.response().text == "hello")
            gate.open()
            for connection in waiting { #expect(try await connection.response().text == "done") }
            while server.load.requests > 0 { try await Task.sleep(for: .milliseconds(5)) }
            try await connection.write(request("/hello", from: "192.0.2.7"))
            #expect(try await connection.response().text == "hello")
        }
    }

    @Test("idle connections give way to new ones, the oldest first")
    func idle() async throws {
        try await withServer(configure: { $0.maximumConnections = 16 }) { server, _ in
            var idle: [LiveConnection] = []
            while idle.count < 60 {
                let connection = try LiveConnection(port: server.port)
                try? await connection.write(Self.hello)
                // Where those that go are not gone yet, it is told to come again.
                if (try? await connection.response())?.text == "hello" { idle.append(connection) }
            }
            #expect(server.load.connections <= 16 && server.load.refused[.idle, default: 0] >= 40)
            #expect(try await idle[0].readToEnd().isEmpty)
        }
    }

    @Test("where every connection works, another is told to come again")
    func busy() async throws {
        let gate = Gate()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.maximumConnections = 16
        }
        try await withServer(Self.application(waitingAt: gate), configure: configure) { server, _ in
            var waiting: [LiveConnection] = []
            for count in 1...16 {
                let connection = try LiveConnection(port: server.port)
                try await connection.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
                try await gate.waitForArrivals(count)
                waiting.append(connection)
            }
            let refused = try await LiveConnection(port: server.port).response()
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "5")
            #expect(refused.text.contains("/problems/too-many-connections"))
            #expect(server.load.refused == [.connections: 1])
            gate.open()
            for connection in waiting { #expect(try await connection.response().text == "done") }
        }
    }

    @Test("the work for a client that has left is given up")
    func departed() async throws {
        let gate = Gate()
        try await withServer(Self.application(waitingAt: gate)) { server, _ in
            var connection: LiveConnection? = try LiveConnection(port: server.port)
            try await connection?.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
            try await gate.waitForArrivals(1)
            connection = nil
            while server.load.refused[.departed] != 1 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(server.load.parked == 0)
        }
    }

    @Test("descriptors are shared out so that stores and files have some left", arguments: [64, 256, 1_024, 20_000])
    func descriptors(_ total: Int) {
        let limit = DescriptorLimit(total: total)
        let connections = limit.connections(of: 2_048)
        #expect(connections >= 8 && connections <= 2_048)
        #expect(connections + limit.files(beside: connections) + min(128, total / 2) <= total)
        #expect(limit.connections(of: 10) <= 10)
    }
}
