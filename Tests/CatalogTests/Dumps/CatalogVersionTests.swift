import Catalog
import Diagnostics
import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

/// A screen in two versions: without addresses and with a row more, and with another order.
enum Versions {
    static let first = """
        <UIWindow; frame = (0 0; 320 480); layer = <CALayer>>
           | <UIView; frame = (0 20; 320 460); layer = <CALayer>>
           |    | <UILabel; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer>>
           |    | <UILabel; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer>>
           | <UIImageView; frame = (40 40; 20 20); layer = <CALayer>>
        """
    static let second = """
        <UIWindow; frame = (0 0; 320 480); layer = <CALayer>>
           | <UIView; frame = (0 20; 320 460); layer = <CALayer>>
           |    | <UILabel; frame = (10 10; 100 20); text = 'Bern'; layer = <CALayer>>
           |    | <UILabel; frame = (10 40; 100 20); text = 'Rome'; layer = <CALayer>>
           | <UIButton; frame = (40 40; 20 20); layer = <CALayer>>
        """

    static func upload(_ text: String, name: String? = nil) -> DumpUpload {
        DumpUpload(source: Array(text.utf8), name: name)
    }
}

@Suite("Newer versions of an upload")
struct CatalogVersionTests {
    private let store = MemoryCatalogStore()
    private let catalog: Catalog
    private let id: String

    init() throws {
        catalog = Catalog(store: store)
        id = try catalog.add(Versions.upload(Versions.first, name: "Cities")).id
    }

    /// The ids of the views by what they show.
    private func ids(_ catalog: Catalog) throws -> [String: Int] {
        let tree = try catalog.load(id).tree
        return Dictionary(
            tree.indices.map { (tree.text(of: $0) ?? tree.className(of: $0), tree.id(at: $0) ?? -1) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test("views keep their ids, pins and notes; new ones get the next free ids; the name stays")
    func identity() throws {
        _ = try catalog.mark(2, of: id, .write("capital"))
        _ = try catalog.mark(3, of: id, .pin)
        _ = try catalog.mark(4, of: id, .write("gone"))
        let replacement = try catalog.replace(id, with: Versions.upload(Versions.second))
        #expect(replacement.kept == 3 && replacement.added == 2 && replacement.stranded == [3, 4])
        #expect(replacement.outcome.removed == [3, 4])
        let expected = ["UIWindow": 0, "UIView": 1, "Rome": 2, "Bern": 5, "UIButton": 6]
        for catalog in [catalog, Catalog(store: store)] {
            #expect(try ids(catalog) == expected)
            let marks = try catalog.marks(of: id)
            #expect(marks.note(on: 2)?.text == "capital" && marks.note(on: 4)?.text == "gone" && marks.pins == [3])
            let summary = try catalog.dump(id)
            #expect(summary.name == "Cities" && summary.revision == 1 && summary.viewCount == 5)
            #expect(try catalog.source(of: id).bytes == Array(Versions.second.utf8))
        }
        // What has come back is a new view: its former self is not known any more.
        _ = try catalog.replace(id, with: Versions.upload(Versions.first, name: "Towns"))
        #expect(try ids(catalog) == ["UIWindow": 0, "UIView": 1, "Rome": 2, "Oslo": 7, "UIImageView": 8])
        #expect(try catalog.dump(id).name == "Towns")
    }

    @Test("edits are only let go of by whoever says that they know of them")
    func edits() throws {
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5))
        _ = try catalog.edit(id, TreeEdits.insert(into: 0))
        let refusal = #expect(throws: CatalogError.self) {
            _ = try catalog.replace(id, with: Versions.upload(Versions.second))
        }
        #expect(refusal?.code == .unsavedEdits && refusal?.message.contains("2 edits") == true)
        #expect(try catalog.load(id).tree.count == 6)
        let late = #expect(throws: CatalogError.self) {
            _ = try catalog.replace(id, with: Versions.upload(Versions.second), ifRevision: 1)
        }
        #expect(late?.code == .revisionConflict)
        let done = try catalog.replace(id, with: Versions.upload(Versions.second), ifRevision: 2)
        #expect(done.outcome.revision == 3)
        // The id of the view that an edit had put in is not given again.
        #expect(try ids(catalog)["Bern"] == 6)
        let summary = try catalog.dump(id)
        #expect(summary.appliedEdits == 0 && summary.undoneEdits == 0)
        #expect(code { _ = try catalog.redo(id) } == .nothingToRedo)
        _ = try catalog.edit(id, TreeEdits.alpha(6, 0.5))
        _ = try catalog.undo(id)
        // Edits that were taken back are in nobody's way.
        _ = try catalog.replace(id, with: Versions.upload(Versions.first))
        #expect(try catalog.load(id).tree.alpha(of: 2) == 1)
    }

    @Test("edits of the newer version are there after a restart")
    func later() throws {
        _ = try catalog.replace(id, with: Versions.upload(Versions.second))
        _ = try catalog.edit(id, TreeEdits.alpha(5, 0.25))
        let tree = try Catalog(store: store).load(id).tree
        #expect(tree.index(ofID: 5).map(tree.alpha) == 0.25 && tree.text(of: tree.index(ofID: 5) ?? -1) == "Bern")
    }

    @Test("companions are joined to the views that still have their addresses")
    func companions() throws {
        let text = TreeEdits.text
        let id = try catalog.add(Versions.upload(text)).id
        let companion = "UILabel:0x3 - AMBIGUOUS LAYOUT\n"
        let trace = "•UIWindow:0x1\n|   •UIView:0x2\n|   |   *" + companion
        _ = try catalog.add(companion: Array(trace.utf8), to: id)
        let moved = text.replacingOccurrences(of: "<UIImageView: 0x5", with: "<UISwitch: 0x6")
        _ = try catalog.replace(id, with: Versions.upload(moved))
        #expect(try catalog.companions(of: id).first?.join.views.contains(2) == true)
        let tree = try catalog.load(id).tree
        #expect(!tree.layoutIssues(of: tree.index(ofID: 2) ?? -1).isEmpty)
        _ = try catalog.replace(id, with: Versions.upload(Versions.first))
        #expect(try catalog.companions(of: id).map(\.join.joinedCount) == [0])
        #expect(try catalog.load(id).report.contains { $0.code == "companion.joined" && $0.message.contains("not") })
    }

    @Test("what cannot be read replaces nothing, and there is nothing to replace of an unknown dump")
    func refusals() throws {
        #expect(code { _ = try catalog.replace(id, with: Versions.upload("no dump")) } == .unreadableDump)
        #expect(try catalog.dump(id).revision == 0)
        #expect(code { _ = try catalog.replace("nothing", with: Versions.upload(Versions.second)) } == .unknownDump)
        store.failsWrites = true
        #expect(code { _ = try catalog.replace(id, with: Versions.upload(Versions.second)) } == .storageFailed)
        store.failsWrites = false
        #expect(try ids(catalog)["Oslo"] == 3 && catalog.dump(id).revision == 0)
    }
}

