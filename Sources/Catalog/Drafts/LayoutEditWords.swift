import Diagnostics
import DumpFormats
import ViewHierarchy

/// What an edit of constraints or of a view's layout changes, in words:
/// `Constant of “Title” label.leading = superview.leading: 8 → 16`.
struct LayoutEditWords {
    private let tree: ViewTree
    /// The name of a view, by its id.
    private let name: (Int) -> String

    init(_ tree: ViewTree, name: @escaping (Int) -> String) {
        self.tree = tree
        self.name = name
    }

    /// The words for an edit that is about to be carried out.
    func summary(of edit: TreeEdit) -> String {
        switch edit {
        case .changeConstraint(let number, let changes):
            guard let constraint = tree.constraint(at: number) else { return "Constraint \(number) changed" }
            return EditDescription.line(self.changes(changes, of: constraint), of: sides(constraint))
        case .addConstraint(let new):
            var constraint = LayoutConstraint(owner: 0, first: new.first, second: new.second)
            constraint.relation = new.relation
            let number = NumberText.short(new.constant)
            let words = new.second == nil ? " \(new.relation.sign) \(number)" : new.constant == 0 ? "" : " + \(number)"
            return "Constraint \(sides(constraint))\(words) added"
        case .removeConstraint(let number):
            guard let constraint = tree.constraint(at: number) else { return "Constraint \(number) removed" }
            return "Constraint \(sides(constraint)) removed"
        case .changeLayout(let view, let changes):
            let traits = tree.index(ofID: view).flatMap { tree.layoutTraits(of: $0) } ?? LayoutTraits()
            return EditDescription.line(self.changes(changes, of: traits), of: name(view))
        default: return ""
        }
    }

    private func sides(_ constraint: LayoutConstraint) -> String {
        ConstraintWords.sides(of: constraint, in: tree, name: name)
    }

    private func changes(
        _ changes: ConstraintChanges,
        of constraint: LayoutConstraint
    ) -> [(name: String, change: String)] {
        var parts: [(name: String, change: String)] = []
        func add(_ name: String, _ old: String, _ new: String?) {
            if let new { parts.append((name, "\(old) → \(new)")) }
        }
        add("constant", NumberText.short(constraint.constant), changes.constant.map(NumberText.short))
        add("priority", NumberText.short(constraint.priority), changes.priority.map(NumberText.short))
        add("relation", constraint.relation.sign, changes.relation?.sign)
        add(
            "multiplier",
            constraint.ratio ?? NumberText.fine(constraint.multiplier),
            changes.multiplier.map(NumberText.fine)
        )
        if let isActive = changes.isActive { parts.append(("state", isActive ? "in force" : "out of force")) }
        add(
            "identifier",
            constraint.identifier.map { "“\($0.prefix(40))”" } ?? "none",
            changes.identifier.map { $0.map { "“\($0.prefix(40))”" } ?? "none" }
        )
        return parts
    }

    private func changes(
        _ changes: LayoutTraitChanges,
        of traits: LayoutTraits
    ) -> [(name: String, change: String)] {
        var parts: [(name: String, change: String)] = []
        func add(_ name: String, _ old: Double?, _ new: Double??, none: String = "unknown") {
            guard let new else { return }
            parts.append((name, "\(old.map(NumberText.short) ?? none) → \(new.map(NumberText.short) ?? none)"))
        }
        func add(_ name: String, _ old: String?, _ new: String?) {
            if let new { parts.append((name, "\(old ?? "unknown") → \(new)")) }
        }
        if let translates = changes.translatesMask {
            let words = { (value: Bool?) in value.map { $0 ? "its mask" : "constraints" } ?? "unknown" }
            parts.append(("placement", "\(words(traits.translatesMask)) → \(words(translates))"))
        }
        add("horizontal hugging", traits.hugging.horizontal, changes.horizontalHugging)
        add("vertical hugging", traits.hugging.vertical, changes.verticalHugging)
        add("horizontal resistance", traits.resistance.horizontal, changes.horizontalResistance)
        add("vertical resistance", traits.resistance.vertical, changes.verticalResistance)
        let usual = StackConfiguration()
        add("axis", traits.stack?.axis.rawValue, changes.axis.map { ($0 ?? usual.axis).rawValue })
        add(
            "distribution",
            traits.stack?.distribution.rawValue,
            changes.distribution.map { ($0 ?? usual.distribution).rawValue }
        )
        add(
            "alignment",
            traits.stack?.alignment.rawValue,
            changes.alignment.map { ($0 ?? usual.alignment).rawValue }
        )
        add("spacing", traits.stack?.spacing, changes.spacing.map { $0 ?? usual.spacing })
        return parts
    }
}
