import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes
import OrderedCollections

/// `/apps/{app}/settings[/{pane}]`: panes as iOS shows them, every row a plain form.
struct SettingsPages: RouteGroup {
    private static let parameters = SettingsRequest.parameters.union(["choose", "saved", "keys", "q", "reset"])

    let services: Services

    func add(to router: inout Router) {
        let base = "/apps/{app}/settings"
        for pattern in [base, base + "/{pane...}"] {
            router.get(pattern, query: Self.parameters) { request, path in
                let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
                let panes = settings.panes()
                if request.queryValue("reset") != nil {
                    return try SettingsReset(services, settings, panes).ask(request)
                }
                let pane = try settings.pane(path["pane"] ?? settings.bundle.entryName, among: panes)
                return try show(pane, among: panes, settings, request)
            }
            router.on(.post, pattern, query: Self.parameters) { request, path in
                let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
                let panes = settings.panes()
                let pane = try settings.pane(path["pane"] ?? settings.bundle.entryName, among: panes)
                return try change(pane, among: panes, settings, request)
            }
        }
    }

    private func show(
        _ pane: SettingsPane,
        among panes: SettingsPaneSet,
        _ settings: SettingsRequest,
        _ request: Request,
        refusal: PaneModel.Refusal? = nil
    ) throws -> Response {
        var query = QueryReader(request)
        let choose = query.integer("choose", in: 0...Int.max)
        _ = query.bool("keys")
        try query.finish()
        let text = request.queryValue("q")?.trimmingBlanks ?? ""
        let (values, snapshot) = try services.rowValues(of: pane, settings)
        var screen = PaneModel(pane: pane, values: values, settings: settings, request: request, panes: panes)
        screen.refusal = refusal
        screen.chosenRow = choose.flatMap { index in pane.rows.first { $0.index == index } }
        screen.isSaved = request.queryValue("saved") != nil && refusal == nil
        if !text.isEmpty {
            let search = SettingsSearch(settings: settings, panes: panes, request: request, services: services)
            screen.search = try search.model(for: text)
        }
        let notes = KeysModel(
            pane: pane,
            values: values,
            snapshot: snapshot,
            sees: try services.searchList(of: snapshot),
            action: screen.action,
            app: settings.app,
            history: try services.defaults.history(of: snapshot.name, limit: 8, after: nil).entries,
            secureKeys: panes.secureKeys
        )
        let total = try SettingsReset(services, settings, panes).edits().values.reduce(0) { $0 + $1.count }
        let model: TemplateModel = [
            "pane": screen.model.adding([
                "domain": .text(snapshot.name), "revision": .number(snapshot.revision),
                "layersVersion": .number(services.layers.snapshot(of: snapshot.name).version),
            ]),
            "notes": notes.model.adding([
                "resetAllHref": total > 0
                    ? .text(
                        PaneModel.address(ofPane: settings.bundle.entryName, settings, request)
                            .adding("reset", "all").text
                    ) : .absent,
                "resetAll": .text("Reset all panes (\(total))…"),
            ]),
        ]
        if request.headers[.fragment] == "pane" { return try services.pages.fragment("settings-body", model) }
        let name = settings.appName
        let paneTitle = pane.title ?? name
        let title = screen.chosenRow.map { "\($0.title) · \(paneTitle)" } ?? paneTitle
        var crumbs = [PageRenderer.Crumb(name: name, address: "/apps/\(settings.app.id.pathSegment)")]
        crumbs.append(.init(name: pane.name == settings.bundle.entryName ? "Settings" : paneTitle))
        var response = try services.pages.page(
            "settings",
            title: "\(title) · Settings · Vitrine",
            for: request,
            alternate: settings.apiAddress(ofPane: pane.name),
            crumbs: crumbs,
            model.adding(ViewOptionsModel.make(pane, settings, request))
        )
        response.headers[.vary] = "X-Fragment, Accept-Language"
        return response
    }

