import AppBundles
import Foundation
import StorageTesting
import Testing
import TestSupport

@testable import Catalog

@Suite("Keys that were secret once")
struct SecretKeysTests {
    private let directory: TemporaryDirectory
    private let store = MemoryCatalogStore()
    private static let domain = "com.example.clock"
    private static let app = "Clock.app"
    private static let root = app + "/Settings.bundle/Root.plist"
    private static let pane = app + "/Settings.bundle/Account.plist"

    init() throws {
        directory = try TemporaryDirectory()
        try write()
    }

    /// A pane with a secure field.
    private static func pane(_ key: String, group: String? = nil, more: String = "") -> String {
        let group = group.map { "<key>ApplicationGroupContainerIdentifier</key><string>\($0)</string>" } ?? ""
        return """
            <?xml version="1.0"?><plist version="1.0"><dict>\(group)<key>PreferenceSpecifiers</key><array><dict>
            <key>Type</key><string>PSTextFieldSpecifier</string><key>Key</key><string>\(key)</string>
            <key>IsSecure</key><true/></dict>\(more)</array></dict></plist>
            """
    }

    private func write() throws {
        try directory.write(AppArchives.info(Self.domain), to: Self.app + "/Info.plist")
        try directory.write(Self.pane("pin"), to: Self.root)
        try directory.write(Self.pane("code", group: "group.clock"), to: Self.pane)
    }

    private func open(_ store: MemoryCatalogStore? = nil) -> Catalog {
        Catalog.open(
            paths: [directory.url.path(percentEncoded: false)],
            store: store ?? self.store,
            limits: CatalogLimits(recheckInterval: .zero, rescanInterval: .zero)
        )
    }

    private func archive(_ version: String, _ key: String?) -> AppUpload {
        let pane = key.map { Self.pane($0) } ?? AppArchives.settings
        let archive = ZipWriter.archive([
            "Clock.app/Info.plist": AppArchives.info(Self.domain, version: version),
            "Clock.app/Settings.bundle/Root.plist": pane,
        ])
        return AppUpload(archive: archive[...])
    }

    /// What a build leaves of a bundle for a moment.
    enum HalfWritten: CaseIterable {
        case appMoved, appEmpty, settingsGone, rootGone, rootCut, rootEmpty, rootIsFolder, rootIsLinkToNothing
        case rootIsOther, paneGone, infoGone, infoCut, infoEmpty, infoOfAnother

        func make(in directory: TemporaryDirectory) throws {
            let (app, root, pane) = (SecretKeysTests.app, SecretKeysTests.root, SecretKeysTests.pane)
            let manager = FileManager.default
            func url(_ path: String) -> URL { directory.url.appending(path: path) }
            func cut(_ path: String, to count: Int) throws {
                try Data(try Data(contentsOf: url(path)).prefix(count)).write(to: url(path))
            }
            let info = app + "/Info.plist"
            switch self {
            case .appMoved: try manager.moveItem(at: url(app), to: url("Clock.old"))
            case .appEmpty:
                try manager.removeItem(at: url(app))
                try manager.createDirectory(at: url(app), withIntermediateDirectories: false)
            case .settingsGone: try manager.removeItem(at: url(app + "/Settings.bundle"))
            case .rootGone: try manager.removeItem(at: url(root))
            case .rootCut: try cut(root, to: 120)
            case .rootEmpty: try cut(root, to: 0)
            case .rootIsFolder:
                try manager.removeItem(at: url(root))
                try manager.createDirectory(at: url(root), withIntermediateDirectories: false)
            case .rootIsLinkToNothing:
                try manager.removeItem(at: url(root))
                try manager.createSymbolicLink(atPath: url(root).path, withDestinationPath: "Nothing.plist")
            case .rootIsOther: try directory.write(AppArchives.settings, to: root)
            case .paneGone: try manager.removeItem(at: url(pane))
            case .infoGone: try manager.removeItem(at: url(info))
            case .infoCut: try cut(info, to: 60)
            case .infoEmpty: try cut(info, to: 0)
            case .infoOfAnother: try directory.write(AppArchives.info("com.example.other"), to: info)
            }
        }
    }

