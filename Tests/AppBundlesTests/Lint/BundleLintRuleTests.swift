import AppBundles
import Diagnostics
import Testing

/// The smallest bundle that breaks each rule.
@Suite("Rules about bundles")
struct BundleLintRuleTests {
    /// A bundle of the app `Pear.app`, whose files are those given.
    private static func rules(_ texts: [String: String], limits: BundleLimits = .standard) throws -> [String] {
        let app = try AppBundle(files: MemoryFiles(texts, name: "Pear.app"), limits: limits)
        return BundleLint.findings(of: app).map(\.rule)
    }

    /// A root pane with some specifiers behind a group.
    private static func root(_ specifiers: String...) -> [String: String] {
        ["Settings.bundle/Root.plist": pane("{ Type = PSGroupSpecifier; }", specifiers.joined(separator: ", "))]
    }

    private static func xml(_ inside: String...) -> [String: String] {
        let elements = inside.map { "<dict>\($0)</dict>" }.joined()
        return [
            "Settings.bundle/Root.plist":
                "<plist><dict><key>PreferenceSpecifiers</key><array>\(elements)</array></dict></plist>"
        ]
    }

    private static let field = "Type = PSTextFieldSpecifier; Title = t; Key = k;"
    private static let choice = "Type = PSMultiValueSpecifier; Title = t; Key = k; DefaultValue = 1;"
    private static let slider = "Type = PSSliderSpecifier; Key = k; DefaultValue = 0; MinimumValue = 0;"
    private static let toggle = "Type = PSToggleSwitchSpecifier; Title = t; Key = k;"
    private static let child = "Type = PSChildPaneSpecifier; Title = t;"

