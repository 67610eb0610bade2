import HTTP
import HTTPTypes
import Testing

@testable import HTTPTesting

/// What goes in on one connection, and what comes out of it until it is closed.
@Suite(.timeLimit(.minutes(30))) struct WireTests {
    struct Exchange: Sendable {
        var name: String
        var sent: String
        /// The statuses of the answers, in their order.
        var statuses: [Int]
        /// The methods of the requests, which say whether their answers have bodies; all the others are GET.
        var methods: [HTTPRequest.Method] = []
        /// The text of the last answer.
        var text: String?
    }

    private static let last = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    private static func head(_ line: String, _ fields: String = "") -> String {
        "\(line)\r\nHost: a\r\n\(fields)\r\n"
    }

    static let exchanges = [
        Exchange(
            name: "the head of an event stream ends its connection, and nothing comes after it",
            sent: head("HEAD /events HTTP/1.1") + last,
            statuses: [200],
            methods: [.head]
        ),
        Exchange(
            name: "an answer to HEAD has no body",
            sent: head("HEAD /big HTTP/1.1") + head("HEAD /file HTTP/1.1", "Accept-Encoding: gzip\r\n") + last,
            statuses: [200, 200, 200],
            methods: [.head, .head],
            text: "hello"
        ),
        Exchange(
            name: "an error in answer to HEAD has no body",
            sent: head("HEAD /no HTTP/1.1") + head("HEAD /fails/later HTTP/1.1") + last,
            statuses: [404, 500, 200],
            methods: [.head, .head],
            text: "hello"
        ),
        Exchange(
            name: "204 has no body",
            sent: head("POST /nothing HTTP/1.1", "Content-Length: 0\r\n") + head("OPTIONS /big HTTP/1.1") + last,
            statuses: [204, 204, 200],
            text: "hello"
        ),
        Exchange(
            name: "304 has no body",
            sent: head("GET /big HTTP/1.1", "If-None-Match: *\r\n") + last,
            statuses: [304, 200],
            text: "hello"
        ),
        Exchange(
            name: "412, 416 and 206 end where they say",
            sent: head("GET /file HTTP/1.1", "If-Match: \"x\"\r\n") + head("GET /file HTTP/1.1", "Range: bytes=-0\r\n")
                + head("GET /file HTTP/1.1", "Range: bytes=0-2\r\nConnection: close\r\n"),
            statuses: [412, 416, 206],
            text: "abc"
        ),
        Exchange(
            name: "a target may be a URL, whose host is asked",
            sent: head("GET http://b:80/host HTTP/1.1") + head("GET HTTP://c/host?x HTTP/1.1", "Connection: close\r\n"),
            statuses: [200, 200],
            text: "c"
        ),
        Exchange(
            name: "OPTIONS may ask about the server",
            sent: head("OPTIONS * HTTP/1.1") + last,
            statuses: [204, 200],
            text: "hello"
        ),
        Exchange(
            name: "a later minor version is served as HTTP/1.1",
            sent: head("GET /hello HTTP/1.2") + head("POST /echo HTTP/1.9", "Transfer-Encoding: chunked\r\n")
                + "2\r\nhi\r\n0\r\n\r\n" + last,
            statuses: [200, 200, 200],
            text: "hello"
        ),
        Exchange(
            name: "blanks around a length do not belong to it",
            sent: head("POST /echo HTTP/1.1", "Content-Length: \t 2\r\n") + "hi"
                + head("POST /echo HTTP/1.1", "content-length:2 \t \r\nA: b \r\n") + "hi"
                + head("POST /echo HTTP/1.1", "A: b\r\nContent-Length: 2 \r\nConnection: close\r\n") + "ho",
            statuses: [200, 200, 200],
            text: "ho"
        ),
        Exchange(
            name: "empty lines before a request are passed over",
            sent: "\r\n\r\n" + last,
            statuses: [200],
            text: "hello"
        ),
    ]

    @Test("a connection carries these answers and no byte more")
    func answers() async throws {
        try await withServer { server, client async throws in
            for exchange in Self.exchanges {
                var rest = try await client.sendRaw(Array(exchange.sent.utf8))
                var answers: [ClientResponse] = []
                while !rest.isEmpty {
                    let method = exchange.methods.dropFirst(answers.count).first ?? .get
                    var parser = try #require(try ResponseParser(head: rest, method: method), "\(exchange.name)")
                    #expect(try parser.readBody(rest, isComplete: true), "\(exchange.name)")
                    answers.append(parser.response)
                    rest.removeFirst(parser.consumed)
                }
                #expect(answers.map(\.status.code) == exchange.statuses, "\(exchange.name)")
                if let text = exchange.text { #expect(answers.last?.text == text, "\(exchange.name)") }
            }
        }
    }

    @Test("OPTIONS says what works, at a path and in all")
    func allow() async throws {
        try await withServer { server, client async throws in
            #expect(try await client.send(.options, "/big").headers[.allow] == "GET, HEAD, OPTIONS")
            #expect(try await client.send(.options, "*").headers[.allow] == "GET, HEAD, POST, OPTIONS")
        }
    }
}
