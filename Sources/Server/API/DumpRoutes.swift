import Catalog
import Diagnostics
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import ViewHierarchy

/// `/api/v1/dumps`: list, create, read, source, screenshot, delete.
struct DumpRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps"
        router.get(base, query: ["q", "sort", "limit", "after"]) { request, _ in try list(request) }
        router.onSuspending(
            .post,
            base,
            query: ["name", "format"],
            bodyLimit: services.configuration.maximumUploadBytes
        ) { request, _ in
            try await create(request)
        }
        router.getSuspending(base + "/{dump}", query: []) { _, parameters in try read(try parameters.required("dump")) }
        router.on(.delete, base + "/{dump}") { request, parameters in
            try delete(try parameters.required("dump"), request)
        }
        router.getSuspending(base + "/{dump}/source", query: []) { _, parameters in
            let source = try services.catalog.source(of: try parameters.required("dump"))
            return .data(source.bytes, type: source.mediaType)
        }
        router.getSuspending(base + "/{dump}/screenshot", query: []) { _, parameters in
            let id = try parameters.required("dump")
            guard let picture = try services.catalog.screenshot(of: id), let kind = PictureFormat(detectedIn: picture) else {
                throw Problem.notFound("The dump “\(id)” has no screenshot.")
            }
            return .data(picture, type: kind.mediaType)
        }
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        let limit = query.integer("limit", in: 1...PageRange.maximumLimit) ?? PageRange.standardLimit
        let order = query.choice("sort", of: DumpOrder.allCases.map(\.rawValue)).flatMap(DumpOrder.init)
        try query.finish()
        let page = try services.catalog.dumps(
            matching: query.string("q"),
            order: order ?? .newest,
            limit: limit,
            after: query.string("after")
        )
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("dumps")
        writer.beginArray()
        for dump in page.dumps {
            writer.beginObject()
            writer.members(of: dump)
            writer.endObject()
        }
        writer.endArray()
        writer.member("next", page.next)
        writer.endObject()
        return .json(writer.finish())
    }

    private func create(_ request: Request) async throws -> Response {
        var upload = try DumpUpload(request)
        guard !AppUpload.isArchive(upload.source) else {
            throw Problem.unsupportedMediaType(
                "This is a zip archive, no dump. An app goes to POST /api/v1/apps; a dump is sent unpacked."
            )
        }
        var query = QueryReader(request)
        try upload.apply(&query)
        let dump = try await services.add(upload)
        var writer = JSONWriter()
        writer.beginObject()
        writer.members(of: dump)
        writer.endObject()
        var response = Response.json(writer.finish(), status: .created)
        response.headers[.location] = "/api/v1/dumps/\(dump.id)"
        return response
    }

    private func read(_ id: String) throws -> Response {
        let snapshot = try services.catalog.snapshot(of: id)
        let (summary, dump) = (snapshot.summary, snapshot.dump)
        var writer = JSONWriter()
        writer.beginObject()
        writer.members(of: summary)
        writer.member("roots", dump.tree.roots.compactMap { dump.tree.id(at: $0) })
        writer.member("report", dump.report)
        writer.endObject()
        let bytes = writer.finish()
        return .json(bytes, tag: Precondition.tag(summary, hashing: bytes))
    }

    private func delete(_ id: String, _ request: Request) throws -> Response {
        let summary = try services.catalog.dump(id)
        _ = try Precondition.revision(request, of: summary)
        try services.deleteDump(id)
        return .noContent
    }
}
