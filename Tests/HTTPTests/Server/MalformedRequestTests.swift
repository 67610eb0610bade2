import HTTP
import HTTPTesting
import Testing

/// Each shape that libmicrohttpd lets pass, on the wire. Every one carries a second request that must not be answered.
@Suite(.timeLimit(.minutes(30))) struct MalformedRequestTests {
    private static let smuggled = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    struct Shape: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var status = 400
        /// The status of what the library refuses; nil where it may just end the connection.
        var libraryStatus: Int?

        var testDescription: String { name }
    }

    static let shapes = shapesOfAnyLibrary + (LibraryVersion.isOne ? [] : [blankAfterCoding])

    /// Later libraries take the blank away, and know the coding.
    private static let blankAfterCoding = Shape(
        name: "a coding with a blank after it",
        text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n0\r\n\r\n"
    )

    private static let shapesOfAnyLibrary = [
        Shape(
            name: "chunked with a length",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        Shape(
            name: "a length with chunked",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"
        ),
        Shape(
            name: "two codings",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"
        ),
        Shape(
            name: "an unknown coding",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"
        ),
        Shape(
            name: "chunked twice",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "0\r\n\r\n"
        ),
        Shape(
            name: "two lengths",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n"
        ),
        Shape(
            name: "one length twice",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n"
        ),
        Shape(name: "a space before the colon", text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\n"),
        Shape(
            name: "a coding with a space before the colon",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n"
        ),
        Shape(
            name: "a length on a line of its own",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n \(smuggled.utf8.count)\r\n\r\n"
        ),
        Shape(
            name: "a coding on a line of its own",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n\tchunked\r\n\r\n"
        ),
        Shape(
            name: "an expectation on a line of its own",
            text: "GET /hello HTTP/1.1\r\nHost: a\r\nExpect:\r\n x\r\n\r\n"
        ),
        Shape(name: "a host on a line of its own", text: "GET /hello HTTP/1.1\r\nHost:\r\n a\r\n\r\n"),
        Shape(name: "a field that goes on", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA: b\r\n c\r\nD: e\r\n\r\n"),
        Shape(name: "no host", text: "GET /hello HTTP/1.1\r\n\r\n"),
        Shape(name: "a space in the target", text: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "two hosts", text: "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        Shape(name: "a method that is no token", text: "F@O /hello HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a target with a user", text: "GET http://b@a/hello HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a whole URL without a Host field", text: "GET http://a/hello HTTP/1.1\r\n\r\n"),
        Shape(name: "a target without a slash", text: "GET hello HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "an asterisk", text: "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "an authority", text: "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "bytes over 127 in the target", text: "GET /é HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a fragment", text: "GET /hello#a HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "an encoded NUL", text: "GET /items/%00 HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(
            name: "more parameters than the library has memory for",
            text: "GET /query?" + String(repeating: "a=1&", count: 2000) + " HTTP/1.1\r\nHost: a\r\n\r\n"
        ),
        Shape(name: "a broken escape", text: "GET /items/%2 HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a field name that is no token", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA(b): c\r\n\r\n"),
        Shape(name: "a control character in a value", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA: b\u{1}c\r\n\r\n"),
        Shape(
            name: "an unknown expectation",
            text: "GET /hello HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n",
            status: 417
        ),
        Shape(
            name: "chunks in HTTP/1.0",
            text: "POST /echo HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        Shape(
            name: "too many fields",
            text: "GET /hello HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: 200) + "\r\n",
            status: 431
        ),
    ]

    @Test("a doubtful request is refused and its connection closed", arguments: shapes)
    func refused(_ shape: Shape) async throws {
        try await withServer { server, client async throws in try await Self.expectRefusal(of: shape, by: client) }
    }

    private static func expectRefusal(of shape: Shape, by client: LiveClient) async throws {
        let answer = try await client.sendRaw(shape.text + smuggled)
        #expect(answer.hasPrefix("HTTP/1.1 \(shape.status) "), "\(shape.name)")
        #expect(answer.matches(of: #/HTTP/1\.1 \d{3} /#).count == 1, "\(shape.name)")
        #expect(answer.lowercased().contains("connection: close"), "\(shape.name)")
        #expect(!answer.hasSuffix("hello"), "\(shape.name)")
        #expect(try await client.get("/hello").text == "hello", "\(shape.name)")
    }

    /// What the library ends lines and texts at, and what would stand behind it.
    static let shapesWithGaps = [
        Shape(name: "a NUL in the path", text: "GET /hello\u{0}x HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a NUL in the query", text: "GET /hello?a=\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a NUL before the version", text: "GET /hello\u{0} HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a NUL in the method", text: "GET\u{0}x /hello HTTP/1.1\r\nHost: a\r\n\r\n"),
        Shape(name: "a NUL in a value", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA: b\u{0}c\r\nD: e\r\n\r\n"),
        Shape(name: "a NUL at the end of a value", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA: b\u{0}\r\n\r\n"),
        Shape(name: "a value that is a NUL", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA: \u{0}\r\nD: e\r\n\r\n"),
        Shape(name: "a NUL in the Host field", text: "GET /hello HTTP/1.1\r\nHost: a\u{0}.b\r\n\r\n"),
        Shape(name: "a NUL in the last field", text: "GET /hello HTTP/1.1\r\nHost: a\r\nCookie: b=c\u{0};d\r\n\r\n"),
        Shape(name: "a line that begins with a NUL", text: "GET /hello HTTP/1.1\r\nHost: a\r\n\u{0}A: b\r\n"),
        Shape(name: "a field without a name", text: "GET /hello HTTP/1.1\r\nHost: a\r\n: b\r\n"),
        Shape(name: "a first field without a name", text: "GET /hello HTTP/1.1\r\n: b\r\nHost: a\r\n\r\n"),
        Shape(name: "a line feed alone in a value", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA: b\nD: e\r\n\r\n"),
        Shape(name: "a line feed alone after the request line", text: "GET /hello HTTP/1.1\nHost: a\r\n\r\n"),
        Shape(name: "an empty line of a line feed", text: "GET /hello HTTP/1.1\r\nHost: a\r\n\n"),
        Shape(name: "a carriage return alone in a value", text: "GET /hello HTTP/1.1\r\nHost: a\r\nA: b\rc\r\n\r\n"),
        Shape(name: "two spaces after the method", text: "GET  /hello HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    @Test("what the library passes over is found, and nothing behind it is answered")
    func gaps() async throws {
        try await withServer { server, client async throws in
            for shape in Self.shapesWithGaps { try await Self.expectRefusal(of: shape, by: client) }
        }
    }

    static let shapesTheLibraryRefuses = [
        Shape(name: "a first field that goes on", text: "GET /hello HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n"),
        Shape(
            name: "a length with a sign",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n",
            libraryStatus: 400
        ),
        Shape(
            name: "a length with a letter",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\n",
            libraryStatus: 400
        ),
        Shape(
            name: "a length of two words",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5 5\r\n\r\n",
            libraryStatus: 400
        ),
        Shape(
            name: "a length beyond all numbers",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            libraryStatus: 413
        ),
        Shape(
            name: "a line before a chunk that is longer than the memory of a connection",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;"
                + String(repeating: "a", count: 80_000) + "\r\nhello\r\n0\r\n\r\n",
            libraryStatus: LibraryVersion.isOne ? nil : 400
        ),
        Shape(name: "an empty length", text: "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n"),
        Shape(
            name: "a chunk without a size",
            text: "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"
        ),
        Shape(name: "another version", text: "GET /hello HTTP/3.0\r\nHost: a\r\n\r\n"),
        Shape(name: "control characters", text: "\u{1}\u{2}\r\n\r\n"),
        Shape(name: "a method alone", text: "GET\r\n\r\n"),
    ]

    @Test("what libmicrohttpd refuses itself is not answered either", arguments: shapesTheLibraryRefuses)
    func refusedByLibrary(_ shape: Shape) async throws {
        try await withServer { server, client async throws in
            let answer = try await client.sendRaw(shape.text + Self.smuggled)
            #expect(!answer.contains(" 200 "))
            #expect(!answer.hasSuffix("hello"))
            #expect(answer.matches(of: #/HTTP/1\.1 \d{3} /#).count <= 1)
            if let status = shape.libraryStatus { #expect(answer.hasPrefix("HTTP/1.1 \(status) ")) }
        }
    }

    @Test("a head that is too long is refused")
    func longHead() async throws {
        try await withServer { server, client async throws in
            let long = String(repeating: "a", count: 100_000)
            let target = try await client.sendRaw("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(target.hasPrefix("HTTP/1.1 414 "))
            let field = try await client.sendRaw("GET / HTTP/1.1\r\nHost: a\r\nA: \(long)\r\n\r\n")
            #expect(field.hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test("blanks around values do not belong to them")
    func blanks() async throws {
        try await withServer { server, client async throws in
            let answer = try await client.sendRaw("GET /host HTTP/1.1\r\nHost: \t a.b \t \r\nConnection: close\r\n\r\n")
            #expect(answer.hasSuffix("\r\n\r\na.b"))
        }
    }
}
