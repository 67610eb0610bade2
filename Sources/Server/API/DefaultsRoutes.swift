import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList

/// `/api/v1/defaults`: domains, their values in three views, writes, property lists in and out, history.
struct DefaultsRoutes: RouteGroup {
    let services: Services

    private static let plist = "application/x-plist"

    func add(to router: inout Router) {
        let base = "/api/v1/defaults"
        router.get(base, query: []) { _, _ in try list() }
        router.get(base + "/{domain}", query: ["view"]) { try read(try $1.required("domain"), $0) }
        router.on(.put, base + "/{domain}") { try replace(try $1.required("domain"), $0) }
        router.on(.patch, base + "/{domain}") { try merge(try $1.required("domain"), $0) }
        router.on(.delete, base + "/{domain}") { try remove(try $1.required("domain"), $0) }
        router.get(base + "/{domain}/history", query: ["limit", "after"]) { try history(try $1.required("domain"), $0) }
        let value = base + "/{domain}/values/{key}"
        router.get(value, query: []) { try readValue(try $1.required("key"), of: try $1.required("domain"), $0) }
        router.on(.put, value) { try writeValue(try $1.required("key"), of: try $1.required("domain"), $0) }
        router.on(.delete, value) { try removeValue(try $1.required("key"), of: try $1.required("domain"), $0) }
    }