    @Test("whatever is left of a bundle, its keys stay secret, after a start too", arguments: HalfWritten.allCases)
    func halfWritten(state: HalfWritten) throws {
        let catalog = open()
        try state.make(in: directory)
        for catalog in [catalog, open(), Catalog(store: store)] {
            #expect(try catalog.secretKeys(of: Self.domain).contains("pin"))
            #expect(try catalog.secretKeys(of: "group.clock") == ["code"])
            #expect(try catalog.secretKeys(of: nil).isSuperset(of: ["pin", "code"]))
        }
        try? FileManager.default.removeItem(at: directory.url.appending(path: Self.app))
        try write()
        #expect(try catalog.secretKeys(of: Self.domain) == ["pin"])
    }

    @Test("a key of a later version is secret beside those of earlier ones")
    func versions() throws {
        let catalog = open()
        try directory.write(Self.pane("password"), to: Self.root)
        #expect(try catalog.secretKeys(of: Self.domain) == ["pin", "password"])
        let secrets = try catalog.secrets(of: Self.domain)
        #expect(secrets.map(\.key) == ["password", "pin"] && secrets.map(\.isInUse) == [true, false])
        #expect(Set(secrets.map(\.bundle)) == [Self.domain])
    }

    @Test("a key is remembered that nobody asked about while it was marked")
    func watching() throws {
        let catalog = open()
        let watch = CatalogWatch(catalog)
        try directory.write(Self.pane("password"), to: Self.root)
        _ = watch.look()
        try FileManager.default.removeItem(at: directory.url.appending(path: Self.app))
        #expect(try catalog.secretKeys(of: Self.domain) == ["pin", "password"])
    }

    @Test("what an upload marks is secret from its first moment, and when it is gone")
    func uploads() throws {
        let catalog = Catalog(store: store)
        let first = try catalog.add(archive("1.0", "pin")).app
        let second = try catalog.add(archive("2.0", nil)).app
        #expect(try store.secretKeys(of: Self.domain) == ["pin"])
        #expect(try catalog.secrets(of: Self.domain).map(\.isInUse) == [true])
        try catalog.deleteApp(first.id)
        try catalog.deleteApp(second.id)
        #expect(try Catalog(store: store).secretKeys(of: Self.domain) == ["pin"])
        #expect(try catalog.secrets(of: Self.domain).map(\.isInUse) == [false])
    }

    @Test("a store that does not answer says nothing of secrets and apps")
    func failingReads() throws {
        let catalog = open()
        _ = try catalog.add(archive("2.0", "password"))
        store.failsReads = true
        #expect(throws: CatalogError.self) { try catalog.secretKeys(of: Self.domain) }
        #expect(throws: CatalogError.self) { try catalog.secretKeys(of: nil) }
        #expect(throws: CatalogError.self) { try catalog.secrets(of: Self.domain) }
        #expect(throws: CatalogError.self) { try catalog.apps() }
        #expect(throws: CatalogError.self) { try catalog.app(identifier: "com.example.other") }
        store.failsReads = false
        #expect(try catalog.secretKeys(of: Self.domain) == ["pin", "password"])
    }

    @Test("an app whose files the store did not give is opened again")
    func failedFiles() throws {
        let catalog = Catalog(store: store)
        let id = try catalog.add(archive("2.0", "password")).app.id
        let other = Catalog(store: store)
        let app = try other.app(id)
        store.failsReads = true
        #expect(throws: AppBundleError.self) { try app.files.read("Info.plist", limit: 1 << 20) }
        #expect(throws: CatalogError.self) { try Catalog(store: store).app(id) }
        store.failsReads = false
        let again = try other.app(id)
        #expect(again.bundle.version == "2.0" && again.bundle.settings?.secureKeys == [nil: ["password"]])
    }

