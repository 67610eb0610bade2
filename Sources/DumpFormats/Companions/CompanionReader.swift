import PastedText
import ViewHierarchy

/// Reads the texts that stand beside a dump, line by line; lines of anything else between them are passed over.
public struct CompanionReader {
    private let source: [UInt8]
    private let text: ByteText
    private let limits: CompanionLimits
    private let survey: DescriptionSurvey
    private var companion = Companion()
    private var entries = 0
    private var cursor: LineCursor
    /// The open controllers by how far they are indented.
    private var open: [(indent: Int, reference: ObjectReference)] = []
    /// Whether the constraints that come next belong to the last conflict.
    private var isInConflict = false
    /// Whether the next constraint is the one that UIKit gave up.
    private var isBroken = false
    /// Where a line is that would be one of `_printHierarchy` if it had addresses.
    private var purgedLine: Int?

    /// Reads a text.
    ///
    /// - Throws: ``DumpError`` when nothing in it says anything of a view, or a limit is broken.
    public static func read(
        _ bytes: [UInt8],
        limits: CompanionLimits = .standard
    ) throws(DumpError) -> Companion {
        guard bytes.count <= limits.maximumBytes else {
            throw .limit("maximumBytes", "The text has \(bytes.count) bytes; at most \(limits.maximumBytes) are read.")
        }
        var reader = CompanionReader(bytes, limits)
        try reader.read()
        guard reader.companion.kinds.isEmpty else { return reader.companion }
        throw reader.refusal
    }

    private init(_ source: [UInt8], _ limits: CompanionLimits) {
        self.source = source
        text = PastedText(source).text
        cursor = LineCursor(text)
        self.limits = limits
        survey = DescriptionSurvey(text)
    }

    private var refusal: DumpError {
        if let purgedLine {
            return DumpError(
                .unreadable,
                "The addresses were taken out of this text, and nothing else joins it to the views. Take it again, in "
                    + "the same run as the dump, and send it as the debugger prints it.",
                line: purgedLine
            )
        }
        if let hidden = LookAlike.hiddenLog(text) {
            return DumpError(.unreadable, "This is \(hidden.name). \(hidden.advice)")
        }
        if survey.framedLines > 0 {
            return DumpError(
                .unreadable,
                "This is a dump of views, and nothing that says more about one. Open it in the library, or send it to POST /api/v1/dumps.",
                line: survey.firstLine
            )
        }
        if ObjectStrings.isLikely(source) {
            return DumpError(
                .unreadable,
                "This is a table of texts. Say of which language: ?language=de, a form field “language”, or a file named "
                    + "de.lproj/Main.strings."
            )
        }
        return DumpError(
            .unreadable,
            "This says nothing about a dump: no line is a text of its views, one of _printHierarchy, of _autolayoutTrace, or of a log with "
                + "“Unable to simultaneously satisfy constraints”."
        )
    }

    private mutating func read() throws(DumpError) {
        while let line = cursor.next() {
            let shape = LineShape(line, in: text)
            switch survey.kind(of: shape, in: text) {
            case .controller: try addController(shape)
            case .trace: try addTrace(shape)
            case .constraint: try addConstraint(shape)
            default: note(shape)
            }
        }
        // Announced, and then cut off.
        companion.conflicts.removeAll { $0.constraints.isEmpty && $0.broken == nil }
    }

    private mutating func count(_ line: Int) throws(DumpError) {
        entries &+= 1
        guard entries <= limits.maximumEntries else {
            throw .limit("maximumEntries", "The text has more than \(limits.maximumEntries) entries.", line: line)
        }
    }

    // MARK: Lines

    private mutating func addController(_ shape: LineShape) throws(DumpError) {
        let content = shape.content
        guard let middle = text.firstIndex(of: ">, state: ", in: content),
            let controller = references(content.lowerBound..<middle, limit: 1).first
        else { return note(shape) }
        try count(shape.line.number)
        let indent = shape.bars > 0 ? shape.bars &* Indentation.step : shape.columns
        while let last = open.last, last.indent >= indent { open.removeLast() }
        var line = ControllerLine(line: shape.line.number, controller: controller)
        let isPresented = isPresented(shape)
        line.parent = open.last.map { ($0.reference, isPresented) }
        open.append((indent, controller))
        let stateStart = middle &+ 10
        let stateEnd = text.firstIndex(of: ",", in: stateStart..<content.upperBound) ?? content.upperBound
        let state = cut(text.trimmed(stateStart..<max(stateStart, stateEnd)))
        line.state = state.isEmpty ? nil : state
        let presented = text.firstIndex(of: "presented with: ", in: stateEnd..<content.upperBound)
        let viewPart = stateEnd..<(presented ?? content.upperBound)
        if let start = text.firstIndex(of: "view:", in: viewPart) {
            line.view = references(start..<viewPart.upperBound, limit: 1).first
            line.isOutsideWindow = text.firstIndex(of: "not in the window", in: start..<viewPart.upperBound) != nil
        }
        if let presented { line.presentation = references(presented..<content.upperBound, limit: 1).first }
        companion.controllers.append(line)
    }

