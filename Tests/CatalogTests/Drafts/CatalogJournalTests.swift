import Diagnostics
import Dispatch
import DumpFormats
import Synchronization
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@testable import Catalog

@Suite("Edits that outlive the process, memory and others who edit")
struct CatalogJournalTests: UploadEditing {
    let upload: EditedUpload

    init() throws { upload = try EditedUpload() }

    @Test("after a restart everything is as it was: the views, the revision, and what can be undone and redone")
    func restart() throws {
        for edit in [TreeEdits.frame(1, x: 5), TreeEdits.insert(into: 2), .remove(view: 3)] {
            _ = try catalog.edit(id, edit)
        }
        let before = try catalog.undo(id).snapshot
        let later = restarted()
        let after = try later.snapshot(of: id)
        #expect(after.dump.bytes == before.dump.bytes && after.summary == before.summary)
        #expect(after.touched == before.touched)
        #expect(after.dump.tree.index(ofID: 5) != nil)
        #expect(try later.redo(id).removed == [3])
        for _ in 0..<3 { _ = try later.undo(id) }
        #expect(try later.load(id).bytes == Catalog(store: store).load(id).bytes)
        #expect(try later.load(id).tree.count == 5)
        #expect(try later.dump(id).revision == 8)
    }

    @Test("undo goes back further than memory does", arguments: [0, 400, 2_000])
    func undoBeyondMemory(bytes: Int) throws {
        let catalog = restarted(CatalogLimits(undoBytes: bytes))
        var states = [try catalog.load(id).bytes]
        for number in 1...20 {
            let edit = number % 5 == 0 ? TreeEdits.insert(into: 1) : TreeEdits.frame(1, x: Double(number))
            _ = try catalog.edit(id, edit)
            states.append(try catalog.load(id).bytes)
        }
        let kept = try catalog.withDump(id) { _, loaded in (loaded.undo.count, loaded.undo.byteCount) }
        #expect(kept.0 < 20 && kept.1 <= bytes)
        #expect(try catalog.snapshot(of: id).touched.ids == [1, 3, 5, 6, 7, 8])
        for state in states.dropLast().reversed() {
            let outcome = try catalog.undo(id)
            #expect(outcome.changed.first == 1)
            #expect(try catalog.load(id).bytes == state)
        }
        #expect(try catalog.snapshot(of: id).touched.ids == [])
    }

