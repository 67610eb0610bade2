import Diagnostics
import Testing
import TestSupport

@testable import AppBundles

@Suite("Findings about a bundle")
struct BundleLintTests {
    private func findings(_ texts: [String: String], name: String = "Settings.bundle") throws -> [BundleFinding] {
        BundleLint.findings(of: try AppBundle(files: MemoryFiles(texts, name: name)))
    }

    @Test("a finding names file, line, pane, row and key, with cure and reason")
    func place() throws {
        let root = """
            <plist><dict>
            <key>PreferenceSpecifiers</key>
            <array>
              <dict><key>Type</key><string>PSGroupSpecifier</string></dict>
              <dict>
                <key>Type</key><string>PSTextFieldSpecifier</string>
                <key>Title</key><string>Name</string><key>Key</key><string></string>
              </dict>
            </array></dict></plist>
            """
        let finding = try #require(
            try findings(
                ["Settings.bundle/Root.plist": root, "Info.plist": "{ CFBundleIdentifier = a; }"],
                name: "A.app"
            )
            .first
        )
        #expect(finding.rule == "settings.row.emptyKey" && finding.severity == .error)
        #expect(finding.file == "Settings.bundle/Root.plist" && finding.line == 5)
        #expect(finding.pane == "Root" && finding.row == 1 && finding.key == "")
        #expect(finding.message.hasPrefix("Row 1 (“Name”) "))
        #expect(finding.reason?.contains("iOS 18") == true && finding.cure?.isEmpty == false)
    }

    @Test("what both devices have in common is told once, what one has is told too")
    func devices() throws {
        let found = try findings([
            "Root.plist": pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Title = both; }",
                "{ Type = PSTextFieldSpecifier; SupportedUserInterfaceIdioms = (Pad); Title = pad; }"
            )
        ])
        #expect(found.map(\.rule) == ["settings.row.noType", "settings.row.missingKey"])
    }

    @Test("panes that nobody opens and broken files of other devices are checked")
    func allFiles() throws {
        let found = try findings([
            "Root.plist": pane("{ Type = PSGroupSpecifier; }"), "Root~ipad.plist": pane("{ Title = x; }"),
            "Lost.plist": pane("{ Title = x; }"),
        ])
        #expect(found.map(\.rule) == ["settings.pane.unreachable", "settings.row.noType", "settings.row.noType"])
        #expect(found.map(\.file) == ["Lost.plist", "Lost.plist", "Root~ipad.plist"])
    }

    @Test("a pane is reachable when any device or language opens it, or a list's item")
    func reachable() throws {
        let child = "Type = PSChildPaneSpecifier; Title = t;"
        let found = try findings([
            "Root.plist": pane("{ Type = PSGroupSpecifier; }"),
            "Root~ipad.plist": pane("{ Type = PSGroupSpecifier; }", "{ \(child) File = Pad; }"),
            "de.lproj/Root.plist": pane("{ Type = PSGroupSpecifier; }", "{ \(child) File = German; }"),
            "Pad.plist": pane("{ Type = IASKListGroupSpecifier; Key = k; ItemSpecifier = { \(child) File = Item; }; }"),
            "German.plist": pane("{ Type = PSGroupSpecifier; }"), "Item.plist": pane("{ Type = PSGroupSpecifier; }"),
        ])
        #expect(!found.map(\.rule).contains("settings.pane.unreachable"))
    }

    @Test("a pane in two places: the finding says which of them is shown")
    func twoPlaces() throws {
        let group = pane("{ Type = PSGroupSpecifier; }")
        for (root, shown) in [("Root", "the one at the top is shown."), ("Root.inApp", "of the language is shown.")] {
            let found = try findings(["\(root).plist": group, "en.lproj/\(root).plist": group])
            #expect(found.map(\.rule) == ["settings.pane.twoPlaces"] && found.first?.file == "\(root).plist")
            #expect(found.first?.message.hasSuffix(shown) == true)
        }
    }

    @Test("missing texts are counted once for each table, with the first of them")
    func missingTexts() throws {
        let groups = ["A", "B", "C", "D", "E"].map { "{ Type = PSGroupSpecifier; Title = \($0); }" }
        let files = [
            "Root.plist": pane(groups.joined(separator: ", "), extra: "StringsTable = T;"),
            "en.lproj/T.strings": "A=1;B=1;C=1;D=1;", "de.lproj/T.strings": "A=1;",
            "fr.lproj/T.strings": "B=1;C=1;D=1;A=2;",
        ]
        let found = try findings(files)
        #expect(found.map(\.rule) == ["settings.strings.missingKeys"])
        #expect(found.first?.file == "de.lproj/T.strings")
        #expect(found.first?.message.contains("lacks 3 texts that another language has: “B”, “C”, “D”.") == true)
        let german = try SettingsBundle(files: MemoryFiles(files)).pane(languages: ["de"])
        #expect(german.codes == ["settings.strings.missingKeys"])
        #expect(try SettingsBundle(files: MemoryFiles(files)).pane(languages: ["en"]).codes.isEmpty)
    }

    @Test("a footer is as long as its text in the bundle's own language")
    func localizedFooter() throws {
        let found = try findings([
            "Root.plist": pane("{ Type = PSGroupSpecifier; FooterText = F; }", extra: "StringsTable = T;"),
            "en.lproj/T.strings": "F = \(String(repeating: "x", count: 2_001));",
        ])
        #expect(found.map(\.rule) == ["settings.group.longFooter"])
    }

    @Test("a lost table is told as lost, not as lacking its texts")
    func lostTables() throws {
        let found = try findings([
            "Root.plist": pane("{ Type = PSGroupSpecifier; Title = A; }", extra: "StringsTable = T;"),
            "en.lproj/T.strings": "A = 1;", "de.lproj/T.strings": "A = 1;\nB = 2\n",
        ])
        #expect(found.map(\.rule) == ["settings.strings.unreadable"])
        #expect(found.first?.line == 2)
    }

    @Test("a table that some languages lack is told once, with their names")
    func missingTables() throws {
        var files = ["Root.plist": pane("{ Type = PSGroupSpecifier; Title = A; }", extra: "StringsTable = T;")]
        files["en.lproj/T.strings"] = "A=1;"
        for language in ["cs", "da", "de", "es", "fi", "fr"] { files["\(language).lproj/x"] = "" }
        let found = try findings(files)
        #expect(found.map(\.rule) == ["settings.strings.missing"])
        #expect(found.first?.message.contains("for 6 languages (cs, da, de, es, fi, …)") == true)
        #expect(found.first?.severity == .warning)
        let source = try findings([
            "Root.plist": pane("{ Type = PSGroupSpecifier; Title = A; }", extra: "StringsTable = T;"),
            "de.lproj/T.strings": "A=1;", "en-GB.lproj/x": "",
        ])
        #expect(source.map(\.severity) == [.info])
    }

    @Test(
        "a StringsTable with an ending or in other letters says which table was meant",
        arguments: ["T.strings", "t"]
    )
    func misspeltTables(_ name: String) throws {
        let found = try findings([
            "Root.plist": pane("{ Type = PSGroupSpecifier; Title = A; }", extra: "StringsTable = \"\(name)\";"),
            "en.lproj/T.strings": "A=1;",
        ])
        let missing = try #require(found.first { $0.rule == "settings.strings.missing" })
        #expect(missing.message.hasSuffix("There is “T.strings”: StringsTable is “T”."))
    }

    @Test("text in place of the list of idioms is quoted")
    func idiomsAsText() throws {
        let found = try findings([
            "Root.plist": pane(
                "{ Type = PSTextFieldSpecifier; Key = k; Title = A; SupportedUserInterfaceIdioms = Pad; }"
            )
        ])
        let idioms = try #require(found.first { $0.rule == "settings.row.idioms" })
        #expect(idioms.message.contains("has text “Pad” instead of a list in SupportedUserInterfaceIdioms"))
    }

    @Test("keys of an app group do not clash with those of the app")
    func groups() throws {
        let field = "{ Type = PSTextFieldSpecifier; Key = k; DefaultValue = a; }"
        let found = try findings([
            "Root.plist": pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = PSChildPaneSpecifier; Title = t; File = G; }",
                field
            ),
            "G.plist": pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = PSSliderSpecifier; Key = k; DefaultValue = 1; MinimumValue = 0; MaximumValue = 2; }",
                extra: "ApplicationGroupContainerIdentifier = \"group.a\";"
            ),
        ])
        #expect(!found.map(\.rule).contains { $0.hasPrefix("settings.key.") })
    }

    @Test("a key that another pane uses for another type is told where it is used second")
    func conflicts() throws {
        let found = try findings([
            "Root.plist": pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = PSTextFieldSpecifier; Key = k; }",
                "{ Type = PSChildPaneSpecifier; Title = t; File = B; }"
            ),
            "B.plist": pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = PSMultiValueSpecifier; Key = k; Title = t; DefaultValue = 1; Values = (1); Titles = (1); }"
            ),
        ])
        let conflict = try #require(found.first { $0.rule == "settings.key.typeConflict" })
        #expect(conflict.file == "B.plist" && conflict.row == 1 && conflict.key == "k")
        #expect(conflict.message.contains("textField in row 1 of “Root.plist”"))
    }

    @Test("the sample app's findings are those that its mistakes deserve, by file and line")
    func orchard() throws {
        let app = try AppBundle(folder: Fixtures.url("bundles/Orchard.app"))
        let found = BundleLint.findings(of: app)
        #expect(
            found.filter { $0.severity == .error }.map(\.rule).sorted() == [
                "app.infoStrings.unreadable", "settings.childPane.missing", "settings.pane.unreadable",
                "settings.strings.unreadable",
            ]
        )
        #expect(found == found.sorted { ($0.file ?? "", $0.line ?? 0) < ($1.file ?? "", $1.line ?? 0) })
        #expect(Set(found).count == found.count)
        let some = BundleLint.findings(of: app, languages: ["de"])
        #expect(!some.map(\.rule).contains("settings.strings.unreadable"))
    }

    @Test("severities are ordered")
    func severities() {
        let warning = BundleFinding("x", "y", severity: .warning)
        #expect(warning.isAtLeast(.info) && warning.isAtLeast(.warning) && !warning.isAtLeast(.error))
    }
}
