import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/api/v1/defaults/{domain}/values/{key}`: one value, where it comes from, and what the app's getters make of it.
struct DefaultsValueRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let value = "/api/v1/defaults/{domain}/values/{key}"
        router.get(value, query: ["as"]) { try read(try $1.required("key"), of: try services.domain(in: $1), $0) }
        router.on(.put, value, bodyLimit: services.configuration.maximumDomainBodyBytes) {
            try write(try $1.required("key"), of: try services.domain(in: $1), $0)
        }
        router.on(.delete, value) { try remove(try $1.required("key"), of: try services.domain(in: $1), $0) }
    }

    private func read(_ key: String, of domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let getter: TypedGetter? = query.choice("as")
        try query.finish()
        let snapshot = try services.defaults.snapshot(of: domain)
        let search = try services.searchList(of: snapshot)
        let isRedacted = try services.withheld(of: domain).withholds(key)
        let bytes = try JSONWriter.object { writer in
            writer.member("key", key)
            if let getter {
                let found = search.lookUp(key)
                writer.member("as", getter.rawValue)
                writer.member("value", isRedacted ? nil : getter.value(of: found?.value))
                if isRedacted { writer.member("redacted", true) }
                writer.member("origin", found?.origin.rawValue ?? "none")
            } else {
                try write(key, storedIn: snapshot, search, isRedacted: isRedacted, to: &writer)
            }
            writer.member("revision", snapshot.revision)
        }
        return .json(
            bytes,
            tag: Precondition.tag(snapshot.revision, variant: EntityTag.strong(hashing: bytes).unquoted)
        )
    }

    /// The stored value, else what shows through from the layers around it.
    private func write(
        _ key: String,
        storedIn snapshot: DomainSnapshot,
        _ search: SearchList,
        isRedacted: Bool,
        to writer: inout JSONWriter
    ) throws {
        guard let found = search.lookUp(key) else {
            throw Problem.notFound(
                "The domain “\(snapshot.name)” has no value for “\(key)”, nor has a layer around it."
            )
        }
        let shown = snapshot.values[key].map { SearchResult(value: $0, origin: .stored) } ?? found
        writer.member("value", isRedacted ? nil : shown.value)
        if isRedacted { writer.member("redacted", true) }
        writer.member("type", shown.value.typeName)
        writer.member("origin", shown.origin.rawValue)
        if let layer = search.layer(shadowing: key, in: shown.origin) { writer.member("shadowedBy", layer.rawValue) }
    }

    private func write(_ key: String, of domain: String, _ request: Request) throws -> Response {
        let member = try request.onlyMember("value", limits: .defaults)
        let value = try PropertyListEnvelope.value(JSONPlace(member, named: "value"))
        return try apply(.set(key: key, value: value), to: domain, request)
    }

    private func remove(_ key: String, of domain: String, _ request: Request) throws -> Response {
        guard try services.defaults.snapshot(of: domain).values[key] != nil else {
            throw Problem.notFound("The domain “\(domain)” stores no value for “\(key)”.")
        }
        return try apply(.remove(key: key), to: domain, request)
    }

    /// A value that a higher layer hides is stored all the same; the reply says which layer hides it.
    private func apply(_ edit: DefaultsEdit, to domain: String, _ request: Request) throws -> Response {
        let revision = try services.expectedRevision(of: domain, request) {
            try services.searchList(of: $0).lookUp(edit.key) != nil
        }
        let result = try services.defaults.apply(
            [edit],
            to: domain,
            source: request.changeSource,
            ifRevision: revision
        )
        var search = SearchList(try services.layers.snapshot(of: domain).layers)
        if case .set(let key, let value) = edit { search[.stored] = [key: value] }
        return .written(result, shadowedBy: search.layer(shadowing: edit.key, in: .stored))
    }
}
