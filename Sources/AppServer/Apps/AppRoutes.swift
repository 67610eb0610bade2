import DumpFormats
import AppBundles
import Catalog
import Checks
import Diagnostics
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Shapes
import Web

/// `/api/v1/apps`: list, upload, read, delete, Info.plist, findings, icon, pictures of the settings bundle.
struct AppRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps"
        router.get(base, query: ["limit", "after"]) { request, _ in try list(request) }
        router.on(
            .post,
            base,
            query: ["name"],
            bodyLimit: services.configuration.maximumAppUploadBytes
        ) { request, _ in
            try await create(request)
        }
        router.on(.delete, base + "/{app}") { try delete(try $1.required("app"), $0) }
        router.get(base + "/{app}", query: []) { try read(try app($1), $0) }
        router.get(base + "/{app}/info", query: ["lang", "limit", "after"]) { try info(try app($1), $0) }
        router.get(base + "/{app}/lint", query: ["severity", "limit", "after"]) { request, path in
            let app = try app(path)
            var query = QueryReader(request)
            let severity: Diagnostic.Severity = query.choice("severity") ?? .info
            let range = PageRange(&query)
            try query.finish()
            let findings = BundleLint.findings(of: app.bundle).filter { $0.isAtLeast(severity) }
            return .json(FindingsWriter.json(findings.map { ReportedFinding($0) }, range))
        }
        router.get(base + "/{app}/icon", query: ["file"]) { request, path in
            let app = try app(path)
            if let file = request.queryValue("file") {
                guard let icon = app.bundle.icon(inFile: file), icon.format != .crushedPNG else {
                    throw Problem.notFound(
                        "The app “\(app.id)” has no icon “\(file.prefix(100))” that browsers can show."
                    )
                }
                return .data(icon.bytes, type: icon.format.rawValue)
            }
            guard let icon = app.bundle.icon().image else {
                throw Problem.notFound("The app “\(app.id)” has no icon that browsers can show.")
            }
            return .data(icon.bytes, type: icon.format.rawValue)
        }
        router.get(base + "/{app}/images/{image}", query: []) { _, path in
            let app = try app(path)
            let name = try path.required("image")
            let bundles = app.bundle.settingsBundles.lazy
            guard let image = bundles.compactMap({ $0.bundle.image(named: name) }).first else {
                throw Problem.notFound(
                    "The settings bundle has no picture “\(name.prefix(100))” that browsers can show."
                )
            }
            return .data(image.bytes, type: image.format.rawValue)
        }
    }

    private func app(_ path: PathParameters) throws -> CatalogApp {
        try services.catalog.app(try path.required("app"))
    }

    private func list(_ request: Request) throws -> Response {
        let languages = request.languages
        let dumps = try dumpIDs()
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let apps = try services.catalog.apps()
        var writer = JSONWriter()
        writer.beginObject()
        let next = writer.part("apps", of: apps, range) { writer, app in
            AppShape(app, languages: languages, dumps: dumps[app.domain] ?? []).writeMembers(to: &writer)
        }
        writer.end(total: apps.count, next: next)
        return .json(writer.finish())
    }

    private func delete(_ id: String, _ request: Request) throws -> Response {
        // An app that cannot be opened can be deleted all the same, unless somebody wants to know how it is.
        if request.ifMatch != nil || request.ifNoneMatch != nil {
            let app = try services.catalog.app(id)
            try Precondition.judge(request, tag: EntityTag.strong(hashing: try read(app, request).body))
        }
        try services.deleteApp(id)
        return .empty()
    }

    /// 201 for an app that is new, 200 for one that was here with the same content.
    private func create(_ request: Request) async throws -> Response {
        let (app, isNew) = try await services.addApp {
            var upload = try AppUpload(request)
            upload.name = request.queryValue("name") ?? upload.name
            return upload
        }
        var response = try read(app, request)
        if isNew { response.status = .created }
        response.headers[.location] = "/api/v1/apps/\(app.id.pathSegment)"
        return response
    }

    private func read(_ app: CatalogApp, _ request: Request) throws -> Response {
        let dumps = try dumpIDs()[app.domain] ?? []
        let shape = AppShape(app, languages: request.languages, dumps: dumps)
        return .json { writer in
            shape.writeMembers(to: &writer)
            writer.member("report", app.report)
        }
    }

    /// The ids of all dumps by the app they belong to.
    private func dumpIDs() throws -> [String: [String]] {
        var ids: [String: [String]] = [:]
        for dump in try services.catalog.dumps(limit: Int.max).dumps {
            if let app = dump.app { ids[app, default: []].append(dump.id) }
        }
        return ids
    }

    private func info(_ app: CatalogApp, _ request: Request) throws -> Response {
        let languages = request.languages
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let entries = Array(app.bundle.info(languages: languages).entries)
        var writer = JSONWriter()
        writer.beginObject()
        let next = writer.part("info", of: entries, range) { writer, entry in
            writer.member("key", entry.key)
            writer.member("value", entry.value)
            writer.member("type", entry.typeName)
            writer.member("meaning", entry.meaning)
        }
        writer.object("facts") { AppFacts(app, languages: languages).writeMembers(to: &$0) }
        writer.end(total: entries.count, next: next)
        return .json(writer.finish())
    }
}

