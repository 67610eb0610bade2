import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/api/v1/defaults[/{domain}]`: domains, their values in three views, writes, property lists in and out.
struct DefaultsRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/defaults"
        let domain = base + "/{domain}"
        let limit = services.configuration.maximumDomainBodyBytes
        router.get(base, query: ["limit", "after"]) { request, _ in try list(request) }
        router.get(domain, query: ["view", "decoded"]) { try read(try services.domain(in: $1), $0) }
        router.on(.put, domain, bodyLimit: limit) { try replace(try services.domain(in: $1), $0) }
        router.on(.patch, domain, bodyLimit: limit) { try merge(try services.domain(in: $1), $0) }
        router.on(.delete, domain) { try remove(try services.domain(in: $1), $0) }
    }

    /// Domains come and go, so the cursor is a name.
    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        let limit = PageRange.limit(&query)
        try query.finish()
        let domains = try services.defaults.domains()
        let rest = domains.after(query.string("after"))
        let page = rest.prefix(limit)
        return .json { writer in
            writer.list("domains", page) { writer, domain in
                writer.member("name", domain.name)
                writer.member("keys", domain.keys)
                writer.member("revision", domain.revision)
                if let updatedAt = domain.updatedAt {
                    writer.member("updatedAt", updatedAt)
                } else {
                    writer.member("updatedAt", nil as String?)
                }
            }
            writer.member("total", domains.count)
            writer.member("next", page.count < rest.count ? page.last?.name : nil)
        }
    }

    private func read(_ domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let view: DefaultsView = query.choice("view") ?? .stored
        let decodes = query.bool("decoded") ?? false
        try query.finish()
        // What is withheld depends on bundles too, and so does what is registered.
        let freshness = view == .stored && !decodes && Services.showsSecrets ? services.freshnessOfDefaults() : nil
        let snapshot = try services.defaults.snapshot(of: domain)
        if request.wantsPropertyList {
            guard view == .stored else {
                throw Problem.badParameter("view", "A property list holds the stored values; leave “view” out.")
            }
            return try propertyList(of: snapshot, request)
        }
        let values = try services.values(of: snapshot, in: view)
        let secrets = try services.withheld(of: domain)
        let withheld = secrets.withheld(from: values)
        let bytes = JSONWriter.object { writer in
            writer.member("domain", domain)
            writer.member("revision", snapshot.revision)
            writer.member("values", .dictionary(secrets.shown(values)), decodes: decodes)
            if !withheld.isEmpty { writer.member("redacted", withheld) }
        }
        // The other views also depend on layers and bundles, which have no part in the revision, and so does what is secret.
        let isPlain = view == .stored && withheld.isEmpty && !decodes
        let variant = isPlain ? "" : view.rawValue + EntityTag.strong(hashing: bytes).unquoted
        return varying(.json(bytes, tag: Precondition.tag(snapshot.revision, variant: variant))).kept(while: freshness)
    }

    /// The file that an app would find in Library/Preferences.
    private func propertyList(of snapshot: DomainSnapshot, _ request: Request) throws -> Response {
        let asXML = request.acceptParameter("format", of: Request.propertyListType) == "xml"
        let export = SecretExport(snapshot.values, try services.withheld(of: snapshot.name))
        var response = Response(
            status: .ok,
            contentType: Request.propertyListType,
            body: asXML ? try export.xml() : try PropertyListWriter.binary(.dictionary(export.values))
        )
        let variant = (asXML ? "xml" : "binary") + (export.withheld.isEmpty ? "" : "-redacted")
        response.headers[.eTag] = Precondition.tag(snapshot.revision, variant: variant)
        return varying(export.marking(response))
    }

    private func varying(_ response: Response) -> Response {
        var response = response
        response.headers[.vary] = "Accept"
        return response
    }

    private func replace(_ domain: String, _ request: Request) throws -> Response {
        let isFile = request.holdsPropertyList
        let values =
            isFile
            ? try DomainFile.values(in: request.body.bytes())
            : try PropertyListEnvelope.dictionary(JSONPlace(.object(try request.jsonObject(limits: .defaults))))
        let revision = try services.expectedRevision(of: domain, request)
        // The command line sends every write as a file.
        let source = isFile && request.changeSource != .cli ? .import : request.changeSource
        let (result, kept) = try services.replace(domain, with: values, source: source, ifRevision: revision)
        return .written(result, kept: kept, forced: try services.forced(result.changed, of: domain))
    }

    private func merge(_ domain: String, _ request: Request) throws -> Response {
        var edits: [DefaultsEdit] = []
        for member in JSONPlace(.object(try request.jsonObject(limits: .defaults))).members {
            let key = try PropertyListEnvelope.key(of: member)
            if member.value == .null {
                edits.append(.remove(key: key))
            } else {
                edits.append(.set(key: key, value: try PropertyListEnvelope.value(member)))
            }
        }
        let revision = try services.expectedRevision(of: domain, request)
        let result = try services.defaults.apply(
            edits,
            to: domain,
            source: request.changeSource,
            ifRevision: revision
        )
        return .written(result, forced: try services.forced(edits.lazy.map(\.key), of: domain))
    }

    private func remove(_ domain: String, _ request: Request) throws -> Response {
        let revision = try services.expectedRevision(of: domain, request)
        return .written(
            try services.defaults.removeDomain(domain, source: request.changeSource, ifRevision: revision)
        )
    }
}

extension [DomainSummary] {
    /// The domains behind a name, in a list that is ordered by names.
    func after(_ name: String?) -> ArraySlice<DomainSummary> {
        guard let name else { return self[...] }
        return drop { !name.utf8.lexicographicallyPrecedes($0.name.utf8) }
    }
}

extension Response {
    /// What every write of defaults answers: the domain, its revision, the keys that changed.
    /// - Parameters:
    ///   - layer: the layer of the search list that hides the value which was written, when there is one.
    ///   - kept: the secret keys that a replacement left alone, because who asked for it cannot know of them.
    ///   - forced: those of the keys that are managed.
    static func written(
        _ result: DefaultsWriteResult,
        shadowedBy layer: SearchList.Layer? = nil,
        kept: [String] = [],
        forced: [String] = []
    ) -> Response {
        let body = JSONWriter.object { writer in
            writer.members(of: result)
            if !kept.isEmpty { writer.member("kept", kept) }
            if let layer { writer.member("shadowedBy", layer.rawValue) }
            writer.forced(forced)
        }
        return .json(body, tag: Precondition.tag(result.revision))
    }
}

extension JSONWriter {
    mutating func members(of result: DefaultsWriteResult) {
        member("domain", result.domain)
        member("revision", result.revision)
        member("changed", result.changed)
    }
}

extension Services {
    /// The domain that a path names, whether it holds anything or not.
    /// - Throws: 422 when no domain can have the name.
    func domain(in path: PathParameters) throws -> String {
        let domain = try path.required("domain")
        try defaults.limits.check(domain: domain)
        return domain
    }
}

/// Bodies and replies that are property lists, and bodies with one member.
extension Request {
    /// The media type of property lists.
    static let propertyListType = "application/x-plist"

    /// Whether the body says that it is a property list; bytes of an unknown kind are tried as one.
    var holdsPropertyList: Bool {
        [Self.propertyListType, "application/x-apple-plist", "application/octet-stream"].contains(mediaType)
    }

    /// Whether the client wants a property list rather than JSON.
    var wantsPropertyList: Bool {
        headers[.accept] != nil && quality(of: Self.propertyListType) > quality(of: "application/json")
    }

    /// The value of the only member that a body may have.
    /// - Parameter hint: what the value is, for those who send another body.
    func onlyMember(_ name: String, _ hint: String = "", limits: JSONLimits = .standard) throws -> JSONValue {
        let members = try jsonObject(limits: limits)
        guard members.count == 1, let member = members.first, member.name == name else {
            throw Problem.expected(name, "The body is {\"\(name)\": …} and nothing else.\(hint)")
        }
        return member.value
    }

    /// The revision that a body names, the only thing it says.
    /// - Parameter meaning: which revision it is, for those who send another body.
    func revisionMember(_ meaning: String) throws -> Int {
        var reader = MemberReader()
        let place = JSONPlace(try onlyMember("revision", " " + meaning), named: "revision")
        guard let revision = reader.integer(place) else {
            throw Problem.expected("revision", "“revision” is a whole number. \(meaning)")
        }
        return revision
    }
}

extension Problem {
    /// 422 for a body or form that lacks what it is there for.
    static func expected(_ name: String, _ detail: String) -> Problem {
        .unprocessable("\(name)-expected", title: name.prefix(1).uppercased() + name.dropFirst() + " expected", detail)
    }
}

extension Services {

    /// Replaces a volatile layer and tells those who watch the domain.
    /// - Returns: the keys whose value in the layer is another one now.
    func setLayer(_ layer: VolatileLayerName, of domain: String, to write: LayerWrite) throws -> [String] {
        var values = write.values
        let secrets = try withheld(of: domain)
        if !write.isClearing {
            // Who cannot see a secret cannot mean to take it away by giving the others.
            for (key, value) in try layers.snapshot(of: domain)[layer.layer] where secrets.withholds(key) {
                values[key] = values[key] ?? value
            }
        }
        let changed = try layers.set(
            layer.layer,
            of: domain,
            to: values,
            ifVersion: write.expectedVersion,
            unseen: secrets.withheldKeys.intersection(write.values.keys)
        )
        if !changed.isEmpty {
            let revision = try defaults.revision(of: domain)
            let version = try layers.snapshot(of: domain).version
            events.publish(domain: domain, revision: revision, layer: layer.rawValue, keys: changed, layers: version)
        }
        return changed
    }
}

extension Request {
    /// Where the history says that a write of this request comes from.
    var changeSource: ChangeSource {
        if isFromPage { return .web }
        return headers[.userAgent]?.hasPrefix("vitrine-defaults/") == true ? .cli : .api
    }
}

/// `/api/v1/defaults/{domain}/values/{key}`: one value, where it comes from, and what the app's getters make of it.
struct DefaultsValueRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let value = "/api/v1/defaults/{domain}/values/{key}"
        router.get(value, query: ["as", "decoded"]) {
            try read(try $1.required("key"), of: try services.domain(in: $1), $0)
        }
        router.on(.put, value, bodyLimit: services.configuration.maximumDomainBodyBytes) {
            try write(try $1.required("key"), of: try services.domain(in: $1), $0)
        }
        router.on(.delete, value) { try remove(try $1.required("key"), of: try services.domain(in: $1), $0) }
    }

    private func read(_ key: String, of domain: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let getter: TypedGetter? = query.choice("as")
        let decodes = query.bool("decoded") ?? false
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
                try write(key, storedIn: snapshot, search, isRedacted: isRedacted, decodes: decodes, to: &writer)
                try writeLayers(of: key, in: search, domain, isRedacted: isRedacted, to: &writer)
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
        decodes: Bool,
        to writer: inout JSONWriter
    ) throws {
        guard let found = search.lookUp(key) else {
            let group = try services.groups(besides: snapshot.name).first { $0.value(of: key) != nil }
            let hint = group.map { " The app group “\($0.name)” has one; an app gets it only after addSuite(named:)." }
            throw Problem.notFound(
                "The domain “\(snapshot.name)” has no value for “\(key)”, nor has a layer around it.\(hint ?? "")"
            )
        }
        let shown = snapshot.values[key].map { SearchResult(value: $0, origin: .stored) } ?? found
        writer.member("value", isRedacted ? nil : shown.value, decodes: decodes)
        if decodes, !isRedacted, case .data(let data) = shown.value, let decoded = DecodedData(data) {
            writer.object("decoded") { decoded.write(to: &$0) }
        }
        if isRedacted { writer.member("redacted", true) }
        writer.member("type", shown.value.typeName)
        writer.member("origin", shown.origin.rawValue)
        if let layer = search.layer(shadowing: key, in: shown.origin) { writer.member("shadowedBy", layer.rawValue) }
    }

    /// The search list for the key: every layer, the first to be asked first, with its value where it has one, and whether
    /// that is what the app gets. What Settings and other readers of the domain see follows from where it is.
    private func writeLayers(
        of key: String,
        in search: SearchList,
        _ domain: String,
        isRedacted: Bool,
        to writer: inout JSONWriter
    ) throws {
        let groups = try services.groups(besides: domain)
        let stack = search.stack(of: key, groups: groups.map { ($0.name, $0.value(of: key)) })
        writer.list("layers", stack) { writer, entry in
            writer.member("layer", entry.name)
            if let group = entry.group { writer.member("domain", group) }
            if let value = entry.value {
                let isRedacted = isRedacted || groups.contains { $0.name == entry.group && $0.withholds(key) }
                writer.member("value", isRedacted ? nil : value)
                writer.member("type", value.typeName)
                if isRedacted { writer.member("redacted", true) }
            }
            writer.member("wins", entry.wins)
            if entry.layer == nil { writer.member("winsIfAdded", entry.winsIfAdded) }
            writer.member("seenBy", entry.readers(of: domain).map(\.rawValue))
        }
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
