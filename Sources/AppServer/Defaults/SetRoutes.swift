import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/api/v1/defaults/sets`: named values of several domains, compared, applied and taken back together.
struct SetRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/defaults/sets"
        let set = base + "/{set}"
        let limit = services.configuration.maximumDomainBodyBytes
        router.get(base, query: ["domain", "limit", "after"]) { request, _ in try list(request) }
        router.on(.post, base, query: ["name", "description", "domain"], bodyLimit: limit) { request, _ in
            try make(request)
        }
        router.get(set, query: []) { try read(try $1.required("set"), $0) }
        router.on(.put, set, query: ["description", "domain"], bodyLimit: limit) {
            try replace(try $1.required("set"), $0)
        }
        router.on(.delete, set) { try delete(try $1.required("set"), $0) }
        router.get(set + "/diff", query: ["to", "limit", "after"]) { try diff(try $1.required("set"), $0) }
        router.on(.post, set + "/apply", query: ["preview", "limit", "after"]) {
            try apply(try $1.required("set"), $0)
        }
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        let limit = PageRange.limit(&query)
        try query.finish()
        let domain = query.string("domain")
        let sets = try services.defaults.sets().sets.filter { domain.map($0.domains.keys.contains) ?? true }
        let rest = query.string("after").map { name in sets.drop { $0.name <= name } } ?? sets[...]
        let page = rest.prefix(limit)
        return .json { writer in
            writer.list("sets", page) { writer, set in
                writer.member("name", set.name)
                writer.member("description", set.description)
                writer.object("domains") { writer in
                    for (domain, keys) in set.domains.sorted(by: { $0.key < $1.key }) { writer.member(domain, keys) }
                }
                if let createdAt = set.createdAt { writer.member("createdAt", createdAt) }
            }
            writer.member("total", sets.count)
            writer.member("next", page.count < rest.count ? page.last?.name : nil)
        }
    }

    private func read(_ name: String, _ request: Request) throws -> Response {
        let stored = try services.defaults.requiredSet(named: name)
        let (set, withheld) = try services.shown(stored)
        var response: Response
        if request.wantsPropertyList {
            let asXML = request.acceptParameter("format", of: Request.propertyListType) == "xml"
            let value = SetDocument.propertyList(of: set)
            response = .data(
                asXML ? try PropertyListWriter.xml(value) : try PropertyListWriter.binary(value),
                type: Request.propertyListType
            )
            let variant = EntityTag.strong(hashing: asXML ? Array("xml".utf8) : []).unquoted
            response.headers[.eTag] = Precondition.tag(set.revision, variant: variant + (withheld.isEmpty ? "" : "r"))
        } else {
            response = Self.reply(set, withheld)
        }
        response.headers[.vary] = "Accept"
        return response
    }

    private func make(_ request: Request) throws -> Response {
        let query = QueryReader(request)
        let document = try document(request, name: query.string("name"), query)
        let (set, withheld) = try services.made(of: document)
        let stored = try services.defaults.store(set, isNew: true, source: request.changeSource)
        var response = try reply(stored, leftOut: withheld)
        response.status = .created
        response.headers[.location] = "/api/v1" + SetAddress.path(stored.name)
        return response
    }

    private func replace(_ name: String, _ request: Request) throws -> Response {
        let query = QueryReader(request)
        let (old, revision) = try services.defaults.set(named: name)
        let expected = try Precondition.revision(request, current: revision, exists: old != nil)
        let document = try document(request, name: name, isBinding: true, query)
        let (set, withheld) = try services.made(of: document)
        let stored = try services.defaults.store(set, source: request.changeSource, ifRevision: expected)
        var response = try reply(stored, leftOut: withheld)
        if old == nil { response.status = .created }
        return response
    }

    private func document(
        _ request: Request,
        name: String?,
        isBinding: Bool = false,
        _ query: QueryReader
    ) throws -> SetDocument {
        let domain = query.string("domain")
        var document =
            request.holdsPropertyList
            ? try SetDocument(propertyList: request.body.bytes(), name: name, domain: domain)
            : try SetDocument(
                JSONPlace(.object(try request.jsonObject(limits: .defaults))),
                name: name,
                isNameBinding: isBinding,
                domain: domain
            )
        if let description = query.string("description") { document.set.description = description }
        return document
    }

    private func delete(_ name: String, _ request: Request) throws -> Response {
        let set = try services.defaults.requiredSet(named: name)
        let revision = try Precondition.revision(request, current: set.revision)
        try services.defaults.removeSet(name, source: request.changeSource, ifRevision: revision)
        return Response(status: .noContent)
    }

    private func apply(_ name: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let isPreview = query.bool("preview") ?? false
        let range = PageRange(&query)
        try query.finish()
        let set = try services.defaults.requiredSet(named: name)
        _ = try Precondition.revision(request, current: set.revision)
        let forced = try services.forced(set)
        guard isPreview else {
            let results = try services.defaults.apply(set, source: request.changeSource)
            return .json { writer in
                writer.member("set", set.name)
                writer.member("revision", set.revision)
                writer.list("domains", results) { writer, result in
                    writer.members(of: result)
                    writer.forced(forced[result.domain])
                }
            }
        }
        let parts = try services.defaults.preview(of: set)
        return try changes(parts.map { ($0.from.name, $0.changes) }, range) { writer in
            writer.member("set", set.name)
            writer.member("revision", set.revision)
            writer.member("preview", true)
            writer.list("domains", parts) { writer, part in
                writer.member("domain", part.from.name)
                writer.member("revision", part.from.revision)
                writer.member("changed", part.changes.map(\.key))
                writer.forced(forced[part.from.name])
            }
        }
    }

    /// From what a set holds to what is stored now, or to what another set holds.
    private func diff(_ name: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let comparison = try SetComparison(name, to: query.string("to"), in: services)
        return try changes(comparison.parts, range) { writer in
            for (side, set) in [("from", comparison.from), ("to", comparison.to)] {
                writer.object(side) { writer in
                    if let set {
                        writer.member("set", set.name)
                        writer.member("revision", set.revision)
                    } else {
                        writer.member("now", true)
                    }
                }
            }
        }
    }

    private func changes(
        _ parts: [(domain: String, changes: [DefaultsChange])],
        _ range: PageRange,
        _ members: (inout JSONWriter) -> Void
    ) throws -> Response {
        let all = parts.flatMap { part in part.changes.map { (domain: part.domain, change: $0) } }
        let (entries, next) = range.slice(of: all)
        var secrets: [String: SecretValues] = [:]
        for part in parts { secrets[part.domain] = try services.withheld(of: part.domain) }
        return .json { writer in
            members(&writer)
            writer.list("changes", entries) { writer, entry in
                writer.member("domain", entry.domain)
                if let secrets = secrets[entry.domain] { writer.members(of: entry.change, secrets) }
            }
            writer.member("total", all.count)
            writer.member("next", next.map(String.init))
        }
    }

    private func reply(_ stored: DefaultsSet, leftOut: [String: [String]]) throws -> Response {
        let (set, withheld) = try services.shown(stored)
        return Self.reply(set, withheld.merging(leftOut) { Set($0).union($1).sorted() })
    }

    private static func reply(_ set: DefaultsSet, _ withheld: [String: [String]]) -> Response {
        let bytes = JSONWriter.object { writer in
            SetDocument.write(set, to: &writer)
            if let createdAt = set.createdAt { writer.member("createdAt", createdAt) }
            if let updatedAt = set.updatedAt { writer.member("updatedAt", updatedAt) }
            writer.member("revision", set.revision)
            guard !withheld.isEmpty else { return }
            writer.object("redacted") { writer in
                for (domain, keys) in withheld.sorted(by: { $0.key < $1.key }) { writer.member(domain, keys) }
            }
        }
        let variant = withheld.isEmpty ? "" : EntityTag.strong(hashing: bytes).unquoted
        return .json(bytes, tag: Precondition.tag(set.revision, variant: variant))
    }
}

extension Services {
    /// Those of some keys of a domain that are managed, sorted: what is stored under them is hidden from the app.
    func forced(_ keys: some Sequence<String>, of domain: String) throws -> [String] {
        let managed = try layers.values(of: domain, layer: .managed)
        return keys.filter { managed[$0] != nil }.sorted()
    }

    /// The keys of a set that are managed, by domain.
    func forced(_ set: DefaultsSet) throws -> [String: [String]] {
        try set.domains.reduce(into: [:]) { $0[$1.key] = try forced($1.value.keys, of: $1.key) }
    }
}

extension JSONWriter {
    /// Names the keys that a write stored under although they are managed, where there are any.
    mutating func forced(_ keys: [String]?) {
        if let keys, !keys.isEmpty { member("forced", keys) }
    }
}

/// From what a set holds to what is stored now under its keys, or to what another set holds.
struct SetComparison {
    let from: DefaultsSet
    /// The other set; nil for now.
    let to: DefaultsSet?
    /// The changes by domain.
    let parts: [(domain: String, changes: [DefaultsChange])]

    /// - Throws: 404 for a set that is not there.
    init(_ name: String, to other: String?, in services: Services) throws {
        let store = services.defaults
        let from = try store.requiredSet(named: name)
        let to = try other.map { try store.requiredSet(named: $0) }
        let domains = Set(from.domains.keys).union(to.map { Array($0.domains.keys) } ?? [])
        self.from = from
        self.to = to
        parts = try domains.sorted().map { domain in
            let part = from.domains[domain] ?? .init()
            let values =
                try to.map { $0.domains[domain]?.values ?? [:] }
                ?? store.snapshot(of: domain).values.filter { part.keys.contains($0.key) }
            let unseen = try store.unseenKeys(of: domain)
            return (domain, DefaultsChange.between(part.values, and: values, unseen: unseen))
        }
    }
}

/// Where sets are.
enum SetAddress {
    /// All of them.
    static let all = "/defaults/sets"

    /// The page of one.
    static func path(_ name: String) -> String { "\(all)/\(name.pathSegment)" }

    /// Those that are about a domain, and a form to make one of it.
    static func about(_ domain: String) -> String { PageAddress(all).adding("domain", domain).text }
}

extension Response {
    /// What a write of several domains answers: the first as if it were the only one, and beside it all of them.
    static func written(_ results: [DefaultsWriteResult]) -> Response {
        guard let first = results.first, results.count > 1 else {
            return results.first.map { .written($0) } ?? Response(status: .noContent)
        }
        let body = JSONWriter.object { writer in
            writer.members(of: first)
            writer.list("domains", results) { $0.members(of: $1) }
        }
        return .json(body, tag: Precondition.tag(first.revision))
    }
}
