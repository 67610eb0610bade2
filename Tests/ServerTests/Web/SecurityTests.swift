import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@testable import Server

@Suite("Cross-origin guard")
struct CrossOriginGuardTests {
    private func allows(_ method: HTTPRequest.Method, _ fields: [String: String]) throws -> Bool {
        var headers = HTTPFields()
        for (name, value) in fields.merging(["Host": "localhost:8080"], uniquingKeysWith: { $1 }) {
            headers[try #require(HTTPField.Name(name))] = value
        }
        return CrossOriginGuard.allows(try Request(method: method, target: "/", headers: headers))
    }

    @Test("reads pass wherever they come from", arguments: [HTTPRequest.Method.get, .head, .options])
    func readsPass(_ method: HTTPRequest.Method) throws {
        #expect(try allows(method, ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"]))
    }

    @Test("a write passes from the same origin, from the address bar, and from scripts")
    func ownWritesPass() throws {
        #expect(try allows(.post, ["Sec-Fetch-Site": "same-origin"]))
        #expect(try allows(.post, ["Sec-Fetch-Site": "none"]))
        #expect(try allows(.delete, ["Origin": "http://localhost:8080"]))
        #expect(try allows(.delete, ["Origin": "https://LOCALHOST:8080"]))
        #expect(try allows(.put, [:]))
    }

    @Test(
        "a write from elsewhere is refused",
        arguments: [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "http://localhost:9090"],
            ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "localhost:8080"],
            ["Sec-Fetch-Site": "cross-site", "Origin": "http://localhost:8080"],
        ]
    )
    func foreignWritesAreRefused(_ fields: [String: String]) throws {
        #expect(try allows(.patch, fields) == false)
    }
}

@Suite("Host allow-list")
struct HostAllowListTests {
    private let list = HostAllowList(names: ["Vitrine.example", ".team.example"])

    @Test(
        "addresses, localhost and listed names pass",
        arguments: [
            "localhost", "localhost:8080", "LOCALHOST:1", "app.localhost", "127.0.0.1", "127.0.0.1:8080", "10.1.2.3:80",
            "[::1]", "[::1]:8080", "[fe80::1]:80", "vitrine.example", "VITRINE.EXAMPLE:443", "vitrine.example.",
            "a.team.example", "b.a.team.example:80",
        ]
    )
    func passes(_ host: String) {
        #expect(list.allows(host))
    }

    @Test(
        "every other name is refused, whatever it resembles",
        arguments: [
            "", "evil.example", "vitrine.example.evil.example", "team.example", "xteam.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example", "256.1.1.1", "1.2.3", "127.0.0.1:80:80", "localhost:", "localhost:8a", "[::1",
            "[::1]x", "[evil.example]", "user@localhost", ":80",
        ]
    )
    func refuses(_ host: String) {
        #expect(list.allows(host) == (host == "localhost:"))
    }
}
