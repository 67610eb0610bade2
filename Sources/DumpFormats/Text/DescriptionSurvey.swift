import Diagnostics
import PastedText

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
    /// Lines that give the class and at most the address.
    private var shortLines = 0
    private var accessibleLines = 0
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
        guard case .view(let start) = shape.kind else { return shape.kind }
        if start.form == .compact, isTrace || constraintLines > 0, !Self.hasFrame(shape, in: text) {
            return isTrace ? .trace : .constraint
        }
        guard shape.bars == 0 else { return shape.kind }
        if start.form == .bare { return isShort ? shape.kind : .other }
        guard isEarlGrey, usesBars, !start.prefix.isEmpty else { return shape.kind }
        // A message above the hierarchy names elements: `"E": "<UIButton:0x…`.
        return text[start.prefix.upperBound &- 1] == UInt8(ascii: ":") ? shape.kind : .other
    }

    /// Whether the text is EarlGrey's, whose descriptions begin with `AX=`.
    var isEarlGrey: Bool { accessibleLines > 0 }

    /// Whether most descriptions give the class and at most the address, as those of `pviews --short`.
    var isShort: Bool { shortLines > viewLines / 2 }

    /// The bare layers of the view on that line.
    func layers(of line: Int) -> [Layer] { layers.isEmpty ? [] : layers[line] ?? [] }

    /// Whether there are lines that only `_autolayoutTrace` writes.
    var isTrace: Bool { traceLines > 0 }

    /// Whether the text is the way from a view up to the application: flat, or each line one deeper than the last.
    var isResponderChain: Bool { endsInApplication && (isFlat || isLadder) && viewLines > 1 }

    /// Whether the text holds reports of debuggers that can be joined to views.
    var hasReports: Bool { isTrace || controllerLines > 0 || constraintLines > 0 }

    /// Whether views can be read from the text.
    var hasViews: Bool {
        if framedLines > 0 { return true }
        if hasReports || isResponderChain { return false }
        return usesBars && (viewLines > compactLines || isEarlGrey)
    }

    private mutating func note(_ shape: LineShape, in text: ByteText) {
        switch shape.kind {
        // The outermost line of `pviews --short` looks like a tag.
        case .view(let start) where start.form == .bare && shape.bars == 0: return
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
        if start.isEarlGrey(in: text) { accessibleLines &+= 1 }
        if shape.isShort(start, in: text) { shortLines &+= 1 }
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

extension DescriptionReader {
    /// Reads one description, over several lines if it was broken, and tells where its last line ends.
    mutating func readItem(_ shape: LineShape, _ start: ItemStart) -> (item: DescriptionItem, lineEnd: Int) {
        let lineEnd = shape.line.range.upperBound
        let cut = start.angle &+ limits.maximumLineBytes
        let item = parse(start, limit: min(lineEnd, cut))
        guard !item.isClosed else { return (item, lineEnd) }
        guard lineEnd <= cut else {
            assembler.report.add(.longDescription, ["\(limits.maximumLineBytes)"], line: shape.line.number)
            return (item, cut)
        }
        guard start.angle >= unclosedUntil else { return (item, lineEnd) }
        return continued(item, start, shape) ?? (item, lineEnd)
    }

    /// What follows a description on its last line, cut to the limit.
    mutating func trailer(_ item: DescriptionItem, _ lineEnd: Int, _ line: TextLine) -> Range<Int> {
        guard item.isClosed, lineEnd > item.end else { return item.end..<item.end }
        guard lineEnd &- item.end > limits.maximumLineBytes else { return item.end..<lineEnd }
        assembler.report.add(.longDescription, ["\(limits.maximumLineBytes)"], line: line.number)
        return item.end..<item.end &+ limits.maximumLineBytes
    }

    /// Tries to close a description with the lines that follow, twice as many at each try, so that the work stays in
    /// proportion to the lines that are used.
    private mutating func continued(
        _ first: DescriptionItem,
        _ start: ItemStart,
        _ shape: LineShape
    ) -> (DescriptionItem, Int)? {
        var ahead = cursor
        var tries = 1
        var lines = 0
        var end = shape.line.range.upperBound
        // Whether the value of an attribute has yet to come.
        var waitsForValue = text[shape.content.upperBound &- 1] == UInt8(ascii: "=")
        while true {
            var isLast = true
            while lines < tries {
                let before = ahead
                guard let line = ahead.next(), line.range.upperBound &- start.angle <= limits.maximumLineBytes else {
                    break
                }
                let next = LineShape(line, in: text)
                guard continues(first, with: next, waitsForValue: waitsForValue) else {
                    ahead = before
                    break
                }
                end = line.range.upperBound
                if !next.content.isEmpty {
                    waitsForValue = text[next.content.upperBound &- 1] == UInt8(ascii: "=")
                }
                lines &+= 1
                isLast = lines < tries
            }
            guard lines > 0 else { return nil }
            let item = parse(start, limit: end)
            if item.isClosed {
                var lineEnd = shape.line.range.upperBound
                while lineEnd < item.end, let line = cursor.next() { lineEnd = line.range.upperBound }
                return (item, lineEnd)
            }
            if isLast {
                unclosedUntil = end
                return nil
            }
            tries &*= 2
        }
    }

    /// Whether a line can be the continuation of a description that is still open.
    private func continues(_ item: DescriptionItem, with next: LineShape, waitsForValue: Bool) -> Bool {
        switch next.kind {
        case .blank, .other, .elision: return item.endsInText || next.kind == .other
        case .view(let start), .layer(let start):
            if waitsForValue, next.bars == 0 { return true }
            if item.endsInText { return next.bars == 0 && (start.form == .bare || !start.prefix.isEmpty) }
            return next.bars == 0 && !start.isTrusted
        case .words: return item.endsInText
        case .noise, .trace, .controller, .constraint: return false
        }
    }

    private func parse(_ start: ItemStart, limit: Int) -> DescriptionItem {
        var parser = ItemParser(text, start, limit: limit, maximumAttributes: limits.maximumAttributes)
        return parser.parse()
    }

    /// The next description on the same line, where the ends of lines were lost or an array was printed.
    func following(_ item: DescriptionItem, _ lineEnd: Int, _ shape: LineShape) -> LineShape? {
        guard item.isClosed else { return nil }
        var index = item.end
        while text[index] == 0x20 || text[index] == 0x09 || text[index] == UInt8(ascii: ",")
            || text[index] == UInt8(ascii: "|")
        {
            index &+= 1
        }
        guard index > item.end, index < lineEnd, text[index] == UInt8(ascii: "<") else { return nil }
        var first = item.end
        while text[first] == UInt8(ascii: ",") { first &+= 1 }
        let line = TextLine(number: shape.line.number, range: first..<lineEnd)
        var next = LineShape(line, in: text, indentationFrom: first)
        guard case .view(let start) = next.kind, start.angle == index,
            start.form == .addressed || start.form == .purged
        else { return nil }
        if next.bars == 0 {
            next.bars = shape.bars
            next.columns = shape.columns
        }
        return next
    }
}
