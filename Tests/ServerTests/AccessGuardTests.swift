@testable import Services
import Access
import Foundation
import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@testable import Web

@Suite("Who may ask")
struct AccessGuardTests {
    private static let chosen = "chosen-by-a-person"

    private static func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

    private func token(_ server: TestServer, _ scopes: AccessScopes) throws -> HTTPFields {
        Self.bearer(try server.access.makeToken(named: "Test \(scopes.text)", scopes: scopes).1.text)
    }

    @Test("without a token every request is refused before its body, existing path or not")
    func nothingWithoutAToken() async throws {
        let server = try TestServer(access: .tokens, token: Self.chosen)
        for target in ["/api/v1/dumps", "/api/v1/openapi.json", "/", "/nowhere", "/tokens", "/sessions", "/events"] {
            let reply = try await server.get(target)
            #expect(reply.status == .unauthorized, "\(target)")
            #expect(reply.headers[.wwwAuthenticate] == "Bearer realm=\"Vitrine\"", "\(target)")
        }
        let reply = try await server.send(.post, "/api/v1/dumps", json: "{}")
        #expect(try reply.json()["type"]?.stringValue == "/problems/token-required")
        #expect(reply.headers[.contentType] == "application/problem+json")
        guard
            case .refuse = server.application.admit(
                try Request(method: .post, target: "/api/v1/dumps", headers: [.hostName: "localhost"])
            )
        else {
            Issue.record("It was not refused by its head.")
            return
        }
    }

    @Test(
        "health, static files, the theme and preflights need none",
        arguments: [
            "/healthz", "/readyz", "/static/css/app.css", "/exporter/Vitrine.swift", "/sign-in",
        ]
    )
    func free(_ target: String) async throws {
        let server = try TestServer(access: .tokens, token: Self.chosen)
        #expect(try await server.get(target).status == .ok)
        #expect(try await server.client.send(.options, "/api/v1/dumps", headers: [:], body: []).status == .noContent)
    }

    @Test("the token that the server was started with opens everything")
    func chosenToken() async throws {
        let server = try TestServer(access: .tokens, token: Self.chosen)
        for target in ["/api/v1/dumps", "/", "/tokens"] {
            #expect(try await server.get(target, Self.bearer(Self.chosen)).status == .ok)
        }
        #expect(try await server.get("/nowhere", Self.bearer(Self.chosen)).status == .notFound)
        let wrong = try await server.get("/api/v1/dumps", Self.bearer("wrong"))
        #expect(wrong.status == .unauthorized)
        #expect(wrong.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
    }

    @Test("a token may stand for the password of an address")
    func basic() async throws {
        let server = try TestServer(access: .tokens, token: Self.chosen)
        func status(_ text: String) async throws -> HTTPResponse.Status {
            try await server.get("/api/v1/dumps", [.authorization: "Basic \(Data(text.utf8).base64EncodedString())"])
                .status
        }
        #expect(try await status("anybody:\(Self.chosen)") == .ok)
        #expect(try await status("\(Self.chosen)") == .unauthorized)
        #expect(try await server.get("/api/v1/dumps", [.authorization: "Digest x"]).status == .unauthorized)
        #expect(try await server.get("/api/v1/dumps", [.authorization: "bearer \(Self.chosen)"]).status == .ok)
    }

    @Test("each scope opens its methods and no other")
    func scopes() async throws {
        let server = try TestServer(access: .tokens)
        let (read, write, delete) = (try token(server, .read), try token(server, .write), try token(server, .delete))
        let put = "/api/v1/defaults/com.example/values/a"
        #expect(try await server.get("/api/v1/defaults", read).status == .ok)
        #expect(try await server.send(.put, put, json: "{\"value\": 1}", write).status == .ok)
        #expect(try await server.send(.put, put, json: "{\"value\": 1}", read).status == .forbidden)
        #expect(try await server.send(.put, put, json: "{\"value\": 1}", delete).status == .forbidden)
        #expect(try await server.get("/api/v1/defaults", write).status == .forbidden)
        #expect(try await server.client.send(.delete, put, headers: write, body: []).status == .forbidden)
        #expect(try await server.client.send(.delete, put, headers: delete, body: []).status == .ok)
        let reply = try await server.client.send(.delete, put, headers: read, body: [])
        #expect(reply.headers[.wwwAuthenticate]?.contains("scope=\"delete\"") == true)
        #expect(try reply.json()["detail"]?.stringValue?.contains("lacks the scope delete") == true)
    }

    @Test(
        "a route needs what it does, where its method says less",
        arguments: [
            (HTTPRequest.Method.post, "/api/v1/dumps/{dump}/animations", AccessScopes.read),
            (.post, "/api/v1/dumps/{dump}/assert", .read), (.post, "/dumps/delete", .delete),
            (.post, "/dumps/describe", .write),
            (.post, "/defaults/{domain}/remove", .delete), (.post, "/dumps", .write), (.patch, "/x", .write),
            (.delete, "/api/v1/dumps/{dump}", .delete), (.head, "/", .read), (.get, "/tokens", .all),
            (.post, "/tokens/{token}/revoke", .all), (.get, "/api/v1/tokens", .all),
            (.delete, "/api/v1/tokens/{token}", .all),
        ]
    )
    func needs(_ method: HTTPRequest.Method, _ pattern: String, _ scopes: AccessScopes) throws {
        let request = try Request(method: method, target: "/x")
        #expect(AccessGuard.scopes(for: request, at: pattern) == scopes)
    }