    @Test("what cannot be stored is secret all the same, and is stored later")
    func failingWrites() throws {
        let store = MemoryCatalogStore()
        store.failsWrites = true
        let catalog = open(store)
        try FileManager.default.removeItem(at: directory.url.appending(path: Self.app))
        #expect(try catalog.secretKeys(of: Self.domain) == ["pin"])
        #expect(try store.secretKeys(of: Self.domain).isEmpty)
        #expect(throws: CatalogError.self) { try catalog.clearSecret("pin", of: Self.domain) }
        store.failsWrites = false
        catalog.secretMemory.flush(patiently: false)
        #expect(try store.secretKeys(of: Self.domain) == ["pin"] && store.secretKeys(of: "group.clock") == ["code"])
        #expect(catalog.secretMemory.waiting.isEmpty)
        #expect(try catalog.secretKeys(of: Self.domain) == ["pin"])
    }

    @Test("a store of before learns what its apps mark before the first verdict, and before one is deleted")
    func earlierStores() throws {
        for deletesFirst in [false, true] {
            let store = MemoryCatalogStore()
            let id = try Catalog(store: store).add(archive("1.0", "pin")).app.id
            store.unlearn()
            #expect(try store.secretKeys(of: Self.domain).isEmpty && store.unlearnedApps().map(\.id) == [id])
            let catalog = Catalog(store: store)
            if deletesFirst { try catalog.deleteApp(id) }
            #expect(try catalog.secretKeys(of: Self.domain) == ["pin"])
            #expect(try store.unlearnedApps().isEmpty)
            #expect(try store.secrets(of: Self.domain).map(\.isInUse) == [!deletesFirst])
        }
    }

    @Test("while an app of before cannot be opened nothing is said; it can be deleted")
    func brokenApps() throws {
        let summary = UploadedApp(
            id: "broken",
            bundleName: "Broken.app",
            folderName: "Broken",
            fingerprint: "1",
            createdAt: Date()
        )
        let contents = AppContents(bundleName: "Broken.app", files: [], bytes: [:])
        try store.insert(NewApp(summary: summary, contents: contents, secretKeys: [:]))
        store.unlearn()
        let catalog = Catalog(store: store)
        for ask in [{ _ = try catalog.secretKeys(of: "any") }, { _ = try catalog.apps() }] {
            let error = #expect(throws: CatalogError.self) { try ask() }
            #expect(error?.code == .brokenApp && error?.message.contains("broken") == true)
        }
        try catalog.deleteApp("broken")
        #expect(try catalog.secretKeys(of: "any").isEmpty)
    }

    @Test("a secret is cleared by name, when nothing here marks it")
    func clearing() throws {
        let catalog = open()
        func refusal(_ key: String) -> CatalogError.Code? {
            let error = #expect(throws: CatalogError.self) { try catalog.clearSecret(key, of: Self.domain) }
            return error?.code
        }
        #expect(refusal("pin") == .secretInUse)
        #expect(refusal("sound") == .unknownSecret)
        // The same store, as a server has it that does not have the folder.
        try Catalog(store: store).clearSecret("pin", of: Self.domain)
        #expect(try store.secretKeys(of: Self.domain).isEmpty)
        #expect(try catalog.secretKeys(of: Self.domain) == ["pin"])
        #expect(try store.secretKeys(of: Self.domain) == ["pin"])
        try directory.write(AppArchives.settings, to: Self.root)
        try Author.$current.withValue("Ada’s laptop") { try catalog.clearSecret("pin", of: Self.domain) }
        #expect(try catalog.secretKeys(of: Self.domain).isEmpty)
        #expect(try catalog.secretClearings(of: Self.domain)["pin"]?.actor == "Ada’s laptop")
    }

    @Test("names that no domain can have are not kept")
    func impossibleNames() throws {
        let long = String(repeating: "k", count: 1_025)
        try directory.write(Self.pane(long), to: Self.root)
        try directory.write(Self.pane("code", group: String(repeating: "g", count: 256)), to: Self.pane)
        #expect(try open(MemoryCatalogStore()).secretKeys(of: nil).isEmpty)
    }
}