    private func change(
        _ pane: SettingsPane,
        among panes: SettingsPaneSet,
        _ settings: SettingsRequest,
        _ request: Request
    ) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let domain = settings.domain(of: pane)
        let page = PaneModel.address(of: pane, settings, request)
        if form["action"] == "reset", form["all"] != nil {
            return try SettingsReset(services, settings, panes).all(request)
        }
        if form["action"] == "reset", form["pane"] != nil {
            let keys = Set(pane.rows.filter(\.isEditable).compactMap(\.key)).sorted()
            let expected = try services.expectedRevision(of: domain, request)
            try services.reset(keys, of: domain, ifRevision: expected)
            return .redirect(to: page.adding("saved", "pane").text)
        }
        guard let index = form["index"].flatMap({ Int($0) }), let row = pane.rows.first(where: { $0.index == index }),
            let key = row.key
        else {
            throw Problem.unprocessable(
                "unknown-row",
                title: "Unknown row",
                "The pane “\(pane.name)” has no such row; open it again."
            )
        }
        do {
            let value = try services.rowValues(of: pane, settings).values[index] ?? RowValue(row, stored: nil)
            guard let edit = try RowForm.edit(row, key, form, showing: value) else {
                return request.headers[.fragment] == nil
                    ? .redirect(to: page.text) : try show(pane, among: panes, settings, request)
            }
            _ = try services.apply(SettingsWrite([edit], domain: domain), source: .web, request)
        } catch let error as AppBundleError {
            let text = form.values("value").last ?? form["new"]
            let refusal = PaneModel.Refusal(index: index, message: error.message, text: text)
            var response = try show(pane, among: panes, settings, request, refusal: refusal)
            response.status = .unprocessableContent
            return response
        }
        if request.headers[.fragment] != nil { return try show(pane, among: panes, settings, request) }
        return .redirect(to: page.adding("saved", String(index)).text + "#row-\(index)")
    }
}

/// Takes all panes of an app back to their defaults, after one question.
struct SettingsReset {
    private let services: Services
    private let settings: SettingsRequest
    private let panes: SettingsPaneSet

    /// - Parameter panes: every pane that can be reached.
    init(_ services: Services, _ settings: SettingsRequest, _ panes: SettingsPaneSet) {
        self.services = services
        self.settings = settings
        self.panes = panes
    }

    /// The values that rows of the app's panes store, as edits that remove them, by domain.
    func edits() throws -> [String: [DefaultsEdit]] {
        var keys: [String: Set<String>] = [:]
        for pane in panes.panes.values {
            keys[settings.domain(of: pane), default: []].formUnion(pane.rows.filter(\.isEditable).compactMap(\.key))
        }
        var edits: [String: [DefaultsEdit]] = [:]
        for (domain, keys) in keys {
            let stored = try services.defaults.snapshot(of: domain).values
            let managed = services.layers.values(of: domain, layer: .managed)
            let removed = keys.filter { stored[$0] != nil && managed[$0] == nil }.sorted()
            if !removed.isEmpty { edits[domain] = removed.map { .remove(key: $0) } }
        }
        return edits
    }

    /// The question: how many values, and which.
    func ask(_ request: Request) throws -> Response {
        let edits = try self.edits()
        let count = edits.values.reduce(0) { $0 + $1.count }
        let page = PaneModel.address(ofPane: settings.bundle.entryName, settings, request).text
        let secure = panes.secureKeys
        let sections = try edits.keys.sorted().map { domain -> TemplateModel in
            let stored = try services.defaults.snapshot(of: domain).values
            let changes = (edits[domain] ?? []).map { edit in
                ChangeModel.make(
                    DefaultsChange(key: edit.key, before: stored[edit.key], after: nil),
                    domain: domain,
                    hiding: secure.contains(edit.key)
                )
            }
            return [
                "title": .text(domain), "sectionCount": .number(changes.count), "changes": .list(changes),
                "more": .absent,
            ]
        }
        let values = count == 1 ? "1 value" : "\(count) values"
        return try services.pages.page(
            "confirm",
            title: "Reset · \(settings.appName) · Vitrine",
            for: request,
            crumbs: [
                .init(name: settings.appName, address: "/apps/\(settings.app.id.pathSegment)"),
                .init(name: "Settings", address: page), .init(name: "Reset"),
            ],
            [
                "heading": .text("Reset all settings of \(settings.appName)?"),
                "lead": .text(
                    count == 0
                        ? "Every row shows its default already."
                        : "\(values) will be removed, so that every row shows its default. The history keeps them."
                ),
                "action": .text(page),
                "fields": [["name": "all", "value": "true"], ["name": "action", "value": "reset"]],
                "button": .text("Reset \(values)"), "dangerous": true, "possible": .flag(count > 0),
                "backHref": .text(page), "sections": .list(sections),
            ]
        )
    }

    /// Does it.
    func all(_ request: Request) throws -> Response {
        // `If-Match` speaks of the app's own domain, so that one is looked at before any other is written.
        let own = settings.app.domain
        let expected = try services.expectedRevision(of: own, request)
        var edits = try edits()
        if let first = edits.removeValue(forKey: own) {
            try services.reset(first.map(\.key), of: own, ifRevision: expected)
        }
        for (domain, edits) in edits.sorted(by: { $0.key < $1.key }) {
            try services.reset(edits.map(\.key), of: domain, ifRevision: nil)
        }
        return .redirect(
            to: PaneModel.address(ofPane: settings.bundle.entryName, settings, request).adding("saved", "all").text
        )
    }
}
