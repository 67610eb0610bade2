import Catalog
import FoundationEssentials
import HTTP
import HTTPTypes
import PropertyList
import Services
import ViewHierarchy
import Web

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
