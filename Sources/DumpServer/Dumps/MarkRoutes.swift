import Catalog
import DumpFormats
import FoundationEssentials
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import ViewHierarchy
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

/// What a form of the inspector sends about the marks of a view, for readers without scripts.
struct MarkForm {
    /// The view's id.
    let view: Int
    let command: MarkCommand
    /// The note that the form showed when it was made; empty for none. Whoever changed it since is not written over.
    let shown: String

    /// Reads a form.
    /// - Throws: 422 for one that no page sends.
    init(_ form: URLEncodedForm) throws(Problem) {
        let commands: [String: MarkCommand] = [
            "pin": .pin, "unpin": .unpin, "erase": .erase, "write": .write(form["text"] ?? ""),
        ]
        guard let view = form["view"].flatMap({ Int($0) }), let command = form["mark"].flatMap({ commands[$0] }) else {
            throw .unprocessable(
                "unknown-mark",
                title: "Unknown mark",
                "The form names no view or mark. Open it again."
            )
        }
        self.view = view
        self.command = command
        shown = ViewNote.cleaned(form["was"] ?? "")
    }

    /// Does what the form asks for.
    /// - Returns: why the note was not taken, with the words that were sent; nil when all is done.
    func perform(on dump: String, in services: Services) throws -> NoteRefusal? {
        guard case .write(let text) = command else {
            if command == .erase, try isOutdated(try services.catalog.marks(of: dump), nil) { return .changed(nil) }
            _ = try services.mark(view, of: dump, command)
            return nil
        }
        // Marks of other views may change at any time; the form is about one note.
        for _ in 0..<8 {
            let marks = try services.catalog.marks(of: dump)
            if try isOutdated(marks, text) { return .changed(text) }
            do throws(CatalogError) {
                _ = try services.mark(view, of: dump, command, ifRevision: marks.revision)
                return nil
            } catch {
                switch error.code {
                case .revisionConflict: continue
                case .impossibleNote, .tooManyMarks:
                    return NoteRefusal(text: text, message: error.message, status: .unprocessableContent)
                default: throw error
                }
            }
        }
        return .changed(text)
    }

    /// Whether the note is neither what the form showed nor what it wants.
    private func isOutdated(_ marks: ViewMarks, _ text: String?) throws -> Bool {
        let present = marks.note(on: view)?.text ?? ""
        return present != shown && present != ViewNote.cleaned(text ?? "")
    }
}

/// A note that was not taken: what was sent, and why.
struct NoteRefusal: Sendable {
    /// What somebody wrote; nil when they wanted the note gone.
    let text: String?
    /// One sentence for people.
    let message: String
    let status: HTTPResponse.Status

    /// Somebody else was faster.
    static func changed(_ text: String?) -> NoteRefusal {
        let message =
            text == nil
            ? "Someone else changed this note in the meantime, so it was not deleted. It is now up to date."
            : "Someone else changed this note in the meantime. Your text is in the field; saving replaces theirs."
        return NoteRefusal(text: text, message: message, status: .conflict)
    }
}

/// The pin and the note of the selected view, and the forms that change them.
struct MarksPart: PageModel {
    let view: Int
    let state: InspectorState

    private var note: ViewNote? { state.notes[view] }

    static let members: Members<Self> = [
        "id": .number { $0.view }, "action": .text { $0.state.address(selecting: $0.state.selected) },
        "isPinned": .flag { $0.state.pinned.contains($0.view) }, "hasNote": .flag { $0.note != nil },
        "note": .text { $0.note?.text }, "noteActor": .text { $0.note?.actor },
        "changedAt": .text { $0.note.flatMap { Instant.text($0.changedAt, to: .seconds) } },
        "field": .text { $0.state.refusal?.text ?? $0.note?.text }, "refusal": .text { $0.state.refusal?.message },
    ]
}

/// The pinned views above the tree, in the order in which they were pinned.
struct PinnedViews: PageModel {
    /// The rows of those that are in the tree.
    let rows: [ViewRow]
    /// How many are not: an edit removed them, or the file has other views by now.
    let gone: Int

    init(_ state: InspectorState) {
        let pins = state.marks.pins
        rows = pins.compactMap { state.tree.index(ofID: $0) }.map { ViewRow($0, state) }
        gone = pins.count - rows.count
    }

    static let members: Members<Self> = [
        "isEmpty": .flag { $0.rows.isEmpty && $0.gone == 0 }, "count": .number { $0.rows.count + $0.gone },
        "rows": .list { $0.rows }, "gone": .number { $0.gone > 0 ? $0.gone : nil }, "isOneGone": .flag { $0.gone == 1 },
    ]
}

/// A note in the list of all notes of a dump.
struct NoteLine: PageModel {
    /// Longer notes are cut: the panel of their view has all of them.
    private static let maximumText = 400

    let note: ViewNote
    let row: ViewRow?
    let action: String

    init(_ note: ViewNote, _ state: InspectorState) {
        self.note = note
        row = state.tree.index(ofID: note.view).map { ViewRow($0, state) }
        action = state.address(selecting: nil)
    }

    private var text: String {
        let scalars = note.text.unicodeScalars
        guard scalars.count > Self.maximumText else { return note.text }
        return String(String.UnicodeScalarView(scalars.prefix(Self.maximumText))) + "…"
    }

    static let members: Members<Self> = [
        "view": .part { $0.row }, "id": .number { $0.note.view }, "text": .text { $0.text },
        "whole": .text { $0.note.text }, "action": .text { $0.action },
        "changedAt": .text { Instant.text($0.note.changedAt, to: .seconds) },
    ]
}
