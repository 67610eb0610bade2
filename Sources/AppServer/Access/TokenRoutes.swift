import Access
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
