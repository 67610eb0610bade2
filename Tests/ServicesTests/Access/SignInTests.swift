import Access
import HTTP
import HTTPTesting
import HTTPTypes
import ServerTesting
import Testing
import Web

@Suite("Signing in with a browser")
struct SignInTests {
    private static let chosen = "chosen-by-a-person"
    private static let page: HTTPFields = [.accept: "text/html"]

    private let server: TestServer

    init() throws {
        server = try TestServer(access: .tokens, token: Self.chosen)
    }

    /// What a browser sends that has this `Set-Cookie`.
    private func cookie(_ reply: ClientResponse) throws -> HTTPFields {
        let field = try #require(reply.headers[.setCookie])
        return [.accept: "text/html", .cookie: String(field.prefix { $0 != ";" })]
    }

    private func signIn(_ token: String = Self.chosen, back: String = "/") async throws -> ClientResponse {
        try await server.post(form: "token=\(token)&return=\(back.pathSegment)", to: "/sign-in")
    }

    @Test("a page that needs a token is the form that asks for one, and leads back")
    func form() async throws {
        let reply = try await server.get("/help?a=1", Self.page)
        #expect(reply.status == .unauthorized)
        #expect(reply.headers[.cacheControl] == "no-store")
        #expect(reply.text.contains("action=\"/sign-in\"") && reply.text.contains("value=\"/help?a=1\""))
        #expect(reply.text.contains("type=\"password\""))
    }

    @Test("a good token gets a cookie that opens pages, and is not in it")
    func signingIn() async throws {
        let reply = try await signIn(back: "/help")
        #expect(reply.status == .seeOther && reply.headers[.location] == "/help")
        let field = try #require(reply.headers[.setCookie])
        #expect(!field.contains(Self.chosen))
        for part in ["Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=2592000"] { #expect(field.contains("; \(part)")) }
        #expect(!field.contains("Secure"))
        let fields = try cookie(reply)
        let page = try await server.get("/help", fields)
        #expect(page.status == .ok && page.text.contains("Sign out"))
        #expect(try await server.get("/api/v1/dumps", [.cookie: try #require(fields[.cookie])]).status == .ok)
    }

    @Test("a wrong token is told, the form stays, and there is no cookie")
    func wrongToken() async throws {
        let reply = try await signIn("wrong", back: "/help")
        #expect(reply.status == .unauthorized && reply.headers[.setCookie] == nil)
        #expect(reply.text.contains("unknown to this server") && reply.text.contains("value=\"/help\""))
        #expect(!reply.text.contains("wrong\""))
    }

    @Test("an address with a token signs in and is left for the one without it")
    func address() async throws {
        let reply = try await server.get("/help?a=1&token=\(Self.chosen)&b=x%26y", Self.page)
        #expect(reply.status == .seeOther && reply.headers[.location] == "/help?a=1&b=x%26y")
        #expect(reply.headers[.referrerPolicy] == "no-referrer")
        #expect(try await server.get("/help", try cookie(reply)).status == .ok)
        let plain = try await server.get("/?token=\(Self.chosen)", Self.page)
        #expect(plain.headers[.location] == "/")
    }

    @Test("an address with a wrong token asks for another, without the wrong one")
    func wrongAddress() async throws {
        let reply = try await server.get("/help?token=wrong-one&a=1", Self.page)
        #expect(reply.status == .unauthorized && reply.headers[.setCookie] == nil)
        #expect(reply.text.contains("value=\"/help?a=1\"") && !reply.text.contains("wrong-one"))
    }

    @Test("the API takes no token from an address")
    func apiAddress() async throws {
        #expect(try await server.get("/api/v1/dumps?token=\(Self.chosen)").status == .unauthorized)
        #expect(try await server.get("/sessions?token=\(Self.chosen)").status == .unauthorized)
    }

    @Test(
        "signing in leads nowhere but to this server",
        arguments: ["//evil.example/", "https://evil.example/", "/\\evil.example"]
    )
    func openRedirect(_ address: String) async throws {
        #expect(try await signIn(back: address).headers[.location] == "/")
    }

    @Test("an address that begins with two slashes leads nowhere else either")
    func doubleSlash() async throws {
        let reply = try await server.get("//evil.example/?token=\(Self.chosen)", Self.page)
        #expect(reply.headers[.location] == "/")
    }

    @Test("signing out ends the session, not only the cookie")
    func signingOut() async throws {
        let fields = try cookie(try await signIn())
        let reply = try await server.client.send(
            .post,
            "/sign-out",
            headers: fields.with(secFetchSite: "same-origin"),
            body: []
        )
        #expect(reply.status == .seeOther && reply.headers[.location] == "/sign-in")
        #expect(reply.headers[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try await server.get("/help", fields).status == .unauthorized)
    }

    @Test("a page of another origin cannot use the cookie")
    func otherOrigins() async throws {
        let fields = try cookie(try await signIn())
        for site in ["cross-site", "same-site"] {
            let write = try await server.client.send(
                .post,
                "/tokens",
                headers: fields.with(secFetchSite: site),
                body: []
            )
            #expect(write.status == .forbidden)
            #expect(try await server.get("/api/v1/dumps", fields.with(secFetchSite: site)).status == .forbidden)
        }
        let unknown = try await server.client.send(.post, "/tokens", headers: fields, body: [])
        #expect(unknown.status == .forbidden)
    }

    @Test("the cookie is named after the port, for cookies know none, and is Secure over TLS")
    func cookieField() throws {
        func field(_ host: String, isSecure: Bool) throws -> String {
            var request = try Request(method: .get, target: "/", headers: [.hostName: host])
            request.isSecure = isSecure
            return SessionCookie.field(Secret("abc"), for: request)
        }
        #expect(try field("localhost:8080", isSecure: false).hasPrefix("vitrine-session-8080=abc; "))
        #expect(try field("[::1]:9000", isSecure: false).hasPrefix("vitrine-session-9000=abc; "))
        #expect(try field("[::1]", isSecure: true).hasPrefix("vitrine-session=abc; "))
        #expect(try field("10.0.0.1", isSecure: true).hasPrefix("vitrine-session=abc; "))
        #expect(try field("vitrine.example", isSecure: true).hasSuffix("; Secure"))
        #expect(try !field("vitrine.example", isSecure: false).contains("Secure"))
    }

    @Test("a server that needs no token has no way in or out")
    func open() async throws {
        let server = try TestServer()
        let page = try await server.get("/", Self.page)
        #expect(!page.text.contains("/sign-out"))
        #expect(try await server.get("/sign-in", Self.page).text.contains("requires no token"))
    }
}

extension HTTPFields {
    fileprivate func with(secFetchSite site: String) -> HTTPFields {
        var fields = self
        fields[.secFetchSite] = site
        return fields
    }
}
