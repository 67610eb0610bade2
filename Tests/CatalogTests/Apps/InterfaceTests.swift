import AppBundles
import Diagnostics
import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@testable import Catalog

@Suite("Interfaces of apps")
struct InterfaceTests {
    private let store = MemoryCatalogStore()
    private let catalog: Catalog
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let limits = CatalogLimits(recheckInterval: .zero, rescanInterval: .zero)
        for (path, bytes) in try InterfaceApp.files() { try directory.write(bytes, to: path) }
        catalog = Catalog.open(paths: [directory.url.path(percentEncoded: false)], store: store, limits: limits)
    }

    private func app() throws -> CatalogApp { try catalog.app("com.example.clock") }

    private func check(_ path: String, of app: CatalogApp) throws -> InterfaceCheck {
        catalog.check(try #require(app.interfaces.first { $0.path == path }), of: app)
    }

    @Test("an interface is opened as a dump of the app; the same again is the same dump")
    func opening() throws {
        let (dump, isNew) = try catalog.openInterface("Timer.nib", of: app())
        #expect(isNew && dump.app == "com.example.clock" && dump.name == "Timer" && dump.format == .nib)
        #expect(try check("Timer.nib", of: app()).dump == dump.id)
        let again = try catalog.openInterface("Timer.nib", of: app())
        #expect(!again.isNew && again.dump.id == dump.id)
        #expect(store.dumps().count == 1)
        // Read again from the store it is the same.
        #expect(try Catalog(store: store).load(dump.id).tree.count == 3)
        try catalog.delete(dump.id)
        #expect(try catalog.openInterface("Timer.nib", of: app()).isNew)
    }

    @Test("a compiled storyboard is one dump, in the language asked for")
    func storyboard() throws {
        let path = "Base.lproj/Main.storyboardc"
        let own = try catalog.openInterface(path, of: app()).dump
        let german = try catalog.openInterface(path, of: app(), language: "de-AT").dump
        #expect(own.id != german.id && german.name == "Main (de)" && german.format == .storyboardc)
        let stored = Catalog(store: store)
        #expect(try stored.load(own.id).tree.text(of: 1) == "Eggs")
        #expect(try stored.load(german.id).tree.text(of: 1) == "Eier")
        #expect(try stored.load(german.id).report.contains { $0.code == "interface.language" })
        // Its own language needs no table.
        #expect(try catalog.openInterface(path, of: app(), language: "Base").dump.id == own.id)
        #expect(code { _ = try catalog.openInterface(path, of: try app(), language: "fr") } == .unknownLanguage)
        #expect(code { _ = try catalog.openInterface("Base.lproj", of: try app()) } == .unknownInterface)
    }

    @Test("what cannot be read says why, before and when it is opened")
    func unreadable() throws {
        let found = try check("Broken.nib", of: app())
        #expect(found.viewCount == nil && found.dump == nil)
        #expect(found.reason?.contains("cannot be read as compiled nib") == true)
        #expect(code { _ = try catalog.openInterface("Broken.nib", of: try app()) } == .unreadableDump)
        #expect(try check("Empty.nib", of: app()).reason?.contains("holds no runtime.nib") == true)
        #expect(code { _ = try catalog.openInterface("Empty.nib", of: try app()) } == .unreadableFile)
    }

    @Test("a file that was written to since is another dump")
    func changed() throws {
        let before = try catalog.openInterface("Timer.nib", of: app()).dump
        try directory.write(try Fixtures.bytes("dumps/kitchen-old.nib"), to: "Clock.app/Timer.nib")
        #expect(try check("Timer.nib", of: app()).dump != before.id)
        #expect(try catalog.openInterface("Timer.nib", of: app()).isNew)
    }

    @Test("an upload keeps its interfaces, but not at the cost of its settings")
    func kept() throws {
        let archive = try InterfaceApp.archive()
        let uploads = Catalog(store: store)
        let app = try uploads.add(AppUpload(archive: archive[...])).app
        #expect(try uploads.openInterface("Timer.nib", of: app).isNew)
        #expect(try uploads.openInterface("Base.lproj/Main.storyboardc", of: app, language: "de").isNew)
        let small = Catalog(store: MemoryCatalogStore(), limits: CatalogLimits(maximumAppBytes: 1_500))
        let cut = try small.add(AppUpload(archive: archive[...])).app
        #expect(cut.bundle.identifier == "com.example.clock")
        let timer = try #require(cut.interfaces.first { $0.path == "Timer.nib" })
        #expect(small.check(timer, of: cut).reason?.contains("not stored") == true)
    }
}

/// An app with a nib, a compiled storyboard and its texts in German.
enum InterfaceApp {
    /// The files by their paths.
    static func files() throws -> [(path: String, bytes: [UInt8])] {
        let storyboard = [
            "Info.plist", "UIViewController-tim-00-001.nib", "tim-00-001-view-tim-00-002.nib", "List.nib/runtime.nib",
            "List.nib/objects-13.0+.nib", "lis-00-001-view-lis-00-002.nib", "Tabs.nib",
        ]
        var files: [(path: String, bytes: [UInt8])] = [
            ("Clock.app/Timer.nib", try Fixtures.bytes("dumps/kitchen.nib")),
            ("Clock.app/Broken.nib", Array("no nib".utf8)), ("Clock.app/Empty.nib/readme", []),
            ("Clock.app/de.lproj/Main.strings", Array("\"lab-00-001.text\" = \"Eier\";".utf8)),
        ]
        for part in storyboard {
            let bytes = try Fixtures.bytes("dumps/kitchen.storyboardc/" + part)
            files.append(("Clock.app/Base.lproj/Main.storyboardc/" + part, bytes))
        }
        files.append(("Clock.app/Info.plist", Array(AppArchives.info("com.example.clock").utf8)))
        return files
    }

    static func archive() throws -> [UInt8] {
        var writer = ZipWriter()
        for (path, bytes) in try files() { writer.add(ZipWriter.Entry(path, bytes)) }
        return writer.finish()
    }
}
