/// New values for some members of a constraint; nil leaves one as it is.
public struct ConstraintChanges: Sendable, Hashable {
    /// What is added to the second side, in points: -100,000 to 100,000. It is no standard distance any more.
    public var constant: Double?
    /// Above 0 and at most 1000.
    public var priority: Double?
    /// How the sides compare.
    public var relation: LayoutConstraint.Relation?
    /// What the second side is multiplied by: -10,000 to 10,000. It is written as no ratio any more.
    public var multiplier: Double?
    /// Whether it is in force.
    public var isActive: Bool?
    /// What the app calls it; nil inside takes that away.
    public var identifier: String??

    /// Creates a set of changes that changes nothing.
    public init() {}

    /// Whether nothing is given.
    public var isEmpty: Bool { self == ConstraintChanges() }

    /// The constraint with the new values. What is set is in force in all size classes: the same member of the
    /// constraint's variations goes.
    package func applied(to constraint: LayoutConstraint) -> LayoutConstraint {
        var new = constraint
        if let constant {
            (new.constant, new.isStandard) = (constant, false)
            for place in new.variations.indices { new.variations[place].constant = nil }
        }
        if let priority {
            new.priority = priority
            for place in new.variations.indices { new.variations[place].priority = nil }
        }
        if let relation { new.relation = relation }
        if let multiplier { (new.multiplier, new.ratio) = (multiplier, nil) }
        if let isActive {
            new.isActive = isActive
            for place in new.variations.indices { new.variations[place].isIncluded = nil }
        }
        if let identifier { new.identifier = identifier }
        new.variations.removeAll { $0 == LayoutVariation(traits: $0.traits) }
        return new
    }

    /// Throws for the first number that a constraint cannot have.
    func check() throws(TreeEditError) {
        try LayoutRange.constant.check(constant, at: "constant")
        try LayoutRange.priority.check(priority, at: "priority")
        try LayoutRange.multiplier.check(multiplier, at: "multiplier")
    }
}

/// A constraint that an edit adds; the view that holds it follows from those that it relates.
public struct NewConstraint: Sendable, Hashable {
    /// What is constrained.
    public var first: LayoutAnchor
    /// How both sides compare.
    public var relation = LayoutConstraint.Relation.equal
    /// What it is compared with; nil for a constraint on a width or a height alone.
    public var second: LayoutAnchor?
    /// What the second side is multiplied by: -10,000 to 10,000.
    public var multiplier = 1.0
    /// What is added to the second side, in points: -100,000 to 100,000.
    public var constant = 0.0
    /// Above 0 and at most 1000.
    public var priority = LayoutPriority.required
    /// What the app calls it.
    public var identifier: String?

    /// Creates a required equality.
    public init(_ first: LayoutAnchor, _ second: LayoutAnchor? = nil) {
        self.first = first
        self.second = second
    }

    /// The constraint, held by a view.
    func constraint(heldBy owner: Int) -> LayoutConstraint {
        var constraint = LayoutConstraint(owner: owner, first: first, second: second)
        (constraint.relation, constraint.multiplier, constraint.constant) = (relation, multiplier, constant)
        (constraint.priority, constraint.identifier) = (priority, identifier)
        return constraint
    }

    /// Throws for the first number that a constraint cannot have, and for sides that cannot be compared.
    func check() throws(TreeEditError) {
        try LayoutRange.constant.check(constant, at: "constant")
        try LayoutRange.priority.check(priority, at: "priority")
        try LayoutRange.multiplier.check(multiplier, at: "multiplier")
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

/// New values for some of what is said of a view's layout; nil leaves one as it is, and nil inside takes one away.
public struct LayoutTraitChanges: Sendable, Hashable {
    /// Whether the mask places the view (`translatesAutoresizingMaskIntoConstraints`).
    public var translatesMask: Bool??
    /// `contentHuggingPriority` along x, above 0 and at most 1000.
    public var horizontalHugging: Double??
    /// `contentHuggingPriority` along y.
    public var verticalHugging: Double??
    /// `contentCompressionResistancePriority` along x, above 0 and at most 1000.
    public var horizontalResistance: Double??
    /// `contentCompressionResistancePriority` along y.
    public var verticalResistance: Double??
    /// Along which axis a stack view arranges; UIKit's default where it is taken away, as for all of a stack view.
    public var axis: StackConfiguration.Axis??
    /// How the arranged views share the axis.
    public var distribution: StackConfiguration.Distribution??
    /// How they lie across it.
    public var alignment: StackConfiguration.Alignment??
    /// The distance between two neighbours, in points: -100,000 to 100,000. It is no standard distance any more.
    public var spacing: Double??

    /// Creates a set of changes that changes nothing.
    public init() {}

    /// Whether nothing is given.
    public var isEmpty: Bool { self == LayoutTraitChanges() }

    /// Whether something of a stack view is given.
    public var isAboutStack: Bool { axis != nil || distribution != nil || alignment != nil || spacing != nil }

    /// The traits with the new values.
    func applied(to traits: LayoutTraits) -> LayoutTraits {
        var new = traits
        if let translatesMask { new.translatesMask = translatesMask }
        if let horizontalHugging { new.hugging.horizontal = horizontalHugging }
        if let verticalHugging { new.hugging.vertical = verticalHugging }
        if let horizontalResistance { new.resistance.horizontal = horizontalResistance }
        if let verticalResistance { new.resistance.vertical = verticalResistance }
        let usual = StackConfiguration()
        if let axis { new.stack?.axis = axis ?? usual.axis }
        if let distribution { new.stack?.distribution = distribution ?? usual.distribution }
        if let alignment { new.stack?.alignment = alignment ?? usual.alignment }
        if let spacing {
            new.stack?.spacing = spacing ?? usual.spacing
            new.stack?.isSpacingStandard = false
        }
        return new
    }

    /// Throws for the first number that no view can have.
    func check() throws(TreeEditError) {
        let priority = LayoutRange.priority
        try priority.check(horizontalHugging ?? nil, at: "contentHuggingPriority/horizontal")
        try priority.check(verticalHugging ?? nil, at: "contentHuggingPriority/vertical")
        try priority.check(horizontalResistance ?? nil, at: "contentCompressionResistancePriority/horizontal")
        try priority.check(verticalResistance ?? nil, at: "contentCompressionResistancePriority/vertical")
        try LayoutRange.constant.check(spacing ?? nil, at: "stack/spacing")
    }
}

/// How far the numbers of layouts go that edits set.
private enum LayoutRange {
    case constant, multiplier, priority

    func check(_ number: Double?, at member: String) throws(TreeEditError) {
        guard let number else { return }
        guard number.isFinite else {
            throw TreeEditError(.notFinite, at: member, "“\(member)” takes finite numbers only.")
        }
        let (isInside, words) =
            switch self {
            case .constant: (number.magnitude <= 100_000, "goes from -100000 to 100000")
            case .multiplier: (number.magnitude <= 10_000, "goes from -10000 to 10000")
            case .priority: (number > 0 && number <= LayoutPriority.required, "is above 0 and at most 1000")
            }
        guard isInside else { throw TreeEditError(.outOfRange, at: member, "“\(member)” \(words), not \(number).") }
    }
}
