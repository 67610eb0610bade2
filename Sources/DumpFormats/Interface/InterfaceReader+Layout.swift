import Diagnostics
import ViewHierarchy

/// Constraints, guides and what else an interface file says of layout.
extension InterfaceReader {
    /// What an element says of the layout of its view.
    func layoutTraits(of element: Int, _ name: String, superview: Int?) -> LayoutTraits {
        var traits = LayoutTraits()
        traits.translatesMask = translatesMask(of: element, name, superview: superview)
        traits.variations = document.value("id", of: element).flatMap { variations[$0] } ?? []
        if name == "stackView" { traits.stack = stack(element) }
        guard vocabulary.saysTraits else { return traits }
        func pair(_ horizontal: String, _ vertical: String) -> LayoutTraits.AxisPair {
            LayoutTraits.AxisPair(horizontal: size(horizontal, of: element), vertical: size(vertical, of: element))
        }
        traits.hugging = pair("horizontalHuggingPriority", "verticalHuggingPriority")
        traits.resistance = pair("horizontalCompressionResistancePriority", "verticalCompressionResistancePriority")
        traits.placeholderSize = pair("placeholderIntrinsicWidth", "placeholderIntrinsicHeight")
        traits.preferredMaxLayoutWidth = document.number("preferredMaxLayoutWidth", of: element)
        traits.margins = margins(of: element)
        traits.preservesSuperviewMargins = document.flag("preservesSuperviewLayoutMargins", of: element)
        traits.insetsMarginsFromSafeArea = document.flag("insetsLayoutMarginsFromSafeArea", of: element)
        traits.followsReadableWidth = document.flag("layoutMarginsFollowReadableWidth", of: element)
        traits.isMisplaced = document.flag("misplaced", of: element) ?? false
        traits.isAmbiguous = document.flag("ambiguous", of: element) ?? false
        return traits
    }

    /// The attributes and elements that say more of a view's traits than whether its mask is translated.
    static let traitNames = [
        "horizontalHuggingPriority", "verticalHuggingPriority", "horizontalCompressionResistancePriority",
        "verticalCompressionResistancePriority", "placeholderIntrinsicWidth", "placeholderIntrinsicHeight",
        "preferredMaxLayoutWidth", "directionalEdgeInsets", "edgeInsets", "preservesSuperviewLayoutMargins",
        "insetsLayoutMarginsFromSafeArea", "layoutMarginsFollowReadableWidth", "misplaced", "ambiguous",
    ]

    /// Whether the mask places the view. Stacks place what they arrange and cells their contents, whatever is said.
    private func translatesMask(of element: Int, _ name: String, superview: Int?) -> Bool? {
        if document.flag("fixedFrame", of: element) == true { return true }
        if let said = document.flag("translatesAutoresizingMaskIntoConstraints", of: element) { return said }
        guard usesAutoLayout, let superview, document.name(superview) != "stackView" else { return nil }
        let isArranged =
            document.value("key", of: element) != nil || name.hasSuffix("Cell") || name.hasSuffix("ContentView")
            || name == "collectionReusableView"
        return isArranged ? nil : true
    }

    private func size(_ name: String, of element: Int) -> Double? {
        document.value(name, of: element) == "infinite" ? .infinity : document.number(name, of: element)
    }

    private func margins(of element: Int) -> LayoutMargins? {
        for (tag, near, far) in [
            ("directionalEdgeInsets", "leading", "trailing"), ("edgeInsets", "left", "right"),
        ] {
            guard let insets = document.child(of: element, tag),
                document.value("key", of: insets)?.lowercased().hasSuffix("layoutmargins") == true
            else { continue }
            func number(_ name: String) -> Double { document.number(name, of: insets) ?? 0 }
            return LayoutMargins(
                top: number("top"),
                left: number(near),
                bottom: number("bottom"),
                right: number(far),
                isDirectional: near == "leading"
            )
        }
        return nil
    }

