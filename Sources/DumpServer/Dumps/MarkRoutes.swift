import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import Web

/// `/api/v1/dumps/{dump}/marks` and `…/views/{view}/pin` and `…/note`: which views are pinned, and the notes on views.
///
/// Marks have revisions of their own: to pin a view does not change the dump.
struct MarkRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}"
        router.get(base + "/marks", query: ["limit", "after"]) { request, path in
            try list(try path.required("dump"), request)
        }
        router.on(.put, base + "/views/{view}/pin") { try mark($1, $0, .pin) }
        router.on(.delete, base + "/views/{view}/pin") { try mark($1, $0, .unpin) }
        router.on(.put, base + "/views/{view}/note") { try mark($1, $0, .write(try text($0))) }
        router.on(.delete, base + "/views/{view}/note") { try mark($1, $0, .erase) }
    }

    private func list(_ id: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let range = PageRange(&query)
        try query.finish()
        let marks = try services.catalog.marks(of: id)
        var writer = JSONWriter(reservingCapacity: marks.notes.count * 300 + 200)
        writer.beginObject()
        writer.member("revision", marks.revision)
        writer.nested("pins", marks.pins)
        if !marks.pinActors.isEmpty {
            writer.object("pinActors") { writer in
                for (view, actor) in marks.pinActors.sorted(by: { $0.key < $1.key }) {
                    writer.member(String(view), actor)
                }
            }
        }
        let next = writer.part("notes", of: marks.notes, range) { writer, note in
            writer.member("view", note.view)
            writer.members(of: note)
        }
        writer.end(total: marks.notes.count, next: next)
        return .json(writer.finish(), tag: Precondition.tag(marks.revision))
    }

    /// The text in the body of a note.
    private func text(_ request: Request) throws -> String {
        let body = JSONPlace(.object(try request.jsonObject()))
        var reader = MemberReader()
        reader.checkNames(of: body, ["text"])
        let text = reader.text(reader.required("text", of: body))
        guard let text, reader.faults.isEmpty else {
            throw Problem.unprocessable(
                CatalogError.Code.impossibleNote.rawValue,
                title: "Impossible note",
                "The body has one member: “text”, the note.",
                errors: reader.faults.map { Problem.Item($0.message, at: .pointer($0.pointer)) }
            )
        }
        return text
    }

    private func mark(_ path: PathParameters, _ request: Request, _ command: MarkCommand) throws -> Response {
        let id = try path.required("dump")
        let marks = try services.catalog.marks(of: id)
        guard let view = path.integer("view") else {
            throw Problem.notFound("There is no view “\(path["view"] ?? "")” in the dump “\(id)”.")
        }
        let exists =
            switch command {
            case .pin, .unpin: marks.pins.contains(view)
            case .write, .erase: marks.note(on: view) != nil
            }
        let revision = try Precondition.revision(request, current: marks.revision, exists: exists)
        let outcome = try services.mark(view, of: id, command, ifRevision: revision)
        let bytes = JSONWriter.object { writer in
            writer.member("revision", outcome.marks.revision)
            writer.member("view", view)
            writer.member("pinned", outcome.marks.pins.contains(view))
            guard let note = outcome.marks.note(on: view) else { return writer.member("note", String?.none) }
            writer.key("note")
            writer.beginObject()
            writer.members(of: note)
            writer.endObject()
        }
        return .json(bytes, tag: Precondition.tag(outcome.marks.revision))
    }
}

extension JSONWriter {
    /// Writes what the API says of a note besides its view.
    fileprivate mutating func members(of note: ViewNote) {
        member("text", note.text)
        member("createdAt", note.createdAt)
        member("changedAt", note.changedAt)
        if let actor = note.actor { member("actor", actor) }
    }
}
