import ViewHierarchy

/// Reads constraints and what else Vitrine's structure says of layout; see ``LayoutDocument``.
///
/// Constraints may name views that come later, so that they are read when all views are known.
struct LayoutDocumentReader<Node: DocumentNode> {
    let values: DocumentValues
    /// The id of the view that a document names by a number.
    let view: (Int) -> Int?
    /// The id of the view with an address.
    let viewAt: (String) -> Int?
    /// What cannot be understood: where, and why.
    var problems: [(pointer: String, message: String)] = []

    init(values: DocumentValues, view: @escaping (Int) -> Int?, viewAt: @escaping (String) -> Int?) {
        self.values = values
        self.view = view
        self.viewAt = viewAt
    }

    // MARK: Constraints

    /// The constraints in a view's list, those left out that another view holds: the API tells each of them of every view
    /// that it involves.
    mutating func constraints(_ node: Node, of owner: Int, at pointer: String) -> [LayoutConstraint] {
        guard node.isArray else {
            problems.append((pointer, "constraints are an array; they were left out"))
            return []
        }
        var found: [LayoutConstraint] = []
        for (place, element) in node.elements.enumerated() {
            let pointer = "\(pointer)/\(place)"
            if let said = element["owner"].flatMap({ values.integer($0) }), view(said) != owner { continue }
            if let constraint = constraint(element, of: owner, at: pointer) { found.append(constraint) }
        }
        return found
    }

    private mutating func constraint(_ node: Node, of owner: Int, at pointer: String) -> LayoutConstraint? {
        guard let node = object(node, at: pointer) else { return nil }
        guard let first = anchor(node["first"], of: owner, at: pointer + "/first") else { return nil }
        var constraint = LayoutConstraint(owner: owner, first: first)
        if let second = node["second"], !second.isNull {
            guard let anchor = anchor(second, of: owner, at: pointer + "/second") else { return nil }
            constraint.second = anchor
        }
        constraint.name = text(node, "name", at: pointer) ?? ""
        constraint.identifier = text(node, "identifier", at: pointer)
        constraint.label = text(node, "label", at: pointer)
        constraint.ratio = text(node, "ratio", at: pointer)
        constraint.relation = choice(node, "relation", at: pointer) ?? .equal
        constraint.multiplier =
            finite(node, "multiplier", at: pointer) ?? constraint.ratio.flatMap(LayoutRatio.value) ?? 1
        constraint.constant = finite(node, "constant", at: pointer) ?? 0
        constraint.priority = finite(node, "priority", at: pointer) ?? LayoutPriority.required
        constraint.isActive = flag(node, "active", at: pointer) ?? true
        constraint.isPlaceholder = flag(node, "placeholder", at: pointer) ?? false
        constraint.isStandard = flag(node, "standard", at: pointer) ?? false
        constraint.variations = variations(node, at: pointer)
        return constraint
    }

    /// A side of a constraint; one that names no view is about the view that holds the constraint.
    private mutating func anchor(_ node: Node?, of owner: Int, at pointer: String) -> LayoutAnchor? {
        guard let node, let attribute = node["attribute"]?.stringValue.flatMap(LayoutAttribute.init(name:)) else {
            problems.append((pointer, "a constraint needs an attribute such as leading on each side; it was left out"))
            return nil
        }
        var item = LayoutItem.view(owner)
        if let named = node["item"]?.stringValue {
            item = .unknown(named)
        } else if let named = node["view"], !named.isNull {
            let id = values.integer(named).flatMap(view) ?? named.stringValue.flatMap(viewAt)
            if id == nil { problems.append((pointer + "/view", "there is no such view; it is kept as an unknown one")) }
            item = id.map(LayoutItem.view) ?? .unknown(named.verbatim)
        }
        if let guide = node["guide"]?.stringValue, let view = item.view {
            item = .guide(LayoutGuideKind(name: guide), of: view)
        }
        return LayoutAnchor(item, attribute)
    }

    private mutating func variations(_ node: Node, at pointer: String) -> [LayoutVariation] {
        guard let list = node["variations"], !list.isNull else { return [] }
        return list.elements.enumerated().map { place, element in
            let pointer = "\(pointer)/variations/\(place)"
            var variation = LayoutVariation(traits: text(element, "traits", at: pointer) ?? "")
            variation.isIncluded = flag(element, "included", at: pointer)
            variation.constant = finite(element, "constant", at: pointer)
            variation.priority = finite(element, "priority", at: pointer)
            return variation
        }
    }

    // MARK: Views

