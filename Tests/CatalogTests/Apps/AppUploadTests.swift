import AppBundles
import Archives
import Diagnostics
import FoundationEssentials
import StorageTesting
import Testing
import TestSupport

@testable import Catalog

@Suite("Uploaded apps")
struct AppUploadTests {
    private let store = MemoryCatalogStore()
    private let catalog: Catalog

    init() { catalog = Catalog(store: store) }

    private func add(_ archive: [UInt8], name: String? = nil) throws -> (app: CatalogApp, isNew: Bool) {
        try catalog.add(AppUpload(archive: archive[...], name: name))
    }

    private func refusal(_ archive: [UInt8], limits: CatalogLimits = .standard) -> CatalogError? {
        let catalog = Catalog(store: store, limits: limits)
        let error = #expect(throws: CatalogError.self) { try catalog.add(AppUpload(archive: archive[...])) }
        #expect((try? store.uploadedApps())?.isEmpty == true)
        return error
    }

    @Test("an app is stored under its identifier, with what is read of it")
    func app() throws {
        let (app, isNew) = try add(AppArchives.app())
        #expect(isNew)
        #expect(app.id == "com.example.clock")
        #expect(app.domain == "com.example.clock")
        #expect(app.name() == "Clock")
        #expect(!app.readOnly)
        #expect(app.uploadedAt != nil)
        #expect(app.bundle.settings?.paneNames == ["Root"])
        #expect(try catalog.apps().map(\.id) == ["com.example.clock"])
        #expect(try catalog.app(identifier: "com.example.clock")?.id == app.id)
        // Another opening of the store knows it too.
        #expect(try Catalog(store: store).app(app.id).bundle.version == "1.0")
    }

