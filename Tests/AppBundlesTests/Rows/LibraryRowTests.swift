import OrderedCollections
import PropertyList
import Testing

@testable import AppBundles

/// Types and keys of InAppSettingsKit.
@Suite("Rows of InAppSettingsKit")
struct LibraryRowTests {
    private func row(_ members: String, strings: String? = nil) throws -> SettingsRow {
        var texts = ["Root.plist": pane("{ Type = PSGroupSpecifier; }", "{ \(members) }", extra: "StringsTable = T;")]
        texts["en.lproj/T.strings"] = strings ?? "A = a;"
        let root = try SettingsBundle(files: MemoryFiles(texts)).pane(languages: ["en"])
        return try #require(root.rows.first)
    }

    @Test("every type has its row")
    func types() throws {
        let types = [
            "IASKOpenURLSpecifier": "link", "IASKMailComposeSpecifier": "link", "IASKButtonSpecifier": "button",
            "IASKTextViewSpecifier": "textView", "IASKDatePickerSpecifier": "datePicker",
            "IASKListGroupSpecifier": "list", "IASKCustomViewSpecifier": "custom", "IASKNewSpecifier": "unsupported",
        ]
        let editable: Set = ["textView", "datePicker", "list"]
        for (type, name) in types {
            let row = try row("Type = \(type); Key = k;")
            #expect(row.typeName == name && row.isEditable == editable.contains(name), "\(type)")
        }
    }

    @Test("a link's address is the bundle's text, localised, whatever it would do")
    func links() throws {
        let script = try row("Type = IASKOpenURLSpecifier; File = \"javascript:alert(1)\";")
        #expect(script.content == .link(RowLink(kind: .url, address: "javascript:alert(1)")))
        let page = try row("Type = IASKOpenURLSpecifier; File = PAGE;", strings: "PAGE = \"https://example.com/en\";")
        #expect(page.content == .link(RowLink(kind: .url, address: "https://example.com/en")))
        let web = try row(
            "Type = PSChildPaneSpecifier; Title = t; IASKViewControllerClass = IASKAppSettingsWebViewController; File = \"file:///etc/passwd\";"
        )
        #expect(web.content == .link(RowLink(kind: .web, address: "file:///etc/passwd")))
    }

    @Test(
        "addresses that run or read something are told",
        arguments: [
            ("javascript:1", true), (" JavaScript:1", true), ("file:///a", true), ("data:text/html,x", true),
            ("https://example.com", false), ("javascript", false), ("settings_about.html", false), ("tel:1", false),
        ]
    )
    func unsafeAddresses(address: String, isTold: Bool) throws {
        let root = try rootPane(
            pane("{ Type = PSGroupSpecifier; }", "{ Type = IASKOpenURLSpecifier; File = \"\(address)\"; }")
        )
        #expect(root.codes.contains("settings.link.unsafeAddress") == isTold)
    }

