@testable import Commands
import AppBundles
import Foundation
import TestSupport
import Testing

@testable import vitrine

@Suite("Panes in a terminal")
struct PaneTextTests {
    private func text(_ specifiers: String..., width: Int = 80) throws -> String {
        let folder = try TemporaryDirectory()
        let list = "{ PreferenceSpecifiers = ( \(specifiers.joined(separator: ", ")) ); }"
        try folder.write(list, to: "Settings.bundle/Root.plist")
        let bundle = try AppBundle(folder: folder.url.appending(path: "Settings.bundle"))
        return PaneText.text(of: try #require(bundle.settings).pane(), heading: "Pear", width: width)
    }

    @Test("groups, rows with their controls, choices and footers are laid out in columns")
    func layout() throws {
        let text = try text(
            "{ Type = PSGroupSpecifier; Title = General; FooterText = \"A note that is longer than the line is wide.\"; }",
            "{ Type = PSTextFieldSpecifier; Title = Name; Key = a; DefaultValue = Ada; }",
            "{ Type = PSTextFieldSpecifier; Title = PIN; Key = b; DefaultValue = 1234; IsSecure = YES; }",
            "{ Type = PSToggleSwitchSpecifier; Title = \"Night mode\"; Key = c; DefaultValue = YES; }",
            "{ Type = PSSliderSpecifier; Key = d; DefaultValue = 5; MinimumValue = 0; MaximumValue = 10; }",
            "{ Type = PSMultiValueSpecifier; Title = Size; Key = e; DefaultValue = 2; Values = (1, 2); Titles = (S, L); }",
            "{ Type = PSRadioGroupSpecifier; Title = Season; Key = f; DefaultValue = 1; Values = (1); Titles = (Spring); }",
            "{ Type = PSChildPaneSpecifier; Title = More; File = Gone; }",
            "{ Type = PSTitleValueSpecifier; Title = Version; Key = g; DefaultValue = 1; }",
            width: 40
        )
        #expect(
            text == """
                Pear
                ====

                General
                  Name        [Ada]
                  PIN         [••••]
                  Night mode  [on ]
                              0 ──● 5 ── 10
                  Size        L ›
                      ( ) S
                      (•) L
                    A note that is longer than the line
                    is wide.

                Season
                  Season
                      (•) Spring
                  More        › Gone (missing)
                  Version     1

                """
        )
    }

    @Test("rows of InAppSettingsKit show what they are")
    func library() throws {
        let text = try text(
            "{ Type = IASKOpenURLSpecifier; Title = Web; File = \"javascript:1\"; IASKSubtitle = below; }",
            "{ Type = IASKMailComposeSpecifier; Title = Mail; IASKMailComposeToRecipents = (a); }",
            "{ Type = IASKButtonSpecifier; Title = Go; Key = a; }",
            "{ Type = IASKCustomViewSpecifier; Key = b; }",
            "{ Type = IASKListGroupSpecifier; Title = Tags; Key = c; AddSpecifier = { Type = PSTextFieldSpecifier; }; }",
            "{ Type = IASKTextViewSpecifier; Key = d; DefaultValue = x; Platform = iOS; }",
            "{ Type = Other; }"
        )
        for part in [
            "Web   → javascript:1\n    below\n", "Mail  → a\n      To: a\n", "Go    (button)", "(drawn by the app)",
            "Tags  0 items [+]", "[x]\n      [only on iOS]", "(unsupported: Other)",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("no text can steer the terminal")
    func controls() throws {
        let text = try text(
            "{ Type = PSGroupSpecifier; Title = \"a\\033[2Jb\\U202e\"; FooterText = \"one\\ntwo\\033\"; }",
            "{ Type = PSTextFieldSpecifier; Title = \"x\\ny\"; Key = k; DefaultValue = \"\\007\"; }"
        )
        let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(controls.isEmpty && !text.contains("\u{202E}"))
        #expect(
            text.contains("a·[2Jb·") && text.contains("    one\n    two·") && text.contains("x y")
                && text.contains("[·]")
        )
    }

    @Test("wide characters take two columns")
    func width() throws {
        let text = try text(
            "{ Type = PSTextFieldSpecifier; Title = \"設定\"; Key = a; }",
            "{ Type = PSTextFieldSpecifier; Title = abcd; Key = b; }"
        )
        #expect(text.contains("  設定  []\n  abcd  []\n"))
    }

    @Test("texts of any kind are laid out, however narrow the terminal is")
    func hostile() throws {
        let values = ["\"\"", "\"\\U202e\\000../\\n\"", "( )", "{ }", "<ff>", "( 1, { }, ( ) )"]
        let types = [
            "PSGroup", "PSTextField", "PSTitleValue", "PSToggleSwitch", "PSSlider", "PSMultiValue", "PSRadioGroup",
            "PSChildPane", "IASKOpenURL", "IASKMailCompose", "IASKButton", "IASKTextView", "IASKDatePicker",
            "IASKListGroup", "IASKCustomView", "Other",
        ]
        let specifiers = types.flatMap { type in
            values.map { value in
                let members = ["Title", "FooterText", "File", "DefaultValue", "Values", "Titles", "IASKSubtitle"]
                return "{ Type = \(type)Specifier; Key = k; "
                    + members.map { "\($0) = \(value); " }.joined() + "}"
            }
        }
        #expect(try text(specifiers.joined(separator: ", "), width: -1).hasPrefix("Pear\n====\n"))
    }

    @Test("every pane of the corpus has a text", .enabled(if: Corpus.root != nil))
    func corpus() throws {
        let root = try #require(Corpus.root).appending(path: "settings").path(percentEncoded: false)
        for path in BundleSearch(root).bundles {
            guard let bundle = try AppBundle(folder: URL(filePath: path)).settings else { continue }
            for language in bundle.languages.isEmpty ? ["en"] : bundle.languages {
                for pane in bundle.allPanes(languages: [language]).inOrder {
                    #expect(PaneText.text(of: pane, heading: "x").hasPrefix("x\n=\n"), "\(path) \(pane.file)")
                }
            }
        }
    }

    @Test("an empty pane says so")
    func empty() throws {
        #expect(try text() == "Pear\n====\n(nothing is shown)\n")
    }
}
