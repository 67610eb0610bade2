import AppBundles
import Diagnostics
import PropertyList
import Testing

/// Where apps keep their settings besides `Settings.bundle` at the top.
@Suite("Places of settings in an app")
struct AppPlacesTests {
    private static let toggle = "{ Type = PSToggleSwitchSpecifier; Title = t; Key = k; DefaultValue = YES; }"
    private static let secret = "{ Type = PSTextFieldSpecifier; Title = t; Key = code; IsSecure = YES; }"
    private static let info = "{ CFBundleIdentifier = \"example.pear\"; CFBundleDisplayName = Pear; }"

    @Test("an app of Mac Catalyst has its settings, its languages and its icon below Contents")
    func catalyst() throws {
        let files = [
            "Contents/Info.plist": Self.info, "Contents/Resources/Settings.bundle/Root.plist": pane(Self.toggle),
            "Contents/Resources/de.lproj/InfoPlist.strings": "CFBundleDisplayName = Birne;",
            "Contents/Resources/AppIcon.png": "no picture", "Contents/MacOS/Pear": "",
        ]
        let app = try AppBundle(files: MemoryFiles(files, name: "Pear.app"))
        #expect(app.identifier == "example.pear" && app.name(languages: ["de"]) == "Birne")
        #expect(app.settingsFolder == "Contents/Resources/Settings.bundle")
        #expect(try app.settings?.pane().rows.count == 1)
        #expect(app.icon().report.map(\.file) == ["Contents/Resources/AppIcon.png"])
        let findings = BundleLint.findings(of: app)
        #expect(findings.contains { $0.file == "Contents/Resources/Settings.bundle/Root.plist" })
        #expect(!findings.contains { $0.rule == "app.info.noIdentifier" })
    }

    @Test("the Watch app's bundle is opened and checked beside the app's own", arguments: ["Pear.app", "Pear"])
    func watch(name: String) throws {
        let files = [
            "Settings.bundle/Root.plist": pane(Self.toggle),
            "Settings-Watch.bundle/Root.plist": pane(Self.secret, "{ Type = PSTextFieldSpecifier; Key = \"\"; }"),
        ]
        let app = try AppBundle(files: MemoryFiles(files, name: name))
        #expect(app.settingsFolder == "Settings.bundle" && app.watchFolder == "Settings-Watch.bundle")
        #expect(app.settingsBundles.map(\.folder) == ["Settings.bundle", "Settings-Watch.bundle"])
        #expect(app.watchSettings?.secureKeys == [nil: ["code"]])
        // Each has panes of its own, though both are called Root.
        #expect(try app.settings?.pane().rows.count == 1 && app.watchSettings?.pane().rows.count == 2)
        let rules = BundleLint.findings(of: app).map(\.rule)
        #expect(rules.contains("settings.row.emptyKey") && rules.contains("app.settings.watch"))
        #expect(!rules.contains("app.settings.others"))
    }

    @Test("a Watch bundle that is alone is the app's settings, and lint says where it is shown")
    func alone() throws {
        let files = ["Info.plist": Self.info, "Settings-Watch.bundle/Root.plist": pane(Self.toggle)]
        let app = try AppBundle(files: MemoryFiles(files, name: "Pear.app"))
        #expect(app.settings?.isForWatch == true && app.watchSettings == nil)
        #expect(BundleLint.findings(of: app).contains { $0.rule == "app.settings.watch" })
    }

    @Test("what a generator repeats is told once, errors and findings about files one by one")
    func folded() throws {
        let rows = Array(repeating: "{ Type = PSTextFieldSpecifier; Key = \"\"; Odd = 1; }", count: 300)
        let files = ["Settings.bundle/Root.plist": "{ PreferenceSpecifiers = (\(rows.joined(separator: ","))); }"]
        let findings = BundleLint.findings(of: try AppBundle(files: MemoryFiles(files, name: "Pear.app")))
        let odd = findings.filter { $0.rule == "settings.row.unknownKey" }
        #expect(odd.count == 1 && odd.first?.message.hasSuffix("There are 299 more like it.") == true)
        #expect(findings.count { $0.rule == "settings.row.emptyKey" } == 300)
    }

    @Test(
        "a row shows where its idioms say, spelled as Apple spells them",
        arguments: [
            ("(Phone)", [true, false], nil), ("(iPhone, iPad)", [false, false], "no device"),
            ("(phone)", [false, false], "no device"), ("(Pad, Mac)", [false, true], "Pad only"),
            ("(Mac)", [false, false], "no device"),
        ] as [(String, [Bool], String?)]
    )
    func idioms(names: String, shown: [Bool], words: String?) throws {
        let text = pane(
            "{ Type = PSGroupSpecifier; }",
            "{ Type = PSTitleValueSpecifier; Key = k; DefaultValue = v; SupportedUserInterfaceIdioms = \(names); }"
        )
        for (idiom, isShown) in zip(InterfaceIdiom.allCases, shown) {
            let pane = try rootPane(text, idiom: idiom)
            #expect(pane.rows.isEmpty != isShown)
            let found = pane.findings.first { $0.rule == "settings.row.unknownIdiom" }
            #expect(words.map { found?.message.contains($0) == true } ?? (found == nil))
        }
    }

    @Test("a table that no pane names is told, and a catalog with the table that is missing")
    func tables() throws {
        let named = pane("{ Type = PSGroupSpecifier; Title = A; }", extra: "StringsTable = T;")
        let plain = pane("{ Type = PSGroupSpecifier; Title = A; }")
        func messages(_ root: String, _ file: String, _ text: String) throws -> [String] {
            let files = ["Settings.bundle/Root.plist": root, "Settings.bundle/\(file)": text]
            let app = try AppBundle(files: MemoryFiles(files, name: "Pear.app"))
            return BundleLint.findings(of: app).filter { $0.rule.hasPrefix("settings.strings.") }.map(\.message)
        }
        #expect(
            try messages(plain, "en.lproj/Root.strings", "A = Trees;").first?.contains("has no StringsTable") == true
        )
        #expect(try messages(plain, "en.lproj/Other.strings", "A = Trees;").first?.contains("No pane names") == true)
        let catalog = try messages(named, "T.xcstrings", "{}")
        #expect(catalog.count == 2 && catalog.allSatisfy { $0.contains("“T.xcstrings”") && $0.contains("not read") })
    }
}
