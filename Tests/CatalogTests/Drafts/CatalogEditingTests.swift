import Diagnostics
import DumpFormats
import StorageTesting
import Testing
import TestSupport

@testable import Catalog
@testable import ViewHierarchy

@Suite("Edits of uploads")
struct CatalogEditingTests: UploadEditing {
    let upload: EditedUpload

    init() throws { upload = try EditedUpload() }

    @Test("an edit is a revision that lists and views show, and the source stays what it was")
    func edit() throws {
        let outcome = try catalog.edit(id, TreeEdits.insert(into: 1))
        #expect(outcome.revision == 1 && outcome.isRevision && outcome.snapshot.dump.tree.count == 6)
        #expect([outcome.changed, outcome.removed] == [[1, 5], []])
        let removal = try catalog.edit(id, .remove(view: 1))
        #expect(removal.removed.sorted() == [1, 2, 3, 5])
        let summary = try catalog.dump(id)
        #expect([summary.revision, summary.viewCount, summary.depth] == [2, 2, 1])
        #expect([summary.appliedEdits, summary.undoneEdits] == [2, 0])
        #expect(try catalog.dumps().dumps == [summary])
        #expect(try catalog.snapshot(of: id).summary == summary)
        #expect(try catalog.source(of: id).bytes == Array(TreeEdits.text.utf8))
    }

