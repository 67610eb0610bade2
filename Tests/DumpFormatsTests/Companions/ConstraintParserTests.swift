import DumpFormats
import Foundation
import Testing
import ViewHierarchy

/// A constraint of a log, and what is read from it.
struct LoggedLine: Sendable, CustomTestStringConvertible {
    let rule: String
    let text: String
    /// `first relation second × multiplier + constant @ priority`, items by their names or addresses; nil where nothing is read.
    let equation: String?

    init(_ rule: String, _ text: String, _ equation: String?) {
        (self.rule, self.text, self.equation) = (rule, text, equation)
    }

    var testDescription: String { rule }
}

@Suite("Constraints of a log")
struct ConstraintParserTests {
    private func read(_ text: String) throws -> LoggedConstraint {
        let companion = try CompanionReader.read(Array("    \"<\(text)>\",".utf8))
        return try #require(companion.conflicts.first?.constraints.first)
    }

    private func words(_ constraint: LoggedConstraint) -> String? {
        func name(_ item: LoggedItem) -> String {
            item.name ?? item.address.map { String($0, radix: 16) } ?? item.className
        }
        func side(_ side: LoggedConstraint.Equation.Side) -> String {
            "\(name(constraint.items[side.item])).\(side.attribute.name)"
        }
        guard let equation = constraint.equation else { return nil }
        var words = "\(side(equation.first)) \(equation.relation.sign) "
        if let second = equation.second {
            words += side(second)
            if equation.multiplier != 1 { words += " × \(equation.multiplier)" }
            words += " + "
        }
        words += "\(equation.constant)"
        if let origin = equation.origin { words += " from \(name(constraint.items[origin]))" }
        return words + (constraint.priority == 1000 ? "" : " @ \(constraint.priority)")
    }

    @Test(
        "every form is read",
        arguments: [
            LoggedLine("a length", "NSLayoutConstraint:0x1 UIView:0xa.width == 20   (active)", "a.width = 20.0"),
            LoggedLine("a limit", "NSLayoutConstraint:0x1 UIView:0xa.height >= 20.5   (inactive)", "a.height ≥ 20.5"),
            LoggedLine(
                "the old way to print a length",
                "NSLayoutConstraint:0x1 V:[UIView:0xa(>=40)]",
                "a.height ≥ 40.0"
            ),
            LoggedLine(
                "a length of its content",
                "NSLayoutConstraint:0x1 H:[A:0xa(30@250)](LTR)",
                "a.width = 30.0 @ 250.0"
            ),
            LoggedLine("another's length", "NSLayoutConstraint:0x1 H:[A:0xa(B:0xb)]", "a.width = b.width + 0.0"),
            LoggedLine(
                "a superview",
                "NSLayoutConstraint:0x1 H:|-(16)-[UILabel:0xa'Soup']   (active, names: '|':UIView:0xb )",
                "a.leading = b.leading + 16.0"
            ),
            LoggedLine(
                "the old way to name a superview",
                "NSLayoutConstraint:0x1 V:[UIView:0xa]-(-1)-|   (Names: '|':UIView:0xb )",
                "b.bottom = a.bottom + -1.0"
            ),
            LoggedLine(
                "a superview that was cut off",
                "NSLayoutConstraint:0x1 H:|-(4)-[UIView:0xa]",
                "a.leading = superview of UIView.leading + 4.0"
            ),
            LoggedLine(
                "neighbors",
                "NSLayoutConstraint:0x1 'gap' H:[A.B:0xa'x]-(1)-[y']-(>=8@750)-[C:0xb](LTR)   (active)",
                "b.leading ≥ a.trailing + 8.0 @ 750.0"
            ),
            LoggedLine(
                "the system's own distance",
                "_UISystemBaselineConstraint:0x1 'UISV-spacing' V:[A:0xa]-(>=NSLayoutAnchorConstraintSpace(8))-[B:0xb]   (active)",
                "b.top ≥ a.bottom + 8.0"
            ),
            LoggedLine("NSSpace", "NSLayoutConstraint:0x1 V:[A:0xa]-(NSSpace(20))-[B:0xb]", "b.top = a.bottom + 20.0"),
            LoggedLine("no distance told", "NSLayoutConstraint:0x1 V:[A:0xa]-[B:0xb]", nil),
            LoggedLine(
                "a factor in front",
                "NSLayoutConstraint:0x1 A:0xa.width == 0.5*B:0xb.width - 32.25   (active)",
                "a.width = b.width × 0.5 + -32.25"
            ),
            LoggedLine(
                "a factor behind",
                "NSLayoutConstraint:0x1 A:0xa.width == A:0xa.height * 1.5 + 2",
                "a.width = a.height × 1.5 + 2.0"
            ),
            LoggedLine(
                "a space instead of a sign",
                "NSLayoutConstraint:0x1 G:0xa'UIViewLayoutMarginsGuide'.bottom == B:0xb'Stop'.bottom NSSpace(4)   (active)",
                "a.bottom = b.bottom + 4.0"
            ),
            LoggedLine(
                "a tiny number",
                "NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Height' A:0xa.height == 2.22507e-308   (active)",
                "a.height = 2.22507e-308"
            ),
            LoggedLine(
                "a mask",
                "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=&-& A:0xa.minY == - 0.5   (active, names: '|':B:0xb )",
                "a.top = -0.5 from b"
            ),
            LoggedLine(
                "a mask that resizes",
                "NSAutoresizingMaskLayoutConstraint:0x1 h=&-& v=--& A:0xa.midX == 0.5*B:0xb.width + 3   (active)",
                "a.centerX = b.width × 0.5 + 3.0 from b"
            ),
            LoggedLine(
                "a mask that is cut",
                "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& A:0xa.midX ==   (active)",
                nil
            ),
            LoggedLine(
                "a priority in words",
                "NSIBPrototypingLayoutConstraint:0x1 'IB auto generated at build time for view with ambiguity' H:|-(9@251)-[A:0xa](LTR) priority:251 (Names: '|':B:0xb )",
                "a.leading = b.leading + 9.0 @ 251.0"
            ),
            LoggedLine(
                "where it was made",
                "SnapKit.LayoutConstraint:0x1@SoupCell.swift#88 NSKVONotifying_A:0xa.height >= 44.0",
                "a.height ≥ 44.0"
            ),
            LoggedLine(
                "a name with a hyphen",
                "NSLayoutConstraint:0x1 soup-label.width == 54   (active, names: soup-label:0xa )",
                "soup-label.width = 54.0"
            ),
            LoggedLine(
                "a name with dots that ends in them",
                "NSLayoutConstraint:0x1 V:[soup.cell.title...]-(-2)-|   (active, names: soup.cell.title...:0xa, '|':UIView:0xb )",
                "b.bottom = soup.cell.title....bottom + -2.0"
            ),
            LoggedLine(
                "a name with blanks, brackets and commas",
                "NSLayoutConstraint:0x1 a [b], c == d.width >= 5   (active, names: a [b], c == d:0xa )",
                "a [b], c == d.width ≥ 5.0"
            ),
            LoggedLine(
                "two names of which one begins as the other",
                "NSLayoutConstraint:0x1 H:[soup]-(8)-[soup label]   (active, names: soup:0xa, soup label:0xb )",
                "soup label.leading = soup.trailing + 8.0"
            ),
            LoggedLine(
                "a name and an address",
                "NSLayoutConstraint:0x1 A:0xb.leading == soup_label:0xa.leading   (active, names: soup_label:0xa )",
                "b.leading = soup_label.leading + 0.0"
            ),
            LoggedLine(
                "a name that begins as a number does",
                "NSLayoutConstraint:0x1 A:0xb.width == 2nd soup.width + 1   (active, names: 2nd soup:0xa )",
                "b.width = 2nd soup.width + 1.0"
            ),
            LoggedLine(
                "a name of which the list was cut",
                "NSLayoutConstraint:0x1 soup.label.width == 5",
                "soup.label.width = 5.0"
            ),
            LoggedLine(
                "a superview by its name",
                "NSLayoutConstraint:0x1 H:|-(1)-[A:0xa]   (active, names: '|':soup-box:0xb )",
                "a.leading = soup-box.leading + 1.0"
            ),
            LoggedLine("nonsense", "NSLayoutConstraint:0x1 UIView:0xa.sideways == 1", nil),
            LoggedLine("a relation that is cut", "NSLayoutConstraint:0x1 UIView:0xa.width", nil),
        ]
    )
    func forms(line: LoggedLine) throws {
        #expect(words(try read(line.text)) == line.equation)
    }

