import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct EventStreamLimitTests {
    private static let longInterval = Duration.seconds(3600)

    @Test("a client that reads nothing is cut off, has whole events up to then, and holds up nobody")
    func slowReader() async throws {
        let source = EventSource()
        let recorder = LogRecorder()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.eventStreamQueue = 4096
        }
        try await withServer(source.application, configure: configure, logger: recorder.logger) { server, _ in
            let slow = try await LiveEventStream(port: server.port, "/events")
            try await source.waitForStart(of: 1)
            // What the system keeps for the client differs, so more is sent until the stream is over.
            let filler = String(repeating: "x", count: 16 * 1024)
            var number = 0
            while source.ended == 0 {
                number += 1
                source.send(filler, id: "\(number)")
                await Task.yield()
            }
            #expect(server.openEventStreams == 0)
            let next = try await LiveEventStream(port: server.port, "/events")
            #expect(try await next.nextText() == "first")
            #expect(try await slow.nextText() == "first")
            var last = 0
            while let event = try await slow.next() {
                last += 1
                #expect(event.id == "\(last)")
                #expect(event.data.count == filler.utf8.count)
            }
            #expect(last < number)
            #expect(!slow.isComplete)
        }
        #expect(recorder.lines("request broken off").count == 1)
    }

    @Test("streams beyond the limit are refused with 503 and when to try again; other requests are not")
    func limit() async throws {
        let source = EventSource()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.maximumEventStreams = 3
            configuration.eventStreamHeartbeat = Self.longInterval
        }
        try await withServer(source.application, configure: configure) { server, client in
            var streams: [LiveEventStream] = []
            for _ in 0..<3 { streams.append(try await LiveEventStream(port: server.port, "/events")) }
            for target in ["/events", "/events/later"] {
                let refused = try await client.get(target)
                #expect(refused.status == .serviceUnavailable)
                #expect(refused.headers[.retryAfter] == "5")
                #expect(refused.text.contains("/problems/too-many-streams"))
            }
            #expect(try await client.send(.head, "/events").status == .ok)
            #expect(try await client.get("/hello").text == "hello")
            #expect(source.started == 3)
        }
    }

    @Test("one address may have a limited number of streams")
    func limitOfAddress() async throws {
        let source = EventSource()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.maximumEventStreamsPerAddress = 2
            configuration.eventStreamHeartbeat = Self.longInterval
        }
        try await withServer(source.application, configure: configure) { server, client in
            var streams: [LiveEventStream] = []
            for _ in 0..<2 { streams.append(try await LiveEventStream(port: server.port, "/events")) }
            #expect(try await client.get("/events").status == .serviceUnavailable)
            #expect(streams.count == 2)
        }
    }

    @Test("streams whose clients have left make room before one is refused")
    func room() async throws {
        let source = EventSource()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.maximumEventStreamsPerAddress = 2
            configuration.eventStreamHeartbeat = Self.longInterval
        }
        try await withServer(source.application, configure: configure) { server, _ in
            for _ in 0..<10 {
                let stream = try await LiveEventStream(port: server.port, "/events")
                #expect(stream.head.status == .ok)
                #expect(try await stream.nextText() == "first")
            }
            #expect(server.openEventStreams <= 2)
        }
    }

    @Test("the limits on silence and on slow answers do not touch a stream with nothing to tell")
    func healthy() async throws {
        let source = EventSource()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.idleTimeout = .seconds(1)
            configuration.headerTimeout = .milliseconds(200)
            configuration.requestTimeout = .milliseconds(200)
            configuration.responseTimeout = .milliseconds(200)
            configuration.eventStreamHeartbeat = Self.longInterval
        }
        try await withServer(source.application, configure: configure) { server, _ in
            let stream = try await patiently { try await LiveEventStream(port: server.port, "/events") }
            #expect(try await stream.nextText() == "first")
            // Only what the limits would have cut off by now shows anything; longer does no harm.
            try await Task.sleep(for: .milliseconds(2500))
            source.send("after a while")
            #expect(try await stream.nextText() == "after a while")
        }
    }

    @Test("a comment is sent now and then, and clients that have left are noticed by it")
    func heartbeat() async throws {
        let source = EventSource()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.eventStreamHeartbeat = .milliseconds(20)
        }
        try await withServer(source.application, configure: configure) { server, _ in
            let stays = try await LiveEventStream(port: server.port, "/events")
            var leaves: [LiveEventStream] = []
            for _ in 0..<20 { leaves.append(try await LiveEventStream(port: server.port, "/events")) }
            try await source.waitForStart(of: 21)
            leaves = []
            try await source.waitForEnd(of: 20)
            #expect(server.openEventStreams == 1)
            #expect(try await stays.block() == "retry: 2000")
            #expect(try await stays.block() == "data: first")
            for _ in 0..<3 { #expect(try await stays.block() == ":") }
        }
    }
}
