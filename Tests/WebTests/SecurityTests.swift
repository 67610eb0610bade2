import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@testable import Web

@Suite("Cross-origin guard")
struct CrossOriginGuardTests {
    private func allows(
        _ method: HTTPRequest.Method,
        _ fields: [String: String],
        isFree: Bool = false,
        isSecure: Bool = false
    ) throws -> Bool {
        var headers = HTTPFields()
        for (name, value) in fields.merging(["Host": "localhost:8080"], uniquingKeysWith: { $1 }) {
            headers[try #require(HTTPField.Name(name))] = value
        }
        var request = try Request(method: method, target: "/", headers: headers)
        request.isSecure = isSecure
        return CrossOriginGuard.allows(request, isFree: isFree)
    }

    @Test(
        "reads pass from the same origin, from the address bar, and from scripts",
        arguments: [HTTPRequest.Method.get, .head]
    )
    func ownReadsPass(_ method: HTTPRequest.Method) throws {
        for fields in [["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"], ["Sec-Fetch-Site": "none"], [:]] {
            #expect(try allows(method, fields))
        }
        #expect(try allows(method, ["Cookie": "vitrine-session=a"]))
    }

    @Test(
        "a link on another page may be followed, but nothing loaded or framed",
        arguments: ["cross-site", "same-site"]
    )
    func foreignReads(_ site: String) throws {
        let link = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
        #expect(try allows(.get, link))
        #expect(try allows(.post, link) == false)
        for (mode, destination) in [
            ("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("same-origin", "empty"),
        ] {
            let fields = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination]
            #expect(try allows(.get, fields) == false)
            #expect(try allows(.head, fields) == false)
            #expect(try allows(.get, fields, isFree: true))
        }
        #expect(try allows(.options, ["Sec-Fetch-Site": site, "Origin": "https://evil.example"]))
    }

    @Test("a write with a cookie and no word of where it comes from is refused")
    func cookiesAreNoScripts() throws {
        #expect(try allows(.post, ["Cookie": "vitrine-session=a"]) == false)
        #expect(try allows(.post, ["Cookie": "vitrine-session=a", "Origin": "http://localhost:8080"]))
        #expect(try allows(.post, ["Cookie": "vitrine-session=a", "Sec-Fetch-Site": "same-origin"]))
    }

    @Test("the scheme of the origin counts")
    func schemes() throws {
        #expect(try allows(.post, ["Origin": "https://localhost:8080"]) == false)
        #expect(try allows(.post, ["Origin": "https://localhost:8080"], isSecure: true))
        #expect(try allows(.post, ["Origin": "http://localhost:8080"], isSecure: true) == false)
    }

    @Test("a write passes from the same origin, from the address bar, and from scripts")
    func ownWritesPass() throws {
        #expect(try allows(.post, ["Sec-Fetch-Site": "same-origin"]))
        #expect(try allows(.post, ["Sec-Fetch-Site": "none"]))
        #expect(try allows(.delete, ["Origin": "http://localhost:8080"]))
        #expect(try allows(.delete, ["Origin": "http://LOCALHOST:8080"]))
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
