import AppBundles
import Catalog
import Diagnostics
import HTTP
import HTTPTypes
import JSON
import PropertyList

/// `/api/v1/apps`: list, upload, read, delete, Info.plist, icon, pictures of the settings bundle.
struct AppRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps"
        router.get(base, query: []) { request, _ in try list(request) }
        router.onSuspending(
            .post,
            base,
            query: ["name"],
            bodyLimit: services.configuration.maximumAppUploadBytes
        ) { request, _ in
            try await create(request)
        }
        router.on(.delete, base + "/{app}") { try delete(try app($1), $0) }
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

    private func delete(_ app: StoredApp, _ request: Request) throws -> Response {
        if let expected = request.headers[.ifMatch]?.trimmingBlanks, expected != "*" {
            let present = EntityTag.strong(hashing: try read(app, request).body)
            guard expected.split(separator: ",").contains(where: { $0.trimmingBlanks == present }) else {
                throw Problem.preconditionFailed("The app has changed since. Read it again before you delete it.")
            }
        }
        try services.catalog.deleteApp(app.id)
        return .noContent
    }

    /// 201 for an app that is new, 200 for one that was here with the same content.
    private func create(_ request: Request) async throws -> Response {
        var upload = try AppUpload(request)
        upload.name = request.queryValue("name") ?? upload.name
        let (app, isNew) = try await services.add(upload)
        var response = try read(app, request)
        if isNew { response.status = .created }
        response.headers[.location] = "/api/v1/apps/\(app.id.pathSegment)"
        return response
    }

    private func read(_ app: StoredApp, _ request: Request) throws -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writeMembers(of: app, dumps: try dumpIDs()[app.domain] ?? [], request, to: &writer)
        writer.member("report", app.report)
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
        if let uploadedAt = app.uploadedAt { writer.member("createdAt", Instant.text(uploadedAt)) }
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
        writer.key("facts")
        writer.write(AppFacts(app, languages: SettingsRequest.languages(request)))
        writer.endObject()
        return .json(writer.finish())
    }
}

extension AppUpload {
    /// Takes an app from a request: the body itself, or the part `app` of a form, beside which a `name` may stand.
    ///
    /// As for dumps, a body without a multipart type is the archive whatever its type says.
    /// - Throws: 400 for a form without an app.
    init(_ request: Request) throws {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            self.init(archive: request.body[...])
            return
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        guard let part = form["app"], !part.bytes.isEmpty else {
            throw Problem.malformedBody("The form has no app: put the archive into its part “app”.")
        }
        self.init(part, name: form["name"]?.text)
    }

    /// Takes an app from a part of a form, which its file's name names unless there is a better one.
    init(_ part: MultipartPart, name: String?) {
        self.init(archive: part.bytes)
        self.name = [name, part.filename?.fileTitle].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Whether some bytes begin as a zip archive does (APPNOTE.TXT, sections 4.3.7 and 4.3.16).
    static func isArchive(_ bytes: some Sequence<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
    }
}

/// `/api/v1/apps/{app}/lint`: what is wrong with the app's bundle.
struct BundleLintRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/apps/{app}/lint", query: ["severity"]) { request, path in
            let app = try services.catalog.app(try path.required("app"))
            var query = QueryReader(request)
            let severity: Diagnostic.Severity = query.choice("severity") ?? .info
            try query.finish()
            let findings = BundleLint.findings(of: app.bundle).filter { $0.isAtLeast(severity) }
            return .json(FindingsWriter.json(findings))
        }
    }
}
