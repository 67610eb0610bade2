import AppBundles
import Catalog
import HTTP
import HTTPTypes
import JSON

/// `/api/v1/apps`: list, read, Info.plist, icon, pictures of the settings bundle.
struct AppRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps"
        router.get(base, query: []) { request, _ in try list(request) }
        router.get(base + "/{app}", query: []) { try read(try app($1), $0) }
        router.get(base + "/{app}/info", query: ["lang"]) { info(try app($1), $0) }
        router.get(base + "/{app}/icon", query: []) { _, path in
            let app = try app(path)
            guard let icon = app.bundle.icon().image else {
                throw Problem.notFound("The app “\(app.id)” has no icon that browsers can show.")
            }
            return .data(icon.bytes, type: icon.format.rawValue)
        }
        router.get(base + "/{app}/images/{image}", query: []) { _, path in
            let app = try app(path)
            let name = try path.required("image")
            guard let image = app.bundle.settings?.image(named: name) else {
                throw Problem.notFound(
                    "The settings bundle has no picture “\(name.prefix(100))” that browsers can show."
                )
            }
            return .data(image.bytes, type: image.format.rawValue)
        }
    }

    private func app(_ path: PathParameters) throws -> StoredApp {
        try services.catalog.app(try path.required("app"))
    }

    private func list(_ request: Request) throws -> Response {
        let dumps = try dumpIDs()
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("apps")
        writer.beginArray()
        for app in services.catalog.apps() {
            writer.beginObject()
            writeMembers(of: app, dumps: dumps[app.domain] ?? [], request, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return .json(writer.finish())
    }

    private func read(_ app: StoredApp, _ request: Request) throws -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writeMembers(of: app, dumps: try dumpIDs()[app.domain] ?? [], request, to: &writer)
        writer.member("report", app.bundle.report)
        writer.endObject()
        return .json(writer.finish())
    }

    private func writeMembers(of app: StoredApp, dumps: [String], _ request: Request, to writer: inout JSONWriter) {
        writer.member("id", app.id)
        writer.member("name", app.name(languages: SettingsRequest.languages(request)))
        writer.member("version", app.bundle.version)
        if app.bundle.icon().image != nil { writer.member("icon", "/api/v1/apps/\(app.id.pathSegment)/icon") }
        writer.member("panes", app.bundle.settings?.paneNames.count ?? 0)
        writer.member("languages", app.bundle.languages)
        writer.member("domain", app.domain)
        writer.member("dumps", dumps)
        writer.member("readOnly", app.readOnly)
    }

    /// The ids of all dumps by the app they belong to.
    private func dumpIDs() throws -> [String: [String]] {
        var ids: [String: [String]] = [:]
        for dump in try services.catalog.dumps(limit: Int.max).dumps {
            if let app = dump.app { ids[app, default: []].append(dump.id) }
        }
        return ids
    }

    private func info(_ app: StoredApp, _ request: Request) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("info")
        writer.beginArray()
        for entry in app.bundle.info(languages: SettingsRequest.languages(request)).entries {
            writer.beginObject()
            writer.member("key", entry.key)
            writer.key("value")
            PropertyListEnvelope.write(entry.value, to: &writer)
            writer.member("type", entry.typeName)
            writer.member("meaning", entry.meaning)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return .json(writer.finish())
    }
}
