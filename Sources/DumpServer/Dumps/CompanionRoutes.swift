import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// `/api/v1/dumps/{dump}/companions`: texts that say more of the views of a dump.
struct CompanionRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}/companions"
        router.get(base, query: []) { try list(try $1.required("dump"), $0) }
        router.on(.post, base, query: ["language"], bodyLimit: services.companionBodyLimit) { request, parameters in
            try await create(try parameters.required("dump"), request)
        }
        router.get(base + "/{companion}", query: []) { request, parameters in
            try read(try parameters.required("dump"), parameters)
        }
        router.on(.delete, base + "/{companion}") { request, parameters in
            try delete(try parameters.required("dump"), parameters, request)
        }
    }

    private func list(_ id: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let bytes = JSONWriter.object { writer in
            writer.list("companions", snapshot.companions) { writer, entry in
                writer.summary(of: entry)
            }
            writer.member("revision", snapshot.summary.revision)
        }
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes))
    }

    private func create(_ id: String, _ request: Request) async throws -> Response {
        let revision = try Precondition.revision(request, of: try services.catalog.dump(id))
        let (entry, outcome) = try await services.add(companionOf: request, to: id, ifRevision: revision)
        var response = Response.json(
            JSONWriter.object { writer in
                writer.members(of: entry)
                writer.member("revision", outcome.revision)
            },
            status: .created
        )
        response.headers[.location] = "/api/v1/dumps/\(id)/companions/\(entry.number)"
        return response
    }

    private func read(_ id: String, _ parameters: PathParameters) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let number = parameters.integer("companion")
        guard let entry = snapshot.companions.first(where: { $0.number == number }) else {
            throw Problem.notFound("The dump “\(id)” has no related file “\(parameters["companion"] ?? "")”.")
        }
        let bytes = JSONWriter.object { writer in
            writer.members(of: entry)
            writer.member("revision", snapshot.summary.revision)
        }
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes))
    }

    private func delete(_ id: String, _ parameters: PathParameters, _ request: Request) throws -> Response {
        let revision = try Precondition.revision(request, of: try services.catalog.dump(id))
        guard let number = parameters.integer("companion") else {
            throw Problem.notFound("The dump “\(id)” has no related file “\(parameters["companion"] ?? "")”.")
        }
        try services.removeCompanion(number, of: id, ifRevision: revision)
        return .empty()
    }
}

/// A text beside a dump on its way in.
enum CompanionUpload {
    /// The text of a request: the body itself, or the parts `companion` (a file) or `text` of a form. Its language, where it is a
    /// table of texts: of the query, of the form, or of the folder in the file's name, `de.lproj/Main.strings`.
    /// - Throws: 400 for a form without a text.
    static func source(of request: Request) throws -> (bytes: [UInt8], language: String?) {
        let asked = QueryReader(request).string("language").flatMap { $0.isEmpty ? nil : $0 }
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            return (try request.body.bytes(), asked)
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let parts = [form["companion"]?.bytes ?? [], form["text"]?.bytes ?? []]
        guard let source = parts.first(where: { !$0.isEmpty }) else {
            throw Problem.malformedBody("The form has no text: choose a file or paste one.")
        }
        let said = form["language"]?.text?.trimmingBlanks
        let language = asked ?? said.flatMap { $0.isEmpty ? nil : $0 }
        return ([UInt8](source), language ?? form["companion"]?.filename.flatMap(Self.language(ofFile:)))
    }

    /// The language of the last folder of a path, where that is one of a language.
    private static func language(ofFile path: String) -> String? {
        let folders = path.split { $0 == "/" || $0 == "\\" }.dropLast()
        guard let folder = folders.last, folder.lowercased().hasSuffix(".lproj") else { return nil }
        return String(folder.dropLast(".lproj".count))
    }
}

extension Services {
    /// The most bytes of a request with a companion: its form takes a few more than the text.
    var companionBodyLimit: Int { catalog.limits.companion.maximumBytes + 65_536 }

    /// Keeps a companion when it is its turn, and tells those who watch the dump.
    func add(
        companionOf request: Request,
        to id: String,
        ifRevision revision: Int?
    ) async throws -> (entry: CompanionEntry, outcome: EditOutcome) {
        try await uploads.pass {
            let (source, language) = try CompanionUpload.source(of: request)
            return try catalog.add(
                companion: source,
                to: id,
                language: language,
                ifRevision: revision,
                announce: events.publish
            )
        }
    }

    /// Removes a companion and tells those who watch the dump.
    func removeCompanion(_ number: Int, of id: String, ifRevision revision: Int?) throws {
        try catalog.removeCompanion(number, of: id, ifRevision: revision, announce: events.publish)
    }
}

extension JSONWriter {
    /// Writes what lists say of a companion into the object that is open.
    fileprivate mutating func summary(of entry: CompanionEntry) {
        member("id", entry.number)
        member("kinds", entry.kinds.map(\.rawValue))
        member("createdAt", entry.createdAt)
        if let actor = entry.actor { member("actor", actor) }
        if let language = entry.language { member("language", language) }
        member("bytes", entry.byteCount)
        member("joinedTotal", entry.join.joinedCount)
        member("missedTotal", entry.join.missedCount)
        if let problem = entry.problem { member("problem", problem) }
    }

    /// Writes a companion with what became of its lines.
    fileprivate mutating func members(of entry: CompanionEntry) {
        summary(of: entry)
        list("joined", entry.join.joined) { writer, joined in
            writer.member("kind", joined.kind.rawValue)
            if let line = joined.line { writer.member("line", line) }
            writer.member("view", joined.view)
            writer.member("message", joined.message)
        }
        list("missed", entry.join.missed) { writer, missed in
            writer.member("kind", missed.kind.rawValue)
            if let line = missed.line { writer.member("line", line) }
            writer.member("message", missed.message)
        }
    }
}
