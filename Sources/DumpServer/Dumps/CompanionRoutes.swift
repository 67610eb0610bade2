import Catalog
import Diagnostics
import DumpFormats
import FoundationEssentials
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/companions`: texts that say more of the views of a dump.
struct CompanionRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}/companions"
        router.get(base, query: []) { try list(try $1.required("dump"), $0) }
        router.on(.post, base, query: ["language", "filename"], bodyLimit: services.companionBodyLimit) {
            request,
            parameters in
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
    /// table of texts: of the query, of the form, or of the file's name, such as `de.lproj/Main.strings`. The scene that it shows,
    /// by the id of its root, where it is a picture and the form says it.
    /// - Throws: 400 for a form without a text.
    static func source(of request: Request) throws -> (bytes: [UInt8], language: String?, scene: Int?) {
        let query = QueryReader(request)
        let said = query.string("language").flatMap { $0.isEmpty ? nil : $0 }
        let asked = said ?? query.string("filename").flatMap { TableName($0).language }
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            return (try request.body.bytes(), asked, nil)
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let parts = [form["companion"]?.bytes ?? [], form["text"]?.bytes ?? []]
        guard let source = parts.first(where: { !$0.isEmpty }) else {
            throw Problem.malformedBody("The form has no text: choose a file or paste one.")
        }
        let chosen = form["language"]?.text?.trimmingBlanks
        let language = asked ?? chosen.flatMap { $0.isEmpty ? nil : $0 }
        return (
            [UInt8](source), language ?? form["companion"]?.filename.flatMap { TableName($0).language },
            form["root"]?.text.flatMap { Int($0) }
        )
    }
}

extension Services {
    /// The most bytes of a request with a companion: its form takes a few more than the text.
    var companionBodyLimit: Int { catalog.limits.companion.maximumBytes + 65_536 }

    /// Puts a picture of the screen in the place of the one that an uploaded dump has, or takes that away, and tells those
    /// who watch it. Called when it is the upload's turn.
    /// - Throws: as the catalog's function does.
    func setScreenshot(
        _ picture: [UInt8]?,
        ofDump id: String,
        scale: Double? = nil,
        scene: Int? = nil,
        ifRevision revision: Int? = nil
    ) throws(CatalogError) {
        try catalog.setScreenshot(picture, of: id, scale: scale, scene: scene, ifRevision: revision) { outcome in
            events.publish(replacementOfDump: id, revision: outcome.revision)
        }
        events.publishLibrary()
    }

    /// The most bytes of a request of the form that takes a companion or a screenshot.
    var relatedFileLimit: Int { max(companionBodyLimit, catalog.limits.maximumPictureBytes + 65_536) }

    /// Keeps a file when it is its turn: a picture as the screenshot of the dump, anything else as a companion.
    func add(fileOf request: Request, to id: String) async throws {
        try await uploads.pass {
            let (source, language, scene) = try CompanionUpload.source(of: request)
            if PictureFormat(detectedIn: source) != nil { return try setScreenshot(source, ofDump: id, scene: scene) }
            try catalog.add(companion: source, to: id, language: language, announce: events.publish)
        }
    }

    /// Keeps a companion when it is its turn, and tells those who watch the dump.
    func add(
        companionOf request: Request,
        to id: String,
        ifRevision revision: Int?
    ) async throws -> (entry: CompanionEntry, outcome: EditOutcome) {
        try await uploads.pass {
            let (source, language, _) = try CompanionUpload.source(of: request)
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
        if !entry.languages.isEmpty { member("languages", entry.languages) }
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

/// `/dumps/{dump}/companions`: what other texts say of the views of a dump, and the form that takes another.
struct CompanionPages: RouteGroup {
    /// A refused text that is longer is not sent back.
    private static let maximumEchoedBytes = 256 << 10

    let services: Services

    func add(to router: inout Router) {
        let path = "/dumps/{dump}/companions"
        router.get(path, query: []) { try page(try $1.required("dump"), $0) }
        router.on(.post, path, bodyLimit: services.relatedFileLimit) { request, parameters in
            try await create(try parameters.required("dump"), request)
        }
        router.on(.post, "/dumps/{dump}/screenshot/delete") { _, parameters in
            let id = try parameters.required("dump")
            try services.setScreenshot(nil, ofDump: id)
            return .redirect(to: Self.address(id))
        }
        router.on(.post, path + "/{companion}/delete") { request, parameters in
            let id = try parameters.required("dump")
            guard let number = parameters.integer("companion") else {
                throw Problem.notFound("The dump “\(id)” has no related file “\(parameters["companion"] ?? "")”.")
            }
            try services.removeCompanion(number, of: id, ifRevision: nil)
            return .redirect(to: Self.address(id))
        }
    }

    private static func address(_ id: String) -> String { "/dumps/\(id.pathSegment)/companions" }

    private func page(_ id: String, _ request: Request, refusal: CompanionRefusal? = nil) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let dumpPath = "/dumps/\(id.pathSegment)"
        return try services.pages.page(
            CompanionsPage(snapshot: snapshot, path: dumpPath, refusal: refusal),
            title: "Related files · \(snapshot.summary.name) · Vitrine",
            for: request,
            alternate: "/api/v1\(dumpPath)/companions",
            crumbs: [.init(name: snapshot.summary.name, address: dumpPath), .init(name: "Related files")]
        )
    }

    private func create(_ id: String, _ request: Request) async throws -> Response {
        do {
            try await services.add(fileOf: request, to: id)
            return .redirect(to: Self.address(id))
        } catch {
            let problem = Problem(from: error, logger: services.logger)
            guard request.wantsPage, problem.status.kind == .clientError, problem.status != .notFound else {
                throw problem
            }
            let boundary = request.headers[.contentType].flatMap { MultipartForm.boundary(contentType: $0) }
            let form = boundary.flatMap { try? MultipartForm(parsing: request.body, boundary: $0) }
            // Of a table without a language only that is missing.
            let sent = problem.slug == CatalogError.Code.needsLanguage.rawValue ? form?["companion"] : nil
            let text = [sent, form?["text"]].lazy.compactMap(\.self)
                .first { !$0.bytes.isEmpty && $0.bytes.count <= Self.maximumEchoedBytes }?.text
            let language = form?["language"]?.text.map { String($0.prefix(64)) }
            let refusal = CompanionRefusal(problem: problem, text: text, language: language, dump: id)
            var response = try page(id, request, refusal: refusal)
            response.status = problem.status
            return response
        }
    }
}

/// What the form sent and why it was not taken.
struct CompanionRefusal: PageModel {
    let problem: Problem
    let text: String?
    let language: String?
    let dump: String

    /// The scenes that a picture may show.
    private var choices: [Choice] {
        problem.errors.compactMap { item in item.view.map { Choice(view: $0, words: item.detail, dump: dump) } }
    }

    static let members: Members<Self> = [
        "message": .text { $0.problem.detail }, "text": .text { $0.text }, "language": .text { $0.language },
        "hasChoices": .flag { !$0.choices.isEmpty }, "choices": .list { $0.choices },
    ]

    /// A scene that a picture may show.
    private struct Choice: PageModel {
        let view: Int
        let words: String
        let dump: String

        static let members: Members<Self> = [
            "view": .number { $0.view }, "words": .text { $0.words },
            "picture": .text { "/api/v1/dumps/\($0.dump.pathSegment)/wireframe.svg?root=\($0.view)" },
        ]
    }
}

/// The companions of a dump.
struct CompanionsPage: Page {
    static let template = "pages/companions"
    /// Lines of each list.
    private static let most = 100

    let snapshot: DumpSnapshot
    /// The dump's page.
    let path: String
    let refusal: CompanionRefusal?

    static let members: Members<Self> = [
        "name": .text { $0.snapshot.summary.name }, "dumpPath": .text { $0.path },
        "takesTables": .flag { $0.snapshot.dump.tree.isInterface },
        "takesPicture": .flag { !$0.snapshot.summary.readOnly },
        "screenshot": .text { $0.snapshot.summary.hasScreenshot ? "/api/v1\($0.path)/screenshot" : nil },
        "example": .text { page in
            page.snapshot.dump.tree.isInterface
                ? "\"a1B-2c-D3e.text\" = \"Eier\";" : "*UIWindow:0x7f8a1c004010 - AMBIGUOUS LAYOUT"
        },
        "languages": .text { page in
            let names = page.snapshot.languages.names
            return names.isEmpty ? nil : names.joined(separator: ", ")
        },
        "hasCompanions": .flag { !$0.snapshot.companions.isEmpty },
        "companions": .list { page in page.snapshot.companions.map { Item(entry: $0, page: page) } },
        "refusal": .part { $0.refusal },
    ]

    /// One companion.
    struct Item: PageModel {
        let entry: CompanionEntry
        let page: CompanionsPage

        private var join: CompanionJoin { entry.join }

        static let members: Members<Self> = [
            "number": .number { $0.entry.number }, "kinds": .text { $0.entry.kinds.isEmpty ? nil : $0.entry.kindNames },
            "createdAt": .text { Instant.text($0.entry.createdAt, to: .seconds) },
            "problem": .text { $0.entry.problem }, "joinedTotal": .number { $0.join.joinedCount },
            "missedTotal": .number { $0.join.missedCount }, "hasMissed": .flag { $0.join.missedCount > 0 },
            "moreJoined": .number { $0.join.joinedCount > most ? $0.join.joinedCount - most : nil },
            "moreMissed": .number { $0.join.missedCount > most ? $0.join.missedCount - most : nil },
            "joined": .list { item in
                item.join.joined.prefix(most).map {
                    Line(line: $0.line, message: $0.message, view: $0.view, page: item.page)
                }
            },
            "missed": .list { item in
                item.join.missed.prefix(most).map {
                    Line(line: $0.line, message: $0.message, view: nil, page: item.page)
                }
            },
            "deletePath": .text { "\($0.page.path)/companions/\($0.entry.number)/delete" },
        ]
    }

    /// What became of a line.
    struct Line: PageModel {
        let line: Int?
        let message: String
        let view: Int?
        let page: CompanionsPage

        private var tree: ViewTree { page.snapshot.dump.tree }

        /// Where the view stands, unless an edit has removed it.
        private var index: Int? { view.flatMap { tree.index(ofID: $0) } }

        static let members: Members<Self> = [
            "line": .number { $0.line }, "message": .text { $0.message },
            "href": .text { line in line.index.flatMap { _ in line.view.map { "\(line.page.path)?view=\($0)" } } },
            "subject": .text { line in line.index.map { line.tree.name(of: $0) } },
        ]
    }
}
