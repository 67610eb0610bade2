import Diagnostics

/// What has members that edits of layouts set: a constraint, or what is said of a view's layout.
public protocol LayoutSubject: Sendable, Hashable {
    /// Those members, in the order in which they are set, written and told.
    static var fields: [LayoutField<Self>] { get }
    /// One on which all of them can be set.
    static var sample: Self { get }
}

extension LayoutConstraint: LayoutSubject {
    /// What edits set. A constant is no standard distance any more, a multiplier no ratio; constant, priority and activity
    /// then hold in all size classes.
    public static let fields: [LayoutField<LayoutConstraint>] = [
        LayoutField("constant", \.constant, in: -100_000...100_000) {
            ($0.constant, $0.isStandard) = ($1, false)
            $0.vary { $0.constant = nil }
        },
        LayoutField("priority", \.priority, in: LayoutPriority.all) {
            $0.priority = $1
            $0.vary { $0.priority = nil }
        },
        LayoutField("relation", \.relation, words: \.sign) { $0.relation = $1 },
        LayoutField("multiplier", \.multiplier, in: -10_000...10_000, words: NumberText.fine, former: { $0.ratio }) {
            ($0.multiplier, $0.ratio) = ($1, nil)
        },
        LayoutField("active", title: "state", \.isActive, words: { $0 ? "active" : "inactive" }) {
            $0.isActive = $1
            $0.vary { $0.isIncluded = nil }
        },
        LayoutField("identifier", \.identifier, none: "none") { $0.identifier = $1 },
    ]

    /// A constraint between nothing.
    public static let sample = LayoutConstraint(LayoutAnchor(.unknown(""), .width))

    /// Changes what differs in size classes; those in which nothing differs any more go.
    private mutating func vary(_ change: (inout LayoutVariation) -> Void) {
        for place in variations.indices { change(&variations[place]) }
        variations.removeAll { $0 == LayoutVariation(traits: $0.traits) }
    }
}

extension LayoutTraits: LayoutSubject {
    /// What edits set. UIKit's default takes the place of a stack view's member that is taken away, and a spacing is no
    /// standard distance any more.
    public static let fields: [LayoutField<LayoutTraits>] = [
        LayoutField(
            "translatesAutoresizingMaskIntoConstraints",
            title: "placement",
            \.translatesMask,
            words: { $0 ? "its mask" : "constraints" }
        ) { $0.translatesMask = $1 },
        priority("contentHuggingPriority/horizontal", "horizontal hugging", \.hugging.horizontal),
        priority("contentHuggingPriority/vertical", "vertical hugging", \.hugging.vertical),
        priority("contentCompressionResistancePriority/horizontal", "horizontal resistance", \.resistance.horizontal),
        priority("contentCompressionResistancePriority/vertical", "vertical resistance", \.resistance.vertical),
        LayoutField("stack/axis", title: "axis", \.stack?.axis) { $0.stack?.axis = $1 ?? .horizontal },
        LayoutField("stack/distribution", title: "distribution", \.stack?.distribution) {
            $0.stack?.distribution = $1 ?? .fill
        },
        LayoutField("stack/alignment", title: "alignment", \.stack?.alignment) { $0.stack?.alignment = $1 ?? .fill },
        LayoutField("stack/spacing", title: "spacing", \.stack?.spacing, in: -100_000...100_000) {
            $0.stack?.spacing = $1 ?? 0
            $0.stack?.isSpacingStandard = false
        },
    ]

    /// What is compared of two layouts beside ``fields``, by the names in the API. Custom spacings name other views; what
    /// Interface Builder notes on its canvas is none of the app's.
    private static let comparedOnly:
        [(name: String, title: String, value: @Sendable (LayoutTraits) -> ViewPropertyValue?)] = [
            ("stack/standardSpacing", "standard spacing", { $0.stack?.isSpacingStandard.property }),
            ("stack/baselineRelative", "baseline relative", { $0.stack?.isBaselineRelative.property }),
            ("stack/marginsRelative", "margins relative", { $0.stack?.isMarginsRelative?.property }),
            ("placeholderIntrinsicSize/width", "width on the canvas", { $0.placeholderSize.horizontal?.property }),
            ("placeholderIntrinsicSize/height", "height on the canvas", { $0.placeholderSize.vertical?.property }),
            ("preferredMaxLayoutWidth", "preferred width", { $0.preferredMaxLayoutWidth?.property }),
            ("layoutMargins", "margins", { $0.margins.map { .text($0.words) } }),
            ("preservesSuperviewLayoutMargins", "superview's margins", { $0.preservesSuperviewMargins?.property }),
            ("insetsLayoutMarginsFromSafeArea", "safe area in margins", { $0.insetsMarginsFromSafeArea?.property }),
            ("layoutMarginsFollowReadableWidth", "readable width", { $0.followsReadableWidth?.property }),
            (
                "variations", "size classes",
                { $0.variations.isEmpty ? nil : .text(LayoutVariation.words($0.variations)) }
            ),
        ]

