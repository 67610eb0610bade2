import Synchronization

/// Templates that can stand in each other, compiled: [mustache(5)](https://mustache.github.io/mustache.5.html) without
/// lambdas, blocks and dynamic names.
///
/// The rules are those of the specification's modules for comments, delimiters, interpolation, inverted sections,
/// partials and sections, version 1.4.
public struct TemplateSet: Sendable {
    private let program: TemplateProgram
    /// The place of each template among those of the program.
    private let places: [String: Int]

    /// Compiles templates.
    /// - Parameter sources: the text of each, by the name that partials call it by. A partial that is missing renders as
    ///   nothing.
    /// - Throws: `TemplateSyntaxError` for the first by name that does not parse.
    public init(_ sources: [String: String]) throws(TemplateSyntaxError) {
        var compiler = Compiler(sources: sources)
        for name in sources.keys.sorted() { _ = compiler.place(of: Compiler.Variant(template: name)) }
        try compiler.compile()
        program = compiler.program
        places = Dictionary(
            uniqueKeysWithValues: sources.keys.compactMap { name in
                compiler.place(of: Compiler.Variant(template: name)).map { (name, $0) }
            }
        )
    }

    /// Renders a template.
    /// - Parameter values: what it names parts of, the innermost last.
    /// - Returns: UTF-8; nil where there is no template of that name.
    public func render(_ name: String, with values: [TemplateValue]) -> [UInt8]? {
        guard let place = places[name] else { return nil }
        var renderer = Renderer(program: program, stack: values)
        renderer.render(template: place)
        return renderer.output
    }
}

/// A template that does not parse.
public struct TemplateSyntaxError: Error, Hashable, Sendable {
    /// Its name.
    public var template: String
    /// Counted from 1.
    public var line: Int
    /// What is wrong, one sentence for people.
    public var message: String
}

/// Makes one program of many templates.
struct Compiler {
    /// A template, or one whose lines are indented: a partial that stands alone on its line is as far in as its tag.
    struct Variant: Hashable {
        /// Beyond this an indented template that holds itself is not indented further, so that there is an end of them.
        static let maximumIndentation = 64

        var template: String
        var indentation = ""
    }

    private(set) var program = TemplateProgram()
    private let sources: [String: String]
    private var places: [Variant: Int] = [:]
    private var variants: [Variant] = []

    init(sources: [String: String]) { self.sources = sources }

    /// The place that a template has, or will have, in the program; nil where there is none of that name.
    mutating func place(of variant: Variant) -> Int? {
        guard sources[variant.template] != nil else { return nil }
        if let place = places[variant] { return place }
        places[variant] = variants.count
        variants.append(variant)
        return variants.count - 1
    }

    /// Compiles all that has a place, and what that needs.
    mutating func compile() throws(TemplateSyntaxError) {
        while program.templates.count < variants.count {
            let variant = variants[program.templates.count]
            let start = program.steps.count
            let source = Array((sources[variant.template] ?? "").utf8)
            try compile(Self.indented(source, by: Array(variant.indentation.utf8)), of: variant)
            program.templates.append(start..<program.steps.count)
        }
    }

    private mutating func compile(_ source: [UInt8], of variant: Variant) throws(TemplateSyntaxError) {
        var parser = TemplateParser(source: source, template: variant.template)
        var open: [(name: String, step: Int, offset: Int)] = []
        while let piece = try parser.next() {
            switch piece.kind {
            case .text:
                let start = program.text.count
                program.text += source[piece.range]
                program.steps.append(TemplateProgram.Step(kind: .text, range: start..<program.text.count))
            case .variable: append(.variable, piece.name)
            case .unescaped: append(.unescaped, piece.name)
            case .section, .inverted:
                open.append((piece.name, program.steps.count, piece.range.lowerBound))
                append(piece.kind == .section ? .section : .inverted, piece.name)
            case .end:
                guard let section = open.popLast(), section.name == piece.name else {
                    throw parser.error("{{/\(piece.name)}} ends no section that is open.", at: piece.range.lowerBound)
                }
                program.steps[section.step].end = program.steps.count
            case .partial:
                var indentation = String(decoding: source[piece.range], as: UTF8.self)
                if indentation.utf8.count > Variant.maximumIndentation { indentation = variant.indentation }
                if let place = place(of: Variant(template: piece.name, indentation: indentation)) {
                    program.steps.append(TemplateProgram.Step(kind: .partial, range: 0..<0, end: place))
                }
            }
        }
        if let section = open.last { throw parser.error("{{#\(section.name)}} is not ended.", at: section.offset) }
    }