    private func list() throws -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("domains")
        writer.beginArray()
        for domain in try services.defaults.domains() {
            writer.beginObject()
            writer.member("name", domain.name)
            writer.member("keys", domain.keys)
            writer.member("revision", domain.revision)
            if let updatedAt = domain.updatedAt {
                writer.member("updatedAt", updatedAt)
            } else {
                writer.member("updatedAt", nil as String?)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return .json(writer.finish())
    }

    private func read(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let view = query.choice("view", of: DefaultsView.allCases.map(\.rawValue)).flatMap(DefaultsView.init) ?? .stored
        try query.finish()
        let snapshot = try services.defaults.snapshot(of: domain)
        let asPropertyList =
            request.quality(of: Self.plist) > 0 && request.headers[.accept] != nil
            && request.quality(of: Self.plist) > request.quality(of: "application/json")
        if asPropertyList {
            guard view == .stored else {
                throw Problem.badParameter("view", "A property list holds the stored values; leave “view” out.")
            }
            return try propertyList(of: snapshot, request)
        }
        let values = try services.values(of: snapshot, in: view)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("domain", domain)
        writer.member("revision", snapshot.revision)
        writer.key("values")
        PropertyListEnvelope.write(.dictionary(values), to: &writer)
        writer.endObject()
        let variant = view == .stored ? "" : view.rawValue
        let bytes = writer.finish()
        let tag =
            view == .stored
            ? Precondition.tag(snapshot.revision)
            : Precondition.tag(snapshot.revision, variant: variant + EntityTag.strong(hashing: bytes).unquoted)
        return varying(.json(bytes, tag: tag))
    }

    /// The file that an app would find in Library/Preferences.
    private func propertyList(of snapshot: DomainSnapshot, _ request: Request) throws -> Response {
        let asXML = request.acceptParameter("format", of: Self.plist) == "xml"
        let value = PropertyListValue.dictionary(snapshot.values)
        var response = Response(
            status: .ok,
            contentType: Self.plist,
            body: asXML ? try PropertyListWriter.xml(value) : try PropertyListWriter.binary(value)
        )
        response.headers[.eTag] = Precondition.tag(snapshot.revision, variant: asXML ? "xml" : "binary")
        return varying(response)
    }

    private func varying(_ response: Response) -> Response {
        var response = response
        response.headers[.vary] = "Accept"
        return response
    }

    private func replace(_ domain: String, _ request: Request) throws -> Response {
        let isPropertyList = [Self.plist, "application/x-apple-plist", "application/octet-stream"]
            .contains(request.mediaType)
        let values: [String: PropertyListValue]
        if isPropertyList {
            guard let dictionary = try PropertyListReader.read(request.body).dictionaryValue else {
                throw Problem.unprocessable(
                    "not-a-dictionary",
                    title: "Not a dictionary",
                    "A domain is a dictionary; this list is none."
                )
            }
            values = dictionary
        } else {
            values = try PropertyListEnvelope.dictionary(try request.jsonObject())
        }
        let revision = try expectedRevision(of: domain, request)
        return written(
            try services.defaults.replace(
                domain,
                with: values,
                source: isPropertyList ? .import : .api,
                ifRevision: revision
            )
        )
    }

    private func merge(_ domain: String, _ request: Request) throws -> Response {
        var edits: [DefaultsEdit] = []
        for member in try request.jsonObject() {
            let key = PropertyListEnvelope.key(member.name)
            if member.value == .null {
                edits.append(.remove(key: key))
            } else {
                let pointer = "/" + JSONPointer.escape(member.name)
                edits.append(.set(key: key, value: try PropertyListEnvelope.value(member.value, at: pointer)))
            }
        }
        return try apply(edits, to: domain, request)
    }

    private func remove(_ domain: String, _ request: Request) throws -> Response {
        let revision = try expectedRevision(of: domain, request)
        return written(try services.defaults.removeDomain(domain, source: .api, ifRevision: revision))
    }

    private func readValue(_ key: String, of domain: String, _ request: Request) throws -> Response {
        let snapshot = try services.defaults.snapshot(of: domain)
        let search = try services.searchList(of: snapshot)
        guard let found = search.lookUp(key) else {
            throw Problem.notFound("The domain “\(domain)” has no value for “\(key)”, and no layer below it has one.")
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("key", key)
        writer.key("value")
        let stored = snapshot.values[key]
        let value = stored ?? found.value
        PropertyListEnvelope.write(value, to: &writer)
        writer.member("type", value.typeName)
        writer.member("origin", (stored == nil ? found.origin : .stored).rawValue)
        if let layer = search.layer(shadowing: key, in: .stored) { writer.member("shadowedBy", layer.rawValue) }
        writer.member("revision", snapshot.revision)
        writer.endObject()
        let bytes = writer.finish()
        return .json(
            bytes,
            tag: Precondition.tag(snapshot.revision, variant: EntityTag.strong(hashing: bytes).unquoted)
        )
    }

    private func writeValue(_ key: String, of domain: String, _ request: Request) throws -> Response {
        let members = try request.jsonObject()
        guard members.count == 1, let member = members.first, member.name == "value" else {
            throw Problem.unprocessable(
                "value-expected",
                title: "Value expected",
                "The body is {\"value\": …} and nothing else."
            )
        }
        let value = try PropertyListEnvelope.value(member.value, at: "/value")
        return try apply([.set(key: key, value: value)], to: domain, request)
    }

    private func removeValue(_ key: String, of domain: String, _ request: Request) throws -> Response {
        guard try services.defaults.snapshot(of: domain).values[key] != nil else {
            throw Problem.notFound("The domain “\(domain)” stores no value for “\(key)”.")
        }
        return try apply([.remove(key: key)], to: domain, request)
    }

    private func apply(_ edits: [DefaultsEdit], to domain: String, _ request: Request) throws -> Response {
        let revision = try expectedRevision(of: domain, request)
        return written(try services.defaults.apply(edits, to: domain, source: .api, ifRevision: revision))
    }

    private func expectedRevision(of domain: String, _ request: Request) throws -> Int? {
        guard request.headers[.ifMatch] != nil else { return nil }
        let current = try services.defaults.snapshot(of: domain).revision
        return try Precondition.revision(request, current: current, exists: current > 0)
    }

    private func written(_ result: DefaultsWriteResult) -> Response { .written(result) }

    private func history(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let page = try services.defaults.history(of: domain, limit: range.limit, after: range.after)
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("history")
        writer.beginArray()
        for entry in page.entries {
            writer.beginObject()
            writer.member("revision", entry.revision)
            writer.member("at", entry.at)
            writer.member("source", entry.source.rawValue)
            if let actor = entry.actor { writer.member("actor", actor) }
            writer.key("changes")
            writer.beginArray()
            for change in entry.changes {
                writer.beginObject()
                writer.member("key", change.key)
                for (name, value) in [("before", change.before), ("after", change.after)] {
                    guard let value else { continue }
                    writer.key(name)
                    PropertyListEnvelope.write(value, to: &writer)
                }
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.member("next", page.next.map(String.init))
        writer.endObject()
        return .json(writer.finish())
    }
}
