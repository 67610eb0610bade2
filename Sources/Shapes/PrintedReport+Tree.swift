import Checks
import Diagnostics
import DumpFormats
import ViewHierarchy

/// The views as a list that folds.
extension PrintedReport {
    /// Deeper views stand below one another and say their depth: browsers nest elements only so deep.
    private static let maximumNesting = 32
    /// From here on views are hardly indented any more, so that a phone shows them.
    private static let maximumIndent = 12
    /// Views above this depth are unfolded.
    private static let unfoldedDepth = 3
    /// A tree of so few views is unfolded.
    private static let unfoldedViews = 40

    func addTree(_ marks: ReportMarks, to html: inout PrintedHTML) {
        let tree = dump.tree
        let listed = marks.isListed.count { $0 }
        html.raw("<section id=\"tree\"><h2>Views</h2>\n")
        if listed < tree.count {
            let words =
                "\(listed) of \(tree.count) views are listed: those with findings, and the first ones in tree order."
            html.element("p class=\"limit\"", words)
        }
        html.raw("<ul class=\"tree\">\n")
        // How many lists are open below the first.
        var open = 0
        for index in tree.indices where marks.isListed[index] {
            let depth = tree.depth(of: index)
            while open > min(depth, Self.maximumNesting) {
                html.raw("</ul></details></li>\n")
                open -= 1
            }
            let holdsListed = index + 1 < tree.count && tree.superview(of: index + 1) == index
            let folds =
                depth < Self.maximumNesting && holdsListed && tree.subviews(of: index).contains { marks.isListed[$0] }
            if folds {
                let isOpen =
                    depth < Self.unfoldedDepth || tree.count <= Self.unfoldedViews || marks.leadsToFinding[index]
                html.raw(isOpen ? "<li><details open>" : "<li><details>")
                addRow(index, "summary class=\"row\"", marks, to: &html)
                html.raw(depth == Self.maximumIndent ? "<ul class=\"deep\">\n" : "<ul>\n")
                open += 1
            } else {
                html.raw("<li>")
                addRow(index, "div class=\"row leaf\"", marks, to: &html)
                html.raw("</li>\n")
            }
        }
        html.raw(String(repeating: "</ul></details></li>\n", count: open))
        html.raw("</ul></section>\n")
    }

    /// A view in one line: class, words, id, frame, what is unusual, findings.
    private func addRow(_ index: Int, _ tag: String, _ marks: ReportMarks, to html: inout PrintedHTML) {
        let tree = dump.tree
        let id = tree.id(at: index) ?? index
        html.raw("<\(tag) id=\"view-\(id)\">")
        let depth = tree.depth(of: index)
        if depth > Self.maximumNesting { html.element("span class=\"dim\"", "depth \(depth) ") }
        html.element("code", Self.cut(tree.className(of: index)))
        let text = tree.text(of: index)
        let label = tree.label(of: index).flatMap { $0 == text ? nil : $0 }
        for (name, words) in [
            ("", text), ("label ", label), ("value ", tree.value(of: index)),
            ("identifier ", tree.identifier(of: index)), ("controller ", tree.controller(of: index)),
        ] {
            guard let words, !words.isEmpty else { continue }
            html.text(" \(name)“\(Self.cut(words))”")
        }
        let frame = tree.frame(of: index)
        let place = [frame.minX, frame.minY].map(NumberText.short).joined(separator: ", ")
        let size = [frame.size.width, frame.size.height].map(NumberText.short).joined(separator: " × ")
        html.element("span class=\"dim\"", " (\(place)) \(size) · id \(id)")
        for remark in remarks(about: index) { html.raw(" <b class=\"info\">\(remark)</b>") }
        for number in marks.numbers[index] ?? [] {
            let severity = findings[number - 1].severity.rawValue
            html.raw(" <a href=\"#finding-\(number)\"><b class=\"\(severity)\">\(severity) \(number)</b></a>")
        }
        let unlisted = tree.subviews(of: index).count { !marks.isListed[$0] }
        if unlisted > 0 {
            html.element("span class=\"limit\"", " \(unlisted.counted("subview")) not listed")
        }
        html.raw("</\(tag.prefix { $0 != " " })>\n")
    }

    /// What is unusual about a view, as far as the dump says it.
    private func remarks(about index: Int) -> [String] {
        let tree = dump.tree
        let flags = tree.flags(of: index)
        let alpha = tree.alpha(of: index)
        let kind = ViewKind(className: tree.className(of: index))
        var remarks: [String] = []
        if flags.contains(.hidden) { remarks.append("hidden") }
        if alpha < 1 { remarks.append("alpha \(NumberText.short(alpha))") }
        if tree.bounds(of: index).isEmpty {
            remarks.append("without area")
        } else if geometry.visibleFrame(of: index) == nil {
            remarks.append("clipped away or off screen")
        }
        if !flags.contains(.userInteractionEnabled), !kind.isUntouchedByDefault { remarks.append("not touchable") }
        if !tree.layoutIssues(of: index).isEmpty { remarks.append(tree.layoutIssues(of: index).words) }
        return remarks
    }
}
