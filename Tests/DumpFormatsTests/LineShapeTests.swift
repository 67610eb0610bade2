@testable import DumpFormats
import Testing

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
            ("I saw <UIView: 0x1> there", .other), ("2026-01-02 03:04:05.678 Kitchen[7:1] ", .blank),
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
