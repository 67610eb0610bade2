import Diagnostics
import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@testable import Catalog

@Suite("Companions of dumps")
struct CatalogCompanionTests: UploadEditing {
    let upload: EditedUpload

    init() throws { upload = try EditedUpload() }

    private static let controllers = "<Root 0x11>, state: appeared, view: <UIView 0x2>"
    private static let trace = "*UILabel:0x3'Hello'- AMBIGUOUS LAYOUT for UILabel:0x3'Hello'.minX{id: 1}\n*UIView:0x99"

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func code(_ text: String, _ limits: CatalogLimits = .standard) -> CatalogError.Code? {
        let error = #expect(throws: CatalogError.self) { try restarted(limits).add(companion: bytes(text), to: id) }
        return error?.code
    }

    @Test("a companion is a revision, and is there after a restart")
    func added() throws {
        let (entry, outcome) = try catalog.add(companion: bytes(Self.controllers), to: id)
        #expect(entry.number == 1 && entry.kinds == [.printHierarchy] && entry.join.joinedCount == 1)
        #expect(outcome.revision == 1 && outcome.changed == [1] && outcome.removed.isEmpty)
        let second = try catalog.add(companion: bytes(Self.trace), to: id)
        #expect(second.entry.number == 2 && second.entry.join.missed.map(\.line) == [2])
        for catalog in [catalog, restarted()] {
            let snapshot = try catalog.snapshot(of: id)
            #expect(snapshot.summary.revision == 2 && snapshot.summary.appliedEdits == 0)
            #expect(snapshot.companions == [entry, second.entry])
            #expect(snapshot.dump.tree.controller(of: 1) == "Root")
            #expect(snapshot.dump.tree.layoutIssues(of: 2) == .ambiguous)
            #expect(snapshot.dump.report.filter { $0.code == "companion.joined" }.count == 2)
        }
    }

    @Test("edits and companions leave each other alone")
    func edits() throws {
        _ = try catalog.edit(id, .remove(view: 3))
        let (_, outcome) = try catalog.add(companion: bytes(Self.trace), to: id)
        #expect(outcome.revision == 2)
        #expect(outcome.snapshot.summary.appliedEdits == 1)
        #expect(outcome.snapshot.dump.tree.index(ofID: 3) == nil)
        #expect(try catalog.undo(id).snapshot.dump.tree.index(ofID: 3) != nil)
        for catalog in [catalog, restarted()] {
            #expect(try catalog.load(id).tree.layoutIssues(of: 2) == .ambiguous)
        }
        #expect(try catalog.redo(id).revision == 4)
    }

    @Test("a removed companion takes what it said with it")
    func removed() throws {
        try catalog.add(companion: bytes(Self.trace), to: id)
        try catalog.add(companion: bytes(Self.controllers), to: id)
        let outcome = try catalog.removeCompanion(1, of: id)
        #expect(outcome.revision == 3 && outcome.changed == [2])
        for catalog in [catalog, restarted()] {
            let snapshot = try catalog.snapshot(of: id)
            #expect(snapshot.companions.map(\.number) == [2])
            #expect(snapshot.dump.tree.layoutIssues(of: 2) == [])
            #expect(snapshot.dump.tree.controller(of: 1) == "Root")
        }
        #expect(try catalog.add(companion: bytes(Self.trace), to: id).entry.number == 3)
        let error = #expect(throws: CatalogError.self) { try catalog.removeCompanion(1, of: id) }
        #expect(error?.code == .unknownCompanion)
    }

    @Test("what cannot be joined is refused with its reason and kept nowhere")
    func refusals() throws {
        try catalog.add(companion: bytes(Self.trace), to: id)
        var limits = CatalogLimits.standard
        limits.maximumCompanions = 1
        #expect(code("hello") == .unreadableCompanion)
        #expect(code("*UIView:0x77") == .nothingJoined)
        #expect(code(Self.trace) == .companionIsThere)
        #expect(code(Self.controllers, limits) == .tooManyCompanions)
        #expect(store.companions(of: id).count == 1)
        let error = #expect(throws: CatalogError.self) {
            try catalog.add(companion: bytes(Self.controllers), to: id, ifRevision: 0)
        }
        #expect(error?.code == .revisionConflict)
        store.failsWrites = true
        #expect(throws: CatalogError.self) { try catalog.add(companion: bytes(Self.controllers), to: id) }
        #expect(try catalog.load(id).tree.controller(of: 1) == nil)
    }

    @Test("a dump without addresses says that it has none")
    func purged() throws {
        let purged = try catalog.add(DumpUpload(source: bytes("<UIView; frame = (0 0; 1 1)>"))).id
        let error = #expect(throws: CatalogError.self) { try catalog.add(companion: bytes("*UIView:0x1"), to: purged) }
        #expect(error?.code == .nothingJoined)
        #expect(error?.message.contains("no addresses") == true)
    }

    @Test("a companion of a file stays with it, also when it changes and when it is edited")
    func files() throws {
        let directory = try TemporaryDirectory()
        try directory.write(TreeEdits.text, to: "a.txt")
        func open() -> Catalog {
            Catalog.open(paths: [directory.url.path(percentEncoded: false)], store: store)
        }
        let catalog = open()
        let file = try #require(try catalog.dumps().dumps.first { $0.readOnly }?.id)
        try catalog.add(companion: bytes(Self.controllers), to: file)
        #expect(try open().load(file).tree.controller(of: 1) == "Root")
        _ = try catalog.edit(file, .remove(view: 2))
        #expect(try open().snapshot(of: file).companions.count == 1)
        #expect(try open().load(file).tree.controller(of: 1) == "Root")
        _ = try catalog.undo(file)
        try directory.write(TreeEdits.text.replacing("0x2", with: "0x22"), to: "a.txt")
        let changed = try catalog.snapshot(of: file)
        #expect(changed.dump.tree.controller(of: 1) == nil)
        #expect(changed.companions.first?.join.missedCount == 1)
    }
}
