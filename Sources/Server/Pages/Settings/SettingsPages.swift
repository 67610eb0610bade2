import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes

/// `/apps/{app}/settings[/{pane}]`: panes as iOS shows them, every row a plain form.
struct SettingsPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/apps/{app}/settings"
        for pattern in [base, base + "/{pane...}"] {
            router.get(pattern, query: SettingsRequest.parameters.union(["choose", "saved"])) { request, path in
                let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
                return try show(try settings.pane(path["pane"] ?? settings.bundle.entryName), settings, request)
            }
            router.on(.post, pattern, query: SettingsRequest.parameters.union(["choose"])) { request, path in
                let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
                return try change(try settings.pane(path["pane"] ?? settings.bundle.entryName), settings, request)
            }
        }
    }

    private func show(
        _ pane: SettingsPane,
        _ settings: SettingsRequest,
        _ request: Request,
        refusal: PaneModel.Refusal? = nil
    ) throws -> Response {
        var query = QueryReader(request)
        let choose = query.integer("choose", in: 0...Int.max)
        try query.finish()
        let (values, snapshot) = try services.rowValues(of: pane, settings)
        let sees = try services.searchList(of: snapshot)
        var screen = PaneModel(pane: pane, values: values, settings: settings, request: request)
        screen.refusal = refusal
        screen.chosenRow = choose.flatMap { index in pane.rows.first { $0.index == index } }
        screen.isSaved = request.queryValue("saved") != nil && refusal == nil
        let model: TemplateModel = [
            "pane": screen.model.adding([
                "domain": .text(snapshot.name), "revision": .number(snapshot.revision),
            ]),
            "notes": KeysModel(pane: pane, values: values, snapshot: snapshot, sees: sees, action: screen.action).model,
        ]
        if request.headers[.fragment] == "pane" { return try services.pages.fragment("settings-body", model) }
        let name = settings.appName
        let title = pane.title ?? name
        var crumbs = [PageRenderer.Crumb(name: name, address: "/apps/\(settings.app.id.pathSegment)")]
        crumbs.append(.init(name: pane.name == settings.bundle.entryName ? "Settings" : title))
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

    private func change(_ pane: SettingsPane, _ settings: SettingsRequest, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let domain = settings.domain(of: pane)
        let page = PaneModel.address(of: pane, settings, request)
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
            guard let edit = try Self.edit(row, key, form) else { return .redirect(to: page.text) }
            _ = try services.apply(SettingsWrite(edit, domain: domain), source: .web, request)
        } catch let error as AppBundleError {
            let refusal = PaneModel.Refusal(index: index, message: error.message, text: form.values("value").last)
            var response = try show(pane, settings, request, refusal: refusal)
            response.status = .unprocessableContent
            return response
        }
        return .redirect(to: page.adding("saved", String(index)).text + "#row-\(index)")
    }

    /// What a row's form asks for; nil when it asks for nothing.
    private static func edit(
        _ row: SettingsRow,
        _ key: String,
        _ form: URLEncodedForm
    ) throws(AppBundleError)
        -> DefaultsEdit?
    {
        if form["action"] == "reset" { return .remove(key: key) }
        // A ticked box sends its own value behind that of the hidden field for an unticked one.
        let text = form.values("value").last
        switch row.content {
        case .multiValue, .radioGroup:
            guard let choice = text.flatMap({ Int($0) }) else { return nil }
            return .set(key: key, value: try RowEdit.value(for: row, choice: choice))
        case .textField(let traits) where traits.isSecure && (text ?? "").isEmpty:
            // The page never shows what is stored, so an empty field says nothing; resetting clears it.
            return nil
        default: return .set(key: key, value: try RowEdit.value(for: row, form: text))
        }
    }
}
