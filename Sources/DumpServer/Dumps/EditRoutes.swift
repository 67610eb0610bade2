import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/…`: changes of views, edits, their history, and the edited dump as a file.
struct EditRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}"
        let list: Set = ["fields", "limit", "after"]
        router.on(.patch, base + "/views/{view}", query: list) { request, parameters in
            try change(try parameters.required("dump"), parameters, request)
        }
        router.on(.post, base + "/edits", query: list) { request, parameters in
            try edit(try parameters.required("dump"), request)
        }
        router.get(base + "/edits", query: ["limit", "after"]) {
            try history(try $1.required("dump"), $0)
        }
        router.get(base + "/edits/{revision}/views", query: list) {
            try changedViews(try $1.required("dump"), $1, $0)
        }
        router.get(base + "/dump.json", query: []) { try download(try $1.required("dump"), $0) }
    }

    // MARK: Writing

    private func change(_ id: String, _ parameters: PathParameters, _ request: Request) throws -> Response {
        let (view, summary) = try known(parameters, in: id)
        let page = try page(request)
        let revision = try Precondition.revision(request, of: summary)
        let edit = TreeEdit.change(view: view, try EditRequest.changes(try request.jsonObject()))
        let outcome = try perform(.edit(edit), on: id, ifRevision: revision) { error in
            // The body is the changes alone, and the view is in the path.
            error.code == .unknownView ? .notFound(error.message) : Problem(error, at: "/\(error.member)")
        }
        return written(outcome, page)
    }

    /// The view of a path. The tree is let go here: an edit is made in place only while nobody else holds it.
    private func known(_ parameters: PathParameters, in id: String) throws -> (view: Int, summary: DumpSummary) {
        let snapshot = try services.snapshot(of: id)
        guard let view = parameters.integer("view"), snapshot.dump.tree.index(ofID: view) != nil else {
            throw Problem.notFound("There is no view “\(parameters["view"] ?? "")” in the dump “\(id)”.")
        }
        return (view, snapshot.summary)
    }

    private func edit(_ id: String, _ request: Request) throws -> Response {
        let summary = try services.catalog.dump(id)
        let page = try page(request)
        let revision = try Precondition.revision(request, of: summary)
        let command = try EditRequest.command(try request.jsonObject())
        let outcome = try perform(command, on: id, ifRevision: revision) { error in
            guard case .edit(let edit) = command else { return Problem(error, at: "") }
            return Problem(error, at: EditRequest.pointer(of: error, in: edit))
        }
        // Whoever adds a constraint wants to know what it is called from now on.
        guard case .edit(.addConstraint) = command else { return written(outcome, page) }
        return written(outcome, page, constraint: outcome.snapshot.dump.tree.allConstraints.count - 1)
    }

    private func perform(
        _ command: EditCommand,
        on id: String,
        ifRevision revision: Int?,
        refusal: (TreeEditError) -> Problem
    ) throws -> EditOutcome {
        do throws(CatalogError) {
            return try services.catalog.perform(
                command,
                on: id,
                ifRevision: revision,
                announce: services.events.publish
            )
        } catch {
            guard let editError = error.editError else { throw error }
            throw refusal(editError)
        }
    }

    private func written(
        _ outcome: EditOutcome,
        _ page: (range: PageRange, fields: [ViewField]),
        constraint: Int? = nil
    ) -> Response {
        var writer = JSONWriter(reservingCapacity: min(outcome.changed.count, page.range.limit) * 700 + 1_000)
        writer.beginObject()
        writer.member("revision", outcome.revision)
        let next = writer.views("changed", ids: outcome.changed, of: Services.shown(outcome.snapshot), page)
        writer.nested("removed", outcome.removed)
        if let constraint { writer.member("constraint", constraint) }
        writer.end(total: outcome.changed.count, next: next)
        return .json(writer.finish(), tag: Precondition.tag(outcome.snapshot.summary))
    }

    // MARK: Reading

    private func history(_ id: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let history = try services.catalog.edits(of: id, limit: range.limit, after: range.after)
        let summary = try services.catalog.dump(id)
        let bytes = JSONWriter.object(reservingCapacity: history.entries.count * 150 + 200) { writer in
            writer.list("edits", history.entries) { writer, entry in
                writer.member("index", entry.number)
                writer.member("applied", entry.number < history.applied)
                writer.member("op", entry.operation)
                if let view = entry.view { writer.member("view", view) }
                writer.member("summary", entry.summary)
                writer.member("at", entry.at)
                if let actor = entry.actor { writer.member("actor", actor) }
            }
            writer.member("applied", history.applied)
            writer.member("total", history.count)
            writer.member("revision", history.revision)
            writer.member("next", history.next.map(String.init))
        }
        return .json(bytes, tag: Precondition.tag(summary, hashing: bytes))
    }

    /// The rest of a list of changed views that was too long for the reply to the edit.
    private func changedViews(_ id: String, _ parameters: PathParameters, _ request: Request) throws -> Response {
        guard let revision = parameters.integer("revision") else {
            throw Problem.notFound("“\(parameters["revision"] ?? "")” is no revision.")
        }
        let page = try page(request)
        let (changed, whole) = try services.catalog.changes(of: id, inRevision: revision)
        let snapshot = Services.shown(whole)
        var writer = JSONWriter(reservingCapacity: min(changed.count, page.range.limit) * 700 + 1_000)
        writer.beginObject()
        let next = writer.views("views", ids: changed, of: snapshot, page)
        writer.end(total: changed.count, next: next)
        let bytes = writer.finish()
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes))
    }

    /// The dump with its edits as Vitrine JSON, its picture with it: loaded again it is the same dump.
    private func download(_ id: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        var dump = snapshot.dump
        dump.name = snapshot.summary.name
        dump.screenshot = try services.catalog.screenshot(of: id)
        let bytes = DumpWriter.vitrineJSON(dump)
        var response = Response.json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes))
        response.headers[.acceptRanges] = "bytes"
        let withheld = snapshot.withheldFields
        if withheld > 0 { response.headers[.redacted] = String(withheld) }
        return response.saved(as: "\(snapshot.summary.fileName).json")
    }

    private func page(_ request: Request) throws -> (range: PageRange, fields: [ViewField]) {
        var query = QueryReader(request)
        let fields = ViewField.list(query.string("fields"), query: &query)
        let range = PageRange(&query)
        try query.finish()
        return (range, fields)
    }
}

extension JSONWriter {
    /// Writes a member with the part of some views of a tree that is asked for, and gives the cursor of the next.
    fileprivate mutating func views(
        _ name: String,
        ids: [Int],
        of snapshot: DumpSnapshot,
        _ page: (range: PageRange, fields: [ViewField])
    ) -> Int? {
        let views = ViewWriter(snapshot, fields: page.fields)
        return part(name, of: ids.compactMap { views.tree.index(ofID: $0) }, page.range) { writer, index in
            views.writeMembers(of: index, to: &writer)
        }
    }
}

/// What the bodies of edits ask for. The grammar of one edit is that of journals; undoing and the like are the API's.
enum EditRequest {
    private static let commands: [(name: String, command: EditCommand)] = [
        ("undo", .undo), ("redo", .redo), ("reset", .reset),
    ]

    /// Reads the members of `POST …/edits`.
    /// - Throws: everything that is wrong with them, each with its place.
    static func command(_ members: [JSONMember]) throws(EditDocumentError) -> EditCommand {
        var reader = MemberReader()
        let body = JSONPlace(.object(members))
        var command = commands.first { $0.name == body["op"]?.value.stringValue }?.command
        if command == nil {
            command = TreeEditDocument.edit(body, &reader, others: commands.map(\.name)).map { .edit($0) }
        } else {
            reader.checkNames(of: body, ["op"])
        }
        guard let command, reader.faults.isEmpty else { throw EditDocumentError(reader.faults) }
        return command
    }

    /// Reads the members of `PATCH …/views/{view}`.
    /// - Throws: everything that is wrong with them, each with its place.
    static func changes(_ members: [JSONMember]) throws(EditDocumentError) -> ViewChanges {
        var reader = MemberReader()
        let changes = reader.changes(JSONPlace(.object(members)))
        guard reader.faults.isEmpty else { throw EditDocumentError(reader.faults) }
        return changes
    }

    /// The place of a fault that a tree found in an edit, in the body.
    static func pointer(of error: TreeEditError, in edit: TreeEdit) -> String {
        switch edit {
        case .changes: return "/views"
        case .change where error.member != "view", .changeLayout where error.member != "view",
            .changeConstraint where error.member != "constraint":
            return "/changes/\(error.member)"
        case .addConstraint: return error.member.isEmpty ? "/constraint" : "/constraint/\(error.member)"
        default: return "/\(error.member)"
        }
    }
}
