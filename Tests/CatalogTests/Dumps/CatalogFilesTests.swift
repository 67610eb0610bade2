import AppBundles
import Catalog
import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@Suite("Files and folders on the command line")
struct CatalogFilesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func path(_ name: String = "") -> String {
        directory.url.appending(path: name).path(percentEncoded: false)
    }

    private func open(_ names: String..., limits: CatalogLimits = .standard) -> Catalog {
        Catalog.open(paths: names.map { path($0) }, store: MemoryCatalogStore(), limits: limits)
    }

    private func names(_ catalog: Catalog) throws -> [String] {
        try catalog.dumps().dumps.map(\.name).sorted()
    }

    private func writeApp(_ folder: String, identifier: String) throws {
        try directory.write(
            """
            <?xml version="1.0"?><plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(identifier)</string>
            <key>CFBundleName</key><string>\(folder)</string></dict></plist>
            """,
            to: "\(folder)/Info.plist"
        )
    }

    @Test("a folder gives its dumps, however deep, and says what is broken")
    func folders() throws {
        try directory.write(SampleDumps.text, to: "dumps/First screen.txt")
        try directory.write(SampleDumps.json(name: "Named"), to: "dumps/deep/er/file.json")
        try directory.write("{\"vitrine\":1,", to: "dumps/broken.json")
        try directory.write("# Notes", to: "dumps/README.md")
        try directory.write(SampleDumps.text, to: "dumps/.hidden/x.txt")
        try directory.write(SampleDumps.text, to: "dumps/.x.txt")
        let catalog = open("dumps")
        #expect(try names(catalog) == ["First screen", "Named"])
        #expect(catalog.problems.map { ($0.path as NSString).lastPathComponent } == ["broken.json"])
        #expect(try catalog.dumps().dumps.allSatisfy { $0.readOnly })
    }

    @Test("links below a folder are not followed, so a walk ends")
    func links() throws {
        try directory.write(SampleDumps.text, to: "dumps/a.txt")
        try directory.write(SampleDumps.text, to: "outside/secret.txt")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: path("dumps/loop"), withDestinationPath: path("dumps"))
        try manager.createSymbolicLink(atPath: path("dumps/out"), withDestinationPath: path("outside"))
        try manager.createSymbolicLink(atPath: path("dumps/s.txt"), withDestinationPath: path("outside/secret.txt"))
        try manager.createSymbolicLink(atPath: path("entry"), withDestinationPath: path("dumps"))
        #expect(try names(open("dumps")) == ["a"])
        #expect(try names(open("entry")) == ["a"])
    }

    @Test("pipes are passed over")
    func pipes() throws {
        try directory.write(SampleDumps.text, to: "dumps/a.txt")
        #expect(mkfifo(path("dumps/pipe"), 0o600) == 0)
        #expect(try names(open("dumps")) == ["a"])
        #expect(open("dumps/pipe").problems.count == 1)
    }

    @Test("a path that is not there is a problem and stops nothing")
    func missing() throws {
        try directory.write(SampleDumps.text, to: "a.txt")
        let catalog = open("nowhere", "a.txt")
        #expect(catalog.problems.map(\.path) == [path("nowhere")])
        #expect(try names(catalog) == ["a"])
    }

    @Test("a walk has limits and says where it stopped")
    func limits() throws {
        for number in 0..<6 { try directory.write(SampleDumps.text, to: "many/\(number).txt") }
        try directory.write(SampleDumps.text, to: "deep/1/2/3.txt")
        let few = open("many", limits: CatalogLimits(maximumFolderEntries: 4))
        #expect(try few.dumps().total == 4)
        #expect(few.problems.count == 1)
        let shallow = open("deep", limits: CatalogLimits(maximumFolderDepth: 1))
        #expect(try shallow.dumps().total == 0)
        #expect(shallow.problems.count == 1)
    }

    @Test("ids are the same after a restart, and a path given twice counts once")
    func stableIDs() throws {
        try directory.write(SampleDumps.text, to: "a/Clock.txt")
        try directory.write(SampleDumps.text, to: "b/Clock.txt")
        let first = try Set(open("a", "b", "a/Clock.txt").dumps().dumps.map(\.id))
        let second = try Set(open("b", "a").dumps().dumps.map(\.id))
        #expect(first.count == 2)
        #expect(first == second)
        #expect(first.allSatisfy { $0.hasPrefix("clock-") })
    }

    @Test("files cannot be deleted")
    func readOnly() throws {
        try directory.write(SampleDumps.text, to: "a.txt")
        let catalog = open("a.txt")
        let id = try #require(try catalog.dumps().dumps.first?.id)
        let error = #expect(throws: CatalogError.self) { try catalog.delete(id) }
        #expect(error?.code == .readOnly)
        #expect(FileManager.default.fileExists(atPath: path("a.txt")))
    }

    @Test("a file that has been written to is read again")
    func rereading() throws {
        try directory.write(SampleDumps.json(name: "Before"), to: "a.json")
        let catalog = open("a.json")
        let id = try #require(try catalog.dumps().dumps.first?.id)
        #expect(try catalog.load(id).name == "Before")
        try directory.write(SampleDumps.json(name: "Afterwards"), to: "a.json")
        #expect(try catalog.load(id).name == "Afterwards")
        let summary = try catalog.dump(id)
        #expect(summary.name == "Afterwards")
        #expect(summary.revision == 1)
        try directory.write("no dump any more", to: "a.json")
        #expect(try catalog.dump(id).name == "Afterwards")
        #expect(throws: CatalogError.self) { try catalog.load(id) }
        try FileManager.default.removeItem(atPath: path("a.json"))
        let error = #expect(throws: CatalogError.self) { try catalog.source(of: id) }
        #expect(error?.code == .unreadableFile)
    }

    @Test("a picture beside a dump is its screenshot, else the dump's own")
    func pictures() throws {
        try directory.write(SampleDumps.text, to: "a.txt")
        try directory.write([0xFF, 0xD8, 0xFF, 1], to: "a.jpg")
        try directory.write(SampleDumps.json(name: "Own", screenshot: SampleDumps.picture), to: "b.json")
        try directory.write(SampleDumps.text, to: "c.txt")
        let catalog = open("")
        let ids = Dictionary(uniqueKeysWithValues: try catalog.dumps().dumps.map { ($0.name, $0) })
        #expect(try catalog.screenshot(of: #require(ids["a"]).id) == [0xFF, 0xD8, 0xFF, 1])
        #expect(try catalog.screenshot(of: #require(ids["Own"]).id) == SampleDumps.pictureBytes)
        #expect(try catalog.screenshot(of: #require(ids["c"]).id) == nil)
        #expect(ids["a"]?.hasScreenshot == true)
        #expect(ids["c"]?.hasScreenshot == false)
    }

    @Test("apps are found, and two with one identifier stay apart")
    func apps() throws {
        try writeApp("x/Clock.app", identifier: "com.example.clock")
        try writeApp("y/Clock.app", identifier: "com.example.clock")
        try writeApp("y/Notes.app", identifier: "com.example.notes")
        try directory.write("nothing", to: "y/Empty.bundle/file")
        let catalog = open("x", "y", "x/Clock.app")
        let ids = try catalog.apps().map(\.id)
        #expect(ids.count == 3)
        #expect(ids.contains("com.example.clock"))
        #expect(ids.contains("com.example.notes"))
        #expect(try ids == open("x", "y").apps().map(\.id))
        #expect(try catalog.app("com.example.notes").bundle.identifier == "com.example.notes")
        #expect(try catalog.app(identifier: "com.example.clock")?.id == "com.example.clock")
        #expect(catalog.problems.count == 1)
        #expect(try catalog.dumps().total == 0)
        let error = #expect(throws: CatalogError.self) { try catalog.app("none") }
        #expect(error?.code == .unknownApp)
    }

    @Test(
        "real dumps are listed or named as a problem, every one",
        .enabled(if: Corpus.root != nil),
        .timeLimit(.minutes(30))
    )
    func corpus() throws {
        let root = try #require(Corpus.root)
        let catalog = Catalog.open(
            paths: [root.path(percentEncoded: false)],
            store: MemoryCatalogStore(),
            limits: CatalogLimits(maximumFolderDepth: 32)
        )
        #expect(try catalog.dumps().total > 0)
        #expect(try !catalog.apps().isEmpty)
        for dump in try catalog.dumps(limit: .max).dumps {
            #expect(try catalog.load(dump.id).tree.count == dump.viewCount)
        }
    }
}
