import HTTPTypes
import Testing

@testable import HTTP

@Suite struct RequestTests {
    @Test("the host is the value of the Host field, empty without one")
    func host() throws {
        let name = try #require(HTTPField.Name("Host"))
        #expect(try Request(method: .get, target: "/", headers: [name: "example.org:80"]).host == "example.org:80")
        #expect(try Request(method: .get, target: "/").host.isEmpty)
    }

    @Test("query values are found by name")
    func queryValues() throws {
        let request = try Request(method: .get, target: "/?a=1&b=2&a=3")
        #expect(request.queryValue("a") == "1")
        #expect(request.queryValue("c") == nil)
        #expect(request.query.map(\.value) == ["1", "2", "3"])
    }

    @Test(
        "the authority of a URL is the host, whatever the Host field says",
        arguments: [
            ("http://a.b:80/c/d?e=f", "a.b:80", "/c/d?e=f"), ("HTTPS://a", "a", "/"),
            ("http://[::1]?e", "[::1]", "/?e"),
            ("/http://a/", "other", "/http://a/"),
        ]
    )
    func absoluteForm(_ target: String, _ host: String, _ origin: String) throws {
        let request = try Request(method: .get, target: target, headers: [.hostName: "other"])
        #expect(request.host == host && request.headers[.hostName] == host)
        #expect(request.target == origin && !request.isAboutServer)
    }

    @Test("an asterisk is the server, and a target of OPTIONS only")
    func asterisk() throws {
        #expect(try Request(method: .options, target: "*").isAboutServer)
        #expect(throws: HTTPError.self) { try Request(method: .get, target: "*") }
    }
}

@Suite struct RequestTargetTests {
    @Test("the root path has no segments")
    func root() throws {
        #expect(try RequestTarget(parsing: "/").segments.isEmpty)
    }

    @Test("segments are decoded one by one, so an encoded slash stays inside its segment")
    func encodedSlash() throws {
        let target = try RequestTarget(parsing: "/a%2Fb/c%20d/%C3%A9?x=1")
        #expect(target.segments == ["a/b", "c d", "é"])
        #expect(target.path == "/a%2Fb/c%20d/%C3%A9")
    }

    @Test("empty segments count, also the last one")
    func emptySegments() throws {
        #expect(try RequestTarget(parsing: "/a/").segments == ["a", ""])
        #expect(try RequestTarget(parsing: "//a").segments == ["", "a"])
        #expect(try RequestTarget(parsing: "//").segments == ["", ""])
    }

    @Test(
        "a target that is neither a path nor a URL is refused",
        arguments: [
            "", "a", "*", "http://", "http:///a", "http://a@b/", "ftp://a/", "a:80", "http://a/#b", "http://é/", "/%",
            "/%2", "/%zz", "/%ff", "/%00", "/a%C3", "/é", "/a b", "/a#b",
            "/a\u{7F}", "/\t", "/?a=%", "/?a=%00", "/?%ff=1", "/%c0%af", "/%ed%a0%80",
        ]
    )
    func malformed(_ target: String) {
        let error = #expect(throws: HTTPError.self) { try RequestTarget(parsing: target) }
        #expect(error?.code == .malformedTarget)
        #expect(error?.status.code == 400)
    }

    @Test("a plus sign is a space in a query and itself in a path")
    func plus() throws {
        let target = try RequestTarget(parsing: "/a+b?a+b=c+d%2B")
        #expect(target.segments == ["a+b"])
        #expect(target.query == [QueryItem(name: "a b", value: "c d+")])
    }

    @Test("a query keeps order and repetitions, skips empty pairs and splits at the first equals sign")
    func query() throws {
        let target = try RequestTarget(parsing: "/?b=1&a=2&&b=3&c&=d&e=f=g?h")
        #expect(
            target.query == [
                QueryItem(name: "b", value: "1"), QueryItem(name: "a", value: "2"), QueryItem(name: "b", value: "3"),
                QueryItem(name: "c", value: ""), QueryItem(name: "", value: "d"), QueryItem(name: "e", value: "f=g?h"),
            ]
        )
        #expect(try RequestTarget(parsing: "/?").query.isEmpty)
    }

    @Test("length, segments and query pairs are limited")
    func limits() throws {
        let segments = String(repeating: "/a", count: RequestTarget.maximumSegments)
        #expect(try RequestTarget(parsing: segments).segments.count == RequestTarget.maximumSegments)
        #expect(throws: HTTPError.self) { try RequestTarget(parsing: segments + "/a") }
        let pairs = "/?" + Array(repeating: "a", count: RequestTarget.maximumQueryItems).joined(separator: "&")
        #expect(try RequestTarget(parsing: pairs).query.count == RequestTarget.maximumQueryItems)
        #expect(throws: HTTPError.self) { try RequestTarget(parsing: pairs + "&a") }
        let long = "/" + String(repeating: "a", count: RequestTarget.maximumBytes - 1)
        #expect(try RequestTarget(parsing: long).segments.count == 1)
        #expect(throws: HTTPError.self) { try RequestTarget(parsing: long + "a") }
    }
}