    @Test("a mail has its fields in the order in which they are read")
    func mail() throws {
        let row = try row(
            """
            Type = IASKMailComposeSpecifier; IASKMailComposeToRecipents = ("a@example.com", "b@example.com");
            IASKMailComposeCcRecipents = (); IASKMailComposeSubject = A; IASKMailComposeBody = Hello;
            IASKMailComposeBodyIsHTML = YES;
            """
        )
        #expect(
            row.content
                == .link(
                    RowLink(
                        kind: .mail,
                        address: "a@example.com, b@example.com",
                        lines: [
                            .init(label: "To", value: "a@example.com, b@example.com"),
                            .init(label: "Subject", value: "a"),
                            .init(label: "Body", value: "Hello"), .init(label: "Format", value: "HTML"),
                        ]
                    )
                )
        )
    }

    @Test("a child pane may be a screen of the app, a pane comes first")
    func childPanes() throws {
        let child = "Type = PSChildPaneSpecifier; Title = t;"
        #expect(try row("\(child) IASKViewControllerClass = MyController;").content == .custom)
        #expect(try row("\(child) IASKSegueIdentifier = go;").content == .custom)
        let pane = try row("\(child) File = Root; IASKSegueIdentifier = go; IASKChildTitle = A;")
        #expect(pane.content == .childPane(ChildPane(pane: "Root", isAvailable: true, title: "a")))
    }

    @Test("the title of the opened pane is IASKChildTitle, else the row's")
    func childTitle() throws {
        let bundle = try SettingsBundle(
            files: MemoryFiles([
                "Root.plist": pane("{ Type = PSChildPaneSpecifier; Title = Row; File = B; IASKChildTitle = Screen; }"),
                "B.plist": pane(),
            ])
        )
        #expect(bundle.allPanes().panes["B"]?.title == "Screen")
    }

    @Test("date pickers have modes, styles and steps, unknown ones are told")
    func datePickers() throws {
        func traits(_ members: String) throws -> SettingsRow.Content {
            try row("Type = IASKDatePickerSpecifier; Key = k; \(members)").content
        }
        #expect(try traits("") == .datePicker(DatePickerTraits(mode: .dateAndTime, style: .wheels, minuteInterval: 1)))
        #expect(
            try traits("DatePickerMode = Time; DatePickerStyle = Compact; MinuteInterval = 15;")
                == .datePicker(DatePickerTraits(mode: .time, style: .compact, minuteInterval: 15))
        )
        let root = try rootPane(
            pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = IASKDatePickerSpecifier; Key = k; DatePickerMode = date; MinuteInterval = 45; }"
            )
        )
        #expect(root.codes == ["settings.row.libraryType", "settings.row.unknownValue", "settings.row.minuteInterval"])
    }

    @Test("a list begins a group and tells its item, and lists do not nest")
    func lists() throws {
        let list = """
            Type = IASKListGroupSpecifier; Title = Tags; FooterText = Note; Key = tags; Deletable = YES;
            AddSpecifier = { Type = PSTextFieldSpecifier; IASKPlaceholder = New; };
            """
        let root = try rootPane(
            pane(
                "{ \(list) ItemSpecifier = { Type = PSTextFieldSpecifier; }; }",
                "{ Type = PSTextFieldSpecifier; Key = k; }",
                "{ Type = IASKListGroupSpecifier; Key = l; ItemSpecifier = { Type = IASKListGroupSpecifier; }; }"
            )
        )
        #expect(root.groups.map(\.title) == ["Tags", nil] && root.groups.map(\.rows.count) == [2, 1])
        guard case .list(let group) = root.rows[0].content, case .list(let nested) = root.rows[2].content else {
            Issue.record("the rows are no lists")
            return
        }
        #expect(
            group.item?.typeName == "textField" && group.add?.presentation.placeholder == "New" && group.isDeletable
        )
        #expect(nested.item == nil)
        #expect(!root.rows[0].isSecure)
        let secrets =
            "{ Type = IASKListGroupSpecifier; Key = s; ItemSpecifier = { Type = PSTextFieldSpecifier; IsSecure = YES; }; }"
        #expect(try rootPane(pane(secrets)).rows[0].isSecure)
        #expect(root.codes.filter { $0 != "settings.row.libraryType" } == ["settings.list.part"])
    }

    @Test("the library's keys say how a row is shown, texts localised")
    func presentation() throws {
        let shown = try row(
            """
            Type = PSToggleSwitchSpecifier; Key = k; IASKSubtitle = A; IASKPlaceholder = A; IASKToggleStyle = Checkmark;
            IASKTextAlignment = IASKUITextAlignmentRight; IASKCellImage = star; IASKAdjustsFontSizeToFitWidth = NO;
            IASKTextContentType = Name; IASKQuickMultiValueSelection = YES;
            """
        ).presentation
        #expect(shown.subtitle == "a" && shown.placeholder == "a" && shown.isCheckmark && shown.alignment == .right)
        #expect(shown.imageName == "star" && !shown.shrinksToFit && shown.contentType == "Name" && shown.leavesOnChoice)
        #expect(try row("Type = PSTextFieldSpecifier; Key = k;").presentation == RowPresentation())
    }

    @Test("a subtitle may depend on the value")
    func subtitles() throws {
        let toggle = try row(
            "Type = PSToggleSwitchSpecifier; Key = k; IASKSubtitle = { YES = A; NO = off; };"
        )
        func subtitle(_ row: SettingsRow, _ value: PropertyListValue?) -> String? {
            row.presentation.subtitle(showing: RowValue(row, stored: value))
        }
        #expect(subtitle(toggle, .bool(true)) == "a" && subtitle(toggle, nil) == "off")
        let field = try row("Type = PSTextFieldSpecifier; Key = k; IASKSubtitle = { x = A; \"__default__\" = other; };")
        #expect(subtitle(field, .string("x")) == "a" && subtitle(field, .string("y")) == "other")
    }

    @Test("pictures of choices are sorted with them, and a multi-value row may have a footer")
    func choices() throws {
        let row = try row(
            """
            Type = PSMultiValueSpecifier; Title = t; Key = k; Values = (1, 2, 3); Titles = (c, A, b); FooterText = A;
            IconNames = (three, one); DisplaySortedByTitle = YES;
            """
        )
        #expect(row.choices.map(\.title) == ["a", "b", "c"])
        #expect(row.presentation.choiceIcons == ["one", nil, "three"])
        #expect(row.presentation.choicesFooter == "a")
    }

    @Test("groups have keys, rows conditions in words")
    func conditions() throws {
        let root = try rootPane(
            pane(
                "{ Type = PSGroupSpecifier; Key = group; }",
                "{ Type = PSTextFieldSpecifier; Key = a; ExcludeTargets = (Remote, SE); Platform = iOS; }",
                "{ Type = PSTextFieldSpecifier; Key = b; }"
            )
        )
        #expect(root.groups.first?.key == "group")
        #expect(root.rows.map(\.condition) == ["only on iOS; not in Remote, SE", nil])
        #expect(root.codes == ["settings.row.condition"])
    }

    @Test("the library's keyboards are read, and told where Settings shows them")
    func keyboards() throws {
        for name in ["DecimalPad", "PhonePad", "NamePhonePad", "AsciiCapable"] {
            let root = pane(
                "{ Type = PSGroupSpecifier; }",
                "{ Type = PSTextFieldSpecifier; Key = k; KeyboardType = \(name); }"
            )
            let pane = try rootPane(root)
            guard case .textField(let traits) = pane.rows[0].content else { return }
            #expect(traits.keyboard.rawValue == name)
            #expect(pane.codes == ["settings.row.libraryKeyboard"])
            let inApp = try SettingsBundle(files: MemoryFiles(["Root.plist": root], name: "InAppSettings.bundle"))
                .pane()
            #expect(inApp.codes.isEmpty)
        }
    }

    @Test("values show as the row's type has it")
    func values() throws {
        let date = try row("Type = IASKDatePickerSpecifier; Key = k; DatePickerMode = Date;")
        let stored = try #require(PickerDate.date("2026-01-02T03:04"))
        #expect(RowValue(date, stored: .date(stored)).display == "2026-01-02")
        #expect(RowValue(date, stored: .string("x")).display == "x" && RowValue(date, stored: nil).display == "")
        let list = try row("Type = IASKListGroupSpecifier; Key = k;")
        #expect(RowValue(list, stored: .array([.integer(1)])).items == [.integer(1)])
        #expect(RowValue(list, stored: nil).items == [])
        let button = try row("Type = IASKButtonSpecifier; Key = k; Title = t;")
        #expect(
            RowValue(button, stored: .string("other")).display == "other"
                && RowValue(button, stored: nil).display == nil
        )
        let text = try row("Type = IASKTextViewSpecifier; Key = k;")
        #expect(RowValue(text, stored: nil).value == .string(""))
    }
}
