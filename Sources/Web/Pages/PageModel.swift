package import Diagnostics
package import FoundationEssentials
package import Mustache
import PropertyList

/// A value whose parts templates can name.
///
/// Models hold typed values; `members` says what templates call their parts and how they read. Sentences for people stand
/// in the templates.
package protocol PageModel: TemplateContext {
    static var members: Members<Self> { get }
}

/// A whole page, or a part of one that is rendered on its own.
package protocol Page: PageModel {
    /// The path of its template without extension: `pages/library`, `partials/selection`.
    static var template: String { get }
}

extension PageModel {
    /// The part of a name. One that is known and empty is not looked up further out.
    package func value(named name: TemplateName) -> TemplateValue? { Self.members[name]?.value(self) }

    /// What templates can name, for checks: templates are checked without any instance.
    package static var kinds: [String: MemberKind] {
        Dictionary(members.all.map { ($0.name.description, $0.member.kind) }) { first, _ in first }
    }

    /// Names that stand twice among the members, for checks.
    package static var repeatedNames: [String] { members.repeatedNames }
}

/// What templates can name in a model. A literal of names and `Member`s.
package struct Members<Model: Sendable>: ExpressibleByDictionaryLiteral, Sendable {
    fileprivate let all: [(name: TemplateName, member: Member<Model>)]
    /// The place of a name among all, at its number in as many slots as a power of two, or in the next one that was free;
    /// -1 where none is.
    private let places: [Int]
    /// Names that stand twice in the literal.
    package let repeatedNames: [String]

    package init(dictionaryLiteral elements: (String, Member<Model>)...) {
        all = elements.map { (TemplateName($0), $1) }
        var places = [Int](repeating: -1, count: Self.slots(for: elements.count))
        var repeated: Set<String> = []
        for (index, (name, _)) in all.enumerated() {
            var slot = name.number & (places.count - 1)
            while places[slot] >= 0, all[places[slot]].name != name { slot = (slot + 1) & (places.count - 1) }
            if places[slot] >= 0 { repeated.insert(elements[index].0) } else { places[slot] = index }
        }
        self.places = places
        repeatedNames = repeated.sorted()
    }

    /// Three quarters of the slots are free at least, so that a name that is not there is missed at once.
    private static func slots(for count: Int) -> Int {
        var slots = 4
        while slots < count * 4 { slots *= 2 }
        return slots
    }

    package subscript(name: TemplateName) -> Member<Model>? {
        var slot = name.number & (places.count - 1)
        while places[slot] >= 0 {
            let (known, member) = all[places[slot]]
            if known == name { return member }
            slot = (slot + 1) & (places.count - 1)
        }
        return nil
    }
}