    @Test("a store that fails leaves the tree as it was, and what was taken back too")
    func failingStore() throws {
        _ = try catalog.edit(id, TreeEdits.insert(into: 1))
        _ = try catalog.edit(id, .remove(view: 2))
        _ = try catalog.undo(id)
        let before = try catalog.snapshot(of: id)
        store.failsWrites = true
        let edits: [() throws -> EditOutcome] = [
            { try catalog.edit(id, .remove(view: 1)) }, { try catalog.edit(id, TreeEdits.frame(1, x: 9)) },
            { try catalog.undo(id) }, { try catalog.redo(id) }, { try catalog.reset(id) },
        ]
        for edit in edits { #expect(code { _ = try edit() } == .storageFailed) }
        let after = try catalog.snapshot(of: id)
        #expect(after.dump.bytes == before.dump.bytes && after.summary == before.summary)
        store.failsWrites = false
        #expect(try catalog.redo(id).removed == [2])
        #expect(try catalog.undo(id).changed == [1, 2])
        #expect(try catalog.undo(id).removed == [5])
    }

    @Test("an edit that cannot be carried out any more is kept, said so, and in nobody's way")
    func skippedEdit() throws {
        for number in 1...4 { _ = try catalog.edit(id, TreeEdits.frame(2, x: Double(number))) }
        store.rewrite(2, of: id, "{\"op\":\"fold\",\"view\":2}")
        let later = restarted()
        let snapshot = try later.snapshot(of: id)
        #expect(snapshot.dump.tree.frame(of: 2).origin.x == 2)
        let note = try #require(snapshot.dump.report.first { $0.code == "draft.editSkipped" })
        #expect(note.severity == .warning && note.message.contains("Edit 2") && note.message.contains("1 after it"))
        #expect(code { _ = try later.edit(id, TreeEdits.alpha(2, 0)) } == .incompleteDraft)
        #expect(try later.undo(id).changed == [])
        #expect(try later.dump(id).appliedEdits == 2 && later.dump(id).undoneEdits == 2)
        #expect(try later.load(id).report == restarted().load(id).report)
        #expect(try later.load(id).report.map(\.code).contains("draft.editSkipped") == false)
        #expect(code { _ = try later.redo(id) } == .impossibleEdit)
        #expect(try later.undo(id).changed == [2])
        #expect(try later.edits(of: id).count == 4)
    }

    @Test("threads that edit at once wait for each other: every edit is there, every revision given once")
    func threads() throws {
        let revisions = Mutex<[Int]>([])
        let catalogs = [catalog, restarted()]
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<25 {
                do {
                    let outcome = try catalogs[thread % 2].edit(id, TreeEdits.insert(into: 1, "V\(thread)x\(number)"))
                    revisions.withLock { $0.append(outcome.revision) }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(revisions.withLock { $0.sorted() } == Array(1...100))
        let tree = try restarted().load(id).tree
        let names = Set(tree.indices.map { tree.className(of: $0) }.filter { $0.hasPrefix("V") })
        #expect(names.count == 100 && tree.count == 105)
        for catalog in catalogs { #expect(try catalog.load(id).bytes == restarted().load(id).bytes) }
    }

    @Test("what another process writes is seen, and a write on top of it is made on what is there")
    func anotherProcess() throws {
        let other = restarted()
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5))
        #expect(try other.load(id).tree.alpha(of: 2) == 0.5)
        _ = try other.edit(id, TreeEdits.alpha(3, 0.25))
        #expect(try catalog.edit(id, TreeEdits.alpha(4, 0.75)).revision == 3)
        #expect([2, 3, 4].map { (try? other.load(id))?.tree.alpha(of: $0) } == [0.5, 0.25, 0.75])
        _ = try catalog.undo(id)
        #expect(code { _ = try other.edit(id, TreeEdits.alpha(2, 0), ifRevision: 3) } == .revisionConflict)
    }

    @Test("whatever is done, undoing all of it brings back every byte, in memory and from the store")
    func anySequence() throws {
        var random = SeededGenerator(seed: 4)
        for number in 0..<200 {
            let limits = CatalogLimits(undoBytes: [0, 500, 1 << 20][number % 3])
            let catalog = restarted(limits)
            let id = try catalog.add(DumpUpload(source: Array(TreeEdits.text.utf8))).id
            let original = try catalog.load(id).bytes
            var revision = 0
            for _ in 0..<Int.random(in: 1...15, using: &random) {
                let before = try catalog.load(id)
                do {
                    let outcome: EditOutcome
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: outcome = try catalog.undo(id)
                    case 1: outcome = try catalog.redo(id)
                    default: outcome = try catalog.edit(id, random.edit(of: before.tree))
                    }
                    try #require(outcome.revision == revision + (outcome.isRevision ? 1 : 0))
                    revision = outcome.revision
                } catch {
                    try #require(error is CatalogError)
                    try #require(try catalog.load(id).bytes == before.bytes)
                }
            }
            let later = restarted(limits)
            try #require(try later.load(id).bytes == catalog.load(id).bytes, "sequence \(number)")
            let summary = try later.dump(id)
            try #require(try summary.viewCount == later.load(id).tree.count)
            for _ in 0..<summary.appliedEdits { _ = try later.undo(id) }
            try #require(try later.load(id).bytes == original, "sequence \(number)")
            try #require(try catalog.load(id).bytes == original)
        }
    }
}