    /// Whether the last mark of the indentation is the plus of a presented controller.
    private func isPresented(_ shape: LineShape) -> Bool {
        var index = shape.content.lowerBound
        while index > shape.line.range.lowerBound, text[index &- 1].isSpace { index &-= 1 }
        return index > shape.line.range.lowerBound && text[index &- 1] == UInt8(ascii: "+")
    }

    private mutating func addTrace(_ shape: LineShape) throws(DumpError) {
        // The mark of the layout engine's host would pass for a part of the class name.
        let isHost = text.has("\u{2022}", at: shape.content.lowerBound, before: shape.content.upperBound)
        let start = shape.content.lowerBound &+ (isHost ? 3 : 0)
        guard let view = references(start..<shape.content.upperBound, limit: 1).first else { return }
        try count(shape.line.number)
        var line = TraceLine(line: shape.line.number, view: view, text: cut(shape.content))
        readMarks(textEnd(shape.content)..<shape.content.upperBound, into: &line)
        companion.traces.append(line)
    }

    /// Where the quoted text of a view ends, which may hold anything: the marks come behind it.
    private func textEnd(_ content: Range<Int>) -> Int {
        guard let quote = text.firstIndex(of: "'", in: content) else { return content.lowerBound }
        var index = quote &+ 1
        while index < content.upperBound {
            if text[index] == UInt8(ascii: "'") {
                let rest = index &+ 1
                let isEnd =
                    rest == content.upperBound || text[rest] == UInt8(ascii: ">")
                    || text.has(", MISSING HOST", at: rest, before: content.upperBound)
                    || text.has("- AMBIGUOUS", at: rest, before: content.upperBound)
                    || text.has(" - AMBIGUOUS", at: rest, before: content.upperBound)
                if isEnd { return rest }
            }
            index &+= 1
        }
        return content.lowerBound
    }

    /// Reads what Auto Layout has against a view; the ambiguities may stand on a line of their own.
    private func readMarks(_ range: Range<Int>, into line: inout TraceLine) {
        if text.firstIndex(of: "MISSING HOST CONSTRAINTS", in: range) != nil { line.missesHostConstraints = true }
        guard let start = text.firstIndex(of: "AMBIGUOUS LAYOUT", in: range) else { return }
        line.isAmbiguous = true
        var index = start
        while index < range.upperBound, line.ambiguities.count < limits.maximumItems {
            // `UILabel:0x7f…'Chef'.minX{id: 12}`
            guard text.has("{id:", at: index, before: range.upperBound) else {
                index &+= 1
                continue
            }
            var name = index
            while name > start, text[name &- 1].continuesName { name &-= 1 }
            if name < index, text[name &- 1] == UInt8(ascii: ".") {
                line.ambiguities.append(cut(name..<index))
            }
            index &+= 4
        }
    }

    /// Reads the constraints of a line: one, or all of a log whose line ends were lost.
    private mutating func addConstraint(_ shape: LineShape) throws(DumpError) {
        var start = shape.content.lowerBound
        while let next = constraintStart(from: start, in: shape.content) {
            noteWords(start..<next, line: shape.line.number)
            let following = constraintStart(from: next &+ 1, in: shape.content) ?? shape.content.upperBound
            var close = text.lastIndex(of: UInt8(ascii: ">"), in: next..<following) ?? following
            // A line that was cut may end in a relation.
            if text[close &+ 1] == UInt8(ascii: "=") { close = following }
            let content = next &+ (text[next] == UInt8(ascii: "<") ? 1 : 0)..<max(close, next &+ 1)
            if close == shape.content.upperBound, text[next] == UInt8(ascii: "<"), let whole = continued(content) {
                try add(whole, 0..<whole.count, shape)
            } else {
                try add(text, content, shape)
            }
            start = close
        }
        noteWords(start..<shape.content.upperBound, line: shape.line.number)
    }

