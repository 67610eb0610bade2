import Diagnostics
import ViewHierarchy

/// Reads the text of `recursiveDescription` line by line into a view tree.
///
/// A line that becomes no view is reported; nothing but the limits stops the reader.
struct DescriptionReader {
    let text: ByteText
    let limits: DumpLimits
    let survey: DescriptionSurvey
    var assembler: TreeAssembler
    var cursor: LineCursor
    private var names = DescribedNames()
    private var indentation = Indentation()
    /// The indentation of the open views; their number is the next view's depth.
    private var open: [Int] = []
    private var lastBars: Int?
    private var skipped: SkippedLines?
    private var chain: [ResponderChainLink] = []
    private var hasAddresses = false
    private var hasCutTexts = false
    private var hasControllers = false
    private var missingFrames = 0
    private var takenLayers = 0
    /// No description that begins before this place closes on a later line.
    var unclosedUntil = 0

    /// Prepares to read a text that the survey has looked over.
    init(_ text: ByteText, survey: DescriptionSurvey, limits: DumpLimits) {
        self.text = text
        self.limits = limits
        self.survey = survey
        assembler = TreeAssembler(limits: limits)
        cursor = LineCursor(text)
    }

    /// Reads all lines.
    mutating func read() throws(DumpError) -> ViewTree {
        while let line = cursor.next() {
            let shape = LineShape(line, in: text)
            switch survey.kind(of: shape, in: text) {
            case .view(let start): try readViews(shape, start)
            case .words where assembler.count > 0: try readWords(shape)
            case .elision:
                endSkipping()
                let message = "Line \(line.number) stands for lines that were taken out; their views are missing."
                assembler.report.add(.warning, "elided.lines", message, line: line.number)
            case .layer: break
            case .blank, .noise: break
            case let kind: skip(shape, kind)
            }
        }
        endSkipping()
        try buildChain()
        reportLayers()
        return assembler.build()
    }

    /// One entry for each thing that the format, or this dump, cannot say.
    var losses: [Diagnostic] {
        DescriptionLosses(
            hasAddresses: hasAddresses,
            hasCutTexts: hasCutTexts,
            hasControllers: hasControllers,
            hasFrames: missingFrames < assembler.count
        ).entries
    }

    // MARK: Views

    /// Reads the description on a line, and further ones that follow on the same line where line ends were lost.
    private mutating func readViews(_ shape: LineShape, _ start: ItemStart) throws(DumpError) {
        endSkipping()
        var shape = shape
        var start = start
        while true {
            let (item, end) = readItem(shape, start)
            let following = following(item, end, shape)
            let rest = following == nil ? trailer(item, end, shape.line) : item.end..<item.end
            try add(item, start, shape, trailer: rest)
            guard let following, let next = following.start else { return }
            shape = following
            start = next
        }
    }

    private mutating func add(
        _ item: DescriptionItem,
        _ start: ItemStart,
        _ shape: LineShape,
        trailer: Range<Int>
    ) throws(DumpError) {
        let prefix = ItemPrefix(text, start.prefix)
        let trailer = ItemTrailer(text, trailer, isOptional: prefix.isOptional)
        var mapper = ItemMapper(text, item, names: &names, prefix: prefix, trailer: trailer)
        let line = shape.line.number
        for layer in survey.layers(of: line) {
            mapper.keep(layer.level == 1 ? "sublayer" : "sublayer.\(layer.level)", text.string(layer.text))
            takenLayers &+= 1
        }
        if survey.isResponderChain {
            let isView = mapper.hasFrame
            chain.append(ResponderChainLink(view: mapper.view, isView: isView, line: line))
            return
        }
        let id = try append(mapper.view, shape)
        hasCutTexts = hasCutTexts || mapper.hasCutText
        reportFindings(item, mapper, id: id, line: line)
    }

