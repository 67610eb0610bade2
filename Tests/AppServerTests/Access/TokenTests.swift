import Access
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Tokens by API and page")
struct TokenTests {
    private let server: TestServer

    init() throws {
        server = try TestServer(access: .tokens, token: "chosen-by-a-person")
    }

    private let owner: HTTPFields = [.authorization: "Bearer chosen-by-a-person", .accept: "text/html"]

    private func make(_ json: String) async throws -> ClientResponse {
        try await server.send(.post, "/api/v1/tokens", json: json, [.authorization: "Bearer chosen-by-a-person"])
    }

    private func post(_ form: String, to target: String) async throws -> ClientResponse {
        var fields = owner
        fields[.contentType] = "application/x-www-form-urlencoded"
        return try await server.client.send(.post, target, headers: fields, body: Array(form.utf8))
    }

    @Test("a token is made, listed without its secret, and revoked")
    func life() async throws {
        let made = try await make(#"{"name": "CI", "scopes": ["write", "read"]}"#)
        #expect(made.status == .created && made.headers[.cacheControl] == "no-store" && made.headers[.eTag] == nil)
        let secret = try #require(try made.json()["token"]?.stringValue)
        let id = try #require(try made.json()["id"]?.stringValue)
        #expect(try made.json()["scopes"]?.arrayValue == ["read", "write"])
        #expect(try await server.get("/api/v1/dumps", [.authorization: "Bearer \(secret)"]).status == .ok)
        let list = try await server.get("/api/v1/tokens", owner)
        #expect(!list.text.contains(secret))
        #expect(
            try list.json()["tokens"]?[0].names == ["id", "name", "scopes", "createdAt", "lastUsedAt", "revokedAt"]
        )
        #expect(try list.json()["tokens"]?[0]["lastUsedAt"]?.stringValue != nil)
        #expect(
            try await server.client.send(.delete, "/api/v1/tokens/\(id)", headers: owner, body: []).status == .noContent
        )
        #expect(try await server.get("/api/v1/dumps", [.authorization: "Bearer \(secret)"]).status == .unauthorized)
        #expect(
            try await server.client.send(.delete, "/api/v1/tokens/nobody", headers: owner, body: []).status == .notFound
        )
    }

    @Test("who lacks a scope makes no tokens, for they could have more than he has")
    func onlyOwners() async throws {
        let secret = try server.access.makeToken(named: "CI", scopes: [.read, .write, .delete]).1.text
        let fields: HTTPFields = [.authorization: "Bearer \(secret)"]
        #expect(try await server.get("/api/v1/tokens", fields).status == .forbidden)
        #expect(try await server.get("/tokens", fields).status == .forbidden)
        #expect(
            try await server.send(.post, "/api/v1/tokens", json: #"{"name":"a","scopes":["read"]}"#, fields).status
                == .forbidden
        )
    }

    @Test(
        "what is wrong with a new token is told where it is",
        arguments: [
            (#"{"name": "CI", "scopes": ["admin"]}"#, "/scopes/0"), (#"{"name": "CI"}"#, ""),
            (#"{"scopes": ["read"]}"#, ""), (#"{"name": 1, "scopes": ["read"]}"#, "/name"),
            (#"{"name": "CI", "scopes": ["read"], "expires": 1}"#, "/expires"),
        ]
    )
    func faults(_ json: String, _ pointer: String) async throws {
        let reply = try await make(json)
        #expect(reply.status == .unprocessableContent)
        #expect(try reply.json()["errors"]?[0]["pointer"]?.stringValue == pointer)
    }

    @Test(
        "no name and no scope are refused",
        arguments: [#"{"name": " ", "scopes": ["read"]}"#, #"{"name": "CI", "scopes": []}"#]
    )
    func impossible(_ json: String) async throws {
        #expect(try await make(json).status == .unprocessableContent)
        #expect(try await server.get("/api/v1/tokens", owner).json()["total"]?.integerValue == 0)
    }

    @Test("the page makes a token, shows it once, and revokes it")
    func page() async throws {
        #expect(try await server.get("/tokens", owner).text.contains("There are none yet."))
        let made = try await post("name=Ann+%26+Bob&read=1&delete=1", to: "/tokens")
        #expect(made.status == .ok && made.headers[.cacheControl] == "no-store")
        #expect(made.text.contains("value=\"vtr_") && made.text.contains("Ann &amp; Bob"))
        let token = try #require(try server.access.tokens().first)
        #expect(token.scopes == [.read, .delete])
        let list = try await server.get("/tokens", owner)
        #expect(!list.text.contains("vtr_") && list.text.contains("Ann &amp; Bob"))
        let reply = try await post("", to: "/tokens/\(token.id)/revoke")
        #expect(reply.status == .seeOther && reply.headers[.location] == "/tokens")
        #expect(try await server.get("/tokens", owner).text.contains("revoked"))
        #expect(try server.access.tokens().first?.revokedAt != nil)
    }

    @Test("the page says what is wrong, and keeps what was typed")
    func pageFaults() async throws {
        let reply = try await post("name=CI", to: "/tokens")
        #expect(reply.status == .unprocessableContent)
        #expect(reply.text.contains("at least one scope") && reply.text.contains("value=\"CI\""))
    }
}
