import Diagnostics

/// What in a tree shows that constraints are at work, and on which views.
///
/// A stack view, or an attribute about constraints, of the app's own stands for the whole window: whoever uses
/// constraints in one place does in others. One inside a bar or another private view of UIKit stands for that view
/// alone, as UIKit lays out its own parts with constraints in every app. A `_UILayoutGuide` stands for the view of the
/// controller that it belongs to.
package struct ConstraintSigns {
    /// How many stack views there are.
    private(set) var stackViews = 0
    /// How many layout guides there are.
    private(set) var guides = 0
    /// How many views have an attribute about constraints.
    private(set) var attributes = 0
    /// Whether the dump says a mask anywhere; without one nothing is known of any mask.
    package let saysMasks: Bool
    /// What is known of each view; none where nothing in the tree can be a sign, so that constraints place no view.
    private var marks: [Mark] = []

    private struct Mark: OptionSet {
        let rawValue: UInt8

        /// Constraints are at work around the view.
        static let suspected = Mark(rawValue: 1)
        /// Constraints place the view, whatever its mask is.
        static let driven = Mark(rawValue: 2)
        /// The dump says that the mask is translated into constraints.
        static let translated = Mark(rawValue: 4)
        /// Constraints place its subviews.
        static let drives = Mark(rawValue: 8)
        /// UIKit's own part, or inside one.
        static let system = Mark(rawValue: 16)
        /// Masks that keep a view at the top left, which is where it stays without one.
        static let held = Mark(rawValue: 32)
    }

    package init(in tree: ViewTree) {
        saysMasks = tree.count == 0 || tree.indices.contains { tree.says(.autoresizingMask, of: $0) }
        let names = AttributeNames(tree.attributeColumn)
        let kinds = ClassKinds(tree)
        guard !saysMasks || names.areSigns || kinds.areSigns || tree.saysConstraints else { return }
        marks = Array(repeating: [], count: tree.count)
        let saysConstraints = tree.saysConstraints
        for index in tree.indices { note(index, names, kinds, saysConstraints, in: tree) }
        for index in tree.indices {
            guard let superview = tree.superview(of: index) else { continue }
            if marks[superview].contains(.suspected) { marks[index].insert(.suspected) }
            if marks[superview].contains(.drives) { marks[index].insert(.driven) }
        }
    }

    /// Whether constraints may place any view.
    var mayPlaceViews: Bool { !marks.isEmpty }

    /// Whether constraints, not a mask, place the view when its superview changes.
    package func arePlacing(_ index: Int) -> Bool {
        guard mayPlaceViews else { return false }
        let mark = marks[index]
        if mark.contains(.translated) { return false }
        if mark.contains(.driven) { return true }
        return mark.contains(.held) && (mark.contains(.suspected) || !saysMasks)
    }

    /// What the signs are, for people: `2 stack views, 1 layout guide`; nil for none.
    var words: String? {
        let counts = [
            (stackViews, "stack view", "stack views"), (guides, "layout guide", "layout guides"),
            (attributes, "view with constraints", "views with constraints"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { $0.0.counted($0.1, $0.2) }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private mutating func note(
        _ index: Int,
        _ names: AttributeNames,
        _ kinds: ClassKinds,
        _ saysConstraints: Bool,
        in tree: ViewTree
    ) {
        let superview = tree.superview(of: index)
        if kinds.isSystem(index, in: tree) || (superview.map { marks[$0].contains(.system) } ?? false) {
            marks[index].insert(.system)
        }
        if tree.autoresizingMask(of: index).isSubset(of: [.flexibleRightMargin, .flexibleBottomMargin]) {
            marks[index].insert(.held)
        }
        switch kinds.family(of: index, in: tree) {
        case .stackView:
            stackViews += 1
            marks[index].insert(.drives)
            suspect(around: index, in: tree)
        case .layoutGuide:
            guides += 1
            marks[superview ?? index].insert(.suspected)
        default:
            break
        }
        if saysConstraints { noteConstraints(of: index, in: tree) }
        guard let found = names.finding(of: index, in: tree.attributeColumn) else { return }
        if found.isTranslated == true {
            marks[index].insert(.translated)
            return
        }
        attributes += 1
        if found.isTranslated == false { marks[index].insert(.driven) }
        if found.hasConstraints { marks[index].insert(.drives) }
        suspect(around: index, in: tree)
    }

    /// Constraints that the dump itself says leave nothing to guess about the view.
    private mutating func noteConstraints(of index: Int, in tree: ViewTree) {
        guard let isPlaced = tree.isPlacedByConstraints(index) else { return }
        guard isPlaced else {
            marks[index].insert(.translated)
            return
        }
        attributes += 1
        marks[index].insert(.driven)
        suspect(around: index, in: tree)
    }

    /// Everything that the sign stands for: the outermost part of UIKit's own that holds it, or the window.
    private mutating func suspect(around index: Int, in tree: ViewTree) {
        var top = index
        while let next = tree.superview(of: top), !marks[index].contains(.system) || marks[next].contains(.system) {
            top = next
        }
        marks[top].insert(.suspected)
    }

    /// What the class of a view says, found once for each class: a tree has few of them.
    private struct ClassKinds {
        private static let bars: Set = ["UINavigationBar", "UITabBar", "UIToolbar", "UISearchBar"]

        private let areSystem: [Bool]
        private let families: [UIKitFamily?]
        private let saysBaseClasses: Bool

        init(_ tree: ViewTree) {
            areSystem = tree.classNames.names.map { name in
                Self.bars.contains(name) || name.split(separator: ".").last?.hasPrefix("_") ?? false
            }
            families = tree.classNames.names.map(UIKitFamily.init(className:))
            saysBaseClasses = tree.attributeColumn.number(ofName: UIKitFamily.baseClass) != nil
        }

        /// Whether the class of any view may be a sign.
        var areSigns: Bool { saysBaseClasses || families.contains { $0 == .stackView || $0 == .layoutGuide } }

        /// Whether the view is a bar or another part of UIKit whose inside apps do not lay out.
        func isSystem(_ index: Int, in tree: ViewTree) -> Bool { areSystem[Int(tree.classIDs[index])] }

        /// What ``ViewTree/family(of:)`` gives.
        func family(of index: Int, in tree: ViewTree) -> UIKitFamily? {
            families[Int(tree.classIDs[index])] ?? (saysBaseClasses ? tree.family(of: index) : nil)
        }
    }

    /// The attributes that tell of constraints, by their numbers.
    private struct AttributeNames {
        /// What `translatesAutoresizingMaskIntoConstraints` is called.
        private let translates: Int32?
        /// Those whose name is about constraints.
        private let named: Set<Int32>
        /// Those into which anything may have been written.
        private let loose: Set<Int32>

        init(_ column: AttributeColumn) {
            let flag = "translatesAutoresizingMaskIntoConstraints"
            translates = column.number(ofName: flag)
            named = column.numbers { $0 != flag && $0.lowercased().contains("constraint") }
            loose = column.numbers { ["suffix", "prefix", "description"].contains($0) }
        }

        /// Whether any view has, or had, such an attribute.
        var areSigns: Bool { translates != nil || !named.isEmpty || !loose.isEmpty }

        /// Nil for a view without such an attribute.
        func finding(of index: Int, in column: AttributeColumn) -> (isTranslated: Bool?, hasConstraints: Bool)? {
            guard areSigns else { return nil }
            var isTranslated: Bool?
            var hasConstraints = false
            column.forEach(of: index) { name, value in
                if name == translates {
                    switch String(decoding: value, as: UTF8.self).lowercased() {
                    case "no", "false", "0": isTranslated = false
                    case "yes", "true", "1": isTranslated = true
                    default: break
                    }
                } else if named.contains(name) {
                    // `[]`, `()` and `0` list none.
                    hasConstraints = hasConstraints || value.contains { !"[](){}0 \n".utf8.contains($0) }
                } else if loose.contains(name), !hasConstraints {
                    hasConstraints = String(decoding: value, as: UTF8.self).contains("NSLayoutConstraint")
                }
            }
            return isTranslated == nil && !hasConstraints ? nil : (isTranslated, hasConstraints)
        }
    }
}
