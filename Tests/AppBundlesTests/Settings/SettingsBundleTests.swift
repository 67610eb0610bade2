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
        #expect(
            root.groups.map { [$0.title, $0.footer] } == [
                ["Garden", "Shown to \"visitors\"."], ["Season", "FOOTER_SEASON"],
            ]
        )
        #expect(root.rows.map(\.index) == [1, 2, 3, 4, 5, 6, 7, 8] && root.title == nil)
        #expect(root.codes == ["settings.row.secureInClear", "settings.row.mixedValueTypes"])
        guard case .textField(let name) = root.rows[0].content, case .textField(let pin) = root.rows[1].content,
            case .toggle(let toggle) = root.rows[2].content, case .slider(let slider) = root.rows[3].content
        else {
            Issue.record("the rows have other types")
            return
        }
        #expect(name.keyboard == .emailAddress && name.autocapitalization == .words && name.autocorrection == .no)
        #expect(pin.isSecure && !name.isSecure)
        #expect(toggle.trueValue == .string("WET") && toggle.falseValue == .string("DRY"))
        #expect([slider.minimum, slider.maximum] == [0, 10])
        #expect([slider.minimumImage, slider.maximumImage] == ["sun", "cloud.png"])
        #expect(root.rows[7].content == .childPane(ChildPane(pane: "About", isAvailable: true)))
    }

    @Test("text is localised, values are not, missing texts show their key")
    func localization() throws {
        let german = try orchard().pane(languages: ["de-AT"])
        #expect([german.language, german.groups.first?.title] == ["de", "Garten"] && german.direction == .leftToRight)
        #expect(german.rows.map(\.title) == ["Name", "PIN", "Bewässerung", "", "FRUIT", "SEASON", "VERSION", "Über"])
        #expect(try orchard().pane(languages: ["pt-BR"]).rows.first?.title == "Nome")
    }

    @Test("choices sort by the localised title, values and short titles along with them")
    func sortedChoices() throws {
        let english = try orchard().pane(languages: ["en"]).rows[4].choices
        #expect(english.map { [$0.title, $0.shortTitle] } == [["Apple", "Ap"], ["Pear", "Pe"], ["Plum", "Pl"]])
        #expect(english.map(\.value) == [.integer(2), .integer(1), .string("3")])
        let german = try orchard().pane(languages: ["de"]).rows[4].choices
        #expect(german.map(\.title) == ["Äpfel", "Birne", "Zwetschge"])
    }

    @Test("a broken strings table shows keys, in the right direction, and is told with its line")
    func brokenTable() throws {
        let arabic = try orchard().pane(languages: ["ar"])
        #expect(arabic.direction == .rightToLeft && arabic.rows.first?.title == "NAME")
        let finding = arabic.report.first
        #expect([finding?.code, finding?.file] == ["settings.strings.unreadable", "ar.lproj/Root.strings"])
        #expect(finding?.line != nil)
    }

    @Test("an iPad has its own root, other panes fall back to the plain file")
    func deviceVariants() throws {
        #expect(try orchard().pane(idiom: .pad).groups.map(\.title) == ["Only on the iPad"])
        #expect(try orchard().pane(named: "About", idiom: .pad).file == "About.plist")
    }

    /// Files that one pane could be read from, and the one that is.
    struct Choice: Sendable, CustomTestStringConvertible {
        let rule: String
        let files: [String]
        let pane: String
        let language: String
        let idiom: InterfaceIdiom
        let file: String

        init(
            _ rule: String,
            _ files: [String],
            pane: String = "Root",
            _ language: String = "de",
            _ idiom: InterfaceIdiom = .phone,
            is file: String
        ) {
            (self.rule, self.files, self.pane) = (rule, files, pane)
            (self.language, self.idiom, self.file) = (language, idiom, file)
        }

        var testDescription: String { rule }
    }

    private static let all = ["Root~ipad.plist", "Root.plist", "de.lproj/Root~ipad.plist", "de.lproj/Root.plist"]
    private static let localized = ["de.lproj/Root.plist", "fr.lproj/Root.plist", "en.lproj/Root.strings"]

    static let choices: [Choice] = [
        Choice("the device's own pane comes first", all, "de", .pad, is: "Root~ipad.plist"),
        Choice("then the plain one at the top", Array(all[1...]), "de", .pad, is: "Root.plist"),
        Choice("then the device's in the language", Array(all[2...]), "de", .pad, is: "de.lproj/Root~ipad.plist"),
        Choice("then the plain one of the language", Array(all[3...]), "de", .pad, is: "de.lproj/Root.plist"),
        Choice("a pane for the iPad is better than none", ["Root~ipad.plist"], is: "Root~ipad.plist"),
        Choice("a pane at the top, in any language", Array(all[1...]), "en", is: "Root.plist"),
        Choice("without one, the language's", localized, "fr-CA", is: "fr.lproj/Root.plist"),
        Choice("without that, another language's", localized, "ja", is: "de.lproj/Root.plist"),
        Choice(
            "panes that only InAppSettingsKit opens, from the language first, as it does",
            ["Root.inApp.plist", "de.lproj/Root.inApp.plist"],
            pane: "Root.inApp",
            is: "de.lproj/Root.inApp.plist"
        ),
    ]

    @Test("of several files for a pane one is taken", arguments: choices)
    func chosenFile(choice: Choice) throws {
        let texts = choice.files.map { ($0, $0.hasSuffix(".plist") ? pane() : "") }
        let bundle = try SettingsBundle(files: MemoryFiles(Dictionary(uniqueKeysWithValues: texts)))
        let chosen = try bundle.pane(named: choice.pane, languages: [choice.language], idiom: choice.idiom)
        #expect(chosen.file == choice.file)
    }

    @Test("a pane of a language is in that language")
    func localizedPane() throws {
        let texts = ["fr.lproj/Root.plist": pane(), "en.lproj/Root.strings": ""]
        #expect(try SettingsBundle(files: MemoryFiles(texts)).pane(languages: ["fr-CA"]).language == "fr")
    }

    @Test("every pane is reached once, circles and broken panes included")
    func allPanes() throws {
        let all = try orchard().allPanes(languages: ["en"])
        #expect(
            all.panes.map { [$0, $1.title, $1.applicationGroup] } == [
                ["Root", nil, nil], ["About", "About", "group.example.orchard"],
                ["Licences/Rake", "Licence of <Rake>", nil], ["Broken", "Broken", nil],
            ]
        )
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

    @Test("a broken pane gives way to one that can be read, and is told")
    func brokenVariant() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles([
                "Root~iphone.plist": "{ broken", "Root.plist": pane("{ Type = PSGroupSpecifier; Title = Plain; }"),
            ])
        )
        let root = try bundle.pane()
        #expect(root.groups.first?.title == "Plain" && root.codes == ["settings.pane.unreadable"])
    }

    @Test("a root without rows, or none at all, is told")
    func uselessRoots() throws {
        for text in ["<plist><string></string></plist>", "{ a = b; }", "{ PreferenceSpecifiers = x; }"] {
            let bundle = try SettingsBundle(files: MemoryFiles(["Root.plist": text]))
            #expect(try bundle.pane().groups.isEmpty && bundle.report.map(\.code) == ["settings.pane.unreadable"])
        }
        let empty = try SettingsBundle(files: MemoryFiles(["About.plist": pane()]))
        #expect(empty.report.map(\.code) == ["settings.root.missing"])
        #expect([[empty.entryName], Array(empty.allPanes().panes.keys)] == [["About"], ["About"]])
        let inApp = try SettingsBundle(files: MemoryFiles(["About.plist": pane(), "Root.inApp.plist": pane()]))
        #expect(inApp.entryName == "Root.inApp")
        #expect(try SettingsBundle(files: MemoryFiles(["a.txt": ""])).allPanes().panes.isEmpty)
    }

    @Test("a misspelt language folder is told and not a language")
    func misspeltFolder() throws {
        let bundle = try SettingsBundle(files: MemoryFiles(["Root.plist": pane(), "da-lproj/Root.strings": ""]))
        #expect(bundle.languages.isEmpty && bundle.report.map(\.code) == ["settings.language.folderName"])
    }

    @Test("hidden folders and other files are left alone")
    func junk() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles([
                "Root.plist": pane(), ".svn/Root.plist": "broken {", ".Root.plist.swp": "x", "a.html": "<html>",
                "Info.plist": "{ CFBundleName = x; }",
            ])
        )
        #expect(bundle.paneNames == ["Root"] && bundle.report.isEmpty)
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
