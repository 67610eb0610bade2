import Catalog
import Defaults
import HTTP
import HTTPTypes
import PropertyList

/// `/defaults/{domain}`: the raw editor of one domain; every change is a plain form.
struct DomainPages: RouteGroup {
    /// A value of a megabyte as hexadecimal digits, percent-encoded.
    private static let formLimit = 8 << 20

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
            try askToRemove(try path.required("domain"), request)
        }
        router.on(.post, page + "/remove") { request, path in
            let domain = try path.required("domain")
            let result = try services.defaults.removeDomain(domain, source: .web)
            let address = PageAddress(DomainQuery.path(of: domain))
            return .redirect(to: address.adding("done", String(result.revision)).text)
        }
        router.get(page + "/export/{format}", query: []) { _, path in
            try export(try path.required("domain"), as: try path.required("format"))
        }
    }

    private func show(
        _ query: DomainQuery,
        _ request: Request,
        refusal: EditorModel.Refusal? = nil,
        said: String? = nil
    ) throws -> Response {
        try services.defaults.limits.check(domain: query.domain)
        var page = try DomainModel(query, request, services)
        page.refusal = refusal
        page.said = said
        switch request.headers[.fragment] {
        case "domain": return try services.pages.fragment("domain-body", .object(page.model))
        case "editor":
            guard let key = query.key, let row = page.editor(of: key) else {
                throw Problem.notFound("There is no such key here any more.")
            }
            return try services.pages.fragment("domain-editor", ["entries": [row]])
        default: break
        }
        var response = try services.pages.page(
            "domain",
            title: "\(query.domain) · Defaults · Vitrine",
            for: request,
            alternate: "/api/v1/defaults/\(query.domain.pathSegment)"
                + (query.view == .stored ? "" : "?view=\(query.view.rawValue)"),
            crumbs: [.init(name: "Defaults", address: "/defaults"), .init(name: query.domain)],
            .object(page.model)
        )
        response.headers[.vary] = "X-Fragment, Accept-Language"
        return response
    }

    private func change(_ query: DomainQuery, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        if form["action"] == "retype" { return try show(retyped(query, form), request) }
        let snapshot = try services.defaults.snapshot(of: query.domain)
        let change: DomainChange
        switch DomainChange.read(form, snapshot) {
        case .success(let asked): change = asked
        case .failure(let refused): return try self.refused(refused.refusal, query, request)
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
            return try refused(change.refusal(TypedTextError(error.message)), query, request)
        }
        next.done = result.changed.isEmpty ? nil : result.revision
        let said = result.changed.isEmpty ? "Nothing changed" : change.sentence
        if request.headers[.fragment] != nil { return try show(next, request, said: said) }
        let address = next.list.adding("done", next.done.map { String($0) })
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

    private func refused(
        _ refusal: EditorModel.Refusal,
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
        let snapshot = try services.defaults.snapshot(of: domain)
        let changes = DefaultsChange.between(snapshot.values, and: [:])
        let path = DomainQuery.path(of: domain)
        return try services.pages.page(
            "confirm",
            title: "Remove all · \(domain) · Vitrine",
            for: request,
            crumbs: [
                .init(name: "Defaults", address: "/defaults"), .init(name: domain, address: path),
                .init(name: "Remove all"),
            ],
            [
                "heading": .text(changes.count == 1 ? "Remove 1 value?" : "Remove all \(changes.count) values?"),
                "lead": .text("The domain \(domain) will be empty. Its history stays, so this can be undone."),
                "action": .text(path + "/remove"), "fields": [],
                "button": .text(changes.count == 1 ? "Remove 1 value" : "Remove \(changes.count) values"),
                "dangerous": true, "possible": .flag(!changes.isEmpty), "backHref": .text(path),
                "sections": ChangeModel.sections(
                    changes,
                    domain: domain,
                    hiding: KnownKey.secure(of: domain, in: services)
                ),
            ]
        )
    }

    /// The domain as a file; the reply says what it is called.
    private func export(_ domain: String, as format: String) throws -> Response {
        let snapshot = try services.defaults.snapshot(of: domain)
        let value = PropertyListValue.dictionary(snapshot.values)
        let name = String(domain.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
        var response: Response
        switch format {
        case "xml":
            response = .data(try PropertyListWriter.xml(value), type: "application/x-plist")
            response.headers[.contentDisposition] = "attachment; filename=\"\(name).plist\""
        case "binary":
            response = .data(try PropertyListWriter.binary(value), type: "application/x-plist")
            response.headers[.contentDisposition] = "attachment; filename=\"\(name).plist\""
        case "json":
            let text = JSONLayout.indented(TypedText.json(value)) + "\n"
            response = .data(Array(text.utf8), type: "application/json")
            response.headers[.contentDisposition] = "attachment; filename=\"\(name).json\""
        default: throw Problem.notFound("There is no export as “\(format.prefix(40))”; there are xml, binary and json.")
        }
        return response
    }
}
