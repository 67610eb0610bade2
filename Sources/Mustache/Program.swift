/// Templates as a list of steps, with the texts and names that the steps point to.
///
/// A step is a few numbers, so that rendering goes through an array and touches no object.
struct Program: Sendable {
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

    let program: Program
    /// What stands around, the innermost last.
    var stack: [TemplateValue]
    var output: [UInt8] = []
    private var depth = 0

    init(program: Program, stack: [TemplateValue]) {
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