    /// What is compared of two layouts, by the names in the API; those of custom spacings are left out.
    package static let compared =
        fields.map { field in (name: field.name, value: { field.value(in: $0) }) }
        + comparedOnly.map { ($0.name, $0.value) }

    /// The priority that Interface Builder leaves out, as it is the usual one; nil for anything else that is compared.
    package static func usualPriority(_ name: String) -> ViewPropertyValue? {
        if name.hasPrefix("contentHuggingPriority/") { return .number(LayoutPriority.defaultLow) }
        return name.hasPrefix("contentCompressionResistancePriority/") ? .number(LayoutPriority.defaultHigh) : nil
    }

    /// What something that is compared is called, for people; nil for a name that is none of ``compared``.
    package static func title(of name: String) -> String? { titles[name] }

    private static let titles = NameLookup(
        fields.dropFirst().map { (key: $0.name, value: $0.title) }
            + comparedOnly.map { (key: $0.name, value: $0.title) }
            + [(key: "stack/customSpacings", value: "custom spacings"), (key: "layoutIssues", value: "Auto Layout")]
    )

    private static func priority(
        _ name: String,
        _ title: String,
        _ path: any WritableKeyPath<LayoutTraits, Double?> & Sendable
    ) -> LayoutField<LayoutTraits> {
        LayoutField(name, title: title, path, in: LayoutPriority.all) { $0[keyPath: path] = $1 }
    }

    /// Those of a stack view.
    public static var sample: LayoutTraits {
        var traits = LayoutTraits()
        traits.stack = StackConfiguration()
        return traits
    }
}

/// One member that edits of layouts set: its name, its values, where it is kept.
public struct LayoutField<Subject: LayoutSubject>: EditProperty {
    /// The table of the subject.
    public static var editable: [LayoutField] { Subject.fields }
    /// That of the subject.
    public static var sample: Subject { Subject.sample }

    /// The name in the API, behind that of the object that it stands in: `stack/axis`.
    public let name: String
    /// The kind of its values.
    public let kind: ViewPropertyValue.Kind
    /// Whether an edit may take its value away.
    public let isRemovable: Bool
    /// The member of a subject that it is.
    public let path: any PartialKeyPath<Subject> & Sendable
    /// What it is called, for people.
    package let title: String
    /// The texts that it takes; empty where it takes any.
    package let choices: [String]
    /// The names of the objects that it stands in, and its own.
    package var names: [String] { name.split(separator: "/").map(String.init) }

    private let range: ClosedRange<Double>?
    private let read: @Sendable (Subject) -> ViewPropertyValue?
    private let write: @Sendable (inout Subject, ViewPropertyValue?) -> Void
    private let words: @Sendable (Subject) -> String
    private let former: @Sendable (Subject) -> String?

    /// A member that always has a value.
    ///
    /// - Parameter former: How else a subject says the value that it has, for people.
    fileprivate init<Value: ViewPropertyMember>(
        _ name: String,
        title: String? = nil,
        _ path: any KeyPath<Subject, Value> & Sendable,
        in range: ClosedRange<Double>? = nil,
        words: @escaping @Sendable (Value) -> String = Self.usualWords,
        former: @escaping @Sendable (Subject) -> String? = { _ in nil },
        set: @escaping @Sendable (inout Subject, Value) -> Void
    ) {
        (self.name, self.title, kind, choices) = (name, title ?? name, Value.kind, Value.choices)
        (isRemovable, self.path, self.range, self.former) = (false, path, range, former)
        read = { $0[keyPath: path].property }
        write = { if let value = Value($1) { set(&$0, value) } }
        self.words = { words($0[keyPath: path]) }
    }

