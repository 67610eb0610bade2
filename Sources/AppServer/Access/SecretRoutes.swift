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

/// Values as a file: without what is secret to who asks, and saying so.
struct SecretExport {
    /// What the file holds.
    let values: [String: PropertyListValue]
    /// The keys that it leaves out, sorted.
    let withheld: [String]

    init(_ values: [String: PropertyListValue], _ secrets: SecretValues) {
        self.values = secrets.shown(values)
        withheld = secrets.withheld(from: values)
    }

    /// What is put into the name of the file, before its ending.
    var mark: String { withheld.isEmpty ? "" : ".without-secrets" }

    /// What the file itself says, where it can say anything; nil where it is complete.
    var note: String? {
        switch withheld.count {
        case 0: nil
        case 1: "1 secret value is left out."
        case let count: "\(count) secret values are left out."
        }
    }

    /// The values as an XML property list, with a comment that says how many are left out.
    func xml() throws -> [UInt8] {
        let bytes = try PropertyListWriter.xml(.dictionary(values))
        guard let note, let place = bytes.firstRange(of: Array("<plist".utf8))?.lowerBound else { return bytes }
        return bytes[..<place] + Array("<!-- \(note) -->\n".utf8) + bytes[place...]
    }

    /// The reply with the field that says how many values are left out; as it is where none is.
    func marking(_ response: Response) -> Response {
        var response = response
        if !withheld.isEmpty { response.headers[.redacted] = String(withheld.count) }
        return response
    }
}