    private func stack(_ element: Int) -> StackConfiguration {
        var stack = StackConfiguration()
        func choice<Choice: RawRepresentable<String>>(_ name: String, _ usual: Choice) -> Choice {
            document.value(name, of: element).flatMap(Choice.init(rawValue:)) ?? usual
        }
        stack.axis = choice("axis", stack.axis)
        stack.distribution = choice("distribution", stack.distribution)
        stack.alignment = choice("alignment", stack.alignment)
        stack.isSpacingStandard = document.value("spacingType", of: element) == "standard"
        stack.spacing = document.number("spacing", of: element) ?? (stack.isSpacingStandard ? 8 : 0)
        stack.isBaselineRelative = document.flag("baselineRelativeArrangement", of: element) ?? false
        return stack
    }

    // MARK: Constraints

    /// Reads all constraints; their items may be described before or after them.
    mutating func readConstraints() {
        let items = items()
        for element in document.elements(named: "constraint") {
            guard let list = document.parent(of: element), document.name(list) == "constraints",
                let owner = document.parent(of: list).flatMap({ views[$0] })
            else {
                report(element, nil, "it is in no view's list of constraints, so it was left out")
                continue
            }
            guard let constraint = constraint(element, owner: owner, items) else { continue }
            assembler.append(constraint)
            check(constraint, element, owner)
        }
    }

    /// Reports a constraint that says what one before it says.
    private mutating func check(_ constraint: LayoutConstraint, _ element: Int, _ owner: Int) {
        guard let statement = constraint.statement, let former = statements[statement] else {
            if let statement = constraint.statement { statements[statement] = element }
            return
        }
        let sentence =
            "The constraint\(name(ofConstraint: element)) says what the constraint\(name(ofConstraint: former)) on line "
            + "\(document.line(of: former)) says."
        report("interface.repeatedConstraint", element, sentence, of: constraint.views.first ?? owner)
    }

    /// What constraints may name, by the ids of objects.
    private func items() -> [String: LayoutItem] {
        var items: [String: LayoutItem] = [:]
        for element in document.indices {
            guard let id = document.value("id", of: element), items[id] == nil else { continue }
            let name = document.name(element)
            if let view = views[element] {
                items[id] = .view(view)
            } else if ["viewLayoutGuide", "keyboardLayoutGuide", "layoutGuide"].contains(name) {
                guard let view = document.parent(of: element).flatMap({ views[$0] }) else { continue }
                let named = LayoutGuideKind(name: document.value("key", of: element) ?? id)
                items[id] = .guide(name == "keyboardLayoutGuide" ? .keyboard : named, of: view)
            } else if name == "viewControllerLayoutGuide" {
                let controller = document.parent(of: element).flatMap { document.parent(of: $0) }
                guard let root = controller.flatMap({ document.child(of: $0, key: "view") }), let view = views[root]
                else { continue }
                items[id] = .guide(document.value("type", of: element) == "bottom" ? .bottom : .top, of: view)
            }
        }
        return items
    }

    private mutating func constraint(_ element: Int, owner: Int, _ items: [String: LayoutItem]) -> LayoutConstraint? {
        let own = LayoutItem.view(owner)
        guard let first = anchor("first", of: element, owner, own, items) else {
            report(element, owner, "it has no known firstAttribute; it was left out")
            return nil
        }
        var constraint = LayoutConstraint(owner: owner, first: first)
        if document.value("secondItem", of: element) != nil || document.value("secondAttribute", of: element) != nil {
            guard let second = anchor("second", of: element, owner, nil, items) else {
                report(element, owner, "it has no known secondAttribute; it was left out")
                return nil
            }
            constraint.second = second
        }
        constraint.name = document.value("id", of: element) ?? ""
        constraint.identifier = document.value("identifier", of: element)
        constraint.label = document.value("userLabel", of: element)
        if let relation = document.value("relation", of: element) {
            if let known = LayoutConstraint.Relation(rawValue: relation) {
                constraint.relation = known
            } else {
                report(element, owner, "the relation \(relation.prefix(40)) is not known; it was read as equal")
            }
        }
        if let multiplier = document.value("multiplier", of: element) {
            if let ratio = LayoutRatio.value(multiplier) {
                (constraint.multiplier, constraint.ratio) = (ratio, multiplier)
            } else {
                constraint.multiplier = number("multiplier", of: element, owner) ?? 1
            }
        }
        constraint.isStandard = document.flag("symbolic", of: element) ?? false
        constraint.constant = number("constant", of: element, owner) ?? (constraint.isStandard ? 8 : 0)
        constraint.priority = number("priority", of: element, owner) ?? LayoutPriority.required
        constraint.isPlaceholder = document.flag("placeholder", of: element) ?? false
        applyVariations(of: element, to: &constraint)
        return constraint
    }

