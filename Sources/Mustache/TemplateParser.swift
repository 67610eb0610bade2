import Diagnostics

/// Takes a template apart into texts and tags, once and in the order in which they stand.
///
/// A tag that writes nothing itself and stands alone on its line takes the line with it, as the specification wants.
struct TemplateParser {
    struct Piece {
        enum Kind {
            case text, variable, unescaped, section, inverted, end, partial
        }

        var kind: Kind
        /// What a tag names, without blanks around; empty for a text, `.` for what the section is of.
        var name = ""
        /// Of a text its bytes; of a partial the blanks before it where it stands alone on its line; of other tags
        /// where they stand.
        var range: Range<Int>
    }

    private let source: [UInt8]
    private let template: String
    /// Up to here everything has been handed out.
    private var position = 0
    /// The tag behind the text that was handed out last.
    private var waiting: Piece?
    private var opening = Array("{{".utf8)
    private var closing = Array("}}".utf8)

    init(source: [UInt8], template: String) {
        self.source = source
        self.template = template
    }

    /// The next text or tag; nil at the end.
    mutating func next() throws(TemplateSyntaxError) -> Piece? {
        if let piece = waiting {
            waiting = nil
            return piece
        }
        while position < source.count {
            let start = position
            guard let tag = range(of: opening, from: start) else {
                position = source.count
                return Piece(kind: .text, range: start..<source.count)
            }
            let (piece, text) = try readTag(tag, after: start)
            guard text.isEmpty else {
                waiting = piece
                return Piece(kind: .text, range: text)
            }
            if let piece { return piece }
        }
        return nil
    }

    /// A fault of the template at an offset.
    func error(_ message: String, at offset: Int) -> TemplateSyntaxError {
        let line = source[..<offset].count { $0 == .newline } + 1
        return TemplateSyntaxError(template: template, line: line, message: message)
    }

    /// Reads a tag and goes behind it.
    /// - Returns: the tag, nil for comments and delimiters; and the text before it.
    private mutating func readTag(
        _ tag: Range<Int>,
        after start: Int
    ) throws(TemplateSyntaxError) -> (piece: Piece?, text: Range<Int>) {
        let sigil = tag.upperBound < source.count ? source[tag.upperBound] : 0
        let end: [UInt8] =
            switch sigil {
            case UInt8(ascii: "{"): [UInt8(ascii: "}")] + closing
            case UInt8(ascii: "="): [sigil] + closing
            default: closing
            }
        let kind = Self.kinds[sigil]
        let isComment = sigil == UInt8(ascii: "!")
        let isDelimiter = sigil == UInt8(ascii: "=")
        let hasSigil = kind != nil || isComment || isDelimiter
        let content = tag.upperBound + (hasSigil ? 1 : 0)
        guard let close = range(of: end, from: content) else {
            throw error("The tag is not closed.", at: tag.lowerBound)
        }
        position = close.upperBound
        var text = start..<tag.lowerBound
        var indentation = tag.lowerBound..<tag.lowerBound
        let isWritten = kind == nil && !isComment && !isDelimiter || kind == .unescaped
        if !isWritten, let line = lineAround(tag.lowerBound..<close.upperBound, after: start) {
            text = start..<line.lowerBound
            indentation = line.lowerBound..<tag.lowerBound
            position = line.upperBound
        }
        if isComment { return (nil, text) }
        let words = source[content..<close.lowerBound].split(whereSeparator: \.isBlank)
        if isDelimiter {
            guard words.count == 2, !words.joined().contains(sigil) else {
                throw error("Delimiters are two words without an equals sign.", at: tag.lowerBound)
            }
            (opening, closing) = (Array(words[0]), Array(words[1]))
            return (nil, text)
        }
        guard words.count == 1 else { throw error("A tag holds one name.", at: tag.lowerBound) }
        let name = String(decoding: words[0], as: UTF8.self)
        let range = kind == .partial ? indentation : tag
        return (Piece(kind: kind ?? .variable, name: name, range: range), text)
    }

    private static let kinds: [UInt8: Piece.Kind] = [
        UInt8(ascii: "#"): .section, UInt8(ascii: "^"): .inverted, UInt8(ascii: "/"): .end,
        UInt8(ascii: ">"): .partial, UInt8(ascii: "&"): .unescaped, UInt8(ascii: "{"): .unescaped,
    ]