    @Test("every route but these asks for a token, and for one with all the scopes that it needs")
    func everyRoute() throws {
        let server = try TestServer(access: .tokens)
        let tokens = try AccessScopes.allNames.compactMap { AccessScopes(name: $0) }.map { ($0, try token(server, $0)) }
        let guarding = AccessGuard(control: server.access)
        var free: Set<String> = []
        for route in server.application.router.routes where route.method != .options {
            let target = route.pattern.replacing("{", with: "").replacing("}", with: "")
            func isRefused(_ fields: HTTPFields) throws -> Bool {
                let request = try Request(method: route.method, target: target, headers: fields)
                if case .refused = guarding.judge(request, at: route.pattern) { return true }
                return false
            }
            guard try isRefused([:]) else {
                free.insert(route.pattern)
                continue
            }
            let needed = AccessGuard.scopes(for: try Request(method: route.method, target: target), at: route.pattern)
            #expect(!needed.isEmpty, "\(route.pattern)")
            for (scope, fields) in tokens {
                #expect(try isRefused(fields) != scope.isSuperset(of: needed), "\(route.method) \(route.pattern)")
            }
        }
        let known: Set = ["/healthz", "/readyz", "/favicon.ico", "/theme", "/sign-in", "/sign-out"]
        #expect(free.subtracting(known).filter { !$0.hasPrefix("/static/") && !$0.hasPrefix("/exporter/") } == [])
    }

    @Test("every form that deletes needs the scope for it")
    func formsThatDelete() throws {
        let server = try TestServer()
        let posts = server.application.router.routes.filter { $0.method == .post }.map(\.pattern)
        let words = ["delete", "remove", "erase", "clear"]
        for pattern in posts where words.contains(where: { pattern.contains($0) }) {
            // A command of WebDriver, such as to clear a text field, is no form.
            guard try !Request(method: .post, target: pattern).isForWebDriver else { continue }
            let request = try Request(method: .post, target: "/x")
            #expect(AccessGuard.scopes(for: request, at: pattern) == .delete, "\(pattern)")
        }
    }

    @Test("the raw values of secure fields need a scope of their own")
    func secrets() async throws {
        let server = try TestServer(access: .tokens)
        let target = "/api/v1/apps/com.example.clock/settings?reveal=true"
        #expect(try await server.get(target, try token(server, .read)).status == .forbidden)
        #expect(try await server.get(target, try token(server, [.read, .secrets])).status == .ok)
    }

    @Test("a loopback server without a token answers everybody, whatever they send")
    func open() async throws {
        let server = try TestServer()
        for fields: HTTPFields in [
            [:], Self.bearer("wrong"), [.cookie: "vitrine-session=wrong", .secFetchSite: "same-origin"],
        ] {
            #expect(try await server.get("/api/v1/dumps", fields).status == .ok)
            #expect(
                try await server.send(.put, "/api/v1/defaults/d/values/a", json: "{\"value\": 1}", fields).status == .ok
            )
        }
    }

    @Test("where reading is for everybody, changing still needs a token")
    func anonymousReading() async throws {
        let server = try TestServer(access: .tokensToWrite, token: Self.chosen)
        #expect(try await server.get("/api/v1/dumps").status == .ok)
        #expect(try await server.get("/", [.accept: "text/html"]).status == .ok)
        let put = "/api/v1/defaults/d/values/a"
        #expect(try await server.send(.put, put, json: "{\"value\": 1}").status == .unauthorized)
        #expect(try await server.client.send(.delete, put, headers: [:], body: []).status == .unauthorized)
        #expect(try await server.get("/tokens").status == .unauthorized)
        #expect(try await server.get("/api/v1/apps/com.example.clock/settings?reveal=true").status == .unauthorized)
        #expect(try await server.send(.put, put, json: "{\"value\": 1}", Self.bearer(Self.chosen)).status == .ok)
        #expect(try await server.get("/api/v1/dumps", Self.bearer("wrong")).status == .unauthorized)
    }

    @Test("after ten wrong tokens an address is told to wait")
    func failures() async throws {
        let server = try TestServer(access: .tokens, token: Self.chosen)
        for _ in 0..<10 { #expect(try await server.get("/api/v1", Self.bearer("wrong")).status == .unauthorized) }
        let reply = try await server.get("/api/v1", Self.bearer(Self.chosen))
        #expect(reply.status == .tooManyRequests)
        #expect(Int(reply.headers[.retryAfter] ?? "").map { (1...6).contains($0) } == true)
    }

    @Test("histories name the token that made a change")
    func actors() async throws {
        for mode in [AccessControl.Mode.open, .tokens] {
            let server = try TestServer(access: mode)
            let secret = try server.access.makeToken(named: "Nightly build", scopes: .all).1.text
            _ = try await server.send(.put, "/api/v1/defaults/d/values/a", json: "{\"value\": 1}", Self.bearer(secret))
            let history = try await server.get("/api/v1/defaults/d/history", Self.bearer(secret)).json()
            #expect(history["history"]?[0]["actor"]?.stringValue == "Nightly build")
        }
    }

    @Test("errors of WebDriver keep the form of the protocol")
    func webDriver() async throws {
        let server = try TestServer(access: .tokens, token: Self.chosen)
        let reply = try await server.get("/status")
        #expect(reply.status == .unauthorized)
        #expect(try reply.json()["value"]?["message"]?.stringValue?.contains("token") == true)
        #expect(try await server.get("/status", Self.bearer(Self.chosen)).status == .ok)
    }
}
