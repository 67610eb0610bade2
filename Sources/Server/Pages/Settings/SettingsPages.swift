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
            let edits = Set(pane.rows.filter(\.isEditable).compactMap(\.key)).sorted().map {
                DefaultsEdit.remove(key: $0)
            }
            try services.defaults.apply(edits, to: domain, source: .web)
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
            _ = try services.apply(SettingsWrite(edit, domain: domain), source: .web, request)
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
