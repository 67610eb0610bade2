import Diagnostics
import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@testable import Catalog

@Suite("Edits of files")
struct CatalogDraftTests {
    private let directory: TemporaryDirectory
    private let store = MemoryCatalogStore()

    init() throws {
        directory = try TemporaryDirectory()
        try write("Before")
    }

    private var file: URL { directory.url.appending(path: "a.json") }

    /// Writes the file; every name has another length, so that each content looks another from outside too.
    private func write(_ name: String) throws { try directory.write(SampleDumps.json(name: name), to: "a.json") }

    private func open(_ limits: CatalogLimits = .standard) -> Catalog {
        Catalog.open(paths: [directory.url.path(percentEncoded: false)], store: store, limits: limits)
    }

    private func opened() throws -> (Catalog, String) {
        let catalog = open()
        return (catalog, try #require(try catalog.dumps().dumps.first?.id))
    }

    private func codes(_ catalog: Catalog, _ id: String) throws -> [String] { try catalog.load(id).report.map(\.code) }

    @Test("the first edit keeps a copy of the file, and the file stays as it is")
    func copy() throws {
        let (catalog, id) = try opened()
        let bytes = [UInt8](try Data(contentsOf: file))
        let outcome = try catalog.edit(id, TreeEdits.insert(into: 0))
        #expect(outcome.revision == 1)
        #expect(store.draftSource(of: id) == bytes)
        #expect([UInt8](try Data(contentsOf: file)) == bytes)
        let summary = try catalog.dump(id)
        #expect(summary.viewCount == 2 && summary.readOnly && summary.name == "Before" && summary.appliedEdits == 1)
        #expect(try catalog.dumps().dumps == [summary])
        #expect(try open().snapshot(of: id).summary == summary)
        #expect(try open().load(id).bytes == catalog.load(id).bytes)
        let error = #expect(throws: CatalogError.self) { try catalog.delete(id) }
        #expect(error?.code == .readOnly)
    }

    @Test("a change of the file does not touch its edits, and is said")
    func fileChanges() throws {
        let (catalog, id) = try opened()
        let edited = try catalog.edit(id, TreeEdits.insert(into: 0)).snapshot.dump.bytes
        try write("Afterwards")
        for catalog in [catalog, open()] {
            #expect(try catalog.load(id).bytes == edited)
            #expect(try codes(catalog, id) == ["draft.fileChanged"])
            #expect(try catalog.dump(id).name == "Before" && catalog.dump(id).revision == 1)
            #expect(String(decoding: try catalog.source(of: id).bytes, as: UTF8.self).contains("Before"))
        }
        #expect(try catalog.edit(id, TreeEdits.alpha(1, 0.5)).revision == 2)
        #expect(try catalog.undo(id).revision == 3)
        #expect(try catalog.load(id).bytes == edited)
    }

    @Test("with all edits taken back the new content shows; a redo brings back the old, a new edit begins anew")
    func newContent() throws {
        let (catalog, id) = try opened()
        let edited = try catalog.edit(id, TreeEdits.insert(into: 0)).snapshot.dump.bytes
        try write("Afterwards")
        let undone = try catalog.undo(id)
        #expect(undone.snapshot.summary.name == "Afterwards" && undone.revision == 2)
        #expect(undone.changed == [0] && undone.removed == [1])
        #expect(try codes(catalog, id).isEmpty)
        #expect(try catalog.dump(id).revision == 2)
        #expect(try open().load(id).name == "Afterwards")
        let redone = try catalog.redo(id)
        #expect(redone.snapshot.dump.bytes == edited && redone.revision == 3 && redone.changed == [0, 1])
        #expect(try codes(catalog, id) == ["draft.fileChanged"])
        #expect(try catalog.reset(id).snapshot.summary.name == "Afterwards")
        let anew = try catalog.edit(id, TreeEdits.alpha(0, 0.5))
        #expect(anew.revision == 5 && anew.snapshot.dump.name == "Afterwards" && anew.snapshot.dump.tree.count == 1)
        #expect(String(decoding: store.draftSource(of: id) ?? [], as: UTF8.self).contains("Afterwards"))
        #expect(try codes(open(), id).isEmpty)
    }

    @Test("revisions never go back, whatever changes: the file or the edits")
    func revisions() throws {
        let (catalog, id) = try opened()
        var revisions = [try catalog.dump(id).revision]
        func note() throws { revisions.append(try catalog.snapshot(of: id).summary.revision) }
        try write("Second!")
        try note()
        _ = try catalog.edit(id, TreeEdits.insert(into: 0))
        try note()
        try write("The third")
        _ = try catalog.undo(id)
        try note()
        try write("The fourth one")
        try note()
        #expect(try catalog.dump(id).revision == revisions.last)
        _ = try catalog.redo(id)
        try note()
        _ = try catalog.undo(id)
        try note()
        _ = try catalog.edit(id, TreeEdits.insert(into: 0))
        try note()
        #expect(revisions == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test("an edit that is meant for another content of the file is refused")
    func conflict() throws {
        let (catalog, id) = try opened()
        let revision = try catalog.dump(id).revision
        try write("Afterwards")
        let error = #expect(throws: CatalogError.self) {
            try catalog.edit(id, TreeEdits.alpha(0, 0.5), ifRevision: revision)
        }
        #expect(error?.code == .revisionConflict)
        #expect(store.journals().isEmpty)
    }

    @Test("contents have versions that tell them apart after a restart, unless an edit stands on a copy")
    func versions() throws {
        let (catalog, id) = try opened()
        let first = try #require(try catalog.dump(id).fileVersion)
        #expect(try open().dump(id).fileVersion == first)
        try write("Afterwards")
        let second = try #require(try open().dump(id).fileVersion)
        #expect(first != second)
        #expect(try catalog.edit(id, TreeEdits.alpha(0, 0.5)).snapshot.summary.fileVersion == nil)
        #expect(try catalog.undo(id).snapshot.summary.fileVersion == second)
    }

    @Test("a file that is written again with the same bytes has not changed")
    func touched() throws {
        let (catalog, id) = try opened()
        _ = try catalog.edit(id, TreeEdits.insert(into: 0))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 5)],
            ofItemAtPath: file.path
        )
        #expect(try codes(catalog, id).isEmpty)
        #expect(try codes(open(), id).isEmpty)
        let undone = try catalog.undo(id)
        #expect(undone.changed == [0] && undone.removed == [1])
        #expect(try catalog.dump(id).revision == undone.revision)
    }

    @Test("the edits of a file that is gone or broken stay within reach")
    func missingFile() throws {
        let (catalog, id) = try opened()
        let edited = try catalog.edit(id, TreeEdits.insert(into: 0)).snapshot.dump.bytes
        try directory.write("no dump any more", to: "a.json")
        for catalog in [catalog, open()] {
            #expect(try catalog.load(id).bytes == edited)
            #expect(try codes(catalog, id) == ["draft.fileChanged"])
        }
        #expect(open().problems.count == 1)
        try FileManager.default.removeItem(at: file)
        #expect(try catalog.load(id).bytes == edited)
        #expect(try catalog.undo(id).snapshot.dump.tree.count == 1)
        #expect(try catalog.load(id).name == "Before")
        #expect(try catalog.redo(id).snapshot.dump.bytes == edited)
    }

    @Test("a picture inside a file stays that of the copy, one beside it comes first")
    func pictures() throws {
        try directory.write(SampleDumps.json(name: "Own", screenshot: SampleDumps.picture), to: "a.json")
        let (catalog, id) = try opened()
        _ = try catalog.edit(id, TreeEdits.insert(into: 0))
        try write("No picture here")
        #expect(try catalog.screenshot(of: id) == SampleDumps.pictureBytes)
        #expect(try catalog.dump(id).hasScreenshot)
        _ = try catalog.undo(id)
        #expect(try catalog.screenshot(of: id) == nil)
        try directory.write([0xFF, 0xD8, 0xFF, 1], to: "a.jpg")
        _ = try catalog.redo(id)
        #expect(try catalog.screenshot(of: id) == [0xFF, 0xD8, 0xFF, 1])
    }

    @Test("undo goes back to the copy when nothing is kept in memory")
    func undoBeyondMemory() throws {
        let (first, id) = try opened()
        let original = try first.load(id).bytes
        for catalog in [open(CatalogLimits(undoBytes: 0)), open(CatalogLimits(undoBytes: 0))] {
            for number in 1...3 { _ = try catalog.edit(id, TreeEdits.frame(0, x: Double(number))) }
            for _ in 1...2 { #expect(try catalog.undo(id).changed == [0]) }
            #expect(try catalog.load(id).tree.frame(of: 0).origin.x == 1)
            _ = try catalog.undo(id)
            #expect(try catalog.load(id).bytes == original)
        }
    }
}