    @Test("what changes nothing makes no revision and keeps what was taken back")
    func emptyEdit() throws {
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5))
        _ = try catalog.undo(id)
        for edit in [TreeEdits.alpha(2, 1), .bringToFront(view: 4), .change(view: 1, ViewChanges())] {
            let outcome = try catalog.edit(id, edit)
            #expect(!outcome.isRevision && outcome.revision == 2 && outcome.changed.isEmpty)
        }
        #expect(try catalog.dump(id).undoneEdits == 1)
        #expect(try catalog.redo(id).revision == 3)
    }

    @Test("undo and redo go back and forth through states that are the same to the byte")
    func undoAndRedo() throws {
        let edits: [TreeEdit] = [
            TreeEdits.frame(1, x: 5), .move(view: 2, superview: 4, index: 0), TreeEdits.insert(into: 2),
            .remove(view: 1), .exchange(superview: 0, 0, 0), .sendToBack(view: 4),
        ]
        var states = [try catalog.load(id).bytes]
        for edit in edits where try catalog.edit(id, edit).isRevision { states.append(try catalog.load(id).bytes) }
        #expect(states.count == 5)
        for state in states.dropLast().reversed() {
            _ = try catalog.undo(id)
            #expect(try catalog.load(id).bytes == state)
        }
        #expect(code { _ = try catalog.undo(id) } == .nothingToUndo)
        for state in states.dropFirst() {
            _ = try catalog.redo(id)
            #expect(try catalog.load(id).bytes == state)
        }
        #expect(code { _ = try catalog.redo(id) } == .nothingToRedo)
        #expect(try catalog.dump(id).revision == 12)
    }

    @Test("an undo names the views that came back and those that are gone")
    func undoneViews() throws {
        _ = try catalog.edit(id, .remove(view: 1))
        _ = try catalog.edit(id, TreeEdits.insert(into: 4))
        let first = try catalog.undo(id)
        let second = try catalog.undo(id)
        #expect([first.changed, first.removed, second.changed, second.removed] == [[4], [5], [0, 1, 2, 3], []])
    }

    @Test("a new edit takes the place of those that were taken back")
    func newEditAfterUndo() throws {
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5))
        _ = try catalog.edit(id, TreeEdits.alpha(3, 0.5))
        _ = try catalog.undo(id)
        _ = try catalog.edit(id, TreeEdits.alpha(4, 0.5))
        #expect(code { _ = try catalog.redo(id) } == .nothingToRedo)
        let tree = try restarted().load(id).tree
        #expect([2, 3, 4].map { tree.alpha(of: $0) } == [0.5, 1, 0.5])
    }

    @Test("all edits are taken back at once, and carried out again one by one")
    func reset() throws {
        let original = try catalog.load(id).bytes
        _ = try catalog.edit(id, .remove(view: 2))
        _ = try catalog.edit(id, TreeEdits.insert(into: 1))
        let edited = try catalog.load(id).bytes
        for catalog in [catalog, restarted(), restarted(CatalogLimits(undoBytes: 0))] {
            let outcome = try catalog.reset(id)
            #expect([outcome.changed, outcome.removed] == [[1, 2], [5]])
            #expect(try catalog.load(id).bytes == original && catalog.dump(id).undoneEdits == 2)
            #expect(code { _ = try catalog.reset(id) } == .nothingToUndo)
            _ = try catalog.redo(id)
            _ = try catalog.redo(id)
            #expect(try catalog.load(id).bytes == edited)
        }
    }

    @Test("a write that is meant for another revision changes nothing")
    func revisions() throws {
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5), ifRevision: 0)
        let error = #expect(throws: CatalogError.self) {
            try catalog.edit(id, TreeEdits.alpha(2, 0.25), ifRevision: 0)
        }
        #expect(error?.code == .revisionConflict && error?.message.contains("revision 1") == true)
        #expect(code { _ = try catalog.undo(id, ifRevision: 7) } == .revisionConflict)
        #expect(try catalog.load(id).tree.alpha(of: 2) == 0.5)
        #expect(try [catalog.undo(id, ifRevision: 1), catalog.redo(id, ifRevision: 2)].map(\.revision) == [2, 3])
    }

    @Test("an impossible edit is refused with the tree's reason and leaves no trace")
    func impossible() throws {
        let error = #expect(throws: CatalogError.self) {
            try catalog.edit(id, .move(view: 1, superview: 2, index: nil))
        }
        #expect(error?.code == .impossibleEdit && error?.editError?.code == .intoOwnSubtree)
        for edit in [TreeEdits.alpha(2, .nan), TreeEdits.insert(into: 2, ""), .remove(view: 77)] {
            #expect(code { _ = try catalog.edit(id, edit) } == .impossibleEdit)
        }
        #expect(code { _ = try catalog.edit("none", .remove(view: 1)) } == .unknownDump)
        #expect(try catalog.dump(id).revision == 0 && store.journals().isEmpty)
    }

    @Test("there is a limit to how many edits a dump has, and an undo makes room")
    func tooManyEdits() throws {
        let catalog = restarted(CatalogLimits(maximumEdits: 3))
        for number in 1...3 { _ = try catalog.edit(id, TreeEdits.frame(2, x: Double(number))) }
        #expect(code { _ = try catalog.edit(id, TreeEdits.frame(2, x: 4)) } == .tooManyEdits)
        _ = try catalog.undo(id)
        #expect(try catalog.edit(id, TreeEdits.frame(2, x: 4)).revision == 5)
    }

    @Test("a change is made in place: no column is copied, unless somebody else holds the tree")
    func inPlace() throws {
        func frames() throws -> Int {
            try catalog.withDump(id) { _, loaded in
                loaded.dump.tree.frames.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
            }
        }
        _ = try catalog.edit(id, TreeEdits.frame(2, x: 1))
        let before = try frames()
        _ = try catalog.edit(id, TreeEdits.frame(2, x: 2))
        _ = try catalog.edit(id, TreeEdits.frame(1, x: 2))
        _ = try catalog.undo(id)
        _ = try catalog.redo(id)
        #expect(throws: CatalogError.self) { try catalog.edit(id, TreeEdits.frame(99, x: 2)) }
        #expect(try frames() == before)
        let held = try catalog.load(id)
        _ = try catalog.edit(id, TreeEdits.frame(2, x: 3))
        #expect(try frames() != before && held.tree.frame(of: 2).origin.x == 2)
    }

    @Test("readers keep the tree that they were given")
    func readers() throws {
        let before = try catalog.load(id)
        let bytes = before.bytes
        _ = try catalog.edit(id, .remove(view: 1))
        #expect(before.bytes == bytes)
    }

    @Test("a deleted dump takes its edits along")
    func deletion() throws {
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5))
        try catalog.delete(id)
        #expect(store.journals().isEmpty)
        #expect(code { _ = try catalog.undo(id) } == .unknownDump)
        #expect(code { _ = try catalog.edits(of: id) } == .unknownDump)
    }

    @Test("the history names every edit, newest first, in parts")
    func history() throws {
        let edits: [TreeEdit] = [
            TreeEdits.frame(3, x: 1), TreeEdits.insert(into: 1), .remove(view: 2), .bringToFront(view: 1),
            .exchange(superview: 0, 0, 1), .move(view: 3, superview: 4, index: 0),
        ]
        #expect(try catalog.edits(of: id) == EditHistory(entries: [], applied: 0, count: 0, revision: 0, next: nil))
        for edit in edits { _ = try catalog.edit(id, edit) }
        _ = try catalog.undo(id)
        let all = try catalog.edits(of: id)
        #expect(
            all.entries.map { "\($0.number) \($0.view.map(String.init) ?? "-") \($0.summary)" } == [
                "5 3 UIButton 3 moved into UIImageView 4 from UIView 1",
                "4 0 UIImageView 4 and UIView 1 in UIWindow 0 exchanged",
                "3 1 UIView 1 brought to the front",
                "2 2 “Hello” label removed",
                "1 5 UISwitch added to UIView 1",
                "0 3 Frame of UIButton 3: x 210 → 1, y 400 → 0, 100 → 50 wide, 40 → 60 high",
            ]
        )
        #expect([all.applied, all.count, all.revision] == [5, 6, 7] && all.next == nil)
        let first = try catalog.edits(of: id, limit: 4)
        #expect(first.entries.map(\.number) == [5, 4, 3, 2] && first.next == 2)
        #expect(try catalog.edits(of: id, limit: 4, after: 2).entries.map(\.number) == [1, 0])
        #expect(try catalog.edits(of: id, limit: 4, after: 0).entries.isEmpty)
    }

    @Test(
        "an entry says what changed, from what to what",
        arguments: [
            (#"{"frame":{"x":210,"y":400,"width":32,"height":40}}"#, "Frame of UIButton 3: 100 → 32 wide"),
            (#"{"center":{"x":260,"y":430}}"#, "Center of UIButton 3: y 420 → 430"),
            (#"{"autoresizingMask":["flexibleWidth"]}"#, "Autoresizing mask of UIButton 3: LM+TM → W"),
            (#"{"hidden":true,"tag":4}"#, "Hidden of UIButton 3: No → Yes; tag 0 → 4"),
            (#"{"contentMode":"center"}"#, "Content mode of UIButton 3: unknown → center"),
        ]
    )
    func summaries(changes: String, summary: String) throws {
        let edit = try TreeEditDocument.edit(Array(#"{"op":"change","view":3,"changes":\#(changes)}"#.utf8))
        _ = try catalog.edit(id, edit)
        #expect(try catalog.edits(of: id).entries.first?.summary == summary)
    }

    @Test("what the last revision changed can be asked for again")
    func lastChange() throws {
        let outcome = try catalog.edit(id, TreeEdits.frame(1, x: 3))
        #expect(try catalog.changes(of: id, inRevision: 1).changed == outcome.changed)
        _ = try catalog.undo(id)
        #expect(code { _ = try catalog.changes(of: id, inRevision: 1) } == .unknownRevision)
        #expect(try catalog.changes(of: id, inRevision: 2).changed == outcome.changed)
        #expect(code { _ = try restarted().changes(of: id, inRevision: 2) } == .unknownRevision)
    }
}
