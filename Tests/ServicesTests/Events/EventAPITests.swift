import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import Logging
import ServerTesting
import Testing

@Suite("Event streams", .timeLimit(.minutes(30)))
struct EventAPITests {
    private static let domain = "/api/v1/defaults/com.example.clock"

    /// The application on a socket, as long as the closure.
    private func live(_ server: TestServer, _ body: (Int) async throws -> Void) async throws {
        let http = HTTPServer(
            configuration: HTTPServerConfiguration(port: 0),
            responder: server.application,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try http.start()
        do {
            try await body(http.port)
            await http.stop()
        } catch {
            await http.stop()
            throw error
        }
    }

    private func next(_ stream: LiveEventStream) async throws -> String? {
        try await stream.next().map { "\($0.name ?? "") \($0.id ?? "") \(String(decoding: $0.data, as: UTF8.self))" }
    }

    private func upload(_ server: TestServer) async throws -> String {
        let dump = "<UIWindow: 0x1; frame = (0 0; 10 10); layer = <CALayer: 0x2>>"
        let made = try await server.client.send(.post, "/api/v1/dumps", text: dump)
        return try #require(try made.json()["id"]?.stringValue)
    }

    @Test("the stream of a domain tells of writes through every route")
    func domainEvents() async throws {
        let server = try TestServer()
        try await live(server) { port in
            let stream = try await LiveEventStream(port: port, Self.domain + "/events")
            #expect(stream.head.headers[.contentType] == "text/event-stream")
            #expect(stream.head.headers[.cacheControl] == "no-store")
            #expect(try await next(stream) == #"change 0 {"domain":"com.example.clock","revision":0,"keys":[]}"#)
            _ = try await server.send(.patch, Self.domain, json: #"{"a":1,"b":2}"#)
            #expect(
                try await next(stream) == #"change 1 {"domain":"com.example.clock","revision":1,"keys":["a","b"]}"#
            )
            _ = try await server.send(.patch, Self.domain, json: #"{"a":1}"#)
            _ = try await server.send(.put, Self.domain + "/values/c", json: #"{"value":3}"#)
            #expect(try await next(stream)?.hasSuffix(#""revision":2,"keys":["c"]}"#) == true)
            _ = try await server.client.send(.delete, Self.domain)
            #expect(try await next(stream)?.hasSuffix(#""revision":3,"keys":["a","b","c"]}"#) == true)
            _ = try await server.send(.patch, "/api/v1/apps/com.example.clock/settings", json: #"{"vibrate":true}"#)
            #expect(try await next(stream)?.hasSuffix(#""revision":4,"keys":["vibrate"]}"#) == true)
            _ = try await server.post(form: "action=reset&pane=true", to: "/apps/com.example.clock/settings")
            #expect(try await next(stream)?.hasSuffix(#""revision":5,"keys":["vibrate"]}"#) == true)
        }
    }

    @Test("a client that comes back with the id of its last event is told each revision since")
    func resuming() async throws {
        let server = try TestServer()
        for body in [#"{"a":1}"#, #"{"b":1}"#, #"{"c":1}"#] {
            _ = try await server.send(.patch, Self.domain, json: body)
        }
        let name = try #require(HTTPField.Name("Last-Event-ID"))
        let text = try await server.get(Self.domain + "/events", [name: "1"]).text
        #expect(
            text.split(separator: "\n").filter { $0.hasPrefix("id") || $0.hasPrefix("data") } == [
                "id: 2", #"data: {"domain":"com.example.clock","revision":2,"keys":["b"]}"#,
                "id: 3", #"data: {"domain":"com.example.clock","revision":3,"keys":["c"]}"#,
            ]
        )
    }

    @Test("the stream of a dump begins with its revision and ends when the dump is deleted")
    func dumpEvents() async throws {
        let server = try TestServer()
        let id = try await upload(server)
        try await live(server) { port in
            let stream = try await LiveEventStream(port: port, "/api/v1/dumps/\(id)/events")
            #expect(try await next(stream)?.hasPrefix("edit ") == true)
            #expect(try await server.client.send(.delete, "/api/v1/dumps/\(id)").status == .noContent)
            #expect(try await next(stream)?.hasSuffix(#"{"dump":"\#(id)"}"#) == true)
            #expect(try await stream.next() == nil)
            #expect(stream.isComplete)
        }
        #expect(try await server.get("/api/v1/dumps/\(id)/events").status == .notFound)
    }

    @Test("the stream of a dump tells of its marks, which leave its revision alone, and later ones begin with them")
    func markEvents() async throws {
        let server = try TestServer()
        let id = try await upload(server)
        let base = "/api/v1/dumps/\(id)"
        try await live(server) { port in
            let stream = try await LiveEventStream(port: port, base + "/events")
            #expect(try await next(stream) == #"edit 0 {"revision":0,"changed":[]}"#)
            _ = try await server.send(.put, base + "/views/0/pin", json: "")
            #expect(try await next(stream) == #"marks 0 {"revision":0,"marks":1}"#)
            _ = try await server.send(.put, base + "/views/0/pin", json: "")
            _ = try await server.send(.patch, base + "/views/0", json: #"{"tag":1}"#)
            #expect(try await next(stream) == #"edit 1 {"revision":1,"changed":[0]}"#)
            _ = try await server.post(form: "view=0&mark=write&was=&text=x", to: "/dumps/\(id)")
            #expect(try await next(stream) == #"marks 1 {"revision":1,"marks":2}"#)
        }
        let text = try await server.get("/api/v1/events?dumps=\(id)").text
        #expect(text.contains(#"data: {"dump":"\#(id)","revision":1,"changed":[],"marks":2}"#))
    }

    @Test("one stream tells of several dumps and domains, also of dumps that are not there")
    func severalTopics() async throws {
        let server = try TestServer()
        let id = try await upload(server)
        let text = try await server.get("/api/v1/events?dumps=none,\(id),\(id)&domains=x,y").text
        #expect(
            text.split(separator: "\n").filter { $0.hasPrefix("data: ") } == [
                #"data: {"dump":"none"}"#, #"data: {"dump":"\#(id)","revision":0,"changed":[]}"#,
                #"data: {"domain":"x","revision":0,"keys":[]}"#, #"data: {"domain":"y","revision":0,"keys":[]}"#,
            ]
        )
        let alone = try await server.get("/api/v1/events?dumps=\(id)").text
        #expect(alone.contains(#"data: {"dump":"\#(id)","revision":0,"changed":[]}"#))
    }

    @Test(
        "what cannot be watched is refused",
        arguments: [
            ("/api/v1/dumps/none/events", 404), ("/api/v1/events", 400), ("/api/v1/events?dumps=,&domains=", 400),
            ("/api/v1/events?dumps=none", 404), ("/api/v1/events?topics=x", 400),
            ("/api/v1/events?domains=" + (0..<33).map(String.init).joined(separator: ","), 400),
            ("/api/v1/events?domains=a%0Ab", 422), ("/api/v1/defaults/a%0Ab/events", 422),
            ("/api/v1/defaults/a/events?since=3", 400),
        ]
    )
    func refusals(_ target: String, _ status: Int) async throws {
        let server = try TestServer()
        let response = try await server.get(target)
        #expect(response.status.code == status)
        #expect(response.headers[.contentType] == "application/problem+json")
    }

    @Test("HEAD answers as GET does, without events")
    func head() async throws {
        let server = try TestServer()
        for target in [Self.domain + "/events", "/api/v1/events?domains=a"] {
            let response = try await server.client.send(.head, target)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "text/event-stream")
            #expect(response.body.isEmpty)
        }
        #expect(try await server.client.send(.head, "/api/v1/dumps/none/events").status == .notFound)
    }
}
