import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct HTTPServerTests {
    @Test("a connection serves many requests, also refused ones")
    func keepAlive() async throws {
        try await withServer { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            for (target, status) in [
                ("/hello", 200), ("/later", 200), ("/nowhere", 404), ("/big", 200), ("/fails", 500),
            ] {
                try await connection.write("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try await connection.response()
                #expect(response.status.code == status)
                #expect(response.headers[.connection] == nil)
            }
        }
    }

    @Test("the test client keeps its connection too")
    func clientKeepsConnection() async throws {
        try await withServer { server, client async throws in
            for _ in 0..<5 { _ = try await client.get("/hello") }
            #expect(client.idleConnections == 1)
        }
    }

    @Test("requests that are sent ahead are answered in order")
    func pipelining() async throws {
        try await withServer { server, client async throws in
            let targets = ["/hello", "/later", "/items/1", "/later", "/items/2"]
            let connection = try LiveConnection(port: server.port)
            try await connection.write(targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            var texts: [String] = []
            for _ in targets { texts.append(try await connection.response().text) }
            #expect(texts == ["hello", "later", "1", "later", "2"])
        }
    }

    @Test("an HTTP/1.0 client is answered and its connection closed")
    func oldVersion() async throws {
        try await withServer { server, client async throws in
            let answer = try await client.sendRaw("GET /hello HTTP/1.0\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test("every answer has a date")
    func date() async throws {
        try await withServer { server, client async throws in
            let date = try #require(try await client.get("/hello").headers[.date])
            #expect(date.hasSuffix(" GMT"))
        }
    }

    @Test("hundreds of requests at once get their own answers")
    func concurrency() async throws {
        try await withServer { server, client async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        switch number % 4 {
                        case 0: #expect(try await client.get("/items/\(number)").text == "\(number)")
                        case 1: #expect(try await client.get("/later").text == "later")
                        case 2:
                            let response = try await client.send(.post, "/echo/later", text: "\(number)")
                            #expect(response.text == "\(number)")
                        default:
                            let response = try await client.get("/big", headers: [.acceptEncoding: "gzip"])
                            #expect(response.content == SampleApplication.bigBody)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("good and bad requests leave no objects behind")
    func noObjectsLeft() async throws {
        let server = HTTPServer(
            configuration: .unhurried,
            responder: SampleApplication.application,
            logger: .silent
        )
        try server.start()
        let client = LiveClient(port: server.port)
        for shape in MalformedRequestTests.shapes {
            _ = try await client.sendRaw(shape.text)
            _ = try await client.get("/later")
            let broken = try LiveConnection(port: server.port)
            try await broken.write("GET / HTTP/1.1\r\nHost")
            broken.closeWriting()
        }
        await server.stop()
        #expect(server.requestsInFlight == 0)
    }

    @Test("a port that is taken cannot be bound")
    func takenPort() async throws {
        try await withServer { server, _ in
            let second = HTTPServer(
                configuration: HTTPServerConfiguration(port: server.port),
                responder: SampleApplication.application,
                logger: .silent
            )
            let error = #expect(throws: HTTPError.self) { try second.start() }
            #expect(error?.code == .cannotBind)
        }
    }

    @Test(
        "an address that does not exist cannot be bound",
        arguments: [("256.0.0.1", 0), ("127.0.0.1", 65536), ("192.0.2.1", 0)]
    )
    func badAddress(_ host: String, _ port: Int) {
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(host: host, port: port),
            responder: SampleApplication.application,
            logger: .silent
        )
        let error = #expect(throws: HTTPError.self) { try server.start() }
        #expect(error?.code == .cannotBind)
    }

    @Test("a name and an address of version 4 can be listened on", arguments: ["localhost", "127.0.0.1", "0.0.0.0"])
    func addresses(_ host: String) async throws {
        try await withServer(configure: { $0.host = host }) { server, _ async throws in
            let client = LiveClient(host: host, port: server.port)
            #expect(try await client.get("/hello").text == "hello")
        }
    }

    @Test(
        "an address of version 6 can be listened on",
        .enabled(if: FileManager.default.contents(atPath: "/proc/net/if_inet6")?.isEmpty == false)
    )
    func addressOfVersion6() async throws {
        try await withServer(configure: { $0.host = "::1" }) { server, _ async throws in
            let client = LiveClient(host: "::1", port: server.port)
            #expect(try await client.get("/hello").text == "hello")
            #expect(try await client.get("/peer").text == "::1")
        }
    }

    @Test("a server can be started once and stopped at any time")
    func lifecycle() async throws {
        let server = HTTPServer(
            configuration: .unhurried,
            responder: SampleApplication.application,
            logger: .silent
        )
        await server.stop()
        try server.start()
        #expect(throws: HTTPError.self) { try server.start() }
        await server.stop()
        await server.stop()
        #expect(throws: HTTPError.self) { try server.start() }
    }

    @Test("one line is logged for each request")
    func accessLog() async throws {
        let recorder = LogRecorder()
        try await withServer(logger: recorder.logger) { server, client async throws in
            _ = try await client.get("/items/1?secret=2")
            _ = try await client.send(.post, "/echo", text: "hello")
            _ = try await client.send(.head, "/hello")
        }
        let lines = recorder.lines("request")
        #expect(lines.map { $0.metadata["method"] } == ["GET", "POST", "HEAD"])
        #expect(lines.map { $0.metadata["path"] } == ["/items/1", "/echo", "/hello"])
        #expect(lines.map { $0.metadata["status"] } == ["200", "200", "200"])
        #expect(lines.map { $0.metadata["bytes"] } == ["1", "5", "0"])
        #expect(lines.allSatisfy { $0.metadata["remote"] == "127.0.0.1" })
        #expect(lines.allSatisfy { Double($0.metadata["milliseconds"] ?? "") != nil })
    }

    @Test("a refused target is logged without what could command a terminal")
    func accessLogOfRefusedTarget() async throws {
        let recorder = LogRecorder()
        try await withServer(logger: recorder.logger) { server, client async throws in
            _ = try await client.sendRaw("GET /\u{1B}[2Jé HTTP/1.1\r\nHost: a\r\n\r\n")
        }
        #expect(recorder.lines("request").map { $0.metadata["path"] } == ["/?[2J?"])
        #expect(recorder.lines("request").map { $0.metadata["status"] } == ["400"])
    }
}
