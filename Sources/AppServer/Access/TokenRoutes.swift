import Access
import Foundation
import HTTP
import HTTPTypes
import JSON
import Logging
import PropertyList
import Services
import Storage
import Web

/// `/api/v1/tokens`: lists, makes and revokes tokens, for those who may do everything.
struct TokenRoutes: RouteGroup {
    private static let path = "/api/v1/tokens"

    let services: Services

    func add(to router: inout Router) {
        router.get(Self.path, query: ["limit", "after"]) { request, _ in try list(request) }
        router.on(.post, Self.path, bodyLimit: 16 << 10) { request, _ in try make(request) }
        router.on(.delete, Self.path + "/{token}") { _, path in
            try services.access.revokeToken(try path.required("token"))
            return .empty()
        }
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let tokens = try services.access.tokens()
        var writer = JSONWriter()
        writer.beginObject()
        let next = writer.part("tokens", of: tokens, range) { writer, token in writer.members(of: token) }
        writer.end(total: tokens.count, next: next)
        return .json(writer.finish())
    }

    private func make(_ request: Request) throws -> Response {
        let body = JSONPlace(.object(try request.jsonObject()))
        var reader = MemberReader()
        reader.checkNames(of: body, ["name", "scopes"])
        let name = reader.text(reader.required("name", of: body))
        let scopes = reader.elements(reader.required("scopes", of: body), of: "scopes")?.map {
            reader.choice($0, of: AccessScopes.allNames)
        }
        guard let name, let scopes, reader.faults.isEmpty else {
            throw Problem.unprocessable(
                AccessError.Code.impossibleToken.rawValue,
                title: "Impossible token",
                "The body has a “name” and “scopes”, a list of \(AccessScopes.allNames.joined(separator: ", ")).",
                errors: reader.faults.map { Problem.Item($0.message, at: .pointer($0.pointer)) }
            )
        }
        let (token, secret) = try services.access.makeToken(
            named: name,
            scopes: AccessScopes(scopes.compactMap { $0.flatMap(AccessScopes.init(name:)) })
        )
        let bytes = JSONWriter.object { writer in
            writer.members(of: token)
            writer.member("token", secret.text)
        }
        var response = Response.json(bytes, status: .created)
        // It is shown this once, and nothing on the way may keep it.
        response.headers[.eTag] = nil
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension JSONWriter {
    /// Writes what the API says of a token.
    fileprivate mutating func members(of token: AccessToken) {
        member("id", token.id)
        member("name", token.name)
        nested("scopes", token.scopes.names) { $0.string($1) }
        member("createdAt", Instant.text(token.createdAt))
        member("lastUsedAt", token.lastUsedAt.flatMap { Instant.text($0) })
        member("revokedAt", token.revokedAt.flatMap { Instant.text($0) })
    }
}

/// `/tokens`: the tokens, a form that makes one, and buttons that revoke them, for those who may do everything.
struct TokenPages: RouteGroup {
    private static let path = "/tokens"

    let services: Services

    func add(to router: inout Router) {
        router.get(Self.path, query: []) { request, _ in try page(request) }
        router.on(.post, Self.path, bodyLimit: 16 << 10) { request, _ in try make(request) }
        router.on(.post, Self.path + "/{token}/revoke", bodyLimit: 16 << 10) { _, path in
            do {
                try services.access.revokeToken(try path.required("token"))
            } catch let error as AccessError where error.code == .unknownToken {
                // Somebody was faster; the list tells.
            }
            return .redirect(to: Self.path)
        }
    }

    private func make(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let name = form["name"] ?? ""
        let scopes = AccessScopes(AccessScopes.allNames.filter { form[$0] != nil }.compactMap(AccessScopes.init(name:)))
        do {
            let (token, secret) = try services.access.makeToken(named: name, scopes: scopes)
            return try page(request, made: TokensPage.Made(name: token.name, secret: secret.text))
        } catch let error as AccessError where error.code == .impossibleToken || error.code == .tooManyTokens {
            var response = try page(request, name: name, scopes: scopes, fault: error.message)
            response.status = error.code == .tooManyTokens ? .conflict : .unprocessableContent
            return response
        }
    }

    private func page(
        _ request: Request,
        name: String = "",
        scopes: AccessScopes = .read,
        fault: String? = nil,
        made: TokensPage.Made? = nil
    ) throws -> Response {
        let tokens = try services.access.tokens()
        return try services.pages.page(
            TokensPage(
                tokens: tokens.reversed(),
                mode: services.access.mode,
                name: name,
                scopes: scopes,
                fault: fault,
                made: made
            ),
            title: "Tokens · Vitrine",
            for: request,
            alternate: "/api/v1/tokens",
            crumbs: [.init(name: "Tokens")]
        )
    }
}

/// `/tokens`.
struct TokensPage: Page {
    /// A token that was made just now: the only time that it is shown.
    struct Made: PageModel {
        let name: String
        let secret: String

        static let members: Members<Self> = ["madeName": .text { $0.name }, "secret": .text { $0.secret }]
    }

    /// One token of the list.
    struct Row: PageModel {
        let token: AccessToken

        static let members: Members<Self> = [
            "tokenID": .text { $0.token.id }, "tokenName": .text { $0.token.name },
            "tokenScopes": .texts { $0.token.scopes.names }, "madeAt": .text { Instant.words($0.token.createdAt) },
            "usedAt": .text { $0.token.lastUsedAt.flatMap(Instant.words) },
            "revokedAt": .text { $0.token.revokedAt.flatMap(Instant.words) },
        ]
    }

    /// One box of the form.
    struct Choice: PageModel {
        let name: String
        let isChosen: Bool

        static let members: Members<Self> = [
            "scope": .text { $0.name }, "isChosen": .flag { $0.isChosen }, "isRead": .flag { $0.name == "read" },
            "isWrite": .flag { $0.name == "write" }, "isDelete": .flag { $0.name == "delete" },
            "isSecrets": .flag { $0.name == "secrets" },
        ]
    }

    static let template = "pages/tokens"

    let tokens: [AccessToken]
    let mode: AccessControl.Mode
    /// What the form holds.
    let name: String
    let scopes: AccessScopes
    let fault: String?
    let made: Made?

    static let members: Members<Self> = [
        "tokens": .list { $0.tokens.map(Row.init) }, "hasTokens": .flag { !$0.tokens.isEmpty },
        "isOpen": .flag { $0.mode == .open }, "mayRead": .flag { $0.mode == .tokensToWrite },
        "name": .text { $0.name }, "fault": .text { $0.fault }, "made": .part { $0.made },
        "choices": .list { page in
            AccessScopes.allNames.map { name in
                Choice(name: name, isChosen: AccessScopes(name: name).map(page.scopes.contains) ?? false)
            }
        },
    ]
}
