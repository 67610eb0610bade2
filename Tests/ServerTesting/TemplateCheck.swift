package import Web

/// Checks templates against the models they are rendered with, without rendering anything.
///
/// A template is walked with the kinds of models that are around each tag: every name must be known to one of them, and
/// used as what it is. A partial is walked where it stands.
package struct TemplateCheck {
    /// A name that does not fit: `pages/library:12: dumps.age is no part of DumpCard`.
    package private(set) var faults: Set<String> = []
    /// The templates that a page reached.
    package private(set) var used: Set<String> = []

    private let sources: [String: String]
    private let constants: Set<String>

    private struct Scope {
        var model: String
        var kinds: [String: MemberKind]
        /// Whether `{{.}}` is text here.
        var isText = false
    }

    package init(sources: [String: String], constants: Set<String>) {
        self.sources = sources
        self.constants = constants
    }

    /// Walks the template of a page, or of a part that is rendered on its own.
    /// - Parameter frame: has the names that stand around the page.
    package mutating func walk(_ page: any Page.Type, in frame: (any PageModel.Type)?) {
        let scopes = [frame, page].compactMap { $0 }.map { scope(of: $0) }
        walk(page.template, scopes, from: "\(page)", depth: 0)
    }

    private mutating func scope(of model: any PageModel.Type) -> Scope {
        for name in model.repeatedNames { faults.insert("\(model) has \(name) twice") }
        return Scope(model: "\(model)", kinds: model.kinds)
    }

    private mutating func walk(_ template: String, _ scopes: [Scope], from origin: String, depth: Int) {
        guard let source = sources[template] else {
            faults.insert("\(origin): there is no template \(template)")
            return
        }
        guard depth < 20 else {
            faults.insert("\(origin): \(template) contains itself")
            return
        }
        used.insert(template)
        var stack = [(name: "", scopes: scopes)]
        for tag in TemplateTag.all(in: source) {
            let around = stack[stack.count - 1].scopes
            let place = "\(template):\(tag.line)"
            switch tag.kind {
            case .partial: walk(tag.name, around, from: place, depth: depth + 1)
            case .end:
                if stack.count > 1, stack[stack.count - 1].name == tag.name {
                    stack.removeLast()
                } else {
                    faults.insert("\(place): {{/\(tag.name)}} ends no section")
                }
            case .variable: note(unfit(tag.name, around), at: place)
            case .section, .inverted:
                let kind = kind(of: tag.name, around)
                if kind == nil { note("\(tag.name) is no part of \(models(around))", at: place) }
                let opened = tag.kind == .section ? kind.flatMap { scope(inside: $0) } : nil
                stack.append((tag.name, around + (opened.map { [$0] } ?? [])))
            }
        }
        if stack.count > 1 { faults.insert("\(template): {{#\(stack[stack.count - 1].name)}} is not ended") }
    }

    private mutating func note(_ fault: String?, at place: String) {
        if let fault { faults.insert("\(place): \(fault)") }
    }

    /// What is wrong with a name that is written as text.
    private func unfit(_ name: String, _ scopes: [Scope]) -> String? {
        if constants.contains(name) { return nil }
        if name == "." { return scopes.last?.isText == true ? nil : "{{.}} is no text in \(models(scopes))" }
        return switch kind(of: name, scopes) {
        case .text: nil
        case .flag, .texts, .part, .list: "\(name) is no text of \(models(scopes))"
        case nil: "\(name) is no part of \(models(scopes))"
        }
    }

    private func kind(of name: String, _ scopes: [Scope]) -> MemberKind? {
        var names = name.split(separator: ".").map(String.init)[...]
        guard let first = names.popFirst() else { return nil }
        var kind = scopes.reversed().lazy.compactMap { $0.kinds[first] }.first
        for name in names {
            guard case .part(let model) = kind else { return nil }
            kind = model.kinds[name]
        }
        return kind
    }

    private mutating func scope(inside kind: MemberKind) -> Scope? {
        switch kind {
        case .flag: nil
        case .text, .texts: Scope(model: "text", kinds: [:], isText: true)
        case .part(let model), .list(let model): scope(of: model)
        }
    }

    private func models(_ scopes: [Scope]) -> String { scopes.reversed().map(\.model).joined(separator: " in ") }
}

/// One tag of a template.
package struct TemplateTag {
    package enum Kind: Equatable { case variable, section, inverted, end, partial }

    package var kind: Kind
    package var name: String
    /// Counted from 1.
    package var line: Int

    package static func all(in source: String) -> [TemplateTag] {
        var tags: [TemplateTag] = []
        for (line, text) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            for match in text.matches(of: /\{\{([#^\/>]?)\s*([^}\s]+)\s*\}\}/) {
                let kind: Kind =
                    switch match.1 {
                    case "#": .section
                    case "^": .inverted
                    case "/": .end
                    case ">": .partial
                    default: .variable
                    }
                tags.append(TemplateTag(kind: kind, name: String(match.2), line: line + 1))
            }
        }
        return tags
    }
}
