import HTTP
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPTesting

/// Where one request ends and the next begins: a server that sees another request in a body than a proxy does can be made to
/// answer what nobody asked.
///
/// Bare line feeds, NUL bytes and fields without a name are left out: the library has taken them away before it can be seen.
@Suite(.timeLimit(.minutes(30))) struct RequestFramingTests {
    @Test("what is answered is what a strict reader finds, in its order, and nothing else", arguments: [1, 2, 3, 4])
    func differential(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var (refused, taken) = (0, 0)
        try await withServer { server, client async throws in
            for round in 0..<100 {
                let stream = Self.stream(using: &random)
                let wanted = StrictRequestReader.requests(in: Array(stream.utf8)).compactMap(Self.answer)
                let answers = try Self.answers(in: await client.sendRaw(Array(stream.utf8)))
                let given = answers.filter { $0.status == 200 }.map(\.text)
                #expect(Array(wanted.prefix(given.count)) == given, "\(seed) \(round) \(stream.debugDescription)")
                // Only what is refused may go without the answer that a strict reader would give.
                if given.count < wanted.count { #expect(answers.last.map { $0.status.code >= 400 } == true) }
                if answers.contains(where: { $0.status.code == 400 }) { refused += 1 }
                taken += given.count
            }
        }
        // Else the streams were of one kind.
        #expect(refused > 20 && taken > 50)
    }

    /// What the sample application answers with 200.
    private static func answer(_ request: StrictRequestReader.Request) -> String? {
        switch (request.method, request.target) {
        case ("POST", "/echo"): String(decoding: request.body, as: UTF8.self)
        case ("GET", "/hello"): "hello"
        case ("GET", let target) where target.hasPrefix("/items/"): String(target.dropFirst("/items/".count))
        default: nil
        }
    }

    /// The answers in a stream, without those that only say to go on.
    private static func answers(in bytes: [UInt8]) throws -> [ClientResponse] {
        var answers: [ClientResponse] = []
        var rest = bytes
        while !rest.isEmpty, var parser = try ResponseParser(head: rest, method: .get),
            try parser.readBody(rest, isComplete: true)
        {
            rest.removeFirst(parser.consumed)
            if parser.response.status.code >= 200 { answers.append(parser.response) }
            // The library says what it refuses itself twice; nothing can follow.
            if parser.response.headers[.connection] == "close" { break }
        }
        return answers
    }

    // MARK: Streams

    private static func stream(using random: inout SeededGenerator) -> String {
        var stream = ""
        for number in 0..<Int.random(in: 1...3, using: &random) { stream += request(number, using: &random) }
        // Whatever was swallowed as a body, one of these closes the connection.
        return stream + String(repeating: "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", count: 6)
    }

    private static func request(_ number: Int, using random: inout SeededGenerator) -> String {
        let host = random.once(in: 12) ? hosts.randomElement(using: &random) ?? "" : "Host: a\r\n"
        let extra = random.once(in: 4) ? fields.randomElement(using: &random) ?? "" : ""
        guard random.once(in: 2) else { return "GET /items/\(number) HTTP/1.1\r\n\(host)\(extra)\r\n" }
        // Each body would be a request if it were not seen as a body.
        let body = "GET /items/hidden\(number) HTTP/1.1\r\nHost: a\r\n\r\n"
        let (framing, framed) = framing(of: body, using: &random)
        return "POST /echo HTTP/1.1\r\n\(host)\(extra)\(framing)\r\n\(framed)"
    }

    private static let hosts = [
        "", "Host: a\r\nHost: b\r\n", "Host:\r\n a\r\n", "Host : a\r\n", "hOsT:a\r\n", "Host: \r\n",
    ]

    private static let fields = [
        "A: b\r\n", "A:\r\n", "A_b: c\r\n", "A: b\r\n c\r\n", "A:\r\n\tb\r\n", "A b: c\r\n", "A: \t b \t\r\n",
        " A: b\r\n",
        "Expect:\r\n 100-continue\r\n", "Expect: more\r\n", "Content-Length-Of: 3\r\n",
        "A: \u{1}\r\n", "A(: b\r\n", "A\r\n",
    ]

    private static func framing(of body: String, using random: inout SeededGenerator) -> (fields: String, body: String)
    {
        let count = body.utf8.count
        let chunked = chunks(of: body, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: return ("Content-Length: \(count)\r\n", body)
        case 4: return ("content-length:00\(count)\r\n", body)
        case 5: return ("Content-Length:\r\n \(count)\r\n", body)
        case 6: return ("Content-Length: \r\n\t\(count)\r\n", body)
        case 7: return ("Content-Length : \(count)\r\n", body)
        case 8: return ("Content-Length: \(count)\r\nContent-Length: 0\r\n", body)
        case 9:
            return (
                "Content-Length: \(["+", "-", "0x", "", " "].randomElement(using: &random) ?? "")\(count)\r\n", body
            )
        case 10: return ("Content-Length: \(count), \(count)\r\n", body)
        case 11: return ("Content-Length: \(count + Int.random(in: -40...40, using: &random))\r\n", body)
        case 12: return ("Transfer-Encoding: chunked\r\nContent-Length: \(count)\r\n", chunked)
        case 13: return ("Transfer-Encoding:\r\n chunked\r\n", chunked)
        case 14: return ("Transfer-Encoding: identity\r\n", body)
        case 15: return ("Transfer-Encoding: chunked, chunked\r\n", chunked)
        case 16: return ("transfer-encoding:\tCHUNKED\(random.once(in: 2) ? " " : "")\r\n", chunked)
        default: return ("Transfer-Encoding: chunked\r\n", chunked)
        }
    }

    private static func chunks(of body: String, using random: inout SeededGenerator) -> String {
        let split = body.index(body.startIndex, offsetBy: Int.random(in: 1..<body.count - 1, using: &random))
        var text = ""
        for part in [body[..<split], body[split...]] {
            let size = String(part.utf8.count, radix: 16)
            let line =
                switch Int.random(in: 0..<24, using: &random) {
                case 0: "0x\(size)"
                case 1: "+\(size)"
                case 2: " \(size)"
                case 3: "\(size) "
                case 4: "\(size);a=\"b\""
                case 5: "\(size);a=b;c"
                case 6: "000\(size)"
                case 7: size.uppercased()
                case 8: "\(size)g"
                case 9: ""
                case 10: "-\(size)"
                case 11: "fffffffffffffffff"
                case 12: String(part.utf8.count &+ 3, radix: 16)
                default: size
                }
            text += "\(line)\r\n\(part)\r\n"
        }
        let trailer = random.once(in: 6) ? "A: b\r\n" : ""
        return text + "0\r\n\(trailer)\r\n"
    }
}