    private mutating func reportFindings(_ item: DescriptionItem, _ mapper: ItemMapper, id: Int, line: Int) {
        let name = mapper.view.className
        if !item.isClosed {
            assembler.report.add(
                .warning,
                "truncated.line",
                "Line \(line): the description of this \(name) is cut off; what follows is lost.",
                view: id,
                line: line
            )
        }
        if !mapper.hasFrame {
            missingFrames &+= 1
            assembler.report.add(
                .warning,
                "missing.frame",
                "Line \(line): this \(name) has no frame; it is placed at 0, 0 without a size.",
                view: id,
                line: line
            )
        }
        assembler.reportUnreadable(mapper.unreadable, of: id, line: line)
        if item.droppedAttributes > 0 {
            assembler.report.add(
                .warning,
                "limit.maximumAttributes",
                "Line \(line): \(item.droppedAttributes) attributes more than the limit maximumAttributes were dropped.",
                view: id,
                line: line
            )
        }
    }

    /// What an app's own `debugDescription` printed: a view of which nothing else is known.
    private mutating func readWords(_ shape: LineShape) throws(DumpError) {
        guard !survey.isResponderChain, text[shape.content.upperBound &- 1] != UInt8(ascii: "|") else {
            skip(shape, .other)
            return
        }
        endSkipping()
        var view = ViewDescription(className: "UIView", frame: .zero)
        view.attributes = [ViewDescription.Attribute("description", text.string(shape.content))]
        for layer in survey.layers(of: shape.line.number) {
            view.attributes.append(ViewDescription.Attribute("sublayer", text.string(layer.text)))
            takenLayers &+= 1
        }
        let line = shape.line.number
        let id = try append(view, shape)
        missingFrames &+= 1
        assembler.report.add(
            .warning,
            "missing.class",
            "Line \(line) is a description of the app's own, without class and frame; it is shown as a UIView at 0, 0.",
            view: id,
            line: line
        )
    }

    private mutating func append(_ view: ViewDescription, _ shape: LineShape) throws(DumpError) -> Int {
        let line = shape.line.number
        let indent = indentation.depth(of: shape)
        while let last = open.last, last >= indent { open.removeLast() }
        let depth = open.count
        open.append(indent)
        let id = try append(view, depth: depth, line: line)
        if let lastBars, shape.bars > lastBars &+ 1 {
            assembler.report.add(
                .warning,
                "missing.superviews",
                "Line \(line) is more than one level deeper than the view before it; the views between are missing.",
                view: id,
                line: line
            )
        }
        lastBars = shape.bars
        if shape.bars == 0, indent > 0, survey.usesBars {
            assembler.report.add(
                .warning,
                "guessed.depth",
                "Line \(line) is indented without bars; its superview was guessed from the width of the indentation.",
                view: id,
                line: line
            )
        }
        return id
    }

    private mutating func append(_ view: ViewDescription, depth: Int, line: Int) throws(DumpError) -> Int {
        hasAddresses = hasAddresses || view.address != nil
        hasControllers = hasControllers || view.controller != nil
        return try assembler.append(view, depth: depth, line: line, place: "Line \(line)")
    }

    // MARK: Responder chains

    private mutating func buildChain() throws(DumpError) {
        guard let first = chain.first else { return }
        assembler.report.add(
            .info,
            "read.responderChain",
            "This is a responder chain, printed from the inside out: each view was made the superview of the one before.",
            line: first.line
        )
        for (depth, link) in ResponderChainLink.views(of: chain, report: &assembler.report).enumerated() {
            _ = try append(link.view, depth: depth, line: link.line)
        }
    }

    // MARK: Lines that become no view

    private mutating func skip(_ shape: LineShape, _ kind: LineShape.Kind) {
        let kind = SkippedLines.Kind(kind)
        if skipped?.kind != kind { endSkipping() }
        let first = skipped?.first ?? shape.line.number
        skipped = SkippedLines(kind: kind, first: first, last: shape.line.number)
    }

    private mutating func endSkipping() {
        guard let skipped else { return }
        self.skipped = nil
        assembler.report.add(.info, skipped.kind.code, skipped.message, line: skipped.first)
    }

    private mutating func reportLayers() {
        guard survey.layerLines > 0 else { return }
        assembler.report.add(
            .info,
            "kept.layers",
            "\(survey.layerLines) lines describe bare layers, which are no views; \(takenLayers) of them are kept as "
                + "attributes named sublayer of their views."
        )
    }
}
