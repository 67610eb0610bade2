import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct EventStreamShutdownTests {
    private static func server(_ source: EventSource) throws -> HTTPServer {
        var configuration = HTTPServerConfiguration.unhurried
        configuration.maximumEventStreamsPerAddress = 0
        configuration.eventStreamHeartbeat = .milliseconds(10)
        let server = HTTPServer(configuration: configuration, responder: source.application, logger: .silent)
        try server.start()
        return server
    }

    @Test("a server that stops ends every stream at once, however long its grace period is")
    func graceful() async throws {
        let source = EventSource()
        let server = try Self.server(source)
        var streams: [LiveEventStream] = []
        for _ in 0..<50 { streams.append(try await LiveEventStream(port: server.port, "/events")) }
        try await source.waitForStart(of: 50)
        await server.stop(gracePeriod: .seconds(3600))
        for stream in streams {
            while try await stream.next() != nil {}
            #expect(stream.isComplete)
        }
        #expect(source.ended == 50)
        #expect(server.requestsInFlight == 0)
        #expect(server.openEventStreams == 0)
    }

    @Test("a client that does not read does not keep the server from stopping")
    func slowReader() async throws {
        let source = EventSource()
        let server = try Self.server(source)
        let slow = try await LiveEventStream(port: server.port, "/events")
        try await source.waitForStart(of: 1)
        let filler = String(repeating: "x", count: 1 << 20)
        // Longer than all buffers on the way; the stream goes on as long as one event is on its way at most.
        source.send(String(repeating: filler, count: 16))
        await server.stop(gracePeriod: .seconds(3600))
        #expect(slow.head.status == .ok)
        #expect(server.requestsInFlight == 0)
    }

    @Test("a server that stops while streams come, are written to and go does not crash", arguments: 0..<10)
    func underLoad(_ round: Int) async throws {
        let source = EventSource()
        let server = try Self.server(source)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    while let stream = try? await LiveEventStream(port: server.port, "/events/later") {
                        guard stream.head.status == .ok else { continue }
                        _ = try? await stream.next()
                    }
                }
            }
            let writer = Task {
                while !Task.isCancelled {
                    source.send("news")
                    await Task.yield()
                }
            }
            try? await source.waitForStart(of: 1)
            try? await Task.sleep(for: .milliseconds(round * 10))
            await server.stop(gracePeriod: .seconds(3600))
            writer.cancel()
        }
        #expect(server.requestsInFlight == 0)
        #expect(source.started == source.ended)
    }
}
