/// What a first look over all lines says about a text: whether it is a dump, and of what kind.
struct DescriptionSurvey: Sendable {
    /// A bare layer, to be kept with the view that it belongs to.
    struct Layer: Sendable {
        /// How many layers there are between it and the view, itself counted.
        var level: Int
        /// Its description.
        var text: Range<Int>
    }

    /// Lines that describe a view.
    private(set) var viewLines = 0
    /// Those of them that give a frame.
    private(set) var framedLines = 0
    /// Whether any description is indented by bars.
    private(set) var usesBars = false
    private(set) var traceLines = 0
    private(set) var controllerLines = 0
    private(set) var constraintLines = 0
    /// The line of the first view, or of the first line that a sibling format has.
    private(set) var firstLine: Int?
    /// Bare layers by the line of their view.
    private var layers: [Int: [Layer]] = [:]
    private(set) var layerLines = 0

    private var isFlat = true
    private var isLadder = true
    private var endsInApplication = false
    private var compactLines = 0
    private var indentation = Indentation()
    /// The open views and layers: indentation, the line of the view, how many layers deep.
    private var open: [(indent: Int, line: Int, level: Int)] = []

    /// Looks over a text.
    init(_ text: ByteText) {
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            note(LineShape(line, in: text), in: text)
        }
    }

    /// The kind of a line, with what is known of the other lines.
    func kind(of shape: LineShape, in text: ByteText) -> LineShape.Kind {
        // A trace writes views that Auto Layout does not touch without a mark.
        guard case .view(let start) = shape.kind, start.form == .compact, isTrace || constraintLines > 0,
            !Self.hasFrame(shape, in: text)
        else { return shape.kind }
        return isTrace ? .trace : .constraint
    }

    /// The bare layers of the view on that line.
    func layers(of line: Int) -> [Layer] { layers.isEmpty ? [] : layers[line] ?? [] }

    /// Whether there are lines that only `_autolayoutTrace` writes.
    var isTrace: Bool { traceLines > 0 }

    /// Whether the text is the way from a view up to the application: flat, or each line one deeper than the last.
    var isResponderChain: Bool { endsInApplication && (isFlat || isLadder) && viewLines > 1 }

    /// Whether views can be read from the text.
    var hasViews: Bool {
        if framedLines > 0 { return true }
        if isTrace || controllerLines > 0 || constraintLines > 0 || isResponderChain { return false }
        return usesBars && viewLines > compactLines
    }

    private mutating func note(_ shape: LineShape, in text: ByteText) {
        switch shape.kind {
        case .view(let start):
            note(start, shape, in: text)
        case .layer:
            noteLayer(shape, in: text)
            return
        case .trace: traceLines &+= 1
        case .controller: controllerLines &+= 1
        case .constraint: constraintLines &+= 1
        default: return
        }
        if firstLine == nil { firstLine = shape.line.number }
    }

    private mutating func note(_ start: ItemStart, _ shape: LineShape, in text: ByteText) {
        if shape.bars > 0 { usesBars = true }
        let indent = indentation.depth(of: shape)
        if indent > 0 { isFlat = false }
        if indent != viewLines &* Indentation.step { isLadder = false }
        viewLines &+= 1
        if start.form == .compact { compactLines &+= 1 }
        if Self.hasFrame(shape, in: text) {
            framedLines &+= 1
        } else if text.has("Application", endingAt: start.className) {
            endsInApplication = framedLines > 0
        }
        while let last = open.last, last.indent >= indent { open.removeLast() }
        open.append((indent, shape.line.number, 0))
    }

    private mutating func noteLayer(_ shape: LineShape, in text: ByteText) {
        layerLines &+= 1
        if shape.bars > 0 { usesBars = true }
        let indent = indentation.depth(of: shape)
        while let last = open.last, last.indent >= indent { open.removeLast() }
        guard let owner = open.last, let start = shape.start else { return }
        let level = owner.level &+ 1
        open.append((indent, owner.line, level))
        // Without `(layer)`, which the name of the attribute says.
        let close = text.lastIndex(of: UInt8(ascii: ">"), in: start.angle..<shape.content.upperBound) ?? start.angle
        layers[owner.line, default: []].append(Layer(level: level, text: start.angle..<close &+ 1))
    }

    private static func hasFrame(_ shape: LineShape, in text: ByteText) -> Bool {
        text.firstIndex(of: "frame = ", in: shape.content) != nil
            || text.firstIndex(of: "Frame: (", in: shape.content) != nil
            || text.firstIndex(of: "frame=", in: shape.content) != nil
    }
}

/// Turns the indentation of lines into numbers that can be compared: five for each bar, as UIKit prints them, or the
/// width where there are no bars.
struct Indentation: Sendable {
    /// What one level of bars is worth.
    static let step = 5

    /// The width of the first line without bars: code blocks indent everything.
    private var base: Int?

    /// How far the line is indented.
    mutating func depth(of shape: LineShape) -> Int {
        if shape.bars > 0 { return shape.bars &* Self.step }
        if base == nil { base = shape.columns }
        return max(0, shape.columns &- (base ?? 0))
    }
}