/// How a template can use a name.
package enum MemberKind: Sendable {
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
package struct Member<Model: Sendable>: Sendable {
    fileprivate let kind: MemberKind
    fileprivate let value: @Sendable (Model) -> TemplateValue

    /// Text, escaped where it is written.
    package static func text(_ text: @escaping @Sendable (Model) -> String?) -> Self {
        Self(kind: .text) { model in text(model).flatMap { $0.isEmpty ? nil : .text($0) } ?? .nothing }
    }

    /// A whole number.
    package static func number(_ number: @escaping @Sendable (Model) -> Int?) -> Self {
        Self(kind: .text) { model in number(model).map { .text(String($0)) } ?? .nothing }
    }

    /// A number with at most three digits behind the point, such as a length in points.
    package static func decimal(_ number: @escaping @Sendable (Model) -> Double?) -> Self {
        Self(kind: .text) { model in number(model).map { .text(NumberText.short($0)) } ?? .nothing }
    }

    /// A condition.
    package static func flag(_ flag: @escaping @Sendable (Model) -> Bool) -> Self {
        Self(kind: .flag) { .flag(flag($0)) }
    }

    /// A part with names of its own.
    package static func part<Child: PageModel>(_ part: @escaping @Sendable (Model) -> Child?) -> Self {
        Self(kind: .part(Child.self)) { model in part(model).map { .context($0) } ?? .nothing }
    }

    /// Rows.
    package static func list<Child: PageModel>(_ rows: @escaping @Sendable (Model) -> [Child]) -> Self {
        Self(kind: .list(Child.self)) { model in .list(rows(model).map { .context($0) }) }
    }

    /// Rows of text.
    package static func texts(_ texts: @escaping @Sendable (Model) -> [String]) -> Self {
        Self(kind: .texts) { model in .list(texts(model).map { .text($0) }) }
    }

    /// A name in pieces between which it may break: before capitals and behind `_`, `.`, `-` and `/`, and nowhere else.
    package static func pieces(_ name: @escaping @Sendable (Model) -> String?) -> Self {
        .texts { model in pieces(of: name(model) ?? "") }
    }

    private static func pieces(of name: String) -> [String] {
        let marks = "_.-/"
        var pieces: [String] = []
        var previous: Character?
        for character in name {
            let begins = character.isUppercase && previous?.isLowercase == true
            let isBehindMark = previous.map(marks.contains) == true && !marks.contains(character)
            if previous == nil || begins || isBehindMark { pieces.append("") }
            pieces[pieces.count - 1].append(character)
            previous = character
        }
        return pieces
    }
}

/// A finding as pages list it.
package struct FindingRow: PageModel {
    package let finding: Diagnostic
    /// Where the thing is that it is about.
    package let target: String?

    /// The one version of iOS that it is about; nil for all.
    package let version: String?

    package init(_ finding: Diagnostic, target: String? = nil, version: String? = nil) {
        self.finding = finding
        self.target = target
        self.version = version
    }

    package static let members: Members<Self> = [
        "severity": .text { $0.finding.severity.rawValue }, "message": .text { $0.finding.message },
        "target": .text { $0.target }, "version": .text { $0.version }, "file": .text { $0.finding.file },
        "line": .number { $0.finding.line },
        "hasPlace": .flag { $0.finding.file != nil || $0.finding.line != nil },
    ]
}

/// How long ago something was, as people say it.
package enum Age {
    /// In the largest unit that is at least one: `5 min ago`.
    /// - Parameter least: what is not so many seconds ago is just now.
    package static func text(of date: Date, now: Date, least: TimeInterval = 10) -> String {
        let seconds = now.timeIntervalSince(date)
        switch seconds {
        case ..<least: return "just now"
        case ..<60: return "\(Int(seconds)) s ago"
        case ..<3_600: return "\(Int(seconds / 60)) min ago"
        case ..<86_400: return "\(Int(seconds / 3_600)) h ago"
        case ..<(86_400 * 365): return "\(Int(seconds / 86_400)) d ago"
        default: return String((Instant.text(Instant.nearest(date)) ?? "").prefix(10))
        }
    }
}

/// How many there are of something: templates say one thing for one and another for more.
package struct Count: PageModel {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static let members: Members<Self> = [
        "number": .number { $0.number }, "one": .flag { $0.number == 1 }, "any": .flag { $0.number > 0 },
    ]
}

/// One choice of a list or one way of several.
package struct ListOption: PageModel {
    /// What is sent, or where it leads.
    package var value: String
    package var label: String
    package var isSelected = false

    package init(value: String, label: String, isSelected: Bool = false) {
        (self.value, self.label, self.isSelected) = (value, label, isSelected)
    }

    package static let members: Members<Self> = [
        "value": .text { $0.value }, "label": .text { $0.label }, "selected": .flag { $0.isSelected },
    ]
}

/// A path with parameters, which are encoded as they are added.
package struct PageAddress: Sendable, Hashable {
    package private(set) var text: String

    package init(_ path: String) { text = path }

    /// The address with another parameter; nil values add nothing.
    package func adding(_ name: String, _ value: String?) -> PageAddress {
        guard let value else { return self }
        var address = self
        address.text += (text.contains("?") ? "&" : "?") + name + "=" + value.pathSegment
        return address
    }

    /// The address with other parameters.
    package func adding(_ items: [(name: String, value: String)]) -> PageAddress {
        items.reduce(self) { $0.adding($1.name, $1.value) }
    }
}
