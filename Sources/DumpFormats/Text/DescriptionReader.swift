import Diagnostics
import PastedText
import ViewHierarchy

/// The text of `-[UIView recursiveDescription]`.
enum RecursiveDescriptionFormat: FormatReader {
    static let facts = FormatFacts(
        .recursiveDescription,
        .text,
        losses: DescriptionLosses.unprinted.flatMap { [Diagnostic].lost($0.loss) }
    )

    static func signs(in input: DumpInput) -> FormatSigns {
        // JSON may hold descriptions in its strings; an array of them, as Swift prints it, begins with the first one.
        guard !input.beginsAsJSON || input.isArray(of: UInt8(ascii: "<")) else {
            return FormatSigns(.possible, "It begins as JSON does.")
        }
        if let survey = input.survey, survey.hasViews {
            return FormatSigns(.likely, "Lines describe views, such as <UIView: 0x7f8a10; frame = (0 0; 320 480)>.")
        }
        return FormatSigns(.possible, "It may be text with descriptions of views.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump { try DescriptionReader.read(input, facts) }
}

/// The hierarchy that EarlGrey prints when a test fails, and old Detox with it: descriptions with accessibility in them.
enum EarlGreyFormat: FormatReader {
    static let facts = FormatFacts(
        .earlGrey,
        .text,
        losses: .lost(
            """
            bounds [bounds, transforms, content offsets]: Bounds, transforms and content offsets are not printed; they were \
            worked out from the frames.
            autoresizing [autoresizing masks, constraints]: The autoresizing masks are not printed, nor constraints.
            looks [tags, clipsToBounds, content modes, colours, fonts, pictures]: Tags, clipsToBounds, content modes, \
            colours, fonts and pictures are not printed.
            device [device, app, time]: The device, the app and the time are not printed.
            """
        )
    )

    static func signs(in input: DumpInput) -> FormatSigns {
        let isCarried = input.beginsAsJSON && (input.has("; AX=") || input.has("; isAccessible="))
        return isCarried || input.survey?.isEarlGrey == true
            ? FormatSigns(.certain, "Lines describe views and their accessibility, such as <UIView:0x7f8a10; AX=N; …>.")
            : FormatSigns(.none, "No line describes a view and its accessibility, such as <UIView:0x7f8a10; AX=N; …>.")
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump { try DescriptionReader.read(input, facts) }
}

extension DescriptionReader {
    /// Reads a text of descriptions, also one in a string of JSON.
    fileprivate static func read(_ input: DumpInput, _ facts: FormatFacts) throws(DumpError) -> Dump {
        let carried = input.beginsAsJSON ? input.carried(["   | <", "  |--<"]) : nil
        let text = carried?.text ?? input.text
        let survey = carried == nil ? input.survey ?? DescriptionSurvey(text) : DescriptionSurvey(text)
        guard survey.hasViews else {
            let reason =
                LookAlike(survey, of: text).map { "Its lines are those of \($0.name)." }
                ?? "No line describes a view, such as <UIView: 0x7f8a10; frame = (0 0; 320 480)>."
            throw .other(reason, line: survey.firstLine ?? 1)
        }
        var reader = DescriptionReader(text, survey: survey, limits: input.limits)
        try reader.read()
        let failure = DumpError(.unreadable, "No line describes a view.", line: survey.firstLine)
        let general = reader.losses + (carried?.note.map { [Diagnostic(.decoded, [$0])] } ?? [])
        return try reader.assembler.finish(facts, general: general, orThrow: failure)
    }
}

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
    /// The indentation of the open views, and where they are on the screen; their number is the next view's depth.
    private var open: [(indent: Int, origin: Point)] = []
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
    mutating func read() throws(DumpError) {
        while let line = cursor.next() {
            let shape = LineShape(line, in: text)
            switch survey.kind(of: shape, in: text) {
            case .view(let start): try readViews(shape, start)
            case .words where assembler.count > 0: try readWords(shape)
            case .elision:
                endSkipping()
                assembler.report.add(.elidedLine, ["views"], line: line.number)
            case .layer: break
            case .blank, .noise: break
            case let kind: skip(shape, kind)
            }
        }
        endSkipping()
        try buildChain()
        reportLayers()
    }

    /// What this dump does not say and others do.
    var losses: [Diagnostic] {
        let isFrameless = missingFrames >= assembler.count
        return [
            (!hasControllers, "controllers [view controllers]: View controllers are not printed."),
            (!hasAddresses, "addresses: The addresses were taken out of this dump."),
            (isFrameless, "frames: This dump gives no frames: where its views are is not known."),
            (
                !isFrameless && survey.isShort,
                "frames: Most views are printed without a frame, as by pviews --short: where they are is not known."
            ),
            (hasCutTexts, "text: UIKit cuts texts to 25 characters, and some here are cut."),
        ].flatMap { isLost, loss in isLost ? [Diagnostic].lost(loss) : [] }
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
        let id = try append(mapper.view, shape, screenFrame: mapper.screenFrame, isPlaced: mapper.hasFrame)
        hasCutTexts = hasCutTexts || mapper.hasCutText
        reportFindings(item, mapper, id: id, line: line)
    }

    private mutating func reportFindings(_ item: DescriptionItem, _ mapper: ItemMapper, id: Int, line: Int) {
        let name = mapper.view.className
        if !item.isClosed { assembler.report.add(.cutOff, [name], view: id, line: line) }
        if !mapper.hasFrame, mapper.screenFrame == nil {
            missingFrames &+= 1
            if survey.isShort {
                assembler.forgetPlace(of: id)
            } else {
                assembler.reportNoFrame(.noFrameOnLine, [name], of: id, line: line)
            }
        }
        assembler.reportUnreadable(mapper.unreadable, of: id, line: line)
        let dropped = item.droppedAttributes
        if dropped > 0 { assembler.report.add(.droppedAttributes, ["\(dropped)"], view: id, line: line) }
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
        assembler.report.add(.ownDescription, view: id, line: line)
    }

    /// - Parameters:
    ///   - screenFrame: Where the view is on the screen, if the line says it: an element of accessibility says nothing else.
    ///   - isPlaced: Whether the line says where it is in its superview.
    private mutating func append(
        _ view: ViewDescription,
        _ shape: LineShape,
        screenFrame: Rect? = nil,
        isPlaced: Bool = true
    ) throws(DumpError) -> Int {
        let line = shape.line.number
        let indent = indentation.depth(of: shape)
        while let last = open.last, last.indent >= indent { open.removeLast() }
        let depth = open.count
        let outer = open.last?.origin ?? .zero
        let screen = screenFrame?.origin ?? Point(x: outer.x + view.frame.minX, y: outer.y + view.frame.minY)
        open.append((indent, screen))
        let id = try append(view, depth: depth, line: line)
        if !isPlaced, let screenFrame {
            let origin = Point(x: screen.x - outer.x, y: screen.y - outer.y)
            assembler.setFrame(Rect(origin: origin, size: screenFrame.size), of: id)
        }
        if let lastBars, shape.bars > lastBars &+ 1 { assembler.report.add(.missingSuperviews, view: id, line: line) }
        lastBars = shape.bars
        if shape.bars == 0, indent > 0, survey.usesBars { assembler.report.add(.guessedDepth, view: id, line: line) }
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
        assembler.report.add(.responderChain, line: first.line)
        for (depth, link) in ResponderChainLink.views(of: chain, report: &assembler.report).enumerated() {
            _ = try append(link.view, depth: depth, line: link.line)
        }
    }

    // MARK: Lines that become no view

    private mutating func skip(_ shape: LineShape, _ kind: LineShape.Kind) {
        let kind = SkippedLines.finding(kind)
        if skipped?.kind != kind { endSkipping() }
        let first = skipped?.first ?? shape.line.number
        skipped = SkippedLines(kind: kind, first: first, last: shape.line.number)
    }

    private mutating func endSkipping() {
        guard let skipped else { return }
        self.skipped = nil
        assembler.report.add(skipped.kind, skipped.words, line: skipped.first)
    }

    private mutating func reportLayers() {
        guard survey.layerLines > 0 else { return }
        assembler.report.add(.keptLayers, ["\(survey.layerLines)", "\(takenLayers)"])
    }
}

/// What `recursiveDescription` cannot say.
enum DescriptionLosses {
    /// What is never printed, with the properties that this takes from every view.
    static let unprinted: [(properties: [String], loss: String)] = [
        (
            ["bounds", "center"],
            """
            bounds [bounds, center]: Bounds and center are not printed; they were worked out from frame, transform and \
            contentOffset.
            """
        ),
        (["contentMode"], "contentMode [content mode]: The content mode is not printed; every view has scaleToFill."),
        (
            ["identifier", "label", "value"],
            "identifiers [identifiers, labels, values]: Accessibility identifiers, labels and values are not printed."
        ),
        ([], "roundedFrames [exact fractions]: Frames are printed with six significant digits."),
        (
            ["multipleTouchEnabled", "exclusiveTouch"],
            """
            touches [multipleTouchEnabled, exclusiveTouch]: MultipleTouchEnabled and exclusiveTouch are not printed; both \
            are taken as NO.
            """
        ),
        ([], "device [device, app, time]: The device, the app and the time are not printed."),
    ]
}

/// Lines that follow each other and became no view.
struct SkippedLines: Sendable {
    var kind: DumpFinding
    var first: Int
    var last: Int

    /// What is said of a line that becomes no view.
    static func finding(_ kind: LineShape.Kind) -> DumpFinding {
        switch kind {
        case .trace: .skippedTrace
        case .controller: .skippedControllers
        case .constraint: .skippedConstraints
        default: .skippedWords
        }
    }

    /// The words of the report.
    var words: [String] {
        first == last
            ? ["Line \(first) is", "holds no view; it was skipped"]
            : ["Lines \(first) to \(last) are", "hold no view; they were skipped"]
    }
}

/// One responder of a chain that was printed from a view up to the application.
struct ResponderChainLink: Sendable {
    var view: ViewDescription
    /// False for view controllers, the application and its delegate.
    var isView: Bool
    var line: Int

    /// The views from the outermost in. A view controller is the next responder of its root view, so it is noted
    /// there (Apple, `UIResponder.next`); responders above the window are reported.
    static func views(of chain: [ResponderChainLink], report: inout DumpReport) -> [ResponderChainLink] {
        var views: [ResponderChainLink] = []
        for link in chain {
            if link.isView {
                views.append(link)
            } else if let last = views.indices.last, views[last].view.controller == nil,
                link.view.className.hasSuffix("Controller")
            {
                views[last].view.controller = link.view.className
                views[last].view.said.insert(.controller)
            } else {
                report.add(.skippedResponder, [link.view.className], line: link.line)
            }
        }
        return views.reversed()
    }
}
