import Diagnostics
import DumpFormats
import FoundationEssentials
package import ViewHierarchy

/// What an edit changes, in words that the API and the pages share: `Frame of “Lap” button: 24 → 32 wide`.
///
/// It is made before the edit, which may take the views away that it names.
package struct EditDescription {
    private let edit: TreeEdit
    /// The words.
    package let summary: String
    /// The view that an edited constraint is about, or the one that holds it.
    private let constraintView: Int?

    /// Describes an edit of a tree.
    package init(_ edit: TreeEdit, in tree: ViewTree) {
        self.edit = edit
        let names = ViewNames(tree)
        let constraint =
            switch edit {
            case .changeConstraint(let number, _), .removeConstraint(let number): tree.constraint(at: number)
            default: LayoutConstraint?.none
            }
        constraintView = constraint?.views.first { tree.index(ofID: $0) != nil } ?? constraint?.owner
        func sides(_ constraint: LayoutConstraint) -> String {
            ConstraintWords.sides(of: constraint, in: tree) { names[$0] }
        }
        switch edit {
        case .change(let view, let changes):
            summary = Self.summary(of: changes, view, names)
        case .changes(let changes) where changes.count == 1:
            summary = changes.first.map { Self.summary(of: $0.changes, $0.view, names) } ?? ""
        case .changes(let changes):
            var properties: [String] = []
            for name in changes.flatMap(\.changes.givenNames) where !properties.contains(name) {
                properties.append(name)
            }
            let words = properties.map(Self.words).joined(separator: ", ")
            summary = "\(Self.sentence(words)) of \(changes.count) views"
        case .insert(let superview, _, let views):
            let others = views.count > 1 ? " with \(views.count - 1) below it" : ""
            let className = views.first?.description.className.prefix(80) ?? ""
            summary = "\(className)\(others) added to \(names[superview])"
        case .remove(let view):
            let below = tree.index(ofID: view).map { tree.subtree(of: $0).count - 1 } ?? 0
            summary = "\(names[view]) removed" + (below > 0 ? " with \(below) below it" : "")
        case .move(let view, let superview, _):
            let old = tree.index(ofID: view).flatMap { tree.superview(of: $0) }.flatMap { tree.id(at: $0) }
            summary =
                old == superview
                ? "\(names[view]) moved within \(names[superview])"
                : "\(names[view]) moved into \(names[superview])" + (old.map { " from \(names[$0])" } ?? "")
        case .bringToFront(let view):
            summary = "\(names[view]) brought to the front"
        case .sendToBack(let view):
            summary = "\(names[view]) sent to the back"
        case .exchange(let superview, let first, let second):
            let subviews = tree.index(ofID: superview).map { tree.subviews(of: $0) } ?? []
            let places = [first, second].map { place in
                subviews.indices.contains(place) ? tree.id(at: subviews[place]).map { names[$0] } : nil
            }
            let words = zip(places, [first, second]).map { $0 ?? "subview \($1)" }
            summary = "\(words.joined(separator: " and ")) in \(names[superview]) exchanged"
        case .changeConstraint(let number, let changes):
            summary =
                constraint.map { Self.line(Self.parts(changes, of: $0), of: sides($0)) }
                ?? "Constraint \(number) changed"
        case .addConstraint(let new):
            let number = NumberText.told(new.constant)
            let words = new.second == nil ? " \(new.relation.sign) \(number)" : new.constant == 0 ? "" : " + \(number)"
            summary = "Constraint \(sides(new))\(words) added"
        case .removeConstraint(let number):
            summary = "Constraint \(constraint.map(sides) ?? String(number)) removed"
        case .changeLayout(let view, let changes):
            let traits = tree.index(ofID: view).flatMap { tree.layoutTraits(of: $0) } ?? LayoutTraits()
            summary = Self.line(Self.parts(changes, of: traits), of: names[view])
        }
    }

    /// The entry of the journal for an edit that was carried out.
    func entry(number: Int, result: AppliedEdit, at date: Date) -> JournalEntry {
        JournalEntry(
            number: number,
            operation: TreeEditDocument.operation(of: edit),
            view: view(result),
            summary: summary,
            at: date,
            actor: Author.current
        )
    }

    private func view(_ result: AppliedEdit) -> Int? {
        switch edit {
        case .change(let view, _), .remove(let view), .move(let view, _, _), .bringToFront(let view),
            .sendToBack(let view), .exchange(let view, _, _):
            view
        case .changes(let changes):
            changes.first?.view
        case .changeLayout(let view, _): view
        case .addConstraint(let constraint): constraint.first.item.view
        case .changeConstraint, .removeConstraint: constraintView
        case .insert(let superview, _, _):
            // New views get the next free numbers, the first of them the lowest.
            result.changed.filter { $0 != superview }.min()
        }
    }

    /// The first property with the view, the others after it.
    private static func summary(of changes: ViewChanges, _ view: Int, _ names: ViewNames) -> String {
        let parts = changes.given.map { property, value in
            (name: words(property.name), change: names.change(of: property, to: value, view))
        }
        return line(parts, of: names[view])
    }

    private static func parts<Subject>(
        _ changes: EditChanges<LayoutField<Subject>>,
        of subject: Subject
    ) -> [(name: String, change: String)] {
        changes.given.map { ($0.property.title, $0.property.change(of: subject, to: $0.value)) }
    }

    /// The first part with what it is of, the others after it:
    /// `Constant of “Title” label.leading = superview.leading: 8 → 16`.
    private static func line(_ parts: [(name: String, change: String)], of what: String) -> String {
        guard let first = parts.first else { return "Nothing of \(what)" }
        let rest = parts.dropFirst().map { "; \($0.name) \($0.change)" }
        return "\(sentence(first.name)) of \(what): \(first.change)" + rest.joined()
    }

    /// A name of a program as words: `autoresizingMask` is `autoresizing mask`.
    fileprivate static func words(_ name: some StringProtocol) -> String {
        var words = ""
        for character in name {
            if character.isUppercase, let last = words.last, !last.isWhitespace { words.append(" ") }
            words += character.lowercased()
        }
        return words
    }

    private static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}