    private mutating func append(_ kind: TemplateProgram.Step.Kind, _ path: String) {
        let start = program.names.count
        for name in path.split(separator: ".") { program.names.append(TemplateName(String(name))) }
        program.steps.append(TemplateProgram.Step(kind: kind, range: start..<program.names.count))
    }

    private static func indented(_ source: [UInt8], by indentation: [UInt8]) -> [UInt8] {
        guard !indentation.isEmpty else { return source }
        var indented: [UInt8] = []
        for line in source.split(separator: .newline, omittingEmptySubsequences: false) {
            if !indented.isEmpty { indented.append(.newline) }
            if line.endIndex < source.endIndex || !line.isEmpty { indented += indentation }
            indented += line
        }
        return indented
    }
}

/// A name that templates use, as a number, so that a model is asked without comparing texts.
///
/// Equal texts have one number for as long as the process runs. Names are those of templates and models, which are part
/// of the program: none is made of what people load.
public struct TemplateName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// From 0, without gaps.
    public let number: Int

    /// The name of a text without dots, such as `title`.
    public init(_ text: String) {
        number = Self.known.withLock { known in
            if let number = known.numbers[text] { return number }
            known.numbers[text] = known.texts.count
            known.texts.append(text)
            return known.texts.count - 1
        }
    }

    /// The name that a literal spells.
    public init(stringLiteral text: String) { self.init(text) }

    /// Its text.
    public var description: String { Self.known.withLock { $0.texts[number] } }

    private static let known = Mutex<(numbers: [String: Int], texts: [String])>(([:], []))
}

/// What a template can name parts of.
public protocol TemplateContext: Sendable {
    /// The part of a name; nil where the name is not known here, so that it is looked for further out.
    func value(named name: TemplateName) -> TemplateValue?
}

/// What a name stands for.
public enum TemplateValue: Sendable {
    /// Known and empty: written as nothing, and its section is left out.
    case nothing
    /// Written with what markup means by it escaped. In its section `{{.}}` is the text.
    case text(String)
    /// A condition of a section. Written as nothing.
    case flag(Bool)
    /// Its section is rendered once, with its parts. Written as nothing.
    case context(any TemplateContext)
    /// Its section is rendered once for each, and left out where there is none. Written as nothing.
    case list([TemplateValue])

    /// Whether a section is rendered.
    var isTrue: Bool {
        switch self {
        case .nothing: false
        case .text, .context: true
        case .flag(let flag): flag
        case .list(let values): !values.isEmpty
        }
    }
}

/// Escapes text for HTML and SVG byte by byte.
///
/// Each of the five bytes that mean something in markup is replaced whatever follows it: who goes by characters lets a
/// quote pass that carries a combining mark. Control characters that no markup may hold are dropped.
public enum MarkupEscaping {
    /// The text as it stands in content and in quoted attributes.
    public static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the escaped text in UTF-8.
    public static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                guard byte <= 62, let replacement = replacement(of: byte) else { continue }
                output.append(contentsOf: bytes[start..<index])
                output.append(contentsOf: replacement.utf8)
                start = index + 1
            }
            output.append(contentsOf: bytes[start...])
        }
    }

    /// What is written in place of a byte; nil where it stays.
    private static func replacement(of byte: UInt8) -> StaticString? {
        switch byte {
        case 34: "&quot;"
        case 38: "&amp;"
        case 39: "&#39;"
        case 60: "&lt;"
        case 62: "&gt;"
        case 9, 10, 13: nil
        case 0..<0x20: ""
        default: nil
        }
    }
}

extension StaticString {
    fileprivate var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
