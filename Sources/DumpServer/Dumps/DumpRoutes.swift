import Catalog
import Diagnostics
import DumpFormats
import FoundationEssentials
import HTTP
import HTTPTypes
import JSON
import PropertyList
import ViewHierarchy

/// `/api/v1/dumps`: list, create, read, rename, source, replace, screenshot, delete.
struct DumpRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps"
        router.get(base, query: ["q", "sort", "limit", "after"]) { request, _ in try list(request) }
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
            try rename(try parameters.required("dump"), request)
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
        router.get(base + "/{dump}/screenshot", query: []) { _, parameters in
            let id = try parameters.required("dump")
            guard let picture = try services.catalog.screenshot(of: id), let kind = PictureFormat(detectedIn: picture)
            else {
                throw Problem.notFound("The dump “\(id)” has no screenshot.")
            }
            return .data(picture, type: kind.mediaType)
        }
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request)
        let limit = PageRange.limit(&query)
        let order = query.choice("sort", of: DumpOrder.allCases.map(\.rawValue)).flatMap(DumpOrder.init)
        try query.finish()
        let page = try services.catalog.dumps(
            matching: query.string("q"),
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
        let dump = try await services.addDump { try upload(request) }
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
                "This is a zip archive, no dump. An app goes to POST /api/v1/apps; a dump is sent unpacked, unless it is a .viewhierarchy."
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

    private func read(_ id: String) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let (summary, dump) = (snapshot.summary, snapshot.dump)
        let bytes = JSONWriter.object { writer in
            writer.members(of: summary)
            writer.nested("roots", dump.tree.roots.compactMap { dump.tree.id(at: $0) })
            writer.member("languages", snapshot.languages.names)
            writer.member("report", dump.report)
        }
        return .json(bytes, tag: Precondition.tag(summary, hashing: bytes))
    }

    private func rename(_ id: String, _ request: Request) throws -> Response {
        _ = try Precondition.revision(request, of: try services.catalog.dump(id))
        let members = try request.jsonObject()
        guard members.count == 1, let name = members.first(where: { $0.name == "name" })?.value.stringValue else {
            throw Problem.unprocessable(
                "invalid-name",
                title: "Invalid name",
                "The body has one member: “name”, a text."
            )
        }
        let summary = try services.renameDump(id, to: name)
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

extension DumpUpload {
    /// Takes an upload from a request: the body itself, or the parts `dump`, `screenshot` and `name` of a form. The
    /// other parts go with it, for the views that name them.
    ///
    /// A body without a multipart type is the dump whatever its type says: command-line clients send dumps under the
    /// type of a form.
    /// - Throws: 400 for a form without a dump.
    init(_ request: Request) throws {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            self.init(source: try request.body.bytes())
            return
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let pasted = form["source"].map(\.bytes) ?? []
        let file = form["dump"]
        guard let source = [file?.bytes ?? [], pasted].first(where: { !$0.isEmpty }) else {
            throw Problem.malformedBody("The form has no dump: choose a file or paste one.")
        }
        let picture = form["screenshot"].flatMap { $0.bytes.isEmpty ? nil : [UInt8]($0.bytes) }
        // Only the first of each is taken; another is a part like the rest.
        var taken: Set = ["dump", "source", "screenshot", "name"]
        let others = form.parts.filter { taken.remove($0.name) == nil && !$0.isUnchosenFile }
        self.init(
            source: [UInt8](source),
            screenshot: picture,
            parts: others.map { DumpPart(name: $0.name, filename: $0.filename, bytes: [UInt8]($0.bytes)) }
        )
        name = form["name"]?.text
        fileTitle = file?.filename?.fileTitle
    }

    /// Takes over what the query says: `name`, what the file is called, and `format` to force one.
    mutating func apply(_ query: inout QueryReader) throws {
        name = query.string("name") ?? name
        fileTitle = query.string("filename")?.fileTitle ?? fileTitle
        format = query.choice("format", of: DumpFormat.allCases.map(\.rawValue)).flatMap { DumpFormat(rawValue: $0) }
        try query.finish()
    }
}

extension JSONWriter {
    /// Writes the members of the API's `DumpSummary` into the object that is open.
    mutating func members(of dump: DumpSummary) {
        member("id", dump.id)
        member("name", dump.name)
        member("format", dump.format.rawValue)
        if let app = dump.app { member("app", app) }
        member("viewCount", dump.viewCount)
        member("depth", dump.depth)
        member("size", dump.size)
        if let capturedAt = dump.capturedAt { member("capturedAt", capturedAt) }
        member("createdAt", dump.createdAt)
        member("revision", dump.revision)
        member("readOnly", dump.readOnly)
        member("screenshot", dump.hasScreenshot)
        if let actor = dump.actor { member("actor", actor) }
        key("edits")
        beginObject()
        member("applied", dump.appliedEdits)
        member("undone", dump.undoneEdits)
        endObject()
    }

    /// Writes an instant as RFC 3339 text in UTC; the nearest that has one.
    mutating func member(_ name: String, _ date: Date) {
        member(name, Instant.text(Instant.nearest(date), to: .seconds))
    }
}
