import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(30))) struct RequestBodyTests {
    @Test("a body that is too long by its length is refused before any of it is sent")
    func refusedBeforeBody() async throws {
        try await withServer { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            try await connection.write("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n")
            let response = try await connection.response()
            #expect(response.status == .contentTooLarge)
            #expect(response.headers[.connection] == "close")
            #expect(try await connection.readToEnd().isEmpty)
        }
    }

    @Test("a length beyond all numbers is too long")
    func hugeLength() async throws {
        try await withServer { server, client async throws in
            let text = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9223372036854775807\r\n\r\n"
            #expect(try await client.sendRaw(text).hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("a client that asks first is told to go on, or is refused without having sent the body")
    func expectContinue() async throws {
        try await withServer { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            let head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
            try await connection.write(head + "5\r\n\r\n")
            #expect(try await connection.response().status.code == 100)
            try await connection.write("hello")
            #expect(try await connection.response().text == "hello")
            try await connection.write(head + "1001\r\n\r\n")
            #expect(try await connection.response().status == .contentTooLarge)
            #expect(try await connection.readToEnd().isEmpty)
        }
    }

    @Test("chunks are put together")
    func chunks() async throws {
        try await withServer { server, client async throws in
            let answer = try await client.sendRaw(
                "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                    + "3\r\nhel\r\n2\r\nlo\r\n0\r\nTrailer: ignored\r\n\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test("extensions of chunks are ignored, unless the library refuses them")
    func chunkExtensions() async throws {
        try await withServer { server, client async throws in
            let answer = try await client.sendRaw(
                "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                    + "3\r\nhel\r\n2;extension=1\r\nlo\r\n0\r\n\r\n"
            )
            if LibraryVersion.isOne {
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
            } else {
                #expect(answer.hasPrefix("HTTP/1.1 200 "))
                #expect(answer.hasSuffix("\r\n\r\nhello"))
            }
        }
    }

    @Test("chunks over the limit are 413 and the connection is closed")
    func tooManyChunks() async throws {
        try await withServer { server, client async throws in
            let chunk = "100\r\n" + String(repeating: "a", count: 256) + "\r\n"
            let answer = try await client.sendRaw(
                "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + String(repeating: chunk, count: 100) + "0\r\n\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.contains("Connection: close"))
        }
    }

    @Test("a client that never stops sending chunks is cut off")
    func endlessChunks() async throws {
        try await withServer { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            try await connection.write("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "100000\r\n" + String(repeating: "a", count: 1 << 20) + "\r\n"
            await #expect(throws: ClientFailure.self) {
                for _ in 0..<64 { try await connection.write(chunk) }
            }
        }
    }

    @Test("a refusal reads a short body away and keeps the connection")
    func shortBodyOfRefusal() async throws {
        try await withServer { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            for _ in 0..<3 {
                try await connection.write("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody")
                #expect(try await connection.response().status == .notFound)
            }
        }
    }

    @Test("a refusal reads a long body of a proxy away, which could not read the answer while it writes")
    func proxiedBodyOfRefusal() async throws {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.forwarding.trustedProxies = [AddressRange("127.0.0.1")].compactMap { $0 }
        }
        try await withServer(configure: configure) { server, client async throws in
            let connection = try LiveConnection(port: server.port)
            let body = String(repeating: "a", count: 8 << 20)
            for (path, status) in [("/nowhere", HTTPResponse.Status.notFound), ("/echo", .contentTooLarge)] {
                try await connection.write(
                    "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                )
                try await connection.write(body)
                #expect(try await connection.response().status == status)
            }
        }
    }

    @Test("large bodies arrive whole")
    func largeBody() async throws {
        try await withServer { server, client async throws in
            let body = [UInt8](repeating: 0x61, count: 20 << 20)
            #expect(try await client.send(.post, "/upload", headers: [:], body: body).text == String(body.count))
        }
    }

    @Test("a client that leaves within its body leaves nothing behind")
    func abandonedBody() async throws {
        try await withServer(configure: { $0.idleTimeout = .seconds(1) }) { server, client async throws in
            for _ in 0..<10 {
                let connection = try await patiently {
                    let connection = try LiveConnection(port: server.port)
                    try await connection.write("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nabc")
                    return connection
                }
                connection.closeWriting()
                _ = try await connection.readToEnd()
            }
            while server.requestsInFlight > 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(try await patiently { try await client.get("/hello") }.text == "hello")
        }
    }
}