    private func range(of bytes: [UInt8], from start: Int) -> Range<Int>? {
        bytes.withUnsafeBufferPointer { source[start...].firstRange(ofBytes: $0) }
    }

    /// The line of a tag that stands alone on it, its end included; nil for another.
    private func lineAround(_ tag: Range<Int>, after start: Int) -> Range<Int>? {
        var first = tag.lowerBound
        while first > start, source[first - 1].isSpaceOrTab { first -= 1 }
        guard first == 0 || source[first - 1] == .newline else { return nil }
        var last = tag.upperBound
        while last < source.count, source[last].isSpaceOrTab { last += 1 }
        if last < source.count, source[last] == UInt8(ascii: "\r") { last += 1 }
        guard last < source.count else { return first..<last }
        return source[last] == .newline ? first..<(last + 1) : nil
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")

    fileprivate var isSpaceOrTab: Bool { self == 32 || self == 9 }
    fileprivate var isBlank: Bool { isSpaceOrTab || self == .newline || self == 13 }
}

/// Templates as a list of steps, with the texts and names that the steps point to.
///
/// A step is a few numbers, so that rendering goes through an array and touches no object.
struct TemplateProgram: Sendable {
    struct Step: Sendable {
        enum Kind: Sendable {
            /// Writes `range` of `text`.
            case text
            /// Writes the value of `range` of `names`; an empty range is `{{.}}`.
            case variable
            /// The same without escaping.
            case unescaped
            /// Renders the steps up to `end` if the value of `range` of `names` is true, once for each of a list.
            case section
            /// Renders the steps up to `end` if the value is not true.
            case inverted
            /// Renders another template: `end` is its place in `templates`.
            case partial
        }

        var kind: Kind
        var range: Range<Int>
        var end = 0
    }

    var text: [UInt8] = []
    var names: [TemplateName] = []
    var steps: [Step] = []
    /// The steps of each template.
    var templates: [Range<Int>] = []
}

/// Renders templates of a program into UTF-8.
struct Renderer: ~Copyable {
    /// How many partials stand in each other at most: one that holds itself ends here.
    static let maximumDepth = 100

    let program: TemplateProgram
    /// What stands around, the innermost last.
    var stack: [TemplateValue]
    var output: [UInt8] = []
    private var depth = 0

    init(program: TemplateProgram, stack: [TemplateValue]) {
        self.program = program
        self.stack = stack
    }

    mutating func render(template: Int) {
        guard depth < Self.maximumDepth else { return }
        depth += 1
        render(program.templates[template])
        depth -= 1
    }

    private mutating func render(_ steps: Range<Int>) {
        var index = steps.lowerBound
        while index < steps.upperBound {
            let step = program.steps[index]
            index += 1
            switch step.kind {
            case .text: output.append(contentsOf: program.text[step.range])
            case .variable:
                if case .text(let text) = value(of: step.range) { MarkupEscaping.append(text, to: &output) }
            case .unescaped:
                if case .text(let text) = value(of: step.range) { output.append(contentsOf: text.utf8) }
            case .section:
                renderSection(index..<step.end, of: value(of: step.range))
                index = step.end
            case .inverted:
                if !value(of: step.range).isTrue { render(index..<step.end) }
                index = step.end
            case .partial: render(template: step.end)
            }
        }
    }

    private mutating func renderSection(_ steps: Range<Int>, of value: TemplateValue) {
        switch value {
        case .nothing, .flag(false): break
        case .flag(true): render(steps)
        case .text, .context: render(steps, inside: value)
        case .list(let values): for value in values { render(steps, inside: value) }
        }
    }

    private mutating func render(_ steps: Range<Int>, inside value: TemplateValue) {
        stack.append(value)
        render(steps)
        stack.removeLast()
    }

    /// The value of names with dots between: the first is looked for from the inside out, each other one in the value
    /// before it alone.
    private func value(of range: Range<Int>) -> TemplateValue {
        guard let first = range.first else { return stack.last ?? .nothing }
        var value = value(named: program.names[first])
        for index in range.dropFirst() {
            guard case .context(let context) = value else { return .nothing }
            value = context.value(named: program.names[index]) ?? .nothing
        }
        return value
    }

    private func value(named name: TemplateName) -> TemplateValue {
        for index in stack.indices.reversed() {
            if case .context(let context) = stack[index], let value = context.value(named: name) { return value }
        }
        return .nothing
    }
}
