import AppBundles
import Defaults
import HTTP
import HTTPTypes
import JSON
import OrderedCollections

/// `/api/v1/apps/{app}/settings`: panes with their values, all of them at once, and changes by key.
struct SettingsRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps/{app}/settings"
        let parameters = SettingsRequest.parameters.union(["reveal"])
        router.get(base, query: parameters.union(["deep"])) { request, path in
            try root(try SettingsRequest(request, app: try path.required("app"), in: services), request)
        }
        router.get(base + "/{pane...}", query: parameters) { request, path in
            let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
            return try pane(try path.required("pane"), settings, request)
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
        let panes = try writer(settings, request)
        var json = JSONWriter(reservingCapacity: 64 << 10)
        json.beginObject()
        json.key("panes")
        json.beginObject()
        for pane in settings.panes().panes.values {
            json.key(pane.name)
            panes.write(pane, try services.rowValues(of: pane, settings).values, to: &json)
        }
        json.endObject()
        json.endObject()
        return localized(.json(json.finish()))
    }

    private func pane(_ name: String, _ settings: SettingsRequest, _ request: Request) throws -> Response {
        let pane = try settings.pane(name)
        var json = JSONWriter(reservingCapacity: 16 << 10)
        try writer(settings, request).write(pane, try services.rowValues(of: pane, settings).values, to: &json)
        return localized(.json(json.finish()))
    }

    private func writer(_ settings: SettingsRequest, _ request: Request) throws -> PaneWriter {
        var query = QueryReader(request)
        let reveals = query.bool("reveal") ?? false
        try query.finish()
        return PaneWriter(request: settings, reveals: reveals)
    }

    private func localized(_ response: Response) -> Response {
        var response = response
        response.headers[.vary] = "Accept-Language"
        return response
    }

    private func write(_ settings: SettingsRequest, _ request: Request) throws -> Response {
        let write = try SettingsWrite(try request.jsonObject(), for: settings)
        return .written(try services.apply(write, source: request.isFromPage ? .web : .api, request))
    }
}
