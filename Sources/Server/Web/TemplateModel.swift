import Mustache

/// What a template is rendered with: text, flags, lists and named parts. Holds no logic.
///
/// Empty text and empty objects count as absent, so that a section around an optional part can simply name it.
indirect enum TemplateModel: Sendable {
    /// Text, escaped where it is written.
    case text(String)
    /// A condition for a section.
    case flag(Bool)
    /// A section's rows.
    case list([TemplateModel])
    /// Named parts.
    case object([String: TemplateModel])
    /// A part that names its members itself.
    case model(any PageModel)
    /// Nothing; the section is skipped and the inverted one rendered.
    case absent

    /// A whole number as text.
    static func number(_ value: Int) -> TemplateModel { .text(String(value)) }

    /// Text, or absent for nil.
    static func optional(_ value: String?) -> TemplateModel { value.map { .text($0) } ?? .absent }

    /// A named part, or nil where this is not an object or has no such part.
    subscript(name: String) -> TemplateModel? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The object with further parts; parts of the same name are replaced.
    func adding(_ parts: [String: TemplateModel]) -> TemplateModel {
        guard case .object(let members) = self else { return .object(parts) }
        return .object(members.merging(parts) { $1 })
    }

    /// The form in which the template library reads it; nil where there is nothing.
    fileprivate var rendered: Any? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .flag(let flag): flag
        case .list(let list): list.map { $0.rendered ?? "" }
        case .object(let members): members.isEmpty ? nil : ModelObject(members: members)
        case .model(let model): model
        case .absent: nil
        }
    }

    /// Renders a template of the library with this model.
    func render(_ template: MustacheTemplate, in library: MustacheLibrary) -> String {
        template.render(rendered ?? ModelObject(members: [:]), library: library)
    }

    private struct ModelObject: MustacheParent, Sendable {
        let members: [String: TemplateModel]

        // A known but empty part must not be looked up further out, so it is given as false.
        func child(named name: String) -> Any? {
            guard let member = members[name] else { return nil }
            return member.rendered ?? Nothing()
        }
    }
}

extension TemplateModel: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByStringInterpolation
{
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: TemplateModel...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, TemplateModel)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
