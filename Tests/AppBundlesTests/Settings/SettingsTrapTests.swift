import Diagnostics
import Foundation
import OrderedCollections
import PropertyList
import Testing
import TestSupport

@testable import AppBundles

/// What bundles in the wild hold, file by file.
@Suite("Bundles with odd files")
struct SettingsTrapTests {
    private let group = "{ Type = PSGroupSpecifier; Title = A; }"

    private func bundle(_ texts: [String: String], _ bytes: [String: [UInt8]] = [:]) throws -> SettingsBundle {
        try SettingsBundle(files: MemoryFiles(texts, bytes: bytes))
    }

    @Test("panes that open each other, and themselves, are read once each")
    func cycles() throws {
        func child(_ file: String) -> String { "{ Type = PSChildPaneSpecifier; Title = t; File = \(file); }" }
        let all = try bundle([
            "Root.plist": pane(group, child("A"), child("Root")), "A.plist": pane(group, child("B")),
            "B.plist": pane(group, child("A"), child("Root")),
        ]).allPanes()
        #expect(Array(all.panes.keys) == ["Root", "A", "B"])
    }

    @Test(
        "lists that Foundation reads are panes: old-style text, a blank or a comment before the declaration, no declaration",
        arguments: [
            "{ PreferenceSpecifiers = ( { Type = PSGroupSpecifier; Title = A; } ); }", " <?xml version=\"1.0\"?>\nXML",
            "<!-- licence -->\n<?xml version=\"1.0\"?>\nXML", "XML",
        ]
    )
    func syntaxes(text: String) throws {
        let xml = xmlPane("<key>Type</key><string>PSGroupSpecifier</string><key>Title</key><string>A</string>")
        let root = try bundle(["Root.plist": text.replacingOccurrences(of: "XML", with: xml)]).pane()
        #expect(root.groups.map(\.title) == ["A"])
    }

    @Test("a key where a value should be is read as Foundation reads it")
    func keyAsValue() throws {
        let child = "<key>Type</key><string>PSChildPaneSpecifier</string><key>File</key><key>About</key>"
        let root = try bundle(["Root.plist": xmlPane(child), "About.plist": pane(group)]).pane()
        #expect(root.rows.first?.content == .childPane(ChildPane(pane: "About", isAvailable: true)))
    }

    @Test("a compiled bundle is read")
    func binary() throws {
        let list = PropertyListValue.dictionary([
            "PreferenceSpecifiers": .array([
                .dictionary(["Type": .string("PSGroupSpecifier"), "Title": .string("KEY")])
            ]),
            "StringsTable": .string("Root"),
        ])
        let table = PropertyListValue.dictionary(["KEY": .string("Text")])
        let root = try bundle(
            [:],
            [
                "Root.plist": try PropertyListWriter.binary(list),
                "en.lproj/Root.strings": try PropertyListWriter.binary(table),
            ]
        ).pane(languages: ["en"])
        #expect(root.groups.map(\.title) == ["Text"])
    }

    @Test("a pane that cannot be read leaves the others alone, and is told with its line")
    func brokenPane() throws {
        let all = try bundle([
            "Root.plist": pane(group, "{ Type = PSChildPaneSpecifier; Title = t; File = Bad; }"),
            "Bad.plist": "<plist>\n<dict>\n<key>a</key>\n</dict></plist>",
        ]).allPanes()
        #expect(all.panes["Root"]?.groups.count == 1 && all.panes["Bad"]?.groups.isEmpty == true)
        let finding = try #require(all.report.first { $0.code == "settings.pane.unreadable" })
        #expect(finding.file == "Bad.plist" && finding.line == 4)
    }

