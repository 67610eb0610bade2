import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList

/// `/api/v1/defaults/{domain}/layers` and `/arguments`: the layers of the search list that no file keeps, and what
/// launch arguments would make the app see.
struct DefaultsLayerRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/defaults/{domain}"
        let layer = base + "/layers/{layer}"
        router.get(base + "/layers", query: []) { _, path in try readAll(try services.domain(in: path)) }
        router.get(layer, query: []) { _, path in try read(try name(path), of: try services.domain(in: path)) }
        router.on(.put, layer, bodyLimit: services.configuration.maximumDomainBodyBytes) { request, path in
            let (name, domain) = (try name(path), try services.domain(in: path))
            return try set(name, of: domain, try LayerWrite(name, of: domain, request, in: services))
        }
        router.on(.delete, layer) { request, path in
            let (name, domain) = (try name(path), try services.domain(in: path))
            return try set(name, of: domain, try LayerWrite(clearing: domain, request, in: services))
        }
        router.on(.post, base + "/arguments") { request, path in
            try preview(try LayerWrite.arguments(request), of: try services.domain(in: path))
        }
    }

    private func name(_ path: PathParameters) throws -> VolatileLayerName {
        let text = try path.required("layer")
        guard let name = VolatileLayerName(rawValue: text) else {
            let names = VolatileLayerName.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.notFound("There is no layer “\(text.prefix(40))”; there are: \(names).")
        }
        return name
    }

    private func readAll(_ domain: String) throws -> Response {
        let snapshot = services.layers.snapshot(of: domain)
        return reply(snapshot) { writer in
            writer.member("domain", domain)
            writer.key("layers")
            writer.beginObject()
            for name in VolatileLayerName.allCases { writer.member(name.rawValue, .dictionary(snapshot[name.layer])) }
            writer.endObject()
        }
    }

    private func read(_ name: VolatileLayerName, of domain: String) throws -> Response {
        let snapshot = services.layers.snapshot(of: domain)
        return reply(snapshot) { writer in
            writer.member("domain", domain)
            writer.member("layer", name.rawValue)
            writer.member("values", .dictionary(snapshot[name.layer]))
        }
    }

    private func set(_ name: VolatileLayerName, of domain: String, _ write: LayerWrite) throws -> Response {
        let changed = try services.setLayer(name, of: domain, to: write)
        return reply(services.layers.snapshot(of: domain)) { writer in
            writer.member("domain", domain)
            writer.member("layer", name.rawValue)
            writer.member("changed", changed)
            if name == .argument { writer.member("ignored", write.ignored) }
        }
    }

    private func preview(_ arguments: LaunchArguments, of domain: String) throws -> Response {
        var search = try services.searchList(of: try services.defaults.snapshot(of: domain))
        search[.argument] = [:]
        let without = search
        search[.argument] = arguments.values
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("domain", domain)
        writer.key("arguments")
        writer.beginArray()
        for (key, value) in arguments.values.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.member("key", key)
            writer.member("value", value)
            writer.member("type", value.typeName)
            let hider = search.layer(shadowing: key, in: .argument)
            if let hider { writer.member("shadowedBy", hider.rawValue) }
            writer.key("shadows")
            if hider == nil, let hidden = without.lookUp(key) {
                writer.beginObject()
                writer.member("origin", hidden.origin.rawValue)
                writer.member("value", hidden.value)
                writer.endObject()
            } else {
                writer.null()
            }
            writer.endObject()
        }
        writer.endArray()
        writer.member("ignored", arguments.ignored)
        writer.endObject()
        return .json(writer.finish())
    }

    /// A reply tagged with the version of the layers, and with its contents: versions begin anew with the server.
    private func reply(_ snapshot: VolatileSnapshot, _ members: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        members(&writer)
        writer.member("version", snapshot.version)
        writer.endObject()
        let bytes = writer.finish()
        return .json(
            bytes,
            tag: Precondition.tag(snapshot.version, variant: EntityTag.strong(hashing: bytes).unquoted)
        )
    }
}
