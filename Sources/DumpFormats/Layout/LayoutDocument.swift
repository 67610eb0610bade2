public import JSON
public import ViewHierarchy

/// Constraints and what else a dump says of layout, as Vitrine's structure has them: the member `constraints` of a view
/// lists those that it holds, `autoLayout` what is said of the view itself. The API writes the same.
///
/// Views are named by numbers: their ids in the API, in a file their places in depth-first order, counted from 0, unless
/// the views have a member `id`.
enum LayoutDocument {
    static let constraintsKey = "constraints"
    static let traitsKey = "autoLayout"
    static let translatesKey = "translatesAutoresizingMaskIntoConstraints"
}

extension JSONWriter {
    /// Writes the members of a constraint into the object that is open. Members with their usual values are left out
    /// unless all are asked for.
    ///
    /// - Parameter number: The number by which a view is named, for its id; nil where it has none any more.
    public mutating func constraintMembers(_ constraint: LayoutConstraint, isWhole: Bool, number: (Int) -> Int?) {
        if isWhole || !constraint.name.isEmpty { text("name", constraint.name) }
        if isWhole || constraint.identifier != nil {
            key("identifier")
            string(constraint.identifier)
        }
        if let label = constraint.label { text("label", label) }
        key("first")
        anchor(constraint.first, number)
        text("relation", constraint.relation.rawValue)
        if let second = constraint.second {
            key("second")
            anchor(second, number)
        } else if isWhole {
            key("second")
            null()
        }
        if isWhole || constraint.multiplier != 1 { real("multiplier", constraint.multiplier) }
        if let ratio = constraint.ratio { text("ratio", ratio) }
        if isWhole || constraint.constant != 0 { real("constant", constraint.constant) }
        if isWhole || constraint.priority != LayoutPriority.required { real("priority", constraint.priority) }
        if isWhole || !constraint.isActive { flag("active", constraint.isActive) }
        if isWhole || constraint.isPlaceholder { flag("placeholder", constraint.isPlaceholder) }
        if isWhole || constraint.isStandard { flag("standard", constraint.isStandard) }
        variations(constraint.variations)
    }

    private mutating func anchor(_ anchor: LayoutAnchor, _ number: (Int) -> Int?) {
        beginObject()
        switch anchor.item {
        case .view(let id), .guide(_, let id):
            key("view")
            integer(number(id))
        case .unknown(let name): text("item", name)
        }
        if let guide = anchor.item.guide { text("guide", guide.name) }
        text("attribute", anchor.attribute.name)
        endObject()
    }

    private mutating func variations(_ variations: [LayoutVariation]) {
        guard !variations.isEmpty else { return }
        key("variations")
        beginArray()
        for variation in variations {
            beginObject()
            text("traits", variation.traits)
            optional("included", variation.isIncluded)
            optional("constant", variation.constant)
            optional("priority", variation.priority)
            endObject()
        }
        endArray()
    }

    /// Writes what is said of a view's layout as an object; what was not said is left out.
    ///
    /// - Parameter number: The number by which a view is named, for its id; nil where it has none any more.
    public mutating func layoutTraits(_ traits: LayoutTraits, number: (Int) -> Int?) {
        beginObject()
        optional(LayoutDocument.translatesKey, traits.translatesMask)
        pair("contentHuggingPriority", traits.hugging, "horizontal", "vertical")
        pair("contentCompressionResistancePriority", traits.resistance, "horizontal", "vertical")
        pair("placeholderIntrinsicSize", traits.placeholderSize, "width", "height")
        optional("preferredMaxLayoutWidth", traits.preferredMaxLayoutWidth)
        if let margins = traits.margins {
            let (near, far) = margins.isDirectional ? ("leading", "trailing") : ("left", "right")
            key(margins.isDirectional ? "directionalLayoutMargins" : "layoutMargins")
            beginObject()
            for (name, value) in [
                ("top", margins.top), (near, margins.left), ("bottom", margins.bottom), (far, margins.right),
            ] { real(name, value) }
            endObject()
        }
        optional("preservesSuperviewLayoutMargins", traits.preservesSuperviewMargins)
        optional("insetsLayoutMarginsFromSafeArea", traits.insetsMarginsFromSafeArea)
        optional("layoutMarginsFollowReadableWidth", traits.followsReadableWidth)
        if let stack = traits.stack {
            key("stack")
            self.stack(stack, number)
        }
        if traits.isMisplaced { flag("misplaced", true) }
        if traits.isAmbiguous { flag("ambiguous", true) }
        variations(traits.variations)
        endObject()
    }

    private mutating func stack(_ stack: StackConfiguration, _ number: (Int) -> Int?) {
        beginObject()
        text("axis", stack.axis.rawValue)
        text("distribution", stack.distribution.rawValue)
        text("alignment", stack.alignment.rawValue)
        real("spacing", stack.spacing)
        if stack.isSpacingStandard { flag("standardSpacing", true) }
        if stack.isBaselineRelative { flag("baselineRelative", true) }
        optional("marginsRelative", stack.isMarginsRelative)
        if !stack.customSpacings.isEmpty {
            key("customSpacings")
            beginArray()
            for (view, spacing) in stack.customSpacings.sorted(by: { $0.key < $1.key }) {
                guard let view = number(view) else { continue }
                beginObject()
                key("after")
                integer(view)
                real("spacing", spacing)
                endObject()
            }
            endArray()
        }
        endObject()
    }

    private mutating func pair(_ name: String, _ pair: LayoutTraits.AxisPair, _ first: String, _ second: String) {
        guard !pair.isEmpty else { return }
        key(name)
        beginObject()
        optional(first, pair.horizontal)
        optional(second, pair.vertical)
        endObject()
    }

    private mutating func text(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    /// JSON has no number for what is endless.
    private mutating func real(_ name: String, _ value: Double) {
        key(name)
        if value.isFinite { number(value) } else { string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf") }
    }

    private mutating func flag(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    private mutating func optional(_ name: String, _ value: Double?) {
        if let value { real(name, value) }
    }

    private mutating func optional(_ name: String, _ value: Bool?) {
        if let value { flag(name, value) }
    }
}