/// `/api/v1/apps/{app}/registration`: what the app should pass to `register(defaults:)`.
struct RegistrationRoutes: RouteGroup {
    let services: Services

    /// The forms of the reply.
    private enum Format: String, CaseIterable {
        case json, plist, swift, objc, kotlin
    }

    func add(to router: inout Router) {
        router.get("/api/v1/apps/{app}/registration", query: ["format", "group"]) { request, path in
            let app = try services.catalog.app(try path.required("app"))
            var query = QueryReader(request)
            let format: Format = query.choice("format") ?? .json
            let group = query.string("group")
            try query.finish()
            guard let settings = app.bundle.settings else {
                throw Problem.notFound("The app “\(app.id)” has no Settings.bundle.")
            }
            let whole = Registration(of: settings)
            guard let registration = group.map({ whole.narrowed(to: $0) }) ?? whole else {
                throw Problem.notFound("No pane of “\(app.id)” uses the app group “\((group ?? "").prefix(100))”.")
            }
            let shown = try registration.leavingOut { try services.withheld(of: $0 ?? app.domain).keys }
            var response = try response(shown, format, domain: app.domain)
            let leftOut = shown.domains.reduce(0) { $0 + $1.leftOut.count }
            if leftOut > 0 { response.headers[.redacted] = String(leftOut) }
            return response
        }
    }

    private func response(_ registration: Registration, _ format: Format, domain: String) throws -> Response {
        switch format {
        case .json: .json(json(registration, domain: domain))
        case .swift: code(.swift, of: registration)
        case .objc: code(.objc, of: registration)
        case .kotlin: code(.kotlin, of: registration)
        // A list has one domain; `group` asks for another than the app's own.
        case .plist:
            .data(
                try PropertyListWriter.xml(.dictionary(registration.domains.first?.values ?? [:])),
                type: "application/x-plist"
            )
        }
    }

    private func code(_ code: RegistrationCode, of registration: Registration) -> Response {
        .data(Array(code.text(of: registration).utf8), type: "text/plain; charset=utf-8")
    }

    private func json(_ registration: Registration, domain: String) -> [UInt8] {
        JSONWriter.object { writer in
            writer.list("domains", registration.domains) { writer, entry in
                writer.member("name", entry.group ?? domain)
                writer.member("applicationGroup", entry.group != nil)
                writer.member("values", .dictionary(entry.values))
                if !entry.leftOut.isEmpty { writer.member("redacted", entry.leftOut) }
            }
        }
    }
}
