import PastedText
import Testing

@Suite("What stands around a pasted dump")
struct PastedTextTests {
    /// A text as it was pasted, what it is, and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pasted: String
        var plain: String
        var note: String?

        init(_ name: String, _ pasted: String, _ plain: String, _ note: String?) {
            (testDescription, self.pasted, self.plain, self.note) = (name, pasted, plain, note)
        }
    }

    private static let window = "<UIWindow: 0x7f01; frame = (0 0; 390 844)>"
    private static let label = "   | <UILabel: 0x7f02; frame = (8 20; 90 21); text = 'Plum'>"
    private static let plain = "\(window)\n\(label)"

    static let cases: [Case] = [
        Case("a unified log", each("2026-02-03 10:20:30.123456+0100 Shop[77:1a2b] "), plain, "a time and a process"),
        Case(
            "log show",
            each("2026-02-03 10:20:30.1+0100 0x1f2  Default  0x0  77  0  Shop: (UIKitCore) [com.example:ui] "),
            plain,
            "a time, a level, Shop:, (UIKitCore) and [com.example:ui]"
        ),
        Case("syslog", each("Feb  3 10:20:30 Phone Shop(UIKitCore)[77] <Notice>: "), plain, "a time and a process"),
        Case("logcat", each("02-03 10:20:30.123  812  812 D Tag     : "), plain, "a time, a level and Tag :"),
        Case("the Console", each("default\t10:20:30.12+0100\tShop\t"), plain, "a level, a time and Shop"),
        Case("ISO 8601", each("2026-02-03T10:20:30.123Z "), plain, "a time"),
        Case("an activity log", each("    t =     3.21s "), plain, "a time"),
        Case("fastlane", each("[10:20:30]: \u{25B8} "), plain, "a time and \u{25B8}"),
        Case("simctl", each("[simctl] "), plain, "[simctl]"),
        Case("a level in brackets", each("[INFO] "), plain, "[INFO]"),
        Case(
            "Flutter",
            "\(each("flutter: "))\nflutter: <UIView: 0x1; frame = (0 0; 1 1)>",
            "\(plain)\n<UIView: 0x1; frame = (0 0; 1 1)>",
            "flutter:"
        ),
        Case("mail", each("> "), plain, "a quotation mark (>)"),
        Case("mail within mail", each("> > "), plain, "a quotation mark (>)"),
        Case("comments", each("// "), plain, "a comment mark (//)"),
        Case("numbers with a colon", "  9: \(window)\n 10: \(label)", plain, "its number"),
        Case("numbers with a bar", "  9 | \(window)\n 10 | \(label)", plain, "its number"),
        Case("numbers with a tab", "     9\t\(window)\n    10\t\(label)", plain, "its number"),
        Case(
            "a time before the first line only",
            "2026-02-03 10:20:30.123 Shop[77:88] \(plain)",
            plain,
            "Some lines began"
        ),
        Case("colours", "\u{1B}[32m\(window)\u{1B}[0m\n\(label)\u{1B}[0m", plain, "terminals"),
        Case("colours without the escape character", "[32m\(window)[0m\n\(label)[0m", plain, "terminals"),
        Case("HTML", "<pre><code>\(escaped(plain))</code></pre>", plain, "HTML"),
        Case(
            "a page",
            "<html><body><p>See:</p>\n<pre>\n\(escaped(plain))\n</pre></body></html>",
            "\n\(plain)\n",
            "HTML"
        ),
        Case(
            "HTML with line breaks in tags",
            "<div>\(escaped(window))</div><div>\(escaped(label))</div>",
            plain,
            "HTML"
        ),
        Case("entities alone", escaped(plain), plain, "escaped as markup"),
        Case("a fence", "```text\n\(plain)\n```", plain, nil),
        Case(
            "a table",
            "| dump |\n|---|\n| \(window) |\n| `\(label.replacing("|", with: "\\|"))` |",
            "dump\n\n\(window)\n\(label)\n",
            "table"
        ),
        Case("a list of lines", "[\"\(window)\",\n \"\(label)\"]", plain, "list of lines"),
        Case("a list of lines on one line", "[\"\(window)\", \"\(label)\"]", plain, "those of the lines in it"),
        Case("a log in JSON", "[{\"eventMessage\": \"\(plain.replacing("\n", with: "\\n"))\"}]", plain, "log in JSON"),
        Case("newline-delimited JSON", "{\"msg\": \"\(window)\"}\n{\"msg\": \"\(label)\"}", plain, "log in JSON"),
        Case(
            "simctl with the time",
            each("2026-02-03 10:20:30:123 - [simctl] Xcode "),
            plain,
            "a time, -, [simctl] and Xcode"
        ),
        Case(
            "a logger of Ruby",
            each("INFO [2026-02-03 10:20:30.12]: \u{25B8} "),
            plain,
            "a level, a time and \u{25B8}"
        ),
        Case(
            "strings of Java",
            "\"\(window)\\n\"\n + \"\(label)\\n\"\n + \"<UIView: 0x3; frame = (0 0; 1 1)>\";",
            "\(plain)\n<UIView: 0x3; frame = (0 0; 1 1)>",
            "string of a program"
        ),
        Case(
            "escaped quotation marks",
            "<A b=\\\"c\\\" d=\\\"e\\\">\n</A>",
            "<A b=\"c\" d=\"e\">\n</A>",
            "quotation marks were escaped"
        ),
        Case("escaped line breaks", plain.replacing("\n", with: "\\n"), plain, "escaped (\\n)"),
        Case(
            "escaped line breaks in a log that broke its lines",
            "\(window)\\n\(label.prefix(25))\n\(label.dropFirst(25))",
            plain,
            "escaped (\\n)"
        ),
        Case(
            "a comment before an element",
            "let a = 1\n//   Button, 0x1, {{1.0, 2.0}, {3.0, 4.0}}",
            "let a = 1\n  Button, 0x1, {{1.0, 2.0}, {3.0, 4.0}}",
            "Some lines began"
        ),
        Case(
            "elements of a helper",
            "@1  StaticText  \"Low \"tide\"\"  (12,420 179x40)\n@2  Group  \"\"  (0,102 402x703)",
            "StaticText, {{12, 420}, {179, 40}}, label: 'Low \"tide\"'\nGroup, {{0, 102}, {402, 703}}",
            "read as elements"
        ),
        Case(
            "a quotation mark before EarlGrey's levels",
            "See:\n > |  |--<UIView:0x1; AX=N>\nand\n >  <UIView:0x2; AX=N>",
            "See:\n|  |--<UIView:0x1; AX=N>\nand\n <UIView:0x2; AX=N>",
            "Some lines began"
        ),
        Case("two states", "\(plain)\nthen:\n\(plain)", plain, "the last is shown"),
        Case(
            "typographic quotation marks",
            plain.replacing("'Plum'", with: "\u{2018}Plum\u{2019}"),
            plain,
            "typographic"
        ),
        Case(
            "one width",
            "\(window.prefix(30))\n\(window.dropFirst(30))\n\(label.prefix(30))\n\(label.dropFirst(30).prefix(30))\n\(label.dropFirst(60))",
            "\(window)\n\n\(label)",
            "broken at 30"
        ),
        Case(
            "a comparison",
            " \(window)\n-   | <UIView: 0x2; frame = (0 0; 1 1)>\n+\(label)",
            "\(window)\n\n\(label)",
            "the new one"
        ),
        Case("CR LF", plain.replacing("\n", with: "\r\n"), plain, nil),
    ]

    @Test("it is taken off, and told in one sentence", arguments: cases)
    func peeled(_ row: Case) throws {
        let pasted = PastedText(Array(row.pasted.utf8))
        #expect(pasted.text.string(0..<pasted.text.count).trimmed == row.plain.trimmed)
        if let note = row.note {
            let notes = pasted.notes + [pasted.sides].compactMap(\.self)
            try #require(notes.count == 1)
            #expect(notes[0].contains(note))
        }
    }

    /// Texts that have nothing around them, however they look.
    static let bare: [String] = [
        plain, "\(window)\n   | <UILabel: 0x7f02; frame = (8 20; 90 21); text = '10:20 > 9:30\n10:21 > 9:31'>",
        "*UIWindow:0x7f01\n|   *UILabel:0x7f02'Plum'\n|   *UILabel:0x7f03'Pear'",
        "{\n  \"label\": \"\u{201C}Plum\u{201D} \\n pear\",\n  \"message\": \"<b>\"\n}",
        "Button, 0x1, {{1.0, 2.0}, {3.0, 4.0}}, label: 'a \u{2018}b\u{2019}, c'\nButton, 0x2, {{1.0, 2.0}, {3.0, 4.0}}",
        "<a:b>\n<c d=\"<\"/>",
        "<UILabel: 0x7f02; frame = (8 20; 90 21); text = 'These words are\nbroken by hand!'>\n"
            + "<UILabel: 0x7f03; frame = (8 20; 90 21); text = 'These words are\nbroken by hand!'>",
        "{\"windows\": [\n {\"class\": \"A\", \"text\": \"first\"},\n {\"class\": \"B\", \"text\": \"other\"},\n {\"class\": \"C\"}]}",
        "10: ten\n7: seven", "CGRect (0, 0, 1, 1)\nCGRect (0, 0, 2, 2)", "UIView 0 (0 0; 3 4)\n  UILabel 1 (0 0; 1 2)",
        "<UILabel: 0x7f02; frame = (8 20; 90 21); text = 'Plum[39m and [0mpear'>",
        "Views (1, 2, 3, 4) are new\nWindows open\nLabels wrap", "[UIView: 0x1]\n[UILabel: 0x2]",
    ]

    @Test("what is no prefix stays", arguments: bare)
    func kept(_ text: String) {
        let pasted = PastedText(Array(text.utf8))
        #expect(pasted.text.string(0..<pasted.text.count) == text)
        #expect(pasted.notes.isEmpty)
    }

    @Test("a text of several lines keeps its own spaces and loses the prefix")
    func ownSpaces() {
        let lines = ["<UILabel: 0x1; frame = (0 0; 1 1); text = 'Plum", "   pear", "fig'>"]
        let pasted = PastedText(Array(lines.map { "[10:20:30] \($0)" }.joined(separator: "\n").utf8))
        #expect(pasted.text.string(0..<pasted.text.count) == lines.joined(separator: "\n"))
    }

    @Test("lines keep their numbers", arguments: cases.filter { !["escaped (\\n)", "log in JSON"].contains($0.note) })
    func numbers(_ row: Case) throws {
        let pasted = PastedText(Array(row.pasted.utf8)).text
        var cursor = LineCursor(pasted)
        while let line = cursor.next() {
            guard pasted.string(line.range).contains("<UILabel: 0x7f02") else { continue }
            let wanted = row.pasted.split(separator: /\r\n|\n/, omittingEmptySubsequences: false)
            let isThere = wanted.count >= line.number && wanted[line.number - 1].contains("UILabel: 0x7f02".prefix(4))
            #expect(isThere || wanted.count == 1, "line \(line.number)")
        }
    }

    @Test("of a comparison each side can be read")
    func sides() {
        let text =
            "@@ -1,2 +1,2 @@\n <UIWindow: 0x1; frame = (0 0; 9 9)>\n-   | <UIView: 0x2; frame = (0 0; 1 1)>\n"
            + "+   | <UIView: 0x2; frame = (0 0; 2 2)>"
        let old = PastedText(Array(text.utf8), side: .old)
        #expect(old.sides?.contains("the old one is shown") == true)
        #expect(old.text.string(0..<old.text.count).contains("(0 0; 1 1)"))
        #expect(!old.text.string(0..<old.text.count).contains("(0 0; 2 2)"))
        let new = PastedText(Array(text.utf8))
        #expect(new.text.string(0..<new.text.count).contains("(0 0; 2 2)"))
    }

    @Test(
        "dumps of the same views are told from others",
        arguments: [
            ("\(plain)\n\(plain)\n\(plain)", 3), (plain, 1),
            ("\(plain)\n<UIWindow: 0x8f; frame = (0 0; 9 9)>\n   | <A: 0x8e; frame = (0 0; 1 1)>", 1),
            ("\(plain)\n\(window)", 1), ("\(plain)\n<UIView: 0x7f09; frame = (0 0; 9 9)>\n\(label)", 2),
            (
                "<AppiumAUT>\n<XCUIElementTypeApplication name=\"Fig\">\n</XCUIElementTypeApplication>\n</AppiumAUT>\nand\n<XCUIElementTypeApplication name=\"Fig\"/>",
                2
            ),
            ("<XCUIElementTypeApplication name=\"Fig\"/>\nand\n<XCUIElementTypeApplication name=\"Plum\"/>", 1),
            (
                "Element subtree:\n \u{2192}Application, 0x1, label: 'Fig'\nElement subtree:\n \u{2192}Application, 0x2, label: 'Fig'",
                2
            ),
            (
                "Element subtree:\n \u{2192}Button, 0x1, label: 'Fig'\nElement subtree:\n \u{2192}Button, 0x2, label: 'Fig'",
                1
            ),
        ]
    )
    func states(text: String, count: Int) {
        let pasted = PastedText(Array(text.utf8))
        #expect(pasted.sides?.contains("holds \(count) dumps") ?? (count == 1))
        let old = PastedText(Array(text.utf8), side: .old)
        #expect(old.sides?.contains("the one before is shown") ?? (count == 1))
    }

    @Test(
        "so are documents of JSON",
        arguments: [
            ("\(fig)\n\(fig)", 2), ("[\(fig)]\n\n[\(fig)]\n[\(fig)]", 3), ("\(fig)\n\(document("Plum"))", 1),
            ("[\n\(fig)\n]", 1), ("\(fig)\n\(fig.dropLast())", 1), ("{\n\(fig)", 1),
        ]
    )
    func documents(text: String, count: Int) { states(text: text, count: count) }

    private static let fig = document("Fig")

    private static func document(_ name: String) -> String {
        """
        {"type": "Application", "name": "\(name)", "enabled": true, "visible": true, "accessible": false, "value": null,
          "rect": {"x": 0, "y": 0, "width": 390, "height": 844}, "identifier": null, "placeholder": null, "index": 0,
          "children": []}
        """
    }

    private static func each(_ prefix: String) -> String { "\(prefix)\(window)\n\(prefix)\(label)" }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "'",
            with: "&#x27;"
        )
    }
}

extension String {
    fileprivate var trimmed: Substring {
        self[...].drop { $0 == "\n" }.reversed().drop { $0 == "\n" }.reversed().reduce(into: "") { $0.append($1) }[...]
    }
}