    @Test("a table whose byte-order mark was encoded twice is lost, and told")
    func doubleMark() throws {
        let table = Array("\u{EF}\u{BB}\u{BF}\"A\" = \"a\";".utf8)
        let root = try bundle(["Root.plist": pane(group, extra: "StringsTable = T;")], ["en.lproj/T.strings": table])
            .pane(languages: ["en"])
        #expect(root.groups.map(\.title) == ["A"] && root.codes == ["settings.strings.unreadable"])
    }

    @Test("rows behind a radio group belong to it until the next group")
    func radioGroups() throws {
        let field = "{ Type = PSTextFieldSpecifier; Key = k; }"
        let radio =
            "{ Type = PSRadioGroupSpecifier; Title = R; Key = r; DefaultValue = 1; Values = (1); Titles = (1); }"
        let root = try rootPane(pane(radio, field, group, field))
        #expect(root.groups.map(\.title) == ["R", "A"])
        #expect(root.groups.map { $0.rows.map(\.typeName) } == [["radioGroup", "textField"], ["textField"]])
    }

    @Test("a title row shows its value in words, and a default that is a number")
    func titles() throws {
        let rows = try rootPane(
            pane(
                group,
                "{ Type = PSTitleValueSpecifier; Key = a; DefaultValue = 1; Values = (1, 2); Titles = (One, Two); }",
                "{ Type = PSTitleValueSpecifier; Key = b; DefaultValue = 7; }"
            )
        ).rows
        #expect(rows.map(\.title) == ["", ""])
        #expect(rows.map { RowValue($0, stored: nil).display } == ["One", "7"])
        #expect(RowValue(rows[0], stored: .integer(2)).display == "Two")
    }

    @Test("titles of choices may be numbers")
    func numberTitles() throws {
        let choice = """
            <key>Type</key><string>PSMultiValueSpecifier</string><key>Key</key><string>k</string>
            <key>Values</key><array><integer>1</integer></array><key>Titles</key><array><real>2.5</real></array>
            """
        #expect(try rootPane(xmlPane(choice)).rows.first?.choices.map(\.title) == ["2.5"])
    }

    @Test("one key in several panes is one value")
    func sharedKeys() throws {
        let field = "{ Type = PSTextFieldSpecifier; Key = k; }"
        let all = try bundle([
            "Root.plist": pane(group, field, "{ Type = PSChildPaneSpecifier; Title = t; File = B; }"),
            "B.plist": pane(group, field),
        ]).allPanes()
        #expect(all.rows(forKey: "k").map(\.pane) == ["Root", "B"])
        for pane in all.panes.values {
            let values = PaneResolver.values(of: pane, stored: ["k": .string("v")])
            #expect(values[1]?.value == .string("v"))
        }
    }

    @Test("a pane in a sub-folder is opened by its path and localised by its own table")
    func subfolders() throws {
        let all = try bundle([
            "Root.plist": pane(group, "{ Type = PSChildPaneSpecifier; Title = t; File = \"com.example/Sub\"; }"),
            "com.example/Sub.plist": pane(group, extra: "StringsTable = Sub;"), "de.lproj/Sub.strings": "A = Ah;",
        ]).allPanes(languages: ["de"])
        #expect(all.panes["com.example/Sub"]?.groups.map(\.title) == ["Ah"])
    }

