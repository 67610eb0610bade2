import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes
import JSON
import OrderedCollections
import PropertyList
import Services
import Web

/// `/api/v1/apps/{app}/settings`: panes with their values, all of them at once, and changes by key.
struct SettingsRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps/{app}/settings"
        let parameters = SettingsRequest.parameters.union(["reveal", "limit", "after"])
        router.get(base, query: parameters.union(["deep"])) { request, path in
            let freshness = services.freshnessOfSettings()
            let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
            return try root(settings, request).kept(while: freshness)
        }
        router.get(base + "/{pane...}", query: parameters) { request, path in
            let freshness = services.freshnessOfSettings()
            let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
            return try pane(try path.required("pane"), settings, request).kept(while: freshness)
        }
        router.on(.patch, base) { request, path in
            try write(try SettingsRequest(request, app: try path.required("app"), in: services), request)
        }
    }

    private func root(_ settings: SettingsRequest, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let isDeep = query.bool("deep") ?? false
        try query.finish()
        guard isDeep else { return try pane(settings.bundle.entryName, settings, request) }
        let panes = settings.panes().panes.values
        let counts = panes.map { $0.groups.reduce(0) { $0 + $1.rows.count } }
        let (writer, rows) = try self.writer(settings, request, rows: counts.reduce(0, +))
        var part = rows
        var json = JSONWriter()
        json.beginObject()
        try json.object("panes") { json in
            for (pane, count) in zip(panes, counts) {
                guard part.holds(count) else {
                    part.pass(count)
                    continue
                }
                let values = try services.rowValues(of: pane, settings).values
                json.object(pane.name) { writer.writeMembers(of: pane, values, &part, to: &$0) }
            }
        }
        json.end(total: part.total, next: part.next)
        return localized(.json(json.finish()))
    }

    private func pane(_ name: String, _ settings: SettingsRequest, _ request: Request) throws -> Response {
        let pane = try settings.pane(name)
        let values = try services.rowValues(of: pane, settings).values
        let (writer, rows) = try self.writer(settings, request, rows: pane.rows.count)
        var part = rows
        var json = JSONWriter()
        json.beginObject()
        writer.writeMembers(of: pane, values, &part, to: &json)
        json.end(total: part.total, next: part.next)
        return localized(.json(json.finish()))
    }

    /// What writes panes, and which of so many rows.
    private func writer(
        _ settings: SettingsRequest,
        _ request: Request,
        rows: Int
    ) throws -> (PaneWriter, RowPart) {
        var query = QueryReader(request)
        let reveals = query.bool("reveal") ?? false
        let range = PageRange(&query)
        try query.finish()
        return (PaneWriter(request: settings, reveals: reveals), RowPart(range, of: rows))
    }

    private func localized(_ response: Response) -> Response {
        var response = response
        response.headers[.vary] = "Accept-Language"
        return response
    }

    private func write(_ settings: SettingsRequest, _ request: Request) throws -> Response {
        let write = try SettingsWrite(try request.jsonObject(), for: settings)
        let source: ChangeSource = request.isFromPage ? .web : .api
        return .written(try services.apply(write, own: settings.app.domain, source: source, request))
    }
}
