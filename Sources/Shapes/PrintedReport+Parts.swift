import Checks
import Diagnostics
import Drawing
import DumpFormats
import ViewHierarchy

/// Which views are told of, and where: their rows in the tree, the findings about them.
struct ReportMarks {
    /// Whether a view has a row in the tree, by its index.
    package private(set) var isListed: [Bool]
    /// Whether something below a view is told of, so that the tree is open there.
    private(set) var leadsToFinding: [Bool]
    /// The numbers of the listed findings about each view, from 1, by the index of the view.
    package private(set) var numbers: [Int: [Int]] = [:]
    private let tree: ViewTree

    package init(_ report: PrintedReport) {
        tree = report.dump.tree
        isListed = Array(repeating: false, count: tree.count)
        leadsToFinding = isListed
        for (place, finding) in report.findings.prefix(PrintedReport.maximumFindings).enumerated() {
            for view in finding.views {
                if let index = tree.index(ofID: view) { numbers[index, default: []].append(place + 1) }
            }
        }
        let asserted = report.rules?.report.results.filter { !$0.isPassed }.prefix(PrintedReport.maximumFindings) ?? []
        let told = Set(numbers.keys).union(asserted.compactMap { $0.view.flatMap(tree.index(ofID:)) })
        list(told.sorted())
    }

    /// Those that are told of come first, with all that they are in; then the others in their order. A view is listed
    /// only where its superview is.
    private mutating func list(_ told: [Int]) {
        var room = PrintedReport.maximumRows
        for index in told {
            var chain: [Int] = []
            var next: Int? = index
            while let view = next, !isListed[view], chain.count <= room {
                chain.append(view)
                next = tree.superview(of: view)
            }
            guard chain.count <= room else { continue }
            for view in chain { isListed[view] = true }
            room -= chain.count
            var above = tree.superview(of: index)
            while let view = above, !leadsToFinding[view] {
                leadsToFinding[view] = true
                above = tree.superview(of: view)
            }
        }
        for index in tree.indices where room > 0 && !isListed[index] {
            guard tree.superview(of: index).map({ isListed[$0] }) ?? true else { continue }
            isListed[index] = true
            room -= 1
        }
    }

    /// Adds words that lead to the row of a view, where it has one.
    func addLink(to view: Int?, _ words: String, _ html: inout PrintedHTML) {
        guard let view, let index = tree.index(ofID: view), isListed[index] else { return html.text(words) }
        html.raw("<a href=\"#view-\(view)\">")
        html.text(words)
        html.raw("</a>")
    }
}

/// The pictures of the screen.
extension PrintedReport {
    /// Adds the drawing with its marks, and the screenshot that came with the dump.
    func addPictures(_ marks: ReportMarks, to html: inout PrintedHTML) {
        let tree = dump.tree
        let scene = tree.firstScene.flatMap { tree.id(at: $0) }
        var options = WireframeOptions(
            view: scene,
            maximumViews: Self.maximumDrawnViews,
            title: name,
            idPrefix: "drawn"
        )
        options.style = WireframeOptions.style(suiting: dump)
        // The same picture for everybody who looks at it, whatever their own appearance is.
        (options.appearance, options.device) = (.light, dump.device)
        if options.style == .screen { options.pictures = dump.embeddedPictures }
        let (marked, more) = wireframeMarks(marks)
        options.marks = marked
        let isPrepared = options.style == .screen && options.pictures.count == dump.pictures.count
        html.raw("<figure>\n")
        html.raw(Wireframe.svg(of: tree, options: options, drawing: isPrepared ? drawing : nil))
        html.raw("<figcaption>")
        html.text(options.style == .screen ? "Drawn from the dump. " : "The frames of the views. ")
        if scene != nil { html.text("One scene is drawn. ") }
        if tree.count > Self.maximumDrawnViews {
            html.text("At most \(Self.maximumDrawnViews) of the \(tree.count) views are drawn. ")
        }
        if options.pictures.count < dump.pictures.count, options.style == .screen {
            let left = dump.pictures.count - options.pictures.count
            html.text("\(left.counted("picture")) of views did not fit. ")
        }
        if !marked.isEmpty { html.text("Views with findings are marked with the number of the first one. ") }
        if more > 0 { html.text("\(more.counted("further view")) with findings are not marked. ") }
        html.raw("</figcaption></figure>\n")
        addScreenshot(marked, to: &html)
    }