    @Test(
        "names of pictures, tables and panes never leave the bundle",
        arguments: ["../x", "/etc/x", "a/../../x", "a\\x"]
    )
    func traversal(name: String) throws {
        let escaped = name.replacingOccurrences(of: "\\", with: "\\\\")
        let root = try bundle([
            "Root.plist": pane(
                group,
                "{ Type = PSChildPaneSpecifier; Title = t; File = \"\(escaped)\"; }",
                "{ Type = PSSliderSpecifier; Key = k; DefaultValue = 0; MinimumValue = 0; MaximumValue = 1; MaximumValueImage = \"\(escaped)\"; }",
                extra: "StringsTable = \"\(escaped)\";"
            )
        ])
        let pane = try root.pane()
        #expect(pane.rows.first?.content == .childPane(ChildPane(pane: nil, isAvailable: false, leadsOut: true)))
        #expect(root.image(named: name) == nil)
        #expect(
            Set(pane.codes).isSuperset(of: [
                "settings.strings.unsafeName", "settings.childPane.unsafeName", "settings.row.imageMissing",
            ])
        )
    }

    @Test("a child pane whose case differs is missing, and told why")
    func caseOfNames() throws {
        let root = try bundle([
            "Root.plist": pane(group, "{ Type = PSChildPaneSpecifier; Title = t; File = about; }"),
            "About.plist": pane(group),
        ]).pane()
        #expect(root.codes == ["settings.childPane.missing"])
        #expect(root.report.first?.message.contains("“About” is written otherwise") == true)
    }

    @Test("a child pane named with its extension is missing, and told why")
    func extensionInName() throws {
        let root = try bundle([
            "Root.plist": pane(group, "{ Type = PSChildPaneSpecifier; Title = t; File = \"About.plist\"; }"),
            "About.plist": pane(group),
        ]).pane()
        #expect(root.codes == ["settings.childPane.missing"])
        #expect(root.report.first?.message.contains("have no “.plist”") == true)
    }

    @Test(
        "a child pane whose file is no pane is missing, and told why",
        arguments: ["<plist><string></string></plist>", "{ a = b; }"]
    )
    func childIsNoPane(text: String) throws {
        let root = try bundle([
            "Root.plist": pane(group, "{ Type = PSChildPaneSpecifier; Title = t; File = Licences; }"),
            "Licences.plist": text,
        ]).pane()
        #expect(root.codes == ["settings.childPane.missing"])
        #expect(root.report.first?.message.contains("whose file has no PreferenceSpecifiers") == true)
    }

    @Test("an app group without a name is none")
    func emptyGroup() throws {
        let root = try rootPane(pane(group, extra: "ApplicationGroupContainerIdentifier = \"\";"))
        #expect(root.applicationGroup == nil && root.codes == ["settings.pane.applicationGroup"])
    }

    @Test("a slider whose pictures are left empty, as in Xcode's template, has none")
    func emptyPictures() throws {
        let slider = """
            { Type = PSSliderSpecifier; Key = k; DefaultValue = 0; MinimumValue = 0; MaximumValue = 1;
            MinimumValueImage = ""; MaximumValueImage = ""; }
            """
        let root = try rootPane(pane(group, slider))
        #expect(!root.codes.contains("settings.row.imageMissing"))
    }

    @Test("names of idioms that only InAppSettingsKit has hide a row from phones and pads")
    func libraryIdioms() throws {
        func keys(_ idiom: InterfaceIdiom) throws -> [String?] {
            try rootPane(
                pane(
                    group,
                    "{ Type = PSTextFieldSpecifier; Key = mac; SupportedUserInterfaceIdioms = (Mac, Reality); }",
                    "{ Type = PSTextFieldSpecifier; Key = all; SupportedUserInterfaceIdioms = (Phone, Pad, Mac); }"
                ),
                idiom: idiom
            ).rows.map(\.key)
        }
        #expect(try keys(.phone) == ["all"] && keys(.pad) == ["all"])
    }

    @Test("mixed types of values are told, and still match loosely")
    func mixedTypes() throws {
        let choice = """
            <key>Type</key><string>PSMultiValueSpecifier</string><key>Key</key><string>k</string>
            <key>Title</key><string>t</string><key>DefaultValue</key><integer>2</integer>
            <key>Values</key><array><integer>0</integer><string>2</string></array>
            <key>Titles</key><array><string>No</string><string>Two</string></array>
            """
        let root = try rootPane(xmlPane("<key>Type</key><string>PSGroupSpecifier</string>", choice))
        #expect(root.codes == ["settings.row.mixedValueTypes"])
        #expect(RowValue(root.rows[0], stored: nil).display == "Two")
    }
}
