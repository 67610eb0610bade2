import Diagnostics
import OrderedCollections
import PropertyList
import Testing
import TestSupport

@testable import AppBundles

@Suite("Settings bundles")
struct SettingsBundleTests {
    private func orchard() throws -> SettingsBundle {
        try #require(try AppBundle(folder: Fixtures.url("bundles/Orchard.app")).settings)
    }

    @Test("panes are listed root first, other lists are not panes")
    func paneNames() throws {
        #expect(try orchard().paneNames == ["Root", "About", "Broken", "Licences/Rake"])
    }

    @Test("all eight types are read")
    func types() throws {
        let root = try orchard().pane(languages: ["en"])
        #expect(
            root.rows.map(\.typeName) == [
                "textField", "textField", "toggle", "slider", "multiValue", "radioGroup", "title", "childPane",
            ]
        )
        #expect(root.groups.map(\.title) == ["Garden", "Season"])
        #expect(root.groups.map(\.footer) == ["Shown to \"visitors\".", "FOOTER_SEASON"])
        #expect(root.rows.map(\.index) == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(root.codes == ["settings.row.secureInClear", "settings.row.mixedValueTypes"])
        #expect(root.title == nil)
        guard case .textField(let name) = root.rows[0].content, case .textField(let pin) = root.rows[1].content,
            case .toggle(let toggle) = root.rows[2].content, case .slider(let slider) = root.rows[3].content
        else {
            Issue.record("the rows have other types")
            return
        }
        #expect(name.keyboard == .emailAddress && name.autocapitalization == .words && name.autocorrection == .no)
        #expect(pin.isSecure && !name.isSecure)
        #expect(toggle.trueValue == .string("WET") && toggle.falseValue == .string("DRY"))
        #expect(slider.minimum == 0 && slider.maximum == 10)
        #expect(slider.minimumImage == "sun" && slider.maximumImage == "cloud.png")
        #expect(root.rows[7].content == .childPane(ChildPane(pane: "About", isAvailable: true)))
    }

    @Test("text is localised, values are not, missing texts show their key")
    func localization() throws {
        let german = try orchard().pane(languages: ["de-AT"])
        #expect(german.language == "de")
        #expect(german.direction == .leftToRight)
        #expect(german.groups.first?.title == "Garten")
        #expect(german.rows.map(\.title) == ["Name", "PIN", "Bewässerung", "", "FRUIT", "SEASON", "VERSION", "Über"])
        #expect(try orchard().pane(languages: ["pt-BR"]).rows.first?.title == "Nome")
    }

    @Test("choices sort by the localised title, values and short titles along with them")
    func sortedChoices() throws {
        let english = try orchard().pane(languages: ["en"]).rows[4].choices
        #expect(english.map(\.title) == ["Apple", "Pear", "Plum"])
        #expect(english.map(\.shortTitle) == ["Ap", "Pe", "Pl"])
        #expect(english.map(\.value) == [.integer(2), .integer(1), .string("3")])
        let german = try orchard().pane(languages: ["de"]).rows[4].choices
        #expect(german.map(\.title) == ["Äpfel", "Birne", "Zwetschge"])
    }

    @Test("a broken strings table shows keys, in the right direction, and is told with its line")
    func brokenTable() throws {
        let arabic = try orchard().pane(languages: ["ar"])
        #expect(arabic.direction == .rightToLeft)
        #expect(arabic.rows.first?.title == "NAME")
        let finding = try #require(arabic.report.first)
        #expect(finding.code == "settings.strings.unreadable")
        #expect(finding.file == "ar.lproj/Root.strings")
        #expect(finding.line != nil)
    }

    @Test("an iPad has its own root, other panes fall back to the plain file")
    func deviceVariants() throws {
        let bundle = try orchard()
        #expect(try bundle.pane(idiom: .pad).groups.map(\.title) == ["Only on the iPad"])
        #expect(try bundle.pane(idiom: .pad).file == "Root~ipad.plist")
        #expect(try bundle.pane(named: "About", idiom: .pad).file == "About.plist")
        let padOnly = try SettingsBundle(files: MemoryFiles(["Root~ipad.plist": pane()]))
        #expect(try padOnly.pane(idiom: .phone).file == "Root~ipad.plist")
    }

    @Test("every pane is reached once, circles and broken panes included")
    func allPanes() throws {
        let all = try orchard().allPanes(languages: ["en"])
        #expect(Array(all.panes.keys) == ["Root", "About", "Licences/Rake", "Broken"])
        #expect(all.panes["About"]?.title == "About")
        #expect(all.panes["Root"]?.title == nil)
        #expect(all.panes["Licences/Rake"]?.title == "Licence of <Rake>")
        #expect(all.panes["About"]?.applicationGroup == "group.example.orchard")
        #expect(all.panes["Broken"]?.groups.isEmpty == true)
        #expect(
            all.report.filter { $0.severity == .error }.map(\.code)
                == ["settings.pane.unreadable", "settings.childPane.missing"]
        )
        #expect(all.rows(forKey: "water").map(\.pane) == ["Root"])
    }

    @Test("a pane that is not there is refused by name")
    func missingPane() throws {
        #expect(throws: AppBundleError.self) { try orchard().pane(named: "Nothing") }
        #expect(throws: AppBundleError.self) { try orchard().pane(named: "../Info") }
    }

    @Test("a pane at the top comes before the one of the language; without one, a language's is taken")
    func localizedPanes() throws {
        let both = try SettingsBundle(
            files: MemoryFiles([
                "Root.plist": pane("{ Type = PSGroupSpecifier; Title = Top; }"),
                "de.lproj/Root.plist": pane("{ Type = PSGroupSpecifier; Title = Deutsch; }"),
                "en.lproj/Root.strings": "",
            ])
        )
        #expect(try both.pane(languages: ["de"]).groups.first?.title == "Top")
        #expect(try both.pane(languages: ["en"]).groups.first?.title == "Top")
        let localizedOnly = try SettingsBundle(
            files: MemoryFiles([
                "de.lproj/Root.plist": pane("{ Type = PSGroupSpecifier; Title = Deutsch; }"),
                "fr.lproj/Root.plist": pane("{ Type = PSGroupSpecifier; Title = Francais; }"),
                "en.lproj/Root.strings": "",
            ])
        )
        let french = try localizedOnly.pane(languages: ["fr-CA"])
        #expect(french.groups.first?.title == "Francais")
        #expect(french.language == "fr")
        #expect(try localizedOnly.pane(languages: ["ja"]).groups.count == 1)
    }

    @Test("the device's own pane comes first, at the top and in a language's folder")
    func deviceBeforeLanguage() throws {
        var files = [
            "Root~ipad.plist": pane(), "Root.plist": pane(), "de.lproj/Root~ipad.plist": pane(),
            "de.lproj/Root.plist": pane(),
        ]
        for expected in ["Root~ipad.plist", "Root.plist", "de.lproj/Root~ipad.plist", "de.lproj/Root.plist"] {
            let bundle = try SettingsBundle(files: MemoryFiles(files))
            #expect(try bundle.pane(languages: ["de"], idiom: .pad).file == expected)
            files[expected] = nil
        }
    }

    @Test("panes that only InAppSettingsKit opens are taken from the language's folder first, as it does")
    func libraryPanes() throws {
        let files = MemoryFiles(["Root.inApp.plist": pane(), "de.lproj/Root.inApp.plist": pane()])
        #expect(try SettingsBundle(files: files).pane(named: "Root.inApp", languages: ["de"]).file.hasPrefix("de"))
    }

    @Test("a broken pane gives way to one that can be read, and is told")
    func brokenVariant() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles([
                "Root~iphone.plist": "{ broken", "Root.plist": pane("{ Type = PSGroupSpecifier; Title = Plain; }"),
            ])
        )
        let root = try bundle.pane()
        #expect(root.groups.first?.title == "Plain")
        #expect(root.codes == ["settings.pane.unreadable"])
    }

    @Test("a root without rows, or none at all, is told")
    func uselessRoots() throws {
        for text in ["<plist><string></string></plist>", "{ a = b; }", "{ PreferenceSpecifiers = x; }"] {
            let bundle = try SettingsBundle(files: MemoryFiles(["Root.plist": text]))
            #expect(bundle.report.map(\.code) == ["settings.pane.unreadable"])
            #expect(try bundle.pane().groups.isEmpty)
        }
        let empty = try SettingsBundle(files: MemoryFiles(["About.plist": pane()]))
        #expect(empty.report.map(\.code) == ["settings.root.missing"])
        #expect(empty.entryName == "About")
        #expect(Array(empty.allPanes().panes.keys) == ["About"])
        let inApp = try SettingsBundle(files: MemoryFiles(["About.plist": pane(), "Root.inApp.plist": pane()]))
        #expect(inApp.entryName == "Root.inApp")
        #expect(try SettingsBundle(files: MemoryFiles(["a.txt": ""])).allPanes().panes.isEmpty)
    }

    @Test("a misspelt language folder is told and not a language")
    func misspeltFolder() throws {
        let bundle = try SettingsBundle(files: MemoryFiles(["Root.plist": pane(), "da-lproj/Root.strings": ""]))
        #expect(bundle.languages.isEmpty)
        #expect(bundle.report.map(\.code) == ["settings.language.folderName"])
    }

    @Test("hidden folders and other files are left alone")
    func junk() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles([
                "Root.plist": pane(), ".svn/Root.plist": "broken {", ".Root.plist.swp": "x", "a.html": "<html>",
                "Info.plist": "{ CFBundleName = x; }",
            ])
        )
        #expect(bundle.paneNames == ["Root"])
        #expect(bundle.report.isEmpty)
    }

    @Test("files, folders and panes have limits")
    func limits() throws {
        var texts = ["Root.plist": pane(), "a/b/c/Deep.plist": pane()]
        #expect(try SettingsBundle(files: MemoryFiles(texts)).hasPane(named: "a/b/c/Deep"))
        let shallow = BundleLimits(maximumFolderDepth: 2)
        #expect(try !SettingsBundle(files: MemoryFiles(texts), limits: shallow).hasPane(named: "a/b/c/Deep"))
        #expect(throws: AppBundleError.self) {
            try SettingsBundle(files: MemoryFiles(texts), limits: BundleLimits(maximumFiles: 3))
        }
        for index in 0..<20 {
            texts[index == 0 ? "Root.plist" : "P\(index).plist"] = pane(
                "{ Type = PSChildPaneSpecifier; Title = n; File = P\(index + 1); }"
            )
        }
        let chained = try SettingsBundle(files: MemoryFiles(texts), limits: BundleLimits(maximumPanes: 5)).allPanes()
        #expect(chained.panes.count == 5)
        #expect(chained.report.contains { $0.code == "settings.panes.tooMany" })
        let long = pane("{ Type = PSGroupSpecifier; }", "{ Type = PSGroupSpecifier; }")
        let short = try SettingsBundle(
            files: MemoryFiles(["Root.plist": long]),
            limits: BundleLimits(maximumRows: 1)
        ).pane()
        #expect(short.groups.count == 1 && short.codes == ["settings.pane.tooManyRows"])
    }
}
