import Checks
import Diagnostics
import DumpFormats
import Testing

@testable import Shapes
@testable import ViewHierarchy

@Suite("The report of a dump as one file")
struct PrintedReportTests {
    private static func read(_ text: String) throws -> Dump { try DumpReader.read(Array(text.utf8)) }

    private static func report(
        _ dump: Dump,
        _ findings: [ReportedFinding] = [],
        accepted: Int = 0,
        rules: (name: String, report: AssertionReport)? = nil
    ) -> String {
        let outcome = LintOutcome(findings)
        let report = PrintedReport(of: dump, name: "Main", outcome: outcome, accepted: accepted, rules: rules)
        return String(decoding: report.html, as: UTF8.self)
    }

    private static func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    private static func finding(_ view: Int?, _ message: String, alike: [Int] = []) -> ReportedFinding {
        var finding = ReportedFinding("touch.small", .warning, message)
        finding.view = view
        if !alike.isEmpty { finding.details = [.init("alike", .numbers(alike))] }
        return finding
    }

    private static let screen = """
        <UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 0; 375 667); layer = <CALayer: 0x9>>
           |    | <UIButton: 0x3; frame = (16 600; 38 20); layer = <CALayer: 0x9>>
           |    | <UILabel: 0x4; frame = (16 20; 343 20); text = 'A </b><script>alert(1)</script>'; hidden = YES; layer = <CALayer: 0x9>>
        """

    @Test("a finding leads to the row of its view, the row and the mark on the picture lead back")
    func anchors() throws {
        let html = Self.report(try Self.read(Self.screen), [Self.finding(2, "The button is small.", alike: [3])])
        #expect(
            html.contains(
                "<li id=\"finding-1\">1 <b class=\"warning\">warning</b> <a href=\"#view-2\">The button is small.</a>"
            )
        )
        for view in [2, 3] {
            #expect(Self.count("id=\"view-\(view)\"", in: html) == 1)
            #expect(html.contains("<a class=\"mark\" href=\"#view-\(view)\"><title>The button is small."))
        }
        #expect(Self.count("<a href=\"#finding-1\">", in: html) == 2)
        #expect(html.contains("<b class=\"info\">hidden</b>"))
    }

    @Test("whatever a dump says is text, and nothing is loaded or run")
    func selfContained() throws {
        let html = Self.report(try Self.read(Self.screen))
        #expect(!html.contains("<script") && html.contains("&lt;script&gt;alert(1)"))
        #expect(html.contains("default-src 'none'") && !html.contains("src=\"http"))
        #expect(html.contains("Nothing was found.") && html.contains("not in the dump"))
    }

    @Test("what a baseline accepts is counted")
    func accepted() throws {
        let html = Self.report(try Self.read(Self.screen), accepted: 2)
        #expect(
            html.contains("2 findings left out, as the baseline accepts.") && html.contains("Nothing new was found.")
        )
    }

    @Test("rules are told with the views that are not as they ask")
    func rules() throws {
        let dump = try Self.read(Self.screen)
        let document = try RuleDocument(
            parsing: Array(
                #"{"rules": [{"view": {"where": "class:UIButton"}, "expect": {"width": "44..", "height": 20}}]}"#.utf8
            )
        )
        let html = Self.report(dump, rules: ("rules.json", try document.check(dump)))
        #expect(html.contains("rules.json: 1 passed, 1 failed"))
        #expect(html.contains("<b class=\"failed\">failed</b> <a href=\"#view-2\">"))
        #expect(html.contains("1 check without a fault"))
    }

    @Test("of a large dump the views with findings and the first ones are listed, and the file says how many")
    func large() throws {
        let children = (1..<6_000).map { "{\"class\": \"UIView\", \"frame\": [0, \($0), 10, 10]}" }.joined(
            separator: ","
        )
        let text =
            "{\"vitrine\": 1, \"windows\": [{\"class\": \"UIWindow\", \"frame\": [0, 0, 375, 667], \"subviews\": [\(children)]}]}"
        let findings = (0..<600).map { Self.finding(5_999 - $0, "Small \($0).") }
        let html = Self.report(try Self.read(text), findings)
        #expect(Self.count("class=\"row", in: html) == PrintedReport.maximumRows)
        #expect(html.contains("5000 of 6000 views are listed") && html.contains("1000 subviews not listed"))
        #expect(html.contains("id=\"view-5999\"") && !html.contains("id=\"view-5000\""))
        #expect(html.contains("The first 500 of 600 findings are listed."))
        #expect(Self.count("class=\"mark\"", in: html) == PrintedReport.maximumMarks)
        #expect(html.contains("200 further views with findings are not marked."))
    }

    @Test("lists open and close alike however the tree turns, and deep views say their depth")
    func nesting() throws {
        var text = "<UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>"
        for depth in 1..<60 {
            text +=
                "\n" + String(repeating: "   |", count: depth)
                + " <UIView: 0x\(depth + 1); frame = (0 0; 9 9); layer = <CALayer: 0x9>>"
        }
        text += "\n   | <UILabel: 0x99; frame = (0 0; 9 9); layer = <CALayer: 0x9>>"
        let html = Self.report(try Self.read(text))
        for element in ["details", "ul", "summary"] {
            #expect(Self.count("<\(element)", in: html) == Self.count("</\(element)>", in: html))
        }
        #expect(Self.count("<details", in: html) == 32 && html.contains("depth 59 "))
        #expect(Self.count("class=\"row", in: html) == 61)
    }
}