    @Test("what stands around the equation is kept")
    func surroundings() throws {
        let mask = try read("NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=&-- A:0xa.width == 3   (active)")
        #expect(mask.mask == "h=--& v=&--")
        let stack = try read("NSLayoutConstraint:0x1 'UISV-spacing' V:[A:0xa]-(8)-[B:0xb'it's']   (active)")
        #expect(stack.identifier == "UISV-spacing")
        #expect(stack.items.map(\.text) == ["it's", nil] || stack.items.map(\.text) == [nil, "it's"])
        let content = try read(
            "NSContentSizeLayoutConstraint:0x1 A:0xa.width == 35 Hug:750 CompressionResistance:1000   (active)"
        )
        #expect(content.contentPriorities?.hugging == 750 && content.contentPriorities?.resistance == 1000)
        let odd = try read("NSLayoutConstraint:0x1 what UIView:0xa is   (active)")
        #expect(odd.equation == nil && odd.items.map(\.address) == [10], "the objects are kept")
    }

    @Test("quotation marks may be those of a word processor")
    func typographic() throws {
        let log = """
            “<NSLayoutConstraint:0x1 ‘gap’ H:[UILabel:0xa’Soup’]-(8)-[UIButton:0xb]>”,
            “<NSLayoutConstraint:0x2 UILabel:0xa‘Soup’.width >= 180   (active)>”
            """
        let constraints = try CompanionReader.read(Array(log.utf8)).conflicts.flatMap(\.constraints)
        #expect(constraints.map(words) == ["b.leading = a.trailing + 8.0", "a.width ≥ 180.0"])
        #expect(constraints.first?.identifier == "gap" && constraints.last?.items.first?.text == "Soup")
    }

    @Test("lists without the sentence before them stay apart")
    func lists() throws {
        let list = ["(", "    \"<NSLayoutConstraint:0x1 A:0xa.width == 1   (active)>\"", ")"]
        let log = (list + list).joined(separator: "\n")
        #expect(try CompanionReader.read(Array(log.utf8)).conflicts.map(\.constraints.count) == [1, 1])
    }

    @Test("a log of one line is read like one of many")
    func oneLine() throws {
        let log = """
            App[1:2] Unable to simultaneously satisfy constraints. ( "<NSLayoutConstraint:0x1 A:0xa.width == 1   (active)>", \
            "<NSLayoutConstraint:0x2 A:0xa.width >= 2   (active)>" ) Will attempt to recover by breaking constraint \
            <NSLayoutConstraint:0x2 A:0xa.width >= 2   (active)>
            """
        let conflicts = try CompanionReader.read(Array(log.utf8)).conflicts
        #expect(conflicts.map { $0.constraints.map(\.constraint.address) } == [[1, 2]])
        #expect(conflicts.first?.broken?.constraint.address == 2)
    }
}