    /// A member that need not be given.
    ///
    /// - Parameter none: The words where it is not.
    fileprivate init<Value: ViewPropertyMember>(
        _ name: String,
        title: String? = nil,
        _ path: any KeyPath<Subject, Value?> & Sendable,
        in range: ClosedRange<Double>? = nil,
        none: String = "unknown",
        words: @escaping @Sendable (Value) -> String = Self.usualWords,
        set: @escaping @Sendable (inout Subject, Value?) -> Void
    ) {
        (self.name, self.title, kind, choices) = (name, title ?? name, Value.kind, Value.choices)
        (isRemovable, self.path, self.range) = (true, path, range)
        former = { _ in nil }
        read = { $0[keyPath: path]?.property }
        write = { set(&$0, Value($1)) }
        self.words = { $0[keyPath: path].map(words) ?? none }
    }

    private static func usualWords(_ value: some ViewPropertyMember) -> String {
        if case .text(let word) = value.property, !type(of: value).choices.isEmpty { return word }
        return value.property.words
    }

    /// The value in a subject; nil where there is none.
    public func value(in subject: Subject) -> ViewPropertyValue? { read(subject) }

    /// Puts a value into a subject; nil takes one away.
    public func set(_ value: ViewPropertyValue?, in subject: inout Subject) { write(&subject, value) }

    /// What a new value changes, for people: `8 → 16`.
    package func change(of subject: Subject, to value: ViewPropertyValue?) -> String {
        var new = subject
        write(&new, value)
        // There are two states only.
        return name == "active" ? words(new) : "\(former(subject) ?? words(subject)) → \(words(new))"
    }

    /// Why no edit may set a value; nil when it may.
    public func refusal(of value: ViewPropertyValue) -> TreeEditError? {
        guard let range, case .number(let number) = value else { return nil }
        guard number.isFinite else {
            return TreeEditError(.notFinite, at: name, "“\(name)” takes only finite numbers.")
        }
        guard !range.contains(number) else { return nil }
        let bounds = "goes from \(NumberText.short(range.lowerBound)) to \(NumberText.short(range.upperBound))"
        let words = range == LayoutPriority.all ? "is above 0 and at most 1000" : bounds
        return TreeEditError(.outOfRange, at: name, "“\(name)” \(words), not \(number).")
    }
}

extension LayoutPriority {
    /// All priorities: above 0.
    fileprivate static let all = Double.leastNonzeroMagnitude...required
}

extension LayoutConstraint.Relation: ViewPropertyMember {}
extension StackConfiguration.Axis: ViewPropertyMember {}
extension StackConfiguration.Distribution: ViewPropertyMember {}
extension StackConfiguration.Alignment: ViewPropertyMember {}

/// New values for some members of a constraint.
public typealias ConstraintChanges = EditChanges<LayoutField<LayoutConstraint>>

/// New values for some of what is said of a view's layout.
public typealias LayoutTraitChanges = EditChanges<LayoutField<LayoutTraits>>

/// A constraint that an edit adds: its sides and the members of ``LayoutConstraint/fields``. The view that holds it follows
/// from those that it relates.
public typealias NewConstraint = LayoutConstraint

extension LayoutTraitChanges {
    /// Whether something of a stack view is given.
    var isAboutStack: Bool { given.contains { $0.property.names.first == "stack" } }
}

extension LayoutConstraint {
    /// Creates a required equality that no view holds yet.
    public init(_ first: LayoutAnchor, _ second: LayoutAnchor? = nil) {
        self.init(owner: 0, first: first, second: second)
    }

    /// Throws for the first number that a constraint cannot have, and for sides that cannot be compared.
    func check() throws(TreeEditError) {
        for field in Self.fields {
            if let value = field.value(in: self), let error = field.refusal(of: value) { throw error }
        }
        guard let second else {
            guard first.attribute.isLength else {
                let message = "“\(first.attribute.name)” is a place: it is compared with another one, as “second”."
                throw TreeEditError(.mixedAxes, at: "second", message)
            }
            return
        }
        guard first.attribute.isPairable(with: second.attribute) else {
            let message =
                "“\(first.attribute.name)” and “\(second.attribute.name)” cannot be compared: "
                + "both are places on one axis, or both are lengths."
            throw TreeEditError(.mixedAxes, at: "second/attribute", message)
        }
    }
}