    /// A side of a constraint. Without an item the first side is about the view that holds the constraint.
    private mutating func anchor(
        _ side: String,
        of element: Int,
        _ owner: Int,
        _ usual: LayoutItem?,
        _ items: [String: LayoutItem]
    ) -> LayoutAnchor? {
        let written = document.value("\(side)Attribute", of: element)
        guard let attribute = written.flatMap(LayoutAttribute.init(name:)) else { return nil }
        guard let id = document.value("\(side)Item", of: element) else {
            return (usual ?? .view(owner)).anchor(attribute)
        }
        if let item = items[id] { return item.anchor(attribute) }
        guard document.error == nil else {
            report(element, owner, "there is no view or guide \(id.prefix(40)); it is kept as an unknown one")
            return LayoutItem.unknown(id).anchor(attribute)
        }
        let sentence =
            "The constraint\(name(ofConstraint: element)) names \(id.prefix(40)), and no view or guide of the file has that id."
        report("interface.missingItem", element, sentence, of: owner)
        return LayoutItem.unknown(id).anchor(attribute)
    }

    private mutating func number(_ name: String, of element: Int, _ owner: Int) -> Double? {
        guard let text = document.value(name, of: element) else { return nil }
        let number = document.number(name, of: element)
        if number == nil {
            report(element, owner, "the \(name) \(text.prefix(40)) is no number; the usual one was taken")
        }
        return number
    }

    private func applyVariations(of element: Int, to constraint: inout LayoutConstraint) {
        var own: [LayoutVariation] = []
        for child in document.children(of: element) where document.name(child) == "variation" {
            var variation = LayoutVariation(traits: document.value("key", of: child) ?? "")
            variation.constant = document.number("constant", of: child)
            variation.priority = document.number("priority", of: child)
            own.append(variation)
        }
        let usual = (constant: constraint.constant, priority: constraint.priority)
        let inForce = own.filter { canvas.layout.sizeClasses.matches($0.traits) }
        for variation in inForce.sorted(by: { $0.specificity < $1.specificity }) {
            constraint.constant = variation.constant ?? constraint.constant
            constraint.priority = variation.priority ?? constraint.priority
        }
        if usual != (constraint.constant, constraint.priority) {
            // What it is where no size class says otherwise, which on the canvas one does.
            var variation = LayoutVariation(traits: "default")
            (variation.constant, variation.priority) = (usual.constant, usual.priority)
            own.insert(variation, at: 0)
        }
        constraint.variations = (variations[constraint.name] ?? []) + own
        constraint.isActive = isInstalled(constraint.name)
    }

    private mutating func report(_ element: Int, _ view: Int?, _ message: String) {
        let line = document.line(of: element)
        let name = name(ofConstraint: element)
        assembler.report.add(
            .warning,
            "interface.constraint",
            "Line \(line): the constraint\(name): \(message).",
            view: view,
            line: line
        )
    }

    private func name(ofConstraint element: Int) -> String {
        document.value("id", of: element).map { " \($0.prefix(40))" } ?? ""
    }
}

extension LayoutConstraint {
    /// What it says, without its names and whichever of its sides comes first; nil where it names what is not there.
    fileprivate var statement: LayoutConstraint? {
        guard anchors.allSatisfy({ $0.item.view != nil }) else { return nil }
        var statement = self
        (statement.name, statement.owner, statement.identifier, statement.label) = ("", 0, nil, nil)
        (statement.ratio, statement.isStandard) = (nil, false)
        return statement.oriented
    }
}

extension LayoutItem {
    fileprivate func anchor(_ attribute: LayoutAttribute) -> LayoutAnchor { LayoutAnchor(self, attribute) }
}