    @Test("what nothing reads is listed without its bytes, and that is said once")
    func listedFiles() throws {
        let app = try add(AppArchives.app()).app
        #expect(app.files.isFile("Assets.car"))
        #expect(
            try store.files(ofApp: app.id).filter(\.isKept).map(\.path) == ["Info.plist", "Settings.bundle/Root.plist"]
        )
        #expect(try store.file("Clock", ofApp: app.id) == nil)
        #expect(app.notes.map(\.code) == ["lost.files"])
        #expect(app.notes[0].message.contains("2 files"))
        let error = #expect(throws: AppBundleError.self) { try app.files.read("Clock", limit: 100) }
        #expect(error?.code == .unreadableFile)
    }

    @Test(
        "the bundle may lie in Payload or in another folder",
        arguments: ["Payload/Clock.app", "build/Clock.app", "Clock.xcarchive/Products/Applications/Clock.app"]
    )
    func places(_ path: String) throws {
        #expect(try add(AppArchives.app(in: path)).app.id == "com.example.clock")
    }

    @Test("apps and bundles inside an app belong to it")
    func nested() throws {
        let archive = ZipWriter.archive([
            "Clock.app/Info.plist": AppArchives.info("com.example.clock"),
            "Clock.app/Watch/Face.app/Info.plist": AppArchives.info("com.example.face"),
            "Symbols.bundle/x": "beside the app",
        ])
        #expect(try add(archive).app.id == "com.example.clock")
    }

    @Test("a settings bundle alone is named by the archive, and its domain is its own")
    func settingsAlone() throws {
        let archive = ZipWriter.archive(["Settings.bundle/Root.plist": AppArchives.settings])
        let first = try add(archive, name: "Orchard").app
        #expect(first.id == "orchard")
        #expect(first.domain == "orchard")
        #expect(first.name() == "Orchard")
        let other = ZipWriter.archive(["Pear/Settings.bundle/Root.plist": AppArchives.settings])
        #expect(try add(other, name: "upload").app.id == "pear")
    }

    @Test("another version stands beside the one before, the same content is the same app")
    func versions() throws {
        let first = try add(AppArchives.app()).app
        let second = try add(AppArchives.app(version: "2.0"))
        #expect(second.isNew)
        #expect(second.app.id.hasPrefix("com-example-clock-"))
        #expect(second.app.domain == first.domain)
        let again = try add(AppArchives.app(in: "Payload/Clock.app"))
        #expect(!again.isNew)
        #expect(again.app.id == first.id)
        #expect(try catalog.apps().count == 2)
        try catalog.deleteApp(first.id)
        #expect(try catalog.apps().map(\.id) == [second.app.id])
        // The free id goes to the next that comes.
        #expect(try add(AppArchives.app(version: "3.0")).app.id == "com.example.clock")
    }

    @Test(
        "odd identifiers make plain ids",
        arguments: ["../x", "a/b", "", "é", String(repeating: "a", count: 300), "."]
    )
    func oddIdentifiers(_ identifier: String) throws {
        let app = try add(AppArchives.app(identifier)).app
        #expect(Identifiers.isPlain(app.id))
        #expect(try catalog.app(app.id).id == app.id)
    }

    @Test("an app of a folder keeps its id")
    func besideFolder() throws {
        let directory = try TemporaryDirectory()
        try directory.write(AppArchives.info("com.example.clock"), to: "Clock.app/Info.plist")
        catalog.add(paths: [directory.url.path(percentEncoded: false)])
        let app = try add(AppArchives.app()).app
        #expect(app.id.hasPrefix("com-example-clock-"))
        #expect(try Set(catalog.apps().map(\.id)) == ["com.example.clock", app.id])
        let error = #expect(throws: CatalogError.self) { try catalog.deleteApp("com.example.clock") }
        #expect(error?.code == .readOnly)
        // With the upload there first, the folder gets the suffix.
        try catalog.deleteApp(app.id)
        let other = Catalog(store: store)
        _ = try other.add(AppUpload(archive: AppArchives.app()[...]))
        other.add(paths: [directory.url.path(percentEncoded: false)])
        #expect(try other.apps().count == 2)
        #expect(try !other.app("com.example.clock").readOnly)
    }

    @Test("a deleted app is unknown, although it was open")
    func deletion() throws {
        let app = try add(AppArchives.app()).app
        #expect(catalog.openedApps.ids == [app.id])
        try catalog.deleteApp(app.id)
        #expect(catalog.openedApps.ids.isEmpty)
        let error = #expect(throws: CatalogError.self) { try catalog.app(app.id) }
        #expect(error?.code == .unknownApp)
        #expect(throws: CatalogError.self) { try catalog.deleteApp(app.id) }
        // The bundle that somebody still holds throws and does not crash.
        #expect(throws: AppBundleError.self) { try app.files.read("Info.plist", limit: 1 << 20) }
    }

    @Test("opened apps have a budget, and are opened again when they are asked for")
    func budget() throws {
        let catalog = Catalog(store: store, limits: CatalogLimits(appCacheBytes: 50_000))
        for number in 0..<10 {
            _ = try catalog.add(AppUpload(archive: AppArchives.app("com.example.app\(number)")[...]))
        }
        #expect(catalog.openedApps.ids.count < 4)
        #expect(try catalog.apps().count == 10)
        #expect(try catalog.app("com.example.app0").bundle.identifier == "com.example.app0")
    }

    @Test("no app, several apps, and an empty bundle are refused with a sentence")
    func counts() throws {
        #expect(refusal(ZipWriter.archive(["a.txt": "x"]))?.code == .noApp)
        #expect(refusal(ZipWriter().finish())?.code == .noApp)
        let two = ZipWriter.archive(["A.app/Info.plist": "", "x/B.app/Info.plist": ""])
        let error = refusal(two)
        #expect(error?.code == .severalApps)
        #expect(error?.message.contains("A.app") == true)
        #expect(refusal(ZipWriter.archive(["A.app/readme.md": "x"]))?.code == .notABundle)
        #expect(refusal(ZipWriter.archive(["A.bundle/x.png": "x"]))?.code == .notABundle)
    }

    @Test("what the archive's reader refuses is refused, and nothing is stored")
    func refusedArchives() throws {
        #expect(refusal(Array("hello".utf8))?.archiveError?.code == .notAnArchive)
        #expect(refusal(ZipWriter.archive(["A.app/../../x": "x"]))?.archiveError?.code == .unsafePath)
        var writer = ZipWriter()
        var entry = ZipWriter.Entry("A.app/Info.plist", Array(AppArchives.info("a").utf8))
        entry.toldChecksum = 1
        writer.add(entry)
        #expect(refusal(writer.finish())?.archiveError?.code == .damaged)
        #expect(refusal(AppArchives.app(), limits: CatalogLimits(maximumAppFiles: 3))?.code == .appTooLarge)
    }

    @Test("files beyond the room for one app are listed only")
    func room() throws {
        let limits = CatalogLimits(maximumAppBytes: 500)
        let catalog = Catalog(store: store, limits: limits)
        let app = try catalog.add(AppUpload(archive: AppArchives.app()[...])).app
        #expect(try store.files(ofApp: app.id).filter(\.isKept).map(\.path) == ["Info.plist"])
    }
}
