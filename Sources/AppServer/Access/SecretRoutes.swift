import Catalog
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/api/v1/defaults/{domain}/secrets`: which keys are secret, since when and because of what, and that one is no more.
struct SecretRoutes: RouteGroup {
    private static let path = "/api/v1/defaults/{domain}/secrets"

    let services: Services

    func add(to router: inout Router) {
        router.get(Self.path, query: ["limit", "after"]) { try list(try services.domain(in: $1), $0) }
        router.on(.delete, AccessGuard.secretPath) { _, path in
            try clear(try path.required("key"), of: try services.domain(in: path))
            return .empty()
        }
    }

    private func list(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let secrets = try services.catalog.secrets(of: Services.secretDomain(of: domain))
        let clearings = try services.catalog.secretClearings(of: domain).sorted { $0.key < $1.key }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("domain", domain)
        let next = writer.part("secrets", of: secrets, range) { writer, secret in
            writer.member("key", secret.key)
            // The global domain has the secrets of all others.
            if secret.domain != domain { writer.member("domain", secret.domain) }
            writer.member("since", secret.since)
            writer.member("bundle", secret.bundle)
            writer.member("inUse", secret.isInUse)
        }
        writer.nested("cleared", clearings) { writer, entry in
            writer.beginObject()
            writer.member("key", entry.key)
            writer.member("at", entry.value.at)
            if let actor = entry.value.actor { writer.member("actor", actor) }
            writer.endObject()
        }
        writer.end(total: secrets.count, next: next)
        return .json(writer.finish())
    }

    private func clear(_ key: String, of domain: String) throws {
        if domain == Services.globalDomain,
            let other = try services.catalog.secrets(of: nil).first(where: { $0.key == key && $0.domain != domain })
        {
            throw Problem.conflict(
                CatalogError.Code.secretInUse.rawValue,
                "“\(key)” is secret here because it is in “\(other.domain)”; clear it there."
            )
        }
        try services.catalog.clearSecret(key, of: domain)
    }
}