/// The views of a tree and their values, as an edit's description names them.
private struct ViewNames {
    /// How far into a button or a cell its words are looked for.
    private static let maximumInnerViews = 16
    private static let maximumText = 40

    private let tree: ViewTree
    private let secureFields: SecureFields

    init(_ tree: ViewTree) {
        self.tree = tree
        secureFields = SecureFields(tree)
    }

    /// `“Lap” button` for a view with words, `UIButton 17` for one without.
    subscript(id: Int) -> String {
        guard let index = tree.index(ofID: id) else { return "view \(id)" }
        let className = tree.classTitle(of: index).shown
        guard let text = text(of: index) else { return "\(className.prefix(80)) \(id)" }
        return "“\(text.onOneLine(atMost: Self.maximumText))” \(Self.kind(className))"
    }

    private func text(of index: Int) -> String? {
        // What is described is stored and shown to everybody who reads.
        let isSecret =
            !secureFields.isEmpty
            && ([index] + tree.superviews(of: index)).contains { secureFields.contains($0, of: tree) }
        if isSecret { return tree.identifier(of: index) }
        let own = [tree.text(of: index), tree.label(of: index), tree.identifier(of: index)]
        if let text = own.lazy.compactMap({ $0 }).first(where: { $0.contains { !$0.isWhitespace } }) { return text }
        let className = tree.className(of: index)
        guard className.contains("Button") || className.contains("Cell") else { return nil }
        return tree.subtree(of: index).prefix(Self.maximumInnerViews).lazy.compactMap { tree.text(of: $0) }
            .first { $0.contains { !$0.isWhitespace } }
    }

    /// UIKit's classes by what they are, others by their names.
    private static func kind(_ className: String) -> String {
        let rest = className.dropFirst(2)
        guard className.hasPrefix("UI"), rest.allSatisfy(\.isLetter), rest.first?.isUppercase == true else {
            return String(className.prefix(80))
        }
        return EditDescription.words(rest.prefix(80))
    }

    /// `24 → 32 wide`, `1 → 0.5`, `No → Yes`.
    func change(of property: ViewProperty, to value: ViewPropertyValue?, _ view: Int) -> String {
        let index = tree.index(ofID: view)
        let isSaid = index.map { tree.says(property, of: $0) || property.usual == nil } ?? false
        let old = index.flatMap { property.value(of: $0, in: tree) }
        let new = value ?? property.usual
        if case .rect(let old) = old, case .rect(let new) = new { return Self.change(from: old, to: new) }
        if case .point(let old) = old, case .point(let new) = new {
            return Self.change([("x", old.x, new.x), ("y", old.y, new.y)])
        }
        return "\(isSaid ? old?.words ?? "none" : "unknown") → \(new?.words ?? "none")"
    }

    private static func change(from old: Rect, to new: Rect) -> String {
        let size = [
            (old.size.width, new.size.width, "wide"), (old.size.height, new.size.height, "high"),
        ].filter { $0.0 != $0.1 }.map { "\(NumberText.told($0.0)) → \(NumberText.told($0.1)) \($0.2)" }
        let place = [("x", old.origin.x, new.origin.x), ("y", old.origin.y, new.origin.y)].filter { $0.1 != $0.2 }
        let all = (place.isEmpty ? [] : [change(place)]) + size
        return all.isEmpty ? "as it was" : all.joined(separator: ", ")
    }

    private static func change(_ parts: [(name: String, old: Double, new: Double)]) -> String {
        let changed = parts.filter { $0.old != $0.new }
        guard !changed.isEmpty else { return "as it was" }
        return changed.map { "\($0.name) \(NumberText.told($0.old)) → \(NumberText.told($0.new))" }
            .joined(separator: ", ")
    }
}
