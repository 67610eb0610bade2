import Checks
import Diagnostics
import DumpFormats
import Drawing
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
        options.appearance = .light
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