    /// A description with the lines on which it goes on and ends, where it was broken; nil where it does not end.
    private mutating func continued(_ content: Range<Int>) -> ByteText? {
        var bytes = Array(text.bytes[content])
        var ahead = cursor
        while bytes.count < ConstraintParser.maximumBytes, let line = ahead.next() {
            let shape = LineShape(line, in: text)
            guard shape.kind == .other, constraintStart(from: shape.content.lowerBound, in: shape.content) == nil else {
                return nil
            }
            let close = text.lastIndex(of: UInt8(ascii: ">"), in: shape.content)
            bytes.append(0x20)
            bytes += text.bytes[shape.content.lowerBound..<(close ?? shape.content.upperBound)]
            guard close == nil else {
                cursor = ahead
                return ByteText(bytes)
            }
        }
        return nil
    }

    /// Where the next description of a constraint begins: at its bracket, or where the line begins, of one that lost it.
    private func constraintStart(from start: Int, in content: Range<Int>) -> Int? {
        var index = start
        while index < content.upperBound {
            let isBracket = text[index] == UInt8(ascii: "<")
            if isBracket && text[index &+ 1].startsName || index == content.lowerBound && text[index].startsName {
                var end = index &+ (isBracket ? 1 : 0)
                while text[end].continuesName || text[end] == UInt8(ascii: ".") { end &+= 1 }
                let isObject = text.has("0x", at: end &+ 1, before: content.upperBound)
                if isObject, text.has("Constraint", endingAt: index..<end) { return index }
                index = max(end, index &+ 1)
            } else {
                index &+= 1
            }
        }
        return nil
    }

    private mutating func add(_ text: ByteText, _ content: Range<Int>, _ shape: LineShape) throws(DumpError) {
        let line = shape.line.number
        let words = cut(content, of: text)
        guard let constraint = ConstraintParser.read(text, content, line: line, words: words) else { return }
        try count(line)
        if isBroken, let last = companion.conflicts.indices.last {
            companion.conflicts[last].broken = constraint
            companion.conflicts[last].isAnnounced = true
            (isBroken, isInConflict) = (false, false)
            return
        }
        if !isInConflict { companion.conflicts.append(LoggedConflict(line: line, isAnnounced: false)) }
        isInConflict = true
        companion.conflicts[companion.conflicts.count &- 1].constraints.append(constraint)
    }

    /// Looks for the words that stand around the constraints of a conflict.
    private mutating func noteWords(_ words: Range<Int>, line: Int) {
        guard words.count > 20 else { return }
        let headings: [StaticString] = ["simultaneously satisfy constraints", "onflicting constraints detected"]
        if headings.contains(where: { text.firstIndex(of: $0, in: words) != nil }) {
            companion.conflicts.append(LoggedConflict(line: line))
            (isBroken, isInConflict) = (false, true)
        }
        if text.firstIndex(of: "recover by breaking constraint", in: words) != nil { isBroken = isInConflict }
    }

    /// Looks at a line that names no object of its own.
    private mutating func note(_ shape: LineShape) {
        let content = shape.content
        noteWords(content, line: shape.line.number)
        // The next list begins, where the sentence before it was left out.
        if text.has("(", at: content.lowerBound, before: content.upperBound), content.count == 1, !isBroken,
            companion.conflicts.last?.constraints.isEmpty == false
        {
            isInConflict = false
        }
        if text.firstIndex(of: "AMBIGUOUS LAYOUT", in: content) != nil {
            guard let last = companion.traces.indices.last else { return }
            readMarks(content, into: &companion.traces[last])
        } else if purgedLine == nil, text.firstIndex(of: ">, state: ", in: content) != nil {
            purgedLine = shape.line.number
        }
    }

    private func references(_ range: Range<Int>, limit: Int) -> [ObjectReference] {
        ObjectReference.all(in: text, range, limit: limit)
    }

    private func cut(_ range: Range<Int>) -> String { cut(range, of: text) }

    private func cut(_ range: Range<Int>, of text: ByteText) -> String {
        let most = range.lowerBound &+ limits.maximumText
        return range.upperBound <= most ? text.string(range) : text.string(range.lowerBound..<most) + "…"
    }
}