    private static let broken: [(rule: String, files: [String: String])] = [
        ("settings.row.notADictionary", root("text")), ("settings.row.noType", root("{ Title = t; }")),
        ("settings.row.unknownType", root("{ Type = PSFancySpecifier; }")),
        ("settings.row.libraryType", root("{ Type = IASKButtonSpecifier; Key = k; Title = t; }")),
        ("settings.row.missingKey", root("{ Type = PSTextFieldSpecifier; Title = t; }")),
        ("settings.row.emptyKey", root("{ Type = PSTextFieldSpecifier; Key = \"\"; }")),
        ("settings.row.duplicateKey", root("{ \(field) }", "{ \(field) }")),
        ("settings.row.missingMember", root("{ \(toggle) }")),
        ("settings.row.unknownKey", root("{ \(field) AutoCorrectionType = No; }")),
        ("settings.row.unknownValue", root("{ \(field) KeyboardType = NumberAndPunctuation; }")),
        ("settings.row.libraryKeyboard", root("{ \(field) KeyboardType = DecimalPad; }")),
        ("settings.row.condition", root("{ \(field) Platform = iOS; }")),
        ("settings.row.idioms", root("{ \(field) SupportedUserInterfaceIdioms = Pad; }")),
        ("settings.row.unknownIdiom", root("{ \(field) SupportedUserInterfaceIdioms = (iPhone, pad); }")),
        ("settings.row.unfilledVariable", root("{ \(field) DefaultValue = \"v ${MARKETING_VERSION}\"; }")),
        (
            "settings.key.idioms",
            root(
                "{ \(field) SupportedUserInterfaceIdioms = (Pad); }",
                "{ \(field) SupportedUserInterfaceIdioms = (Phone); }"
            )
        ),
        ("settings.row.secureInClear", root("{ \(field) IsSecure = YES; }")),
        ("settings.row.choicesMismatch", root("{ \(choice) Values = (1, 2); Titles = (a); }")),
        (
            "settings.row.shortTitlesMismatch",
            root("{ \(choice) Values = (1, 2); Titles = (a, b); ShortTitles = (c); }")
        ),
        ("settings.row.noChoices", root("{ \(choice) }")),
        ("settings.row.defaultNotAChoice", root("{ \(choice) Values = (2); Titles = (1); }")),
        ("settings.row.duplicateValue", root("{ \(choice) Values = (1, 1); Titles = (a, b); }")),
        ("settings.row.toggleValues", root("{ \(toggle) DefaultValue = 1; TrueValue = 1; FalseValue = 1; }")),
        ("settings.row.toggleDefault", root("{ \(toggle) DefaultValue = 3; TrueValue = 1; FalseValue = 2; }")),
        ("settings.row.toggleHalf", root("{ \(toggle) DefaultValue = 1; TrueValue = 1; }")),
        ("settings.row.numberAsText", root("{ \(slider) MaximumValue = 2; }")),
        ("settings.row.sliderRange", root("{ \(slider) MaximumValue = \"-1\"; }")),
        ("settings.row.sliderDefault", root("{ \(slider) MinimumValue = 1; MaximumValue = 2; }")),
        ("settings.row.imageMissing", root("{ \(slider) MaximumValue = 2; MinimumValueImage = sun; }")),
        (
            "settings.row.minuteInterval",
            root("{ Type = IASKDatePickerSpecifier; Key = k; MinuteInterval = 7; }")
        ),
        (
            "settings.row.textDefault",
            xml(
                "<key>Type</key><string>PSTextFieldSpecifier</string><key>Key</key><string>k</string>"
                    + "<key>DefaultValue</key><integer>1</integer>"
            )
        ),
        (
            "settings.row.mixedValueTypes",
            xml(
                "<key>Type</key><string>PSMultiValueSpecifier</string><key>Key</key><string>k</string>"
                    + "<key>Values</key><array><integer>1</integer><string>2</string></array>"
            )
        ),
        (
            "settings.list.part",
            root("{ Type = IASKListGroupSpecifier; Key = k; ItemSpecifier = { Type = PSGroupSpecifier; }; }")
        ),
        ("settings.link.unsafeAddress", root("{ Type = IASKOpenURLSpecifier; File = \"javascript:alert(1)\"; }")),
        ("settings.root.missing", ["Settings.bundle/Root.x.plist": pane()]),
        ("settings.pane.unreadable", ["Settings.bundle/Root.plist": "<plist><dict>"]),
        ("settings.pane.noLeadingGroup", ["Settings.bundle/Root.plist": pane("{ \(field) }")]),
        ("settings.pane.empty", ["Settings.bundle/Root.plist": pane()]),
        ("settings.pane.unreachable", root("{ \(field) }").merging(["Settings.bundle/A.plist": pane()]) { $1 }),
        (
            "settings.pane.twoPlaces",
            root("{ \(field) }").merging(["Settings.bundle/de.lproj/Root.plist": pane()]) { $1 }
        ),
        (
            "settings.pane.applicationGroup",
            ["Settings.bundle/Root.plist": pane(extra: "ApplicationGroupContainerIdentifier = example;")]
        ),
        (
            "settings.group.longFooter",
            root("{ Type = PSGroupSpecifier; FooterText = \(String(repeating: "x", count: 2_001)); }")
        ),
        ("settings.childPane.unsafeName", root("{ \(child) File = \"../Root\"; }")),
        ("settings.childPane.noFile", root("{ \(child) }")),
        ("settings.childPane.missing", root("{ \(child) File = A; }")),
        (
            "settings.key.typeConflict",
            root("{ \(field) }", "{ \(toggle) DefaultValue = 1; }")
        ),
        (
            "settings.key.defaultConflict",
            root("{ \(field) DefaultValue = a; }", "{ \(field) DefaultValue = b; }")
        ),
        ("settings.defaults.notRegistered", root("{ \(field) DefaultValue = a; }")),
        ("settings.strings.missing", ["Settings.bundle/Root.plist": pane(extra: "StringsTable = Root;")]),
        (
            "settings.strings.missingKeys",
            [
                "Settings.bundle/Root.plist": pane(
                    "{ Type = PSGroupSpecifier; Title = A; }",
                    extra: "StringsTable = T;"
                ),
                "Settings.bundle/de.lproj/T.strings": "A = Aa;", "Settings.bundle/fr.lproj/T.strings": "B = Bb;",
            ]
        ),
        (
            "settings.strings.unreadable",
            [
                "Settings.bundle/Root.plist": pane(extra: "StringsTable = T;"),
                "Settings.bundle/de.lproj/T.strings": "A = \"Aa",
            ]
        ),
        ("settings.strings.catalog", root("{ \(field) }").merging(["Settings.bundle/T.xcstrings": "{}"]) { $1 }),
        (
            "settings.strings.unnamed",
            root("{ \(field) }").merging(["Settings.bundle/de.lproj/Root.strings": "t = T;"]) { $1 }
        ),
        (
            "settings.language.region",
            root("{ \(field) }").merging(["Settings.bundle/en-us.lproj/x": "", "Settings.bundle/en.lproj/x": ""]) { $1 }
        ),
        (
            "app.settings.watch",
            root("{ \(field) }").merging(["Settings-Watch.bundle/Root.plist": pane("{ \(field) }")]) { $1 }
        ),
        ("app.file.repeatedKey", root("{ \(field) Title = u; }")),
        (
            "app.file.lostData",
            xml(
                "<key>Type</key><string>PSToggleSwitchSpecifier</string><key>Key</key><string>k</string>"
                    + "<key>TrueValue</key><data>QUJD!A==</data>"
            )
        ),
        (
            "app.file.noMark",
            root("{ \(field) }").merging(["Settings.bundle/de.lproj/Root.strings": "a\0=\0b\0;\0"]) { $1 }
        ),
        ("settings.strings.unsafeName", ["Settings.bundle/Root.plist": pane(extra: "StringsTable = \"../T\";")]),
        ("settings.language.folderName", root("{ \(field) }").merging(["Settings.bundle/da-lproj/T": ""]) { $1 }),
        ("app.info.unreadable", ["Info.plist": "<plist>"]), ("app.info.notADictionary", ["Info.plist": "(a)"]),
        ("app.info.noIdentifier", ["Info.plist": "{ CFBundleIdentifier = \"$(ID)\"; }"]),
        ("app.infoStrings.unreadable", ["Info.plist": "{ a = b; }", "de.lproj/InfoPlist.strings": "{"]),
        (
            "app.settings.others",
            root("{ \(field) }").merging(["InAppSettings.bundle/Root.plist": pane(), "Info.plist": "{ a = b; }"]) { $1 }
        ),
        ("app.icon.unreadable", ["Info.plist": "{ a = b; }", "Icon.png": "no picture"]),
    ]

