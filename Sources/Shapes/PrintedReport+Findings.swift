import Diagnostics
import DumpFormats
import Checks

/// What checks found, and what came of rules.
extension PrintedReport {
    func addFindings(_ marks: ReportMarks, to html: inout PrintedHTML) {
        html.raw("<section id=\"findings\"><h2>Findings</h2>\n")
        if findings.isEmpty { html.element("p", accepted > 0 ? "Nothing new was found." : "Nothing was found.") }
        if accepted > 0 {
            html.element("p class=\"dim\"", "\(accepted.counted("finding")) left out, as the baseline accepts.")
        }
        html.raw("<ul class=\"lines\">\n")
        for (place, finding) in findings.prefix(Self.maximumFindings).enumerated() {
            let severity = finding.severity.rawValue
            html.raw("<li id=\"finding-\(place + 1)\">\(place + 1) <b class=\"\(severity)\">\(severity)</b> ")
            marks.addLink(to: finding.view, finding.message, &html)
            html.raw(" ")
            html.element("code class=\"dim\"", finding.rule)
            if let path = finding.path { html.element("p class=\"dim\"", path) }
            if let cure = finding.cure { html.element("p", cure) }
            html.raw("</li>\n")
        }
        html.raw("</ul>\n")
        addLimit(findings.count, "findings", to: &html)
        html.raw("</section>\n")
    }

    /// The checks that did not pass, and folded those that did.
    func addRules(_ marks: ReportMarks, to html: inout PrintedHTML) {
        guard let rules else { return }
        let (passed, others) = (rules.report.results.filter(\.isPassed), rules.report.results.filter { !$0.isPassed })
        html.raw("<section id=\"rules\"><h2>Rules</h2>\n")
        html.element("p", "\(rules.name): \(rules.report.summary)")
        add(others, marks, to: &html)
        if !passed.isEmpty {
            html.raw("<details><summary>\(passed.count.counted("check")) without a fault</summary>\n")
            add(passed, marks, to: &html)
            html.raw("</details>\n")
        }
        html.raw("</section>\n")
    }

    private func add(_ results: [AssertionResult], _ marks: ReportMarks, to html: inout PrintedHTML) {
        html.raw("<ul class=\"lines\">\n")
        for result in results.prefix(Self.maximumFindings) {
            html.raw("<li><b class=\"\(result.outcome.rawValue)\">\(result.outcome.rawValue)</b> ")
            if let name = result.name { html.text(name + " · ") }
            marks.addLink(to: result.view, result.line, &html)
            html.raw("</li>\n")
        }
        html.raw("</ul>\n")
        addLimit(results.count, "checks", to: &html)
    }

    private func addLimit(_ count: Int, _ what: String, to html: inout PrintedHTML) {
        guard count > Self.maximumFindings else { return }
        html.element("p class=\"limit\"", "The first \(Self.maximumFindings) of \(count) \(what) are listed.")
    }
}