    private func addScreenshot(_ marked: [WireframeMark], to html: inout PrintedHTML) {
        guard let bytes = dump.screenshot, dump.tree.firstScene == nil,
            let pixels = PictureFormat(detectedIn: bytes)?.pixels(in: bytes)
        else { return }
        html.raw("<figure>\n")
        guard bytes.count <= Self.maximumScreenshotBytes else {
            let words =
                "The screenshot has \(bytes.count) bytes, more than the maximum of \(Self.maximumScreenshotBytes), and is left out."
            html.element("figcaption class=\"limit\"", words)
            return html.raw("</figure>\n")
        }
        var options = WireframeOptions(title: "Screenshot", idPrefix: "shot")
        // Pixels show the views, so nothing is drawn over them but the marks.
        options.style = .screen
        options.appearance = .light
        let size = Size(width: Double(pixels.width), height: Double(pixels.height))
        options.screenshot = .init(href: DumpWriter.dataURI(bytes), size: size)
        options.marks = marked
        html.raw(Wireframe.svg(of: dump.tree, options: options, drawing: drawing))
        html.element("figcaption", "The screenshot from the dump.")
        html.raw("</figure>\n")
    }

    /// A mark for each view that a finding is about, large ones below small ones, and how many views have none.
    private func wireframeMarks(_ marks: ReportMarks) -> (marks: [WireframeMark], more: Int) {
        // The worst findings come first, and with them what is marked.
        let worst = marks.numbers.sorted { ($0.value.first ?? 0, $0.key) < ($1.value.first ?? 0, $1.key) }
        let marked = worst.prefix(Self.maximumMarks).sorted { $0.key < $1.key }.compactMap { index, numbers in
            numbers.first.flatMap { number in
                let finding = findings[number - 1]
                let more = numbers.count > 1 ? " (and \(numbers.count - 1) more)" : ""
                return dump.tree.id(at: index).map { id in
                    WireframeMark(
                        view: id,
                        href: marks.isListed[index] ? "#view-\(id)" : "#finding-\(number)",
                        label: String(number),
                        title: Self.cut(finding.message) + more,
                        color: finding.severity == .error
                            ? "#b3261e" : finding.severity == .warning ? "#8a5200" : "#5b6370"
                    )
                }
            }
        }
        return (marked, worst.count - min(worst.count, Self.maximumMarks))
    }
}

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
        html.element("code", tree.classTitle(of: index).shown)
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
        let place = [frame.minX, frame.minY].map(NumberText.told).joined(separator: ", ")
        let size = [frame.size.width, frame.size.height].map(NumberText.told).joined(separator: " × ")
        let words = tree.says(.frame, of: index) ? "(\(place)) \(size)" : "place unknown"
        html.element("span class=\"dim\"", " \(words) · id \(id)")
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
        let kind = ViewKind(className: tree.classTitle(of: index).readable)
        var remarks: [String] = []
        if flags.contains(.hidden) { remarks.append("hidden") }
        if alpha < 1 { remarks.append("alpha \(NumberText.told(alpha))") }
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

/// What checks found, and what came of rules.
extension PrintedReport {
    func addFindings(_ marks: ReportMarks, to html: inout PrintedHTML) {
        html.raw("<section id=\"findings\"><h2>Findings <span class=\"dim\">\(findings.count)</span></h2>\n")
        let isNothing = findings.isEmpty
        html.element(
            "p",
            (isNothing ? accepted > 0 ? "Nothing new was found. " : "Nothing was found. " : "") + outcome.words
        )
        if !outcome.unjudged.isEmpty {
            html.raw("<details><summary>Rules that could not judge</summary>\n<ul class=\"lines\">\n")
            for rule in outcome.unjudged {
                html.raw("<li>")
                html.element("code", rule.rule)
                html.text(" " + rule.missing.listed)
                html.raw("</li>\n")
            }
            html.raw("</ul></details>\n")
        }
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
