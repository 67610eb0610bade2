import Catalog
import Defaults
import FoundationEssentials
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/defaults/{domain}`: the raw editor of one domain; every change is a plain form.
struct DomainPages: RouteGroup {
    /// A value of a megabyte as hexadecimal digits, percent-encoded.
    private static let formLimit = 8 << 20
    /// How far back a value is looked for that went while it was edited.
    private static let revisionsSearched = 200

    let services: Services

    func add(to router: inout Router) {
        let page = "/defaults/{domain}"
        router.get(page, query: DomainQuery.parameters) { request, path in
            try show(DomainQuery(request, domain: try path.required("domain")), request)
        }
        router.on(.post, page, query: DomainQuery.parameters, bodyLimit: Self.formLimit) { request, path in
            try change(DomainQuery(request, domain: try path.required("domain")), request)
        }
        router.get(page + "/remove", query: []) { request, path in
            try askToRemove(try services.domain(in: path), request)
        }
        router.on(.post, page + "/remove") { request, path in
            let domain = try services.domain(in: path)
            return .redirect(to: DomainQuery.address(after: try services.defaults.removeDomain(domain, source: .web)))
        }
        router.get(page + "/export/{format}", query: []) { _, path in
            try export(try services.domain(in: path), as: try path.required("format"))
        }
    }

    private func show(
        _ query: DomainQuery,
        _ request: Request,
        refusal: ValueEditor.Refusal? = nil,
        said: DomainDeed? = nil
    ) throws -> Response {
        try services.defaults.limits.check(domain: query.domain)
        var body = try DomainBody(query, request, services, refusal: refusal)
        body.said = said
        switch request.headers[.fragment] {
        case "domain": return try services.pages.fragment(body)
        case "editor":
            guard let key = query.key, let row = body.row(of: key) else {
                throw Problem.notFound("This key no longer exists.")
            }
            return try services.pages.fragment(DomainEditor(entry: row))
        default: break
        }
        var response = try services.pages.page(
            DomainPage(body: body),
            title: "\(query.domain) · Defaults · Vitrine",
            for: request,
            alternate: "/api/v1\(query.path)" + (query.view == .stored ? "" : "?view=\(query.view.rawValue)"),
            crumbs: [.init(name: "Defaults", address: "/defaults"), .init(name: query.domain)]
        )
        response.headers[.vary] = "X-Fragment, Accept-Language"
        return response
    }

    private func change(_ query: DomainQuery, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        if form["action"] == "retype" { return try show(retyped(query, form), request) }
        let snapshot = try services.defaults.snapshot(of: query.domain)
        let secrets = try services.secrets(of: query.domain)
        let change: DomainChange
        do throws(DomainChange.Refused) {
            change = try DomainChange(form, snapshot, secrets)
        } catch {
            return try refused(try completed(error.refusal, in: query.domain), query, request)
        }
        var next = query
        next.key = change.keyAfter
        next.isAdding = false
        let result: DefaultsWriteResult
        do {
            result = try services.defaults.apply(
                change.edits,
                to: query.domain,
                source: .web,
                ifRevision: change.isGuarded ? snapshot.revision : nil
            )
        } catch {
            guard error.code != .storageFailed, error.code != .revisionConflict else { throw error }
            return try refused(change.sent.because(TypedTextError(error.message)), query, request)
        }
        next.done = result.changed.isEmpty ? nil : result.revision
        let deed = result.changed.isEmpty ? DomainDeed(deed: .nothing) : change.deed
        if request.headers[.fragment] != nil { return try show(next, request, said: deed) }
        // Who edits items goes on with the next.
        let page = NestedItems.isMeant(by: form["action"]) ? next.opening(next.key ?? "") : next.list
        let address = page.adding("done", next.done.map { String($0) })
        let anchor = change.keyAfter.map { "#" + DomainQuery.anchor(of: $0) } ?? ""
        return .redirect(to: address.text + anchor)
    }

    /// The editor with the control of another type; what is typed stays where that type can hold it.
    private func retyped(_ query: DomainQuery, _ form: URLEncodedForm) -> DomainQuery {
        var query = query
        query.key = form["key"]
        query.isAdding = form["new"] != nil
        query.kind = form["type"].flatMap(ValueKind.init)
        if let kind = query.kind, let text = form.values("value").last,
            (try? TypedText.value(text, as: kind, encoding: query.encoding)) != nil
        {
            query.typed = text
        }
        return query
    }

    /// A form of items that was overtaken, with the value that it began with, where the history still has it.
    ///
    /// Where the key is gone what is typed becomes the text of a whole value.
    private func completed(_ refusal: ValueEditor.Refusal, in domain: String) throws -> ValueEditor.Refusal {
        guard let items = refusal.items, refusal.conflict != nil || refusal.isGone else { return refusal }
        let past = try services.defaults.history(of: domain, limit: Self.revisionsSearched, after: nil).entries
        let change = past.lazy.flatMap(\.changes).first { change in
            change.key == refusal.key && change.before.map(TypedText.fingerprint) == items["base"]
        }
        var refusal = refusal
        refusal.former = change?.before
        guard refusal.isGone else { return refusal }
        let value = NestedItems.typed(items, in: refusal.former)
        (refusal.kind, refusal.text, refusal.items) = (ValueKind(of: value), TypedText.text(of: value), nil)
        return refusal
    }

    private func refused(
        _ refusal: ValueEditor.Refusal,
        _ query: DomainQuery,
        _ request: Request
    ) throws -> Response {
        var query = query
        query.key = refusal.isNew ? nil : refusal.key
        query.isAdding = refusal.isNew
        query.kind = refusal.kind
        var response = try show(query, request, refusal: refusal)
        response.status = refusal.conflict != nil || refusal.isGone ? .conflict : .unprocessableContent
        return response
    }

    private func askToRemove(_ domain: String, _ request: Request) throws -> Response {
        let changes = DefaultsChange.between(try services.defaults.snapshot(of: domain).values, and: [:])
        let path = PageAddress.path(ofDomain: domain)
        let question = ConfirmPage(
            question: .remove,
            domain: domain,
            action: path + "/remove",
            back: path,
            sections: .groups(changes, domain: domain, hiding: try services.secrets(of: domain).keys)
        )
        return try services.pages.page(question, "Remove all", of: domain, for: request, alternate: "")
    }

    /// The domain as a file; the reply says what it is called.
    private func export(_ domain: String, as format: String) throws -> Response {
        let export = SecretExport(try services.defaults.snapshot(of: domain).values, try services.withheld(of: domain))
        let value = PropertyListValue.dictionary(export.values)
        let name = String(domain.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
        var response: Response
        switch format {
        case "xml": response = .data(try export.xml(), type: Request.propertyListType)
        case "binary": response = .data(try PropertyListWriter.binary(value), type: Request.propertyListType)
        case "json":
            let text = JSONLayout.indented(TypedText.json(value)) + "\n"
            response = .data(Array(text.utf8), type: "application/json")
        default: throw Problem.notFound("Unknown export format “\(format.prefix(40))”. Use xml, binary or json.")
        }
        let ending = format == "json" ? "json" : "plist"
        return export.marking(response.saved(as: "\(name)\(export.mark).\(ending)"))
    }
}

/// `/defaults`: every domain that stores something, and those of known apps that store nothing yet.
struct DomainsPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/defaults", query: ["q", "open", "after", "all"]) { request, _ in try list(request) }
    }

    private func list(_ request: Request) throws -> Response {
        if let name = request.queryValue("open")?.trimmingBlanks, !name.isEmpty {
            try services.defaults.limits.check(domain: name)
            return .redirect(to: PageAddress.path(ofDomain: name))
        }
        let languages = request.languages
        let text = request.queryValue("q")?.trimmingBlanks ?? ""
        let wanted = text.lowercased()
        let apps = Dictionary(
            grouping: try services.catalog.apps().map { AppShape($0, languages: languages) },
            by: \.app.domain
        )
        var summaries = try services.defaults.domains()
        for domain in Set(apps.keys).subtracting(summaries.map(\.name)).sorted() {
            let snapshot = try services.defaults.snapshot(of: domain)
            let (revision, changed) = (snapshot.revision, snapshot.updatedAt)
            summaries.append(DomainSummary(name: domain, keys: 0, revision: revision, updatedAt: changed))
        }
        summaries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let found = summaries.filter { summary in
            wanted.isEmpty || summary.name.lowercased().contains(wanted)
                || apps[summary.name]?.contains { $0.name.lowercased().contains(wanted) } == true
        }
        let written = found.filter { $0.updatedAt != nil }
        // Who searches looks for all of them.
        let showsAll = !wanted.isEmpty || request.queryValue("all") == "true"
        let listed = showsAll ? found : written
        let rest = listed.after(request.queryValue("after"))
        let shown = rest.prefix(DomainsPage.domainsPerPage)
        let next = PageAddress("/defaults").adding("q", text.isEmpty ? nil : text)
            .adding("all", showsAll && wanted.isEmpty ? "true" : nil).adding("after", shown.last?.name)
        return try services.pages.page(
            DomainsPage(
                query: text,
                host: request.host,
                domains: shown.map { DomainRow(domain: $0, apps: apps[$0.name] ?? []) },
                count: listed.count,
                next: shown.count < rest.count ? next.text : nil,
                unwritten: found.count - written.count,
                showsAll: showsAll
            ),
            title: "Defaults · Vitrine",
            for: request,
            alternate: "/api/v1/defaults",
            crumbs: [.init(name: "Defaults")]
        )
    }
}

/// `/defaults`.
struct DomainsPage: Page {
    static let template = "pages/defaults"
    /// Domains on one page.
    static let domainsPerPage = 300

    /// What names have to contain.
    let query: String
    let host: String
    let domains: [DomainRow]
    /// How many there are, on this page and others.
    let count: Int
    /// Where the domains behind these are.
    let next: String?
    /// How many domains there are that nobody has written to.
    let unwritten: Int
    /// Whether they are listed too.
    let showsAll: Bool

    static let members: Members<Self> = [
        "query": .text { $0.query }, "queryShown": .text { String($0.query.prefix(60)) }, "host": .text { $0.host },
        "domainCount": .part { Count($0.count) }, "domains": .list { $0.domains }, "nextPage": .text { $0.next },
        "unwritten": .part { $0.unwritten > 0 && $0.query.isEmpty ? Count($0.unwritten) : nil },
        "showsAll": .flag { $0.showsAll },
    ]
}

/// A domain in the list.
struct DomainRow: PageModel {
    let domain: DomainSummary
    /// The apps whose own domain it is.
    let apps: [AppShape]

    static let members: Members<Self> = [
        "nameParts": .pieces { $0.domain.name }, "address": .text { PageAddress.path(ofDomain: $0.domain.name) },
        "appName": .text { $0.appName }, "appIcon": .text { $0.apps.first?.icon },
        "keys": .part { Count($0.domain.keys) }, "revision": .number { $0.domain.revision },
        "when": .text { row in row.domain.updatedAt.map { Age.text(of: $0, now: Date()) } },
    ]

    /// The names of the apps, each once and no more than fit.
    private var appName: String? {
        var names: [String] = []
        for app in apps where !names.contains(app.name) {
            guard names.count < 3 else { return names.joined(separator: ", ") + ", …" }
            names.append(app.name)
        }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
