import Catalog
import Diagnostics
import DumpFormats
import FoundationEssentials
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/dumps`: list, create, read, name, tag and move, source, replace, delete, and the screenshot.
struct DumpRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps"
        router.get(base, query: ["q", "tag", "folder", "sort", "limit", "after"]) { request, _ in try list(request) }
        router.on(
            .post,
            base,
            query: ["name", "format", "filename"],
            bodyLimit: services.configuration.maximumUploadBytes
        ) { request, _ in
            try await create(request)
        }
        router.get(base + "/{dump}", query: []) { _, parameters in try read(try parameters.required("dump")) }
        router.on(.patch, base + "/{dump}") { request, parameters in
            try describe(try parameters.required("dump"), request)
        }
        router.on(.delete, base + "/{dump}") { request, parameters in
            try delete(try parameters.required("dump"), request)
        }
        router.get(base + "/{dump}/source", query: []) { _, parameters in
            let id = try parameters.required("dump")
            let source = try services.catalog.source(of: id)
            try services.checkSource(of: id)
            return .data(source.bytes, type: source.mediaType)
        }
        router.on(
            .put,
            base + "/{dump}/source",
            query: ["name", "format"],
            bodyLimit: services.configuration.maximumUploadBytes
        ) { request, parameters in
            try await replace(try parameters.required("dump"), request)
        }
        router.on(.post, base + "/{dump}/old-side", query: []) { _, parameters in
            created(try await services.addOldSide(ofDump: try parameters.required("dump")))
        }
        router.get(base + "/{dump}/screenshot", query: []) { _, parameters in
            let id = try parameters.required("dump")
            guard let picture = try services.catalog.screenshot(of: id), let kind = PictureFormat(detectedIn: picture)
            else {
                throw Problem.notFound("The dump “\(id)” has no screenshot.")
            }
            return .data(picture, type: kind.mediaType)
        }
        router.on(
            .put,
            base + "/{dump}/screenshot",
            query: ["scale", "root"],
            bodyLimit: services.configuration.maximumUploadBytes
        ) { request, parameters in
            try await setScreenshot(of: try parameters.required("dump"), request)
        }
        router.on(.delete, base + "/{dump}/screenshot") { request, parameters in
            try removeScreenshot(of: try parameters.required("dump"), request)
        }
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        let limit = PageRange.limit(&query)
        let order = query.choice("sort", of: DumpOrder.allCases.map(\.rawValue)).flatMap(DumpOrder.init)
        try query.finish()
        let page = try services.catalog.dumps(
            matching: query.string("q"),
            tag: query.string("tag").flatMap { $0.isEmpty ? nil : $0 },
            folder: query.string("folder").flatMap { $0.isEmpty ? nil : $0 },
            order: order ?? .newest,
            limit: limit,
            after: query.string("after")
        )
        return .json { writer in
            writer.list("dumps", page.dumps) { writer, dump in
                writer.members(of: dump)
            }
            writer.member("total", page.total)
            writer.member("next", page.next)
        }
    }

    private func create(_ request: Request) async throws -> Response {
        if let outcome = try await services.addSeries(of: request) {
            var response = Response.json(outcome.json, status: .created)
            response.headers[.location] = outcome.dumps.first.map { "/api/v1/dumps/\($0.id)" }
            return response
        }
        let dump: DumpSummary
        do {
            dump = try await services.addDump { try upload(request) }
        } catch {
            guard let report = try ConflictReport(of: request, insteadOf: error) else { throw error }
            return .json(report.json)
        }
        return created(dump)
    }

    private func created(_ dump: DumpSummary) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        writer.members(of: dump)
        writer.endObject()
        var response = Response.json(writer.finish(), status: .created)
        response.headers[.location] = "/api/v1/dumps/\(dump.id)"
        return response
    }

    /// The dump in a request, with what its query says of it.
    private func upload(_ request: Request) throws -> DumpUpload {
        var upload = try DumpUpload(request)
        guard !AppUpload.isArchive(upload.source) || DumpReader.isArchivedDump(upload.source) else {
            throw Problem.unsupportedMediaType(
                "This is a zip archive with an app, not a dump. An app goes to POST /api/v1/apps."
            )
        }
        var query = QueryReader(request)
        try upload.apply(&query)
        return upload
    }

    /// Puts a newer version in the place of a dump.
    private func replace(_ id: String, _ request: Request) async throws -> Response {
        let revision = try Precondition.revision(request, of: try services.catalog.dump(id))
        let replacement = try await services.replaceDump(id, ifRevision: revision) { try upload(request) }
        let summary = replacement.outcome.snapshot.summary
        let bytes = JSONWriter.object { writer in
            writer.members(of: summary)
            writer.key("views")
            writer.beginObject()
            writer.member("kept", replacement.kept)
            writer.member("added", replacement.added)
            writer.member("removed", replacement.outcome.removed.count)
            writer.nested("marked", replacement.stranded)
            writer.endObject()
        }
        return .json(bytes, tag: Precondition.tag(summary))
    }

    private func setScreenshot(of id: String, _ request: Request) async throws -> Response {
        let revision = try Precondition.revision(request, of: try services.catalog.dump(id))
        var query = QueryReader(request)
        let scale = query.number("scale", in: 0.1...10)
        let root = query.integer("root")
        try query.finish()
        try await services.uploads.pass {
            try services.setScreenshot(
                try request.body.bytes(),
                ofDump: id,
                scale: scale,
                scene: root,
                ifRevision: revision
            )
        }
        return .empty()
    }

    private func removeScreenshot(of id: String, _ request: Request) throws -> Response {
        let summary = try services.catalog.dump(id)
        let revision = try Precondition.revision(request, of: summary)
        guard summary.hasScreenshot else { throw Problem.notFound("The dump “\(id)” has no screenshot.") }
        try services.setScreenshot(nil, ofDump: id, ifRevision: revision)
        return .empty()
    }

    private func read(_ id: String) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let (summary, dump) = (snapshot.summary, snapshot.dump)
        let bytes = JSONWriter.object { writer in
            writer.members(of: summary)
            writer.nested("roots", dump.tree.roots.compactMap { dump.tree.id(at: $0) })
            writer.member("languages", snapshot.languages.names)
            let report = SortedReport(dump.report)
            writer.member("report", report.findings + report.losses)
        }
        return .json(bytes, tag: Precondition.tag(summary, hashing: bytes))
    }

    private func describe(_ id: String, _ request: Request) throws -> Response {
        _ = try Precondition.revision(request, of: try services.catalog.dump(id))
        let members = try request.jsonObject()
        func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
        let name = member("name")?.stringValue
        let tags = member("tags")?.arrayValue?.map(\.stringValue)
        let folder = member("folder").flatMap { $0 == .null ? "" : $0.stringValue }
        let known = [name != nil, tags != nil, folder != nil].count { $0 }
        guard known > 0, members.count == known, tags?.contains(nil) != true else {
            throw Problem.unprocessable(
                "invalid-name",
                title: "Invalid name, tags or folder",
                "The body has “name”, a text, “tags”, a list of texts, or “folder”, a text or null, or some of them."
            )
        }
        let summary = try services.describeDump(id, name: name, tags: tags?.compactMap(\.self), folder: folder)
        var writer = JSONWriter()
        writer.beginObject()
        writer.members(of: summary)
        writer.endObject()
        let bytes = writer.finish()
        return .json(bytes, tag: Precondition.tag(summary, hashing: bytes))
    }

    private func delete(_ id: String, _ request: Request) throws -> Response {
        let summary = try services.catalog.dump(id)
        _ = try Precondition.revision(request, of: summary)
        try services.deleteDump(id)
        return .empty()
    }
}
