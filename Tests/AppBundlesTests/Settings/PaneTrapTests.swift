import Diagnostics
import PropertyList
import Testing

@testable import AppBundles

/// What real bundles get wrong, one by one.
@Suite("Panes with mistakes")
struct PaneTrapTests {
    @Test("rows before the first group form one without a heading, which is worth a warning")
    func noLeadingGroup() throws {
        let root = try rootPane(pane("{ Type = PSTitleValueSpecifier; Key = a; DefaultValue = 1; }"))
        #expect(root.groups.count == 1 && root.groups.first?.title == nil)
        #expect(root.codes == ["settings.pane.noLeadingGroup"])
    }

    @Test("an element without type, an empty one, and one that is no dictionary are skipped and told")
    func noType() throws {
        let root = try rootPane(
            pane("{ Type = PSGroupSpecifier; }", "{ Title = x; }", "{}", "text", "{ Type = \"\"; }")
        )
        #expect(root.rows.isEmpty)
        #expect(
            root.codes == [
                "settings.row.noType", "settings.row.noType", "settings.row.notADictionary", "settings.row.noType",
            ]
        )
        #expect(root.report.first?.message.contains("Row 1 (“x”)") == true)
        #expect(root.report.first?.file == "Root.plist")
    }

    @Test("an unknown type is an unsupported row")
    func unknownType() throws {
        let root = try rootPane(
            pane("{ Type = PSGroupSpecifier; }", "{ Type = IASKPotiTextFieldSpecifier; Title = x; Key = k; }")
        )
        #expect(root.rows.first?.typeName == "unsupported")
        #expect(root.rows.first?.specifier == "IASKPotiTextFieldSpecifier")
        #expect(root.rows.first?.content == .unsupported)
        #expect(root.codes == ["settings.row.unknownType"])
    }

    @Test("empty, missing and repeated keys are told")
    func keys() throws {
        let field = "Type = PSTextFieldSpecifier; "
        let root = try rootPane(
            pane(
                "{ Type = PSGroupSpecifier; }",
                "{ \(field) Key = \"\"; }",
                "{ \(field) }",
                "{ \(field) Key = \"a.b c\"; }",
                "{ \(field) Key = \"a.b c\"; }"
            )
        )
        #expect(root.codes == ["settings.row.emptyKey", "settings.row.missingKey", "settings.row.duplicateKey"])
        #expect(root.rows.map(\.key) == ["", nil, "a.b c", "a.b c"])
        #expect(root.rows(forKey: "a.b c").count == 2)
        #expect(root.rows[1].isEditable == false)
    }

    @Test("choices pair up to the shorter list")
    func mismatchedChoices() throws {
        let row = "Type = PSMultiValueSpecifier; Title = t; Key = k; DefaultValue = 1;"
        let root = try rootPane(
            pane(
                "{ Type = PSGroupSpecifier; }",
                "{ \(row) Values = (1, 2, 3); Titles = (a, b); }",
                "{ \(row) Values = (); Titles = (); }",
                "{ \(row) Titles = (a); }",
                "{ \(row) }"
            )
        )
        #expect(root.rows.map(\.choices.count) == [2, 0, 0, 0])
        let codes = root.codes.filter { $0 != "settings.row.duplicateKey" }
        #expect(
            codes == [
                "settings.row.choicesMismatch", "settings.row.noChoices", "settings.row.choicesMismatch",
                "settings.row.noChoices",
            ]
        )
    }

    @Test("a default that is a title and not a value is told")
    func defaultIsTitle() throws {
        let root = try rootPane(
            pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = PSMultiValueSpecifier; Title = t; Key = k; DefaultValue = Beep; Values = (1); Titles = (Beep); }"
            )
        )
        #expect(root.codes == ["settings.row.defaultNotAChoice"])
        #expect(root.report.first?.message.contains("one of its Titles, but none of its Values") == true)
        let value = RowValue(root.rows[0], stored: nil)
        #expect(value.selectedIndex == nil && value.display == "Beep")
    }

    @Test("slider bounds may be text, missing, upside down or no numbers")
    func sliderBounds() throws {
        func range(_ keys: String) throws -> (SliderRange, [String]) {
            let root = try rootPane(
                pane("{ Type = PSGroupSpecifier; }", "{ Type = PSSliderSpecifier; Key = k; \(keys) }")
            )
            guard case .slider(let range) = root.rows[0].content else { throw AppBundleError(.valueRefused, "type") }
            return (range, root.codes)
        }
        let text = try range("DefaultValue = 1; MinimumValue = 0; MaximumValue = \"2.5\";")
        #expect(text.0.maximum == 2.5 && text.1.allSatisfy { $0 == "settings.row.numberAsText" })
        let inverted = try range("DefaultValue = 5; MinimumValue = 10; MaximumValue = 5;")
        #expect(!inverted.0.isUsable && inverted.1.contains("settings.row.sliderRange"))
        let missing = try range("")
        #expect(missing.0.minimum == 0 && missing.0.maximum == 1)
        #expect(missing.1.contains("settings.row.missingMember"))
        let words = try range("DefaultValue = 9; MinimumValue = low; MaximumValue = nan;")
        #expect(words.0.minimum == 0 && words.0.maximum == 1)
        #expect(words.1.contains("settings.row.sliderDefault"))
        let image = try range("DefaultValue=0; MinimumValue=0; MaximumValue=1; MinimumValueImage=\"../../x\";")
        #expect(image.1.contains("settings.row.imageMissing"))
    }

    @Test("toggles whose values clash, or whose default is neither, are told")
    func toggles() throws {
        let root = try rootPane(
            xmlPane(
                "<key>Type</key><string>PSGroupSpecifier</string>",
                """
                <key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key><string>a</string>
                <key>Key</key><string>a</string><key>DefaultValue</key><true/>
                <key>TrueValue</key><string>YES</string><key>FalseValue</key><string>NO</string>
                """,
                """
                <key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key><string>b</string>
                <key>Key</key><string>b</string><key>DefaultValue</key><true/>
                <key>TrueValue</key><integer>1</integer><key>FalseValue</key><integer>2</integer>
                """,
                """
                <key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key><string>c</string>
                <key>Key</key><string>c</string><key>DefaultValue</key><integer>1</integer>
                <key>TrueValue</key><integer>1</integer><key>FalseValue</key><string>1</string>
                """
            )
        )
        #expect(root.codes == ["settings.row.toggleDefault", "settings.row.toggleValues"])
        #expect(root.rows.map { RowValue($0, stored: nil).isOn } == [true, true, true])
    }

    @Test("unknown keyboards fall back, unknown keys are told, those of InAppSettingsKit are not")
    func unknownNames() throws {
        let root = try rootPane(
            pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = PSTextFieldSpecifier; Key = k; KeyboardType = NumberAndPunctuation; AutoCorrectionType = No; IASKx = 1; }"
            )
        )
        #expect(root.codes == ["settings.row.unknownKey", "settings.row.unknownValue"])
        #expect(root.rows[0].content == .textField(TextFieldTraits()))
    }

    @Test("child panes stay inside the bundle")
    func childPanes() throws {
        let child = "Type = PSChildPaneSpecifier; Title = t;"
        let root = try rootPane(
            pane(
                "{ Type = PSGroupSpecifier; }",
                "{ \(child) File = \"../Other/Root\"; }",
                "{ \(child) File = \"/etc/passwd\"; }",
                "{ \(child) }",
                "{ \(child) File = Gone; }",
                "{ \(child) File = \"./Root\"; }"
            )
        )
        #expect(
            root.codes == [
                "settings.childPane.unsafeName", "settings.childPane.unsafeName", "settings.childPane.noFile",
                "settings.childPane.missing",
            ]
        )
        #expect(root.rows.last?.content == .childPane(ChildPane(pane: "Root", isAvailable: true)))
    }

    @Test("an element for other devices is hidden, the rows below a hidden heading are not")
    func idioms() throws {
        let text = pane(
            "{ Type = PSGroupSpecifier; Title = all; }",
            "{ Type = PSGroupSpecifier; Title = pad; SupportedUserInterfaceIdioms = (Pad); }",
            "{ Type = PSTextFieldSpecifier; Key = a; }",
            "{ Type = PSTextFieldSpecifier; Key = b; SupportedUserInterfaceIdioms = (Phone); }",
            "{ Type = PSTextFieldSpecifier; Key = c; SupportedUserInterfaceIdioms = (Mac); }",
            "{ Type = PSTextFieldSpecifier; Key = d; SupportedUserInterfaceIdioms = Pad; }"
        )
        let phone = try rootPane(text)
        #expect(phone.groups.map(\.title) == ["all"])
        #expect(phone.rows.map(\.key) == ["a", "b", "d"])
        #expect(phone.codes == ["settings.row.unknownIdiom", "settings.row.idioms"])
        let pad = try rootPane(text, idiom: .pad)
        #expect(pad.groups.map(\.title) == ["all", "pad"])
        #expect(pad.rows.map(\.key) == ["a", "d"])
        #expect(pad.rows.map(\.index) == [2, 5])
    }

    @Test("numbers as titles and text that HTML would take for markup come through unchanged")
    func text() throws {
        let root = try rootPane(
            xmlPane(
                "<key>Type</key><string>PSGroupSpecifier</string><key>Title</key><integer>7</integer>",
                """
                <key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key><string>&lt;b&gt;&amp;"'</string>
                <key>Key</key><string>k</string><key>DefaultValue</key><real>1</real>
                """
            )
        )
        #expect(root.groups.first?.title == "7")
        #expect(root.rows.first?.title == "<b>&\"'")
        #expect(root.rows.first?.defaultValue == .real(1))
        #expect(RowValue(root.rows[0], stored: nil).display == "1")
    }

    @Test("a long footer is kept whole")
    func longFooter() throws {
        let footer = String(repeating: "x", count: 200_000)
        #expect(
            try rootPane(pane("{ Type = PSGroupSpecifier; FooterText = \(footer); }")).groups.first?.footer == footer
        )
    }
}
