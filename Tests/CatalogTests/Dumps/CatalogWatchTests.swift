import Catalog
import Diagnostics
import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@Suite("Watching files and folders")
struct CatalogWatchTests {
    private let directory: TemporaryDirectory
    private let store = MemoryCatalogStore()

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(Versions.first, to: "dumps/cities.txt")
        try directory.write("{\"vitrine\":1,", to: "dumps/half.json")
    }

    private func open() throws -> (catalog: Catalog, watch: CatalogWatch, id: String) {
        let path = directory.url.appending(path: "dumps").path(percentEncoded: false)
        let catalog = Catalog.open(paths: [path], store: store)
        return (catalog, CatalogWatch(catalog), try #require(try catalog.dumps().dumps.first?.id))
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: directory.url.appending(path: path))
    }

    @Test("nothing is told of files that are as they were")
    func nothing() throws {
        let watch = try open().watch
        for _ in 0..<3 { #expect(watch.look().isEmpty) }
    }

    @Test("a file that is written to counts when it looks the same at two looks, and is what it was until then")
    func settling() throws {
        let (catalog, watch, id) = try open()
        #expect(try catalog.load(id).tree.count == 5)
        try directory.write("<UIWindow; frame = (0 0; 3", to: "dumps/cities.txt")
        #expect(watch.look().isEmpty)
        #expect(try catalog.load(id).tree.count == 5 && catalog.dump(id).revision == 0)
        try directory.write(Versions.second, to: "dumps/cities.txt")
        #expect(watch.look().isEmpty)
        let changes = watch.look()
        #expect(changes.changed.map(\.id) == [id] && changes.changed.first?.revision == 1 && changes.problems.isEmpty)
        let tree = try catalog.load(id).tree
        #expect(tree.indices.contains { tree.text(of: $0) == "Bern" } && tree.ids == [0, 1, 5, 2, 6])
        #expect(watch.look().isEmpty)
    }

    @Test("new files below the folders are there, new folders included")
    func adding() throws {
        let (catalog, watch, _) = try open()
        try directory.write(SampleDumps.text, to: "dumps/new/deep/button.txt")
        #expect(watch.look().isEmpty)
        let changes = watch.look()
        #expect(changes.added.count == 1)
        #expect(try catalog.load(changes.added[0]).tree.count == 2)
        #expect(watch.look().isEmpty)
    }

    @Test("what cannot be read is told once, until it has changed again")
    func problems() throws {
        let (catalog, watch, id) = try open()
        #expect(catalog.problems.count == 1)
        try directory.write("{\"vitrine\":1,\"windows\":", to: "dumps/half.json")
        #expect(watch.look().isEmpty)
        #expect(watch.look().problems.count == 1)
        for _ in 0..<3 { #expect(watch.look().isEmpty) }
        #expect(catalog.problems.count == 1)
        try directory.write(SampleDumps.json(name: "Whole"), to: "dumps/half.json")
        _ = watch.look()
        #expect(watch.look().added.count == 1)
        #expect(catalog.problems.isEmpty)
        // One that was a dump and is none any more.
        try directory.write("no dump", to: "dumps/cities.txt")
        _ = watch.look()
        #expect(watch.look().problems.count == 1)
        #expect(watch.look().isEmpty && catalog.problems.count == 1)
        #expect(code { _ = try catalog.load(id) } == .unreadableDump)
        try directory.write(Versions.second, to: "dumps/cities.txt")
        _ = watch.look()
        #expect(watch.look().changed.map(\.id) == [id])
        #expect(catalog.problems.isEmpty)
    }

    @Test("a file that is gone is gone, unless there are edits of it; one that is put back in the meantime is not")
    func removing() throws {
        let (catalog, watch, id) = try open()
        _ = try catalog.mark(2, of: id, .pin)
        try remove("dumps/cities.txt")
        #expect(watch.look().isEmpty)
        try directory.write(Versions.first, to: "dumps/cities.txt")
        _ = watch.look()
        #expect(watch.look().removed.isEmpty)
        try remove("dumps/cities.txt")
        #expect(watch.look().isEmpty)
        #expect(watch.look().removed == [id])
        #expect(code { _ = try catalog.dump(id) } == .unknownDump)
        #expect(watch.look().isEmpty)
        // It is the same dump when it comes back.
        try directory.write(Versions.second, to: "dumps/cities.txt")
        _ = watch.look()
        #expect(watch.look().added == [id])
        #expect(try catalog.marks(of: id).pins == [2] && catalog.load(id).tree.ids == [0, 1, 5, 2, 6])
        _ = try catalog.edit(id, TreeEdits.alpha(2, 0.5))
        try remove("dumps/cities.txt")
        _ = watch.look()
        #expect(watch.look().removed.isEmpty)
        #expect(try catalog.load(id).report.contains { $0.code == "draft.fileChanged" })
        #expect(watch.look().isEmpty)
        try remove("dumps/half.json")
        #expect(watch.look().areProblemsGone)
        #expect(catalog.problems.isEmpty)
    }

    @Test("apps that come and go are told")
    func apps() throws {
        let (_, watch, _) = try open()
        try directory.write(AppArchives.info("com.example.new"), to: "dumps/New.app/Info.plist")
        #expect(watch.look().changedApps)
        #expect(watch.look().isEmpty)
        try remove("dumps/New.app")
        #expect(watch.look().changedApps)
    }
}
