package import Checks
import Diagnostics
package import Drawing
import DumpFormats
import PropertyList
package import ViewHierarchy

/// A dump with its picture, its tree and what was found in it, as one file that a browser shows without any other.
///
/// What is too much for a file that can be opened is left out, and the file says how much that is.
package final class PrintedReport: Sendable {
    /// The most views that the tree lists.
    package static let maximumRows = 5_000
    /// The most findings, and the most checks of rules, that are listed.
    package static let maximumFindings = 500
    /// The most views that are marked on the picture.
    static let maximumMarks = 300
    /// The most remarks of the reader, and the most notes, pins and edits, that are listed.
    package static let maximumRemarks = 200
    /// The most views that the picture has.
    static let maximumDrawnViews = 20_000
    /// The most bytes of a screenshot that is taken along.
    static let maximumScreenshotBytes = 4 << 20
    /// The most characters of a text in the tree.
    package static let maximumText = 160
    private static let maximumClasses = 10

    package let dump: Dump
    package let name: String
    package let file: String?
    package let outcome: LintOutcome
    package let accepted: Int
    package let rules: (name: String, report: AssertionReport)?
    /// What people keep beside the dump.
    package let marks: Marks
    package let geometry: WindowGeometry
    package let drawing: ScreenDrawing?

    /// What people keep beside a dump: notes and pins of views, and their edits.
    package struct Marks: Sendable {
        /// The notes, by the ids of their views.
        package var notes: [(view: Int, text: String, actor: String?)] = []
        /// The ids of the pinned views.
        package var pins: [Int] = []
        /// The edits that are applied, in words, the last one first.
        package var edits: [String] = []
        /// How many edits there are before those.
        package var earlierEdits = 0

        /// Creates marks of a dump that has none.
        package init() {}
    }

    /// What was found, the worst first.
    var findings: [ReportedFinding] { outcome.findings }

    /// Gathers what is reported.
    /// - Parameters:
    ///   - name: What the dump is called.
    ///   - file: The file that it was read from.
    ///   - outcome: What a check found.
    ///   - accepted: How many findings more a baseline accepts.
    ///   - rules: What came of the rules in a file.
    package convenience init(
        of dump: Dump,
        name: String,
        file: String? = nil,
        outcome: LintOutcome,
        accepted: Int = 0,
        rules: (name: String, report: AssertionReport)? = nil
    ) {
        self.init(of: dump, name, file, outcome, accepted, rules, Marks(), WindowGeometry(dump.tree), nil)
    }

    /// Gathers what is reported, with what is worked out already.
    package convenience init(
        of dump: Dump,
        name: String,
        outcome: LintOutcome,
        marks: Marks,
        _ geometry: WindowGeometry,
        _ drawing: ScreenDrawing
    ) {
        self.init(of: dump, name, nil, outcome, 0, nil, marks, geometry, drawing)
    }

    private init(
        of dump: Dump,
        _ name: String,
        _ file: String?,
        _ outcome: LintOutcome,
        _ accepted: Int,
        _ rules: (name: String, report: AssertionReport)?,
        _ marks: Marks,
        _ geometry: WindowGeometry,
        _ drawing: ScreenDrawing?
    ) {
        (self.dump, self.name, self.file, self.outcome, self.accepted) = (dump, name, file, outcome, accepted)
        (self.rules, self.marks, self.geometry, self.drawing) = (rules, marks, geometry, drawing)
    }

    /// The file, in UTF-8.
    package var html: [UInt8] {
        let marks = ReportMarks(self)
        var html = PrintedHTML(title: name, style: Self.style)
        html.element("p class=\"summary\"", summary)
        html.raw("<nav><a href=\"#screen\">Screen</a> <a href=\"#findings\">Findings</a> ")
        if rules != nil { html.raw("<a href=\"#rules\">Rules</a> ") }
        html.raw("<a href=\"#reader\">Reader</a> <a href=\"#tree\">Views</a></nav>\n")
        html.raw("<div class=\"screens\" id=\"screen\">\n")
        addPictures(marks, to: &html)
        addFacts(to: &html)
        html.raw("</div>\n")
        addFindings(marks, to: &html)
        addRules(marks, to: &html)
        addKept(marks, to: &html)
        addRemarks(marks, to: &html)
        addTree(marks, to: &html)
        html.element("p class=\"dim\"", "Written by Vitrine \(ServerVersion.current). \(Self.limits)")
        return html.finished()
    }

    private static let limits = """
        Such a file lists at most \(maximumRows) views, \(maximumFindings) findings, as many checks of rules and \
        \(maximumRemarks) report entries, marks \(maximumMarks) views, draws \(maximumDrawnViews) and cuts texts \
        after \(maximumText) characters; where there is more it says so.
        """

    /// What there is in one line.
    private var summary: String {
        var parts = [dump.format.name, dump.tree.count.counted("view")]
        parts.append(findings.isEmpty ? "no findings" : FindingsReport.words(findings))
        if let rules { parts.append("rules: \(rules.report.summary)") }
        return parts.joined(separator: " · ")
    }

    package static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    // MARK: Facts

    /// What the dump says of itself; what it does not say is told as not said.
    private func addFacts(to html: inout PrintedHTML) {
        let tree = dump.tree
        let size = DumpExtent(dump).size
        let points = "\(NumberText.told(size.width)) × \(NumberText.told(size.height)) points"
        let hidden = tree.indices.count { tree.flags(of: $0).contains(.hidden) }
        let facts: [(String, String)] = [
            ("File", file ?? ""), ("Format", dump.format.name), ("App", dump.app ?? "not in the dump"),
            ("Name in the dump", dump.name.flatMap { $0 == name ? nil : $0 } ?? ""),
            ("Taken", dump.capturedAt.flatMap { Instant.text($0, to: .seconds) } ?? "not in the dump"),
            ("Device", device(of: size)), ("Screen", size == .zero ? "not in the dump" : points),
            ("Views", "\(tree.count), down to depth \(tree.maximumDepth); \(tree.roots.count.counted("root"))"),
            ("Hidden", hidden == 0 ? "none says so" : hidden.counted("view")),
            ("Classes", classes),
        ]
        html.raw("<section class=\"facts\"><h2>Dump</h2><dl>\n")
        for (name, value) in facts where !value.isEmpty {
            html.element("dt", name)
            html.element("dd", value)
        }
        html.raw("</dl></section>\n")
    }

    private func device(of size: Size) -> String {
        guard let device = dump.device, let said = device.name ?? device.idiom else {
            let alike = Device.names(ofSize: size, scale: dump.device?.scale)
            return "not in the dump" + (alike.map { "; a screen of this size has \($0)" } ?? "")
        }
        return said + (device.scale.map { ", \(NumberText.told($0)) pixels a point" } ?? "")
    }

    private var classes: String {
        var counts: [String: Int] = [:]
        for index in dump.tree.indices { counts[dump.tree.classTitle(of: index).shown, default: 0] += 1 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let words = sorted.prefix(Self.maximumClasses).map { "\(Self.cut($0.key)) \($0.value)" }
        let more = counts.count - words.count
        return words.joined(separator: ", ") + (more > 0 ? " and \(more.counted("other"))" : "")
    }

    // MARK: What people keep

    /// Notes, pins and edits, as far as there are any.
    private func addKept(_ reported: ReportMarks, to html: inout PrintedHTML) {
        func name(_ view: Int) -> String {
            dump.tree.index(ofID: view).map(dump.tree.name) ?? "view \(view), which is not in the dump now"
        }
        func add(_ title: String, _ lines: [(view: Int?, name: String, words: String)], more: Int = 0) {
            guard !lines.isEmpty else { return }
            html.raw("<section id=\"\(title.lowercased())\"><h2>\(title)</h2>\n<ul class=\"lines\">\n")
            for line in lines.prefix(Self.maximumRemarks) {
                html.raw("<li>")
                reported.addLink(to: line.view, line.name, &html)
                if !line.words.isEmpty { html.element("p", line.words) }
                html.raw("</li>\n")
            }
            html.raw("</ul>\n")
            let left = more + lines.count - min(lines.count, Self.maximumRemarks)
            if left > 0 { html.element("p class=\"limit\"", "\(left) more are not listed.") }
            html.raw("</section>\n")
        }
        add("Notes", marks.notes.map { ($0.view, name($0.view), $0.text + ($0.actor.map { " (\($0))" } ?? "")) })
        add("Pins", marks.pins.map { ($0, name($0), "") })
        add("Edits", marks.edits.map { (nil, $0, "") }, more: marks.earlierEdits)
    }

    // MARK: The reader

    /// What was lost, guessed or wrong when the dump was read.
    private func addRemarks(_ marks: ReportMarks, to html: inout PrintedHTML) {
        let report = SortedReport(dump.report + dump.tree.diagnostics(limit: Self.maximumRemarks + 1))
        let remarks = report.findings + report.foldedLosses
        html.raw("<section id=\"reader\"><h2>What the reader reports</h2>\n")
        if remarks.isEmpty { html.element("p", "Nothing was lost or guessed, and there were no errors.") }
        html.raw("<ul class=\"lines\">\n")
        for remark in remarks.prefix(Self.maximumRemarks) {
            html.raw("<li><b class=\"\(remark.severity.rawValue)\">\(remark.severity.rawValue)</b> ")
            if let line = remark.line { html.text("line \(line): ") }
            marks.addLink(to: remark.view, remark.message, &html)
            html.raw("</li>\n")
        }
        html.raw("</ul>\n")
        if remarks.count > Self.maximumRemarks {
            html.element("p class=\"limit\"", "The first \(Self.maximumRemarks) are listed; there are more.")
        }
        html.raw("</section>\n")
    }

    /// A text on one line, cut where it is too long.
    package static func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(maximumText * 4)
        return String(String.UnicodeScalarView(scalars)).onOneLine(atMost: maximumText)
    }

    private static let style = """
        nav { margin-bottom: 12px } nav a { margin-right: 12px }
        h2 { font-size: 15px; margin: 24px 0 8px } h2 .dim { font-weight: 400 }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 0 } dd { margin: 0 }
        .facts { flex: 1 1 280px; min-width: 0 } .facts h2 { margin-top: 0 }
        .lines, .tree, .tree ul { list-style: none; margin: 0; padding: 0 }
        .lines li { padding: 4px 0; border-bottom: 1px solid light-dark(#e1e4ea, #2c313b) }
        .lines p { margin: 0; font-size: 12px }
        .error, .failed { color: light-dark(#b3261e, #ff8f86) } .info, .skipped { color: light-dark(#5b6370, #9ba3b1) }
        .unknown, .uncertain { color: light-dark(#8a5200, #ffc56e) } .passed { color: light-dark(#1b7a37, #30c258) }
        code { font: 12px/1.4 ui-monospace, monospace } .limit { font-style: italic }
        .tree ul { padding-left: 14px; border-left: 1px solid light-dark(#e1e4ea, #2c313b) } .tree .deep ul { padding-left: 1px }
        .row { padding: 1px 0 } .row .dim { white-space: pre-wrap } .leaf { padding-left: 14px }
        summary { cursor: pointer; list-style: none } summary::-webkit-details-marker { display: none }
        summary::before { content: "▸"; display: inline-block; width: 14px } [open] > summary::before { content: "▾" }
        :target { background: light-dark(#fff2b8, #4a3f12) } .mark:hover rect, .mark:focus rect { fill-opacity: 0.3 }
        @media (max-width: 480px) { .tree ul { padding-left: 7px } dl { grid-template-columns: 1fr } dt { font-weight: 600 } }
        @media print { nav { display: none } ::details-content { content-visibility: visible; block-size: auto } }
        """
}
