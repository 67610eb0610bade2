import AppBundles
import Diagnostics
import Foundation
import PropertyList
import Testing
import TestSupport

@Suite("App bundles")
struct AppBundleTests {
    private func orchard() throws -> AppBundle {
        try AppBundle(folder: Fixtures.url("bundles/Orchard.app"))
    }

    @Test("an app tells who it is")
    func identity() throws {
        let app = try orchard()
        #expect(app.identifier == "example.orchard")
        #expect(app.version == "2.1")
        #expect(app.name() == "Orchard")
        #expect(app.languages == ["ar", "de", "en", "pt_BR"])
        #expect(app.settingsFolder == "Settings.bundle")
    }

    @Test("names and explanations are localised")
    func localizedInfo() throws {
        let app = try orchard()
        #expect(app.name(languages: ["de-CH"]) == "Obstgarten")
        let (entries, report) = app.info(languages: ["de"])
        let camera = try #require(entries.first { $0.key == "NSCameraUsageDescription" })
        #expect(camera.value == .string("Um Obst zu erfassen."))
        #expect(camera.isLocalized)
        #expect(camera.meaning?.contains("camera") == true)
        #expect(report.isEmpty)
    }

    @Test("Info.plist is listed by key with types, unknown keys too")
    func info() throws {
        let entries = try orchard().info().entries
        #expect(entries.map(\.key) == entries.map(\.key).sorted())
        let trees = try #require(entries.first { $0.key == "OrchardTrees" })
        #expect(trees.typeName == "integer")
        #expect(trees.meaning == nil)
        #expect(entries.first { $0.key == "UIDeviceFamily" }?.typeName == "array")
    }

    @Test("a broken InfoPlist.strings leaves the names as they are and is told")
    func brokenInfoStrings() throws {
        let app = try orchard()
        #expect(app.name(languages: ["ar"]) == "Orchard")
        #expect(app.info(languages: ["ar"]).report.map(\.code) == ["app.infoStrings.unreadable"])
    }

    @Test("the largest icon that browsers show is taken, Apple's own form is told")
    func icon() throws {
        let (image, report) = try orchard().icon()
        #expect(image?.file == "AppIcon60x60@2x.png")
        #expect(image?.width == 120)
        #expect(image?.format == .png)
        #expect(report.map(\.code) == ["app.icon.crushed"])
        #expect(report.first?.file == "AppIcon60x60@3x.png")
    }

    @Test("the icon for Settings is preferred to a larger app icon")
    func settingsIcon() throws {
        let picture = try Fixtures.bytes("bundles/Orchard.app/Settings.bundle/sun.png")
        let large = try Fixtures.bytes("bundles/Orchard.app/AppIcon60x60@2x.png")
        let app = try AppBundle(
            files: MemoryFiles(
                ["Info.plist": "{ CFBundleName = A; }"],
                bytes: ["Icon-Settings.png": picture, "AppIcon.png": large, "Iconic.png": large],
                name: "A.app"
            )
        )
        #expect(app.icon().image?.file == "Icon-Settings.png")
    }

    @Test("a bundle's findings name files from the app's own folder")
    func report() throws {
        let app = try orchard()
        let broken = try #require(app.report.first)
        #expect(app.report.count == 1)
        #expect(broken.code == "settings.pane.unreadable")
        #expect(broken.file == "Settings.bundle/Broken.plist")
        #expect(broken.line == 6)
    }

    @Test(
        "bundles come in several shapes",
        arguments: [
            (["Root.plist": pane()], "Settings.bundle", ""), (["Root~ipad.plist": pane()], "Pro Settings.bundle", ""),
            (["de.lproj/Root.plist": pane()], "X.bundle", ""),
            (["Info.plist": "{a=b;}", "Settings.bundle/Root.plist": pane()], "Build", "Settings.bundle"),
            (["Info.plist": "{a=b;}", "B.bundle/x": "", "Z.bundle/Root.plist": pane()], "X.app", "Z.bundle"),
            (["Info.plist": "{a=b;}"], "X.app", nil), (["Info.plist": "{a=b;}", "Root.plist": pane()], "X.app", nil),
        ] as [([String: String], String, String?)]
    )
    func shapes(texts: [String: String], name: String, folder: String?) throws {
        let app = try AppBundle(files: MemoryFiles(texts, name: name))
        #expect(app.settingsFolder == folder)
        #expect((app.settings != nil) == (folder != nil))
    }

    @Test("a bundle without identifier is known by a slug of its name")
    func slugs() throws {
        func identifier(_ name: String) throws -> String {
            try AppBundle(files: MemoryFiles(["Root.plist": pane()], name: name)).identifier
        }
        #expect(try identifier("My Settings.bundle") == "my-settings")
        #expect(try identifier("Äpfel & Birnen.bundle") == "pfel-birnen")
        #expect(try identifier("設定.bundle") == "app")
    }

    @Test("build settings that nobody filled in are no name")
    func placeholders() throws {
        let files = MemoryFiles(["Info.plist": "{ CFBundleDisplayName = \"$(PRODUCT_NAME)\"; }"], name: "Pear.app")
        #expect(try AppBundle(files: files).name() == "Pear")
    }

    @Test("presence is told without reading any list")
    func presence() throws {
        #expect(AppBundle.isPresent(in: Fixtures.url("bundles/Orchard.app")))
        #expect(AppBundle.isPresent(in: Fixtures.url("bundles/Orchard.app/Settings.bundle")))
        #expect(!AppBundle.isPresent(in: Fixtures.url("plists")))
        #expect(!AppBundle.isPresent(in: Fixtures.url("no such folder")))
    }

    @Test("a name and an identifier that the app declares are told from ones made up for it")
    func declarations() throws {
        #expect(try orchard().declaresIdentifier)
        #expect(try orchard().declaredName() == "Orchard")
        let bare = try AppBundle(files: MemoryFiles(["Root.plist": pane()], name: "Pear.bundle"))
        #expect(!bare.declaresIdentifier)
        #expect(bare.declaredName() == nil && bare.name() == "Pear")
    }

    @Test("a folder that is neither is refused")
    func otherFolders() {
        for texts in [["a.txt": ""], ["Root.plistx": ""], ["x/Root.plist": pane()]] {
            #expect(throws: AppBundleError.self) { try AppBundle(files: MemoryFiles(texts, name: "X")) }
        }
    }

    @Test("an Info.plist that cannot be read is told, and the settings still show")
    func brokenInfo() throws {
        let files = MemoryFiles(
            ["Info.plist": "<plist><dict>", "Settings.bundle/Root.plist": pane()],
            name: "Pear.app"
        )
        let app = try AppBundle(files: files)
        #expect(app.report.map(\.code) == ["app.info.unreadable"])
        #expect(app.identifier == "pear")
        #expect(app.settings?.paneNames == ["Root"])
    }
}
