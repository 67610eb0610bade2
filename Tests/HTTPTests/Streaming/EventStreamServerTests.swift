import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct EventStreamServerTests {
    @Test("the head says that it is a stream that nobody keeps, and events follow as they happen")
    func events() async throws {
        let source = EventSource()
        try await withServer(source.application) { server, _ in
            let headers: HTTPFields = [.acceptEncoding: "gzip", .ifNoneMatch: "*"]
            let stream = try await LiveEventStream(port: server.port, "/events", headers: headers)
            #expect(stream.head.status == .ok)
            #expect(stream.head.headers[.contentType] == "text/event-stream")
            #expect(stream.head.headers[.cacheControl] == "no-store")
            #expect(HTTPField.Name("X-Accel-Buffering").flatMap { stream.head.headers[$0] } == "no")
            #expect(stream.head.headers[.contentEncoding] == nil)
            #expect(stream.head.headers[.contentLength] == nil)
            #expect(stream.head.headers[.eTag] == nil)
            #expect(try await stream.block() == "retry: 2000")
            #expect(try await stream.nextText() == "first")
            for number in 1...100 {
                source.send("\(number)", id: "\(number)")
                let event = try await stream.next()
                #expect(event == ServerSentEvent(name: "news", id: "\(number)", data: Array("\(number)".utf8)))
            }
            #expect(server.openEventStreams == 1)
        }
    }

    @Test("a handler that waits may answer with a stream too")
    func later() async throws {
        let source = EventSource()
        try await withServer(source.application) { server, _ in
            let stream = try await LiveEventStream(port: server.port, "/events/later")
            #expect(try await stream.nextText() == "first")
            source.send("more")
            #expect(try await stream.nextText() == "more")
        }
    }

    @Test(
        "HEAD gets the fields of a stream, begins none, and leaves the connection open",
        arguments: ClientKind.allCases
    )
    func head(_ kind: ClientKind) async throws {
        let source = EventSource()
        try await kind.with(source.application) { client in
            for target in ["/events", "/events/later"] {
                let response = try await client.send(.head, target)
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/event-stream")
                #expect(response.headers[.contentLength] == nil)
                #expect(response.body.isEmpty)
            }
            #expect(try await client.get("/hello").text == "hello")
            #expect(source.started == 0)
        }
    }

    /// A text without heartbeats, of which a slow machine sees some.
    private func events(in text: String) -> String { text.replacing(":\n\n", with: "") }

    @Test("the client in memory takes what a stream has at once, and leaves")
    func inMemory() async throws {
        let source = EventSource()
        let response = try await InMemoryClient(responder: source.application).get("/events")
        #expect(response.text == "retry: 2000\n\ndata: first\n\n")
        #expect(source.ended == 1)
    }

    @Test("a stream that its feed ends leaves the connection open for other requests")
    func end() async throws {
        let source = EventSource()
        try await withServer(source.application) { server, _ in
            let connection = try LiveConnection(port: server.port)
            try await connection.write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
            try await source.waitForStart(of: 1)
            source.send("last")
            for stream in source.streams { stream.end() }
            source.send("too late")
            let response = try await connection.response()
            #expect(events(in: response.text) == "retry: 2000\n\ndata: first\n\nevent: news\ndata: last\n\n")
            try await source.waitForEnd(of: 1)
            try await connection.write("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await connection.response().text == "hello")
        }
    }

    @Test("a client of HTTP/1.0 gets the events without chunks, until the connection ends")
    func oldClient() async throws {
        let source = EventSource()
        try await withServer(source.application) { server, client in
            async let text = client.sendRaw("GET /events HTTP/1.0\r\nHost: a\r\n\r\n")
            try await source.waitForStart(of: 1)
            source.send("last")
            for stream in source.streams { stream.end() }
            let received = try await text
            #expect(events(in: received).hasSuffix("\r\n\r\nretry: 2000\n\ndata: first\n\nevent: news\ndata: last\n\n"))
        }
    }

    @Test("one event reaches many streams, and other requests are answered meanwhile")
    func many() async throws {
        let source = EventSource()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.maximumEventStreamsPerAddress = 0
        }
        try await withServer(source.application, configure: configure) { server, client in
            var streams: [LiveEventStream] = []
            for _ in 0..<200 { streams.append(try await LiveEventStream(port: server.port, "/events")) }
            try await source.waitForStart(of: 200)
            for round in 0..<3 {
                source.send("round \(round)")
                #expect(try await client.get("/hello").text == "hello")
            }
            for stream in streams {
                for text in ["first", "round 0", "round 1", "round 2"] { #expect(try await stream.nextText() == text) }
            }
            #expect(server.openEventStreams == 200)
        }
        #expect(source.ended == 200)
    }

    @Test("threads that send at once leave every event whole and in its sender's order")
    func concurrentSenders() async throws {
        let source = EventSource()
        try await withServer(source.application) { server, _ in
            let stream = try await LiveEventStream(port: server.port, "/events")
            try await source.waitForStart(of: 1)
            await withTaskGroup(of: Void.self) { group in
                for sender in 0..<4 {
                    group.addTask {
                        for number in 0..<50 { source.send("\(number)", id: "\(sender)") }
                    }
                }
            }
            #expect(try await stream.nextText() == "first")
            var next: [String: Int] = [:]
            for _ in 0..<200 {
                let event = try #require(try await stream.next())
                let sender = try #require(event.id)
                #expect(String(decoding: event.data, as: UTF8.self) == "\(next[sender, default: 0])")
                next[sender, default: 0] += 1
            }
        }
    }

    @Test("the log has a line when the stream is over, with what was sent")
    func accessLog() async throws {
        let source = EventSource()
        let recorder = LogRecorder()
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.eventStreamHeartbeat = .milliseconds(20)
        }
        try await withServer(source.application, configure: configure, logger: recorder.logger) { server, _ in
            var stream: LiveEventStream? = try await LiveEventStream(port: server.port, "/events")
            #expect(try await stream?.nextText() == "first")
            #expect(recorder.lines("request").isEmpty)
            stream = nil
            try await source.waitForEnd(of: 1)
        }
        let line = try #require(recorder.lines("request").first)
        #expect(line.metadata["path"] == "/events")
        #expect(line.metadata["status"] == "200")
        #expect((line.metadata["bytes"].flatMap { Int($0) } ?? 0) >= "retry: 2000\n\ndata: first\n\n".utf8.count)
    }
}
