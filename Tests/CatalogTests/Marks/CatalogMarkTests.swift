import DumpFormats
import Foundation
import Synchronization
import StorageTesting
import TestSupport
import Testing
import ViewHierarchy

@testable import Catalog

@Suite("Marks on views")
struct CatalogMarkTests: UploadEditing {
    let upload: EditedUpload

    init() throws { upload = try EditedUpload() }

    @Test("a mark makes a revision of the marks and none of the dump, and what changes nothing makes none")
    func revisions() throws {
        let told = Mutex<[Int]>([])
        func mark(_ view: Int, _ command: MarkCommand) throws -> MarkOutcome {
            try catalog.mark(view, of: id, command) { outcome in told.withLock { $0.append(outcome.marks.revision) } }
        }
        #expect(try catalog.marks(of: id) == ViewMarks())
        #expect(try mark(3, .pin).marks.pins == [3])
        #expect(try mark(1, .pin).marks.pins == [3, 1])
        #expect(try !mark(3, .pin).isRevision)
        #expect(try !mark(2, .erase).isRevision && !mark(2, .unpin).isRevision)
        let first = try #require(try mark(2, .write("one")).marks.note(on: 2))
        #expect(try !mark(2, .write(" one\n")).isRevision)
        let second = try #require(try mark(2, .write("two")).marks.note(on: 2))
        #expect(second.text == "two" && second.createdAt == first.createdAt && second.changedAt >= first.changedAt)
        #expect(try mark(3, .unpin).marks.revision == 5)
        #expect(try mark(2, .erase).marks == ViewMarks(revision: 6, pins: [1]))
        #expect(told.withLock { $0 } == [1, 2, 3, 4, 5, 6])
        #expect(try restarted().marks(of: id) == ViewMarks(revision: 6, pins: [1]))
        #expect(try catalog.dump(id).revision == 0)
    }

    @Test("marks outlive edits, also of a view that is removed, and can be taken off it then")
    func edits() throws {
        for view in [2, 3] {
            _ = try catalog.mark(view, of: id, .pin)
            _ = try catalog.mark(view, of: id, .write("Why \(view)?"))
        }
        _ = try catalog.edit(id, .remove(view: 1))
        #expect(try catalog.marks(of: id).pins == [2, 3])
        #expect(try catalog.mark(2, of: id, .unpin).isRevision && catalog.mark(2, of: id, .erase).isRevision)
        for command in [MarkCommand.pin, .unpin, .erase, .write("x")] {
            #expect(code { _ = try catalog.mark(2, of: id, command) } == .unknownView)
        }
        #expect(code { _ = try catalog.mark(3, of: id, .write("x")) } == .unknownView)
        _ = try catalog.undo(id)
        #expect(try catalog.marks(of: id).pins == [3] && catalog.marks(of: id).note(on: 3)?.text == "Why 3?")
    }

    @Test("a view that gets the id of one that can never come back begins without marks")
    func reusedIDs() throws {
        _ = try catalog.edit(id, TreeEdits.insert(into: 0))
        _ = try catalog.mark(5, of: id, .pin)
        _ = try catalog.mark(5, of: id, .write("A switch"))
        _ = try catalog.mark(1, of: id, .pin)
        _ = try catalog.undo(id)
        _ = try catalog.redo(id)
        #expect(try catalog.marks(of: id).pins == [5, 1])
        _ = try catalog.undo(id)
        #expect(try catalog.edit(id, TreeEdits.insert(into: 1, "UISlider")).changed == [1, 5])
        #expect(try catalog.marks(of: id) == ViewMarks(revision: 4, pins: [1]))
    }

    @Test("a command for another revision changes nothing and says which one there is")
    func lateCommands() throws {
        _ = try catalog.mark(1, of: id, .pin, ifRevision: 0)
        let error = #expect(throws: CatalogError.self) { try catalog.mark(2, of: id, .pin, ifRevision: 0) }
        #expect(error?.code == .revisionConflict && error?.message.contains("now at revision 1") == true)
        #expect(try catalog.marks(of: id).pins == [1])
        #expect(try catalog.mark(2, of: id, .pin, ifRevision: 1).marks.pins == [1, 2])
    }

    @Test("there is an end to pins, notes and their length, which is counted without what surrounds the words")
    func limits() throws {
        let limits = CatalogLimits(maximumPins: 2, maximumNotes: 1, maximumNoteLength: 5)
        let catalog = restarted(limits)
        for view in [0, 1] { _ = try catalog.mark(view, of: id, .pin) }
        #expect(code { _ = try catalog.mark(2, of: id, .pin) } == .tooManyMarks)
        #expect(try !catalog.mark(1, of: id, .pin).isRevision)
        #expect(try catalog.mark(0, of: id, .write(" \n12é👩5\r\n ")).marks.note(on: 0)?.text == "12é👩5")
        #expect(code { _ = try catalog.mark(0, of: id, .write("123456")) } == .impossibleNote)
        #expect(code { _ = try catalog.mark(0, of: id, .write(" \n\u{0} ")) } == .impossibleNote)
        #expect(code { _ = try catalog.mark(1, of: id, .write("x")) } == .tooManyMarks)
        #expect(try catalog.mark(0, of: id, .write("other")).isRevision)
    }

    @Test(
        "a note keeps its lines and loses what nobody can see",
        arguments: [
            ("a\r\nb\rc\n\nd", "a\nb\nc\n\nd"), ("\u{1B}[31mred\u{7F}\u{85}", "[31mred"), ("\ta\tb ", "a\tb"),
            ("<b>&", "<b>&"),
            ("\r\n \r\n", ""), ("👩‍👩‍👧 עברית", "👩‍👩‍👧 עברית"),
        ]
    )
    func cleaning(_ text: String, _ expected: String) {
        #expect(ViewNote.cleaned(text) == expected)
        #expect(ViewNote.cleaned(expected) == expected)
    }

    @Test("a failing store leaves the marks as they are, and a deleted dump has none")
    func failures() throws {
        _ = try catalog.mark(1, of: id, .pin)
        store.failsWrites = true
        #expect(code { _ = try catalog.mark(2, of: id, .pin) } == .storageFailed)
        store.failsWrites = false
        #expect(try catalog.marks(of: id).pins == [1])
        try catalog.delete(id)
        #expect(code { _ = try catalog.marks(of: id) } == .unknownDump)
        #expect(code { _ = try catalog.mark(1, of: id, .pin) } == .unknownDump)
        #expect(store.marks(of: id) == ViewMarks())
    }

    @Test("views of files are marked too, edited or not, and the file stays as it is")
    func files() throws {
        let directory = try TemporaryDirectory()
        try directory.write(TreeEdits.text, to: "a.txt")
        let paths = [directory.url.path(percentEncoded: false)]
        let catalog = Catalog.open(paths: paths, store: store)
        let id = try #require(try catalog.dumps().dumps.first { $0.readOnly }?.id)
        _ = try catalog.mark(2, of: id, .pin)
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5))
        _ = try catalog.mark(2, of: id, .write("faint"))
        let again = Catalog.open(paths: paths, store: store)
        #expect(try again.marks(of: id).pins == [2] && again.marks(of: id).note(on: 2)?.text == "faint")
    }
}
