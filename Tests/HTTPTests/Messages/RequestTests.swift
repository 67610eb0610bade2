import HTTP
import HTTPTypes
import Testing

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
        #expect(request.queryValues("a") == ["1", "3"])
    }

    @Test("conditions name the tags that responders made, not those of compressed forms")
    func conditions() throws {
        let request = try Request(
            method: .put,
            target: "/",
            headers: [.ifMatch: "\"a-gzip\", W/\"b\"", .ifNoneMatch: "\"c-gzip\""]
        )
        #expect(request.headers[.ifMatch] == "\"a\", W/\"b\"")
        #expect(request.headers[.ifNoneMatch] == "\"c\"")
    }
}
