import Mustache
import ViewHierarchy

/// A value whose parts templates can name.
///
/// Models hold typed values; `members` says what templates call their parts and how they read. Sentences for people stand
/// in the templates.
protocol PageModel: MustacheParent, Sendable {
    static var members: Members<Self> { get }
}

/// A whole page, or a part of one that is rendered on its own.
protocol Page: PageModel {
    /// The path of its template without extension: `pages/library`, `partials/selection`.
    static var template: String { get }
}

extension PageModel {
    /// The part of a name. One that is known and empty is not looked up further out, so it is given as `Nothing`.
    public func child(named name: String) -> Any? {
        guard let member = Self.members.byName[name] else { return nil }
        return member.value(self) ?? Nothing()
    }

    /// What templates can name, for checks: templates are checked without any instance.
    static var kinds: [String: MemberKind] { members.byName.mapValues(\.kind) }

    /// Names that stand twice among the members, for checks.
    static var repeatedNames: [String] { members.repeatedNames }
}

/// What templates can name in a model. A literal of names and `Member`s.
struct Members<Model: Sendable>: ExpressibleByDictionaryLiteral, Sendable {
    fileprivate let byName: [String: Member<Model>]
    /// Names that stand twice in the literal.
    let repeatedNames: [String]

    init(dictionaryLiteral elements: (String, Member<Model>)...) {
        byName = Dictionary(elements) { first, _ in first }
        repeatedNames = Dictionary(grouping: elements, by: \.0).filter { $1.count > 1 }.keys.sorted()
    }
}

/// How a template can use a name.
enum MemberKind: Sendable {
    /// Written as text, or a condition around what needs it.
    case text
    /// A condition.
    case flag
    /// Texts, each `{{.}}` in a section.
    case texts
    /// A section whose names are those of the model.
    case part(any PageModel.Type)
    /// A section that is repeated, once for each.
    case list(any PageModel.Type)
}

/// One name: its kind, and how a model's part is read. Empty and nil count as absent.
struct Member<Model: Sendable>: Sendable {
    fileprivate let kind: MemberKind
    fileprivate let value: @Sendable (Model) -> Any?

    /// Text, escaped where it is written.
    static func text(_ text: @escaping @Sendable (Model) -> String?) -> Self {
        Self(kind: .text) { model in text(model).flatMap { $0.isEmpty ? nil : Text(renderText: $0) } }
    }

    /// A whole number.
    static func number(_ number: @escaping @Sendable (Model) -> Int?) -> Self {
        Self(kind: .text) { model in number(model).map { Text(renderText: String($0)) } }
    }

    /// A number with at most three digits behind the point, such as a length in points.
    static func decimal(_ number: @escaping @Sendable (Model) -> Double?) -> Self {
        Self(kind: .text) { model in number(model).map { Text(renderText: NumberText.short($0)) } }
    }

    /// A condition.
    static func flag(_ flag: @escaping @Sendable (Model) -> Bool) -> Self {
        Self(kind: .flag) { flag($0) }
    }

    /// A part with names of its own.
    static func part<Child: PageModel>(_ part: @escaping @Sendable (Model) -> Child?) -> Self {
        Self(kind: .part(Child.self)) { part($0) }
    }

    /// Rows.
    static func list<Child: PageModel>(_ rows: @escaping @Sendable (Model) -> [Child]) -> Self {
        Self(kind: .list(Child.self)) { Rows(rows: rows($0)) }
    }

    /// Rows of text.
    static func texts(_ texts: @escaping @Sendable (Model) -> [String]) -> Self {
        Self(kind: .texts) { Rows(rows: texts($0).map(Text.init)) }
    }
}

/// A part that is known and empty: renders as nothing, and its section as absent.
struct Nothing: MustacheCustomRenderable, MustacheParent {
    var renderText: String { "" }
    var isNull: Bool { true }

    func child(named name: String) -> Any? { nil }
}

/// Text in the form that costs the template library least: without it, a name below text is looked up by reflection.
private struct Text: MustacheCustomRenderable, MustacheParent {
    let renderText: String
    var isNull: Bool { false }

    func child(named name: String) -> Any? { nil }
}

private struct Rows: MustacheSequence {
    let rows: [Any]

    func makeIterator() -> IndexingIterator<[Any]> { rows.makeIterator() }
}
