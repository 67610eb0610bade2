import AppBundles
import OrderedCollections
import Testing

/// Which file InAppSettingsKit and Settings take for a pane.
@Suite("Panes of InAppSettingsKit")
struct InAppPaneTests {
    private func text(_ title: String, opening file: String = "About") -> String {
        pane(
            "{ Type = PSGroupSpecifier; Title = \(title); }",
            "{ Type = PSChildPaneSpecifier; Title = t; File = \(file); }"
        )
    }

    private func heading(_ bundle: SettingsBundle, _ name: String, _ idiom: InterfaceIdiom = .phone) throws -> String? {
        try bundle.pane(named: name, idiom: idiom).groups.first?.title
    }

    private func opened(_ bundle: SettingsBundle, by name: String) throws -> String? {
        guard case .childPane(let child)? = try bundle.pane(named: name).rows.first?.content else { return nil }
        return child.pane
    }

    @Test("Settings begins with Root, the library's own panes are reached beside it")
    func bothRoots() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles([
                "Root.plist": text("Settings"), "Root.inApp.plist": text("App"), "About.plist": text("a"),
                "About.inApp.plist": text("b"),
            ])
        )
        #expect(bundle.entryName == "Root")
        #expect(try opened(bundle, by: "Root") == "About")
        #expect(try opened(bundle, by: "Root.inApp") == "About.inApp")
        #expect(Set(bundle.allPanes().panes.keys) == ["Root", "Root.inApp", "About", "About.inApp"])
        #expect(bundle.allPanes().panes["Root.inApp"]?.title == nil)
    }

    @Test("an in-app pane falls back to the plain one")
    func fallback() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles(["Root.inApp.plist": text("App"), "About.plist": text("a")])
        )
        #expect(bundle.entryName == "Root.inApp")
        #expect(try opened(bundle, by: "Root.inApp") == "About")
        #expect(Array(bundle.allPanes().panes.keys) == ["Root.inApp", "About"])
    }

    @Test("in InAppSettings.bundle the in-app root comes first")
    func ownBundle() throws {
        let files = ["Root.plist": text("Settings"), "Root.inApp.plist": text("App"), "About.plist": text("a")]
        #expect(try SettingsBundle(files: MemoryFiles(files, name: "InAppSettings.bundle")).entryName == "Root.inApp")
    }

    @Test("a device's in-app pane comes before the plain one")
    func devices() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles([
                "Root.inApp.plist": text("App"), "Root~ipad.inApp.plist": text("Pad"), "About.plist": text("a"),
            ])
        )
        #expect(try heading(bundle, "Root.inApp", .pad) == "Pad")
        #expect(try heading(bundle, "Root.inApp", .phone) == "App")
    }

    @Test("an app's Settings.bundle comes before its in-app and watch bundles")
    func bundles() throws {
        let files = [
            "InAppSettings.bundle/Root.plist": text("in-app"), "Settings.bundle/Root.plist": text("Settings"),
            "Settings-Watch.bundle/Root.plist": text("watch"), "Info.plist": "{ a = b; }",
        ]
        #expect(try AppBundle(files: MemoryFiles(files, name: "A.app")).settingsFolder == "Settings.bundle")
        let watch = files.filter { !$0.key.hasPrefix("Settings.") && !$0.key.hasPrefix("InApp") }
        #expect(try AppBundle(files: MemoryFiles(watch, name: "A.app")).settingsFolder == "Settings-Watch.bundle")
    }

    @Test("panes that Settings never opens need no leading group")
    func leadingGroup() throws {
        let rows = pane("{ Type = IASKButtonSpecifier; Key = k; Title = t; }")
        let bundle = try SettingsBundle(files: MemoryFiles(["Root.plist": rows, "Root.inApp.plist": rows]))
        #expect(try bundle.pane().codes == ["settings.pane.noLeadingGroup", "settings.row.libraryType"])
        #expect(try bundle.pane(named: "Root.inApp").codes.isEmpty)
        let own = try SettingsBundle(files: MemoryFiles(["Root.plist": rows], name: "InAppSettings.bundle"))
        #expect(try own.pane().codes.isEmpty)
    }

    @Test("without a StringsTable the library takes the pane's own table, then Root's, Settings none")
    func tables() throws {
        let group = "{ Type = PSGroupSpecifier; Title = KEY; IASKTextAlignment = x; }"
        func title(_ files: [String: String]) throws -> String? {
            let bundle = try SettingsBundle(files: MemoryFiles(files.merging(["B.plist": pane(group)]) { $1 }))
            return try bundle.pane(named: "B", languages: ["en"]).groups.first?.title
        }
        #expect(try title(["en.lproj/B.strings": "KEY = own;", "en.lproj/Root.strings": "KEY = root;"]) == "own")
        #expect(try title(["en.lproj/Root.strings": "KEY = root;"]) == "root")
        #expect(try title(["en.lproj/Other.strings": "KEY = other;"]) == "KEY")
        let plain = try SettingsBundle(
            files: MemoryFiles([
                "Root.plist": pane("{ Type = PSGroupSpecifier; Title = KEY; }"), "en.lproj/Root.strings": "KEY = root;",
            ])
        )
        #expect(try plain.pane(languages: ["en"]).groups.first?.title == "KEY")
    }
}
