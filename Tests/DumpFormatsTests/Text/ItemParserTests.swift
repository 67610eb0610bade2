@testable import DumpFormats
import PastedText
import Testing

@Suite("Taking descriptions apart")
struct ItemParserTests {
    /// The parts as text: class, address, then each attribute.
    private func parts(_ line: String, attributes: Int = 100) throws -> (parts: [String], item: DescriptionItem) {
        let text = ByteText(Array(line.utf8))
        let start = try #require(ItemStart(in: text, 0..<text.count, isIndentedByBars: true))
        var parser = ItemParser(text, start, limit: text.count, maximumAttributes: attributes)
        let item = parser.parse()
        var parts = [text.string(item.className), item.address.map { text.string($0) } ?? "-"]
        parts += item.attributes.map { "\(text.string($0.name))=\(text.string($0.value))" }
        return (parts, item)
    }

    @Test(
        "attributes are split at the semicolons of the description itself",
        arguments: [
            ("<A: 0x1; b = 1; c: {2, 3}; d>", ["A", "0x1", "b=1", "c={2, 3}", "d="]),
            ("<A; frame = (0 0; 1 1); >", ["A", "-", "frame=(0 0; 1 1)"]),
            (
                "<A: 0x1; x = <B: 0x2; y = <C: 0x3; z = 1>>; w = 2>",
                ["A", "0x1", "x=<B: 0x2; y = <C: 0x3; z = 1>>", "w=2"]
            ),
            ("<A: 0x1; f = <B: (Int) -> (C; D)>; g = 1>", ["A", "0x1", "f=<B: (Int) -> (C; D)>", "g=1"]),
            (
                "<A: 0x1; image = <I: 0x2 symbol \"a>b;\"; (1 1)@2>; t = 1>",
                ["A", "0x1", "image=<I: 0x2 symbol \"a>b;\"; (1 1)@2>", "t=1"]
            ),
            ("<A: 0x1; text = 'it's; so = 3'; tag = 1>", ["A", "0x1", "text=it's; so = 3", "tag=1"]),
            ("<A: 0x1; text = 'a'; b'; contentOffset: {0, 0}>", ["A", "0x1", "text=a'; b", "contentOffset={0, 0}"]),
            ("<A: 0x1; text = ''>", ["A", "0x1", "text="]),
            ("<<A: 0x1; b = 1> c = {1, 2}, d = 2; e = 3>", ["A", "0x1", "b=1", "c={1, 2}", "d=2", "e=3"]),
            ("<A: 0x1; p = (1; q = 2>", ["A", "0x1", "p=(1; q = 2"]),
            ("<A: 0x1; = ; ;; = 3>", ["A", "0x1", "=3"]),
        ]
    )
    func attributes(line: String, expected: [String]) throws {
        let (parts, item) = try parts(line)
        #expect(parts == expected)
        #expect(item.isClosed)
    }

    @Test(
        "a description that does not close says so, and whether in a text",
        arguments: [
            ("<A: 0x1; b = (1", false, false), ("<A: 0x1; text = 'b", true, true), ("<A: 0x1; b = (1)", false, true),
            ("<A: 0x1; b", false, false),
        ]
    )
    func open(line: String, inText: Bool, isWhole: Bool) throws {
        let (_, item) = try parts(line)
        #expect(!item.isClosed)
        #expect(item.endsInText == inText)
        if !inText { #expect(item.attributes.last?.isWhole == isWhole) }
    }

    @Test("attributes beyond the limit are counted")
    func limit() throws {
        let (parts, item) = try parts("<A: 0x1; b = 1; c = 2; d = 3>", attributes: 1)
        #expect(parts == ["A", "0x1", "b=1"])
        #expect(item.droppedAttributes == 2)
    }
}

@Suite("Kinds of lines")
struct LineShapeTests {
    private func shape(_ line: String) -> LineShape {
        let text = ByteText(Array(line.utf8))
        return LineShape(TextLine(number: 1, range: 0..<text.count), in: text)
    }

    @Test(
        "lines that hold no view are told apart",
        arguments: [
            ("", .blank), ("   |    | ", .blank), ("```", .noise), ("(lldb) po x", .noise), ("...", .elision),
            ("hello <b>you</b>", .other), ("   | Words", .words), ("<div class=\"a\">", .other),
            ("layer = <CALayer: 0x1>>", .other),
            ("*<UIWindow:0x1>", .trace), ("|   \u{2022}UIView:0x1", .trace), ("|   UILabel:0x1'text'", .trace),
            ("   + <C 0x1>, state: appeared, view: <UIView 0x2>", .controller),
            ("    \"<NSLayoutConstraint:0x1 V:[UIView:0x2(5)]>\",", .constraint),
            ("I saw <UIView: 0x1> there", .other),
        ] as [(String, LineShape.Kind)]
    )
    func kinds(line: String, kind: LineShape.Kind) {
        #expect(shape(line).kind == kind)
    }

    @Test(
        "the form of a description says how its address is written",
        arguments: [
            ("<UIView: 0x1; frame = (0 0; 1 1)>", .addressed), ("<UIView: 0x...>", .addressed),
            ("<UIView:0x1>", .compact),
            ("<UIView; frame = (0 0; 1 1)>", .purged), ("   | <UIView>", .bare), ("   | <UIVi", .cut),
            ("   | <UIView: 0", .cut),
            ("I saw <UIView: 0x1; frame = (0 0; 1 1)> there", .addressed),
        ] as [(String, ItemStart.Form)]
    )
    func forms(line: String, form: ItemStart.Form) {
        guard case .view(let start) = shape(line).kind else {
            Issue.record("\(line) is \(shape(line).kind)")
            return
        }
        #expect(start.form == form)
    }

    @Test(
        "bars are counted and the width of the indentation is measured",
        arguments: [
            ("   |    | <A: 0x1>", 2, 10), ("\t| <A: 0x1>", 1, 6), ("    <A: 0x1>", 0, 4), ("`<A: 0x1>", 0, 0),
        ]
    )
    func indentation(line: String, bars: Int, columns: Int) {
        #expect(shape(line).bars == bars)
        #expect(shape(line).columns == columns)
    }
}