    /// What is said of a view's layout.
    mutating func traits(_ node: Node, at pointer: String) -> LayoutTraits {
        var traits = LayoutTraits()
        guard let node = object(node, at: pointer) else { return traits }
        traits.translatesMask = flag(node, LayoutDocument.translatesKey, at: pointer)
        traits.hugging = pair(node, "contentHuggingPriority", "horizontal", "vertical", at: pointer)
        traits.resistance = pair(node, "contentCompressionResistancePriority", "horizontal", "vertical", at: pointer)
        traits.placeholderSize = pair(node, "placeholderIntrinsicSize", "width", "height", at: pointer)
        traits.preferredMaxLayoutWidth = finite(node, "preferredMaxLayoutWidth", at: pointer)
        for (name, near, far) in [
            ("directionalLayoutMargins", "leading", "trailing"), ("layoutMargins", "left", "right"),
        ] {
            guard let edges = node[name], !edges.isNull else { continue }
            let numbers = ["top", near, "bottom", far].compactMap { finite(edges, $0, at: "\(pointer)/\(name)") }
            guard numbers.count == 4 else {
                problems.append(("\(pointer)/\(name)", "margins have four numbers; they were left out"))
                continue
            }
            traits.margins = LayoutMargins(
                top: numbers[0],
                left: numbers[1],
                bottom: numbers[2],
                right: numbers[3],
                isDirectional: near == "leading"
            )
        }
        traits.preservesSuperviewMargins = flag(node, "preservesSuperviewLayoutMargins", at: pointer)
        traits.insetsMarginsFromSafeArea = flag(node, "insetsLayoutMarginsFromSafeArea", at: pointer)
        traits.followsReadableWidth = flag(node, "layoutMarginsFollowReadableWidth", at: pointer)
        traits.isMisplaced = flag(node, "misplaced", at: pointer) ?? false
        traits.isAmbiguous = flag(node, "ambiguous", at: pointer) ?? false
        traits.variations = variations(node, at: pointer)
        if let stack = node["stack"], !stack.isNull { traits.stack = self.stack(stack, at: pointer + "/stack") }
        return traits
    }

    private mutating func stack(_ node: Node, at pointer: String) -> StackConfiguration? {
        guard let node = object(node, at: pointer) else { return nil }
        var stack = StackConfiguration()
        stack.axis = choice(node, "axis", at: pointer) ?? stack.axis
        stack.distribution = choice(node, "distribution", at: pointer) ?? stack.distribution
        stack.alignment = choice(node, "alignment", at: pointer) ?? stack.alignment
        stack.spacing = finite(node, "spacing", at: pointer) ?? stack.spacing
        stack.isSpacingStandard = flag(node, "standardSpacing", at: pointer) ?? false
        stack.isBaselineRelative = flag(node, "baselineRelative", at: pointer) ?? false
        stack.isMarginsRelative = flag(node, "marginsRelative", at: pointer)
        let spacings: [Node] = node["customSpacings"].map { Array($0.elements) } ?? []
        for (place, element) in spacings.enumerated() {
            let pointer = "\(pointer)/customSpacings/\(place)"
            guard let spacing = finite(element, "spacing", at: pointer),
                let after = element["after"].flatMap({ values.integer($0) }).flatMap(view)
            else {
                problems.append((pointer, "a custom spacing needs the number of a view and a number; it was left out"))
                continue
            }
            stack.customSpacings[after] = spacing
        }
        return stack
    }

    // MARK: Values

    mutating func object(_ node: Node, at pointer: String) -> Node? {
        if node.isObject { return node }
        problems.append((pointer, "this is no object; it was left out"))
        return nil
    }

    private mutating func member<Value>(
        _ node: Node,
        _ name: String,
        at pointer: String,
        _ read: (Node) -> Value?
    )
        -> Value?
    {
        guard let value = node[name], !value.isNull else { return nil }
        let found = read(value)
        if found == nil { problems.append(("\(pointer)/\(name)", "the value cannot be understood; it was left out")) }
        return found
    }

    mutating func text(_ node: Node, _ name: String, at pointer: String) -> String? {
        member(node, name, at: pointer) { $0.stringValue }
    }

    mutating func flag(_ node: Node, _ name: String, at pointer: String) -> Bool? {
        let values = values
        return member(node, name, at: pointer) { values.bool($0) }
    }

    mutating func finite(_ node: Node, _ name: String, at pointer: String) -> Double? {
        let values = values
        return member(node, name, at: pointer) { values.number($0).flatMap { $0.isFinite ? $0 : nil } }
    }

    mutating func choice<Choice: RawRepresentable<String>>(
        _ node: Node,
        _ name: String,
        at pointer: String
    )
        -> Choice?
    {
        member(node, name, at: pointer) { $0.stringValue.flatMap(Choice.init(rawValue:)) }
    }

    /// Two numbers, either of which may be missing, and endless.
    private mutating func pair(
        _ node: Node,
        _ name: String,
        _ first: String,
        _ second: String,
        at pointer: String
    )
        -> LayoutTraits.AxisPair
    {
        guard let pair = node[name], !pair.isNull else { return LayoutTraits.AxisPair() }
        let values = values
        func number(_ part: String) -> Double? {
            member(pair, part, at: "\(pointer)/\(name)") { values.number($0).flatMap { $0.isNaN ? nil : $0 } }
        }
        return LayoutTraits.AxisPair(horizontal: number(first), vertical: number(second))
    }
}

/// The ways of writing a multiplier.
enum LayoutRatio {
    /// What `16:9` or `2/3` stands for; nil for anything else, and for a share of nothing.
    static func value(_ text: String) -> Double? {
        let parts = text.split(whereSeparator: { ":/".contains($0) }).map { Double($0.filter { $0 != " " }) }
        guard parts.count == 2, let above = parts[0], let below = parts[1], above.isFinite, below.isFinite, below != 0
        else { return nil }
        let value = above / below
        return value.isFinite ? value : nil
    }
}