@Suite("Newer versions of a file")
struct FileVersionTests {
    private let directory: TemporaryDirectory
    private let store = MemoryCatalogStore()
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = try directory.write(Versions.first, to: "cities.txt").path(percentEncoded: false)
    }

    private func open() throws -> (catalog: Catalog, id: String) {
        let catalog = Catalog.open(paths: [path], store: store)
        return (catalog, try #require(try catalog.dumps().dumps.first?.id))
    }

    private func id(of text: String, in dump: Dump) -> Int? {
        dump.tree.indices.first { dump.tree.text(of: $0) == text }.flatMap { dump.tree.id(at: $0) }
    }

    @Test("views keep their ids while the server runs, and after a restart")
    func running() throws {
        let (catalog, id) = try open()
        #expect(self.id(of: "Rome", in: try catalog.load(id)) == 2)
        try directory.write(Versions.second, to: "cities.txt")
        let tree = try catalog.load(id)
        #expect(self.id(of: "Rome", in: tree) == 2 && self.id(of: "Bern", in: tree) == 5)
        _ = try catalog.edit(id, TreeEdits.alpha(5, 0.5))
        for catalog in [catalog, try open().catalog] {
            let dump = try catalog.load(id)
            #expect(self.id(of: "Rome", in: dump) == 2 && self.id(of: "Bern", in: dump) == 5)
            #expect(dump.tree.index(ofID: 5).map(dump.tree.alpha) == 0.5)
        }
        // The edits are of the second version; without them the third one shows.
        try directory.write(Versions.first, to: "cities.txt")
        #expect(self.id(of: "Oslo", in: try catalog.load(id)) == nil)
        _ = try catalog.reset(id)
        #expect(self.id(of: "Rome", in: try catalog.load(id)) == 2)
        #expect(self.id(of: "Oslo", in: try catalog.load(id)) == 7)
        _ = try catalog.redo(id)
        #expect(self.id(of: "Bern", in: try catalog.load(id)) == 5)
    }

    @Test("a note finds its view again when the file has changed while no server ran")
    func stopped() throws {
        let (catalog, id) = try open()
        _ = try catalog.mark(2, of: id, .write("capital"))
        try directory.write(Versions.second, to: "cities.txt")
        #expect(self.id(of: "Rome", in: try open().catalog.load(id)) == 2)
    }

    @Test("a file is replaced where it is")
    func readOnly() throws {
        let (catalog, id) = try open()
        #expect(code { _ = try catalog.replace(id, with: Versions.upload(Versions.second)) } == .readOnly)
    }
}