    @Test("a bundle that breaks a rule is told so", arguments: broken.map(\.rule))
    func breaks(rule: String) throws {
        let files = try #require(Self.broken.first { $0.rule == rule }).files
        #expect(try Self.rules(files).contains(rule))
    }

    @Test("a bundle in order breaks none")
    func clean() throws {
        var files = Self.root("{ \(Self.field) }")
        files["Info.plist"] = "{ CFBundleIdentifier = \"example.pear\"; }"
        #expect(try Self.rules(files).isEmpty)
    }

    @Test("limits are told")
    func limits() throws {
        let rows = Self.root("{ \(Self.field) }", "{ \(Self.field) }")
        #expect(
            try Self.rules(rows, limits: BundleLimits(maximumRows: 1)).contains("settings.pane.tooManyRows")
        )
        let many = Array(repeating: "{ Title = t; }", count: 6_000).joined(separator: ", ")
        let found = try Self.rules(Self.root(many, many))
        #expect(found.count == BundleLint.maximumFindings + 1)
        #expect(found.contains("lint.tooMany"))
    }

    @Test("every rule has a bundle above, apart from those of limits and of icons, which have tests of their own")
    func complete() {
        let elsewhere: Set = [
            "settings.pane.tooManyRows", "settings.panes.tooMany", "lint.tooMany", "app.icon.crushed",
        ]
        let ids = BundleLint.rules.map(\.id)
        #expect(ids.count == 70)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids).subtracting(elsewhere) == Set(Self.broken.map(\.rule)))
        for rule in BundleLint.rules {
            #expect(!rule.title.isEmpty && rule.explanation.hasSuffix(".") && rule.cure.hasSuffix("."), "\(rule.id)")
            #expect(BundleLint.rule(rule.id) == rule)
        }
    }
}
