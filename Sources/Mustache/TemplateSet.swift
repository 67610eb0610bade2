/// Templates that can stand in each other, compiled: [mustache(5)](https://mustache.github.io/mustache.5.html) without
/// lambdas, blocks and dynamic names.
///
/// The rules are those of the specification's modules for comments, delimiters, interpolation, inverted sections,
/// partials and sections, version 1.4.
public struct TemplateSet: Sendable {
    private let program: Program
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

    private(set) var program = Program()
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
                program.steps.append(Program.Step(kind: .text, range: start..<program.text.count))
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
                    program.steps.append(Program.Step(kind: .partial, range: 0..<0, end: place))
                }
            }
        }
        if let section = open.last { throw parser.error("{{#\(section.name)}} is not ended.", at: section.offset) }
    }

    private mutating func append(_ kind: Program.Step.Kind, _ path: String) {
        let start = program.names.count
        for name in path.split(separator: ".") { program.names.append(TemplateName(String(name))) }
        program.steps.append(Program.Step(kind: kind, range: start..<program.names.count))
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
