public import ViewHierarchy

/// What a layout assumes in place of what the tree says: constants of constraints, and texts.
public struct LayoutAssumptions: Sendable, Hashable {
    /// Of so many constraints other constants can be assumed.
    public static let maximumConstants = 20
    /// The largest constant that can be assumed, in points.
    public static let largestConstant = 100_000.0

    /// Other constants of constraints, by their places in ``ViewTree/allConstraints``. They hold in all size classes.
    public var constants: [Int: Double] = [:]
    /// Other texts.
    public var texts = TextAssumptions()

    /// Creates assumptions that change nothing.
    public init() {}

    /// Whether nothing is assumed.
    public var isEmpty: Bool { constants.isEmpty && texts.isEmpty }
}

extension ViewTree {
    /// The tree with other constants; places that there are not, and numbers that are not finite, change nothing.
    func assuming(_ constants: [Int: Double]) -> ViewTree {
        guard !constants.isEmpty else { return self }
        var tree = self
        for (place, constant) in constants where constant.isFinite {
            var changes = ConstraintChanges()
            changes.constant = constant
            if let said = constraint(at: place) { tree.layout.set(changes.applied(to: said), at: place) }
        }
        return tree
    }

    /// The tree with the words that are assumed for views below a root; texts that only grow keep theirs.
    func worded(_ texts: TextAssumptions, below root: Int) -> ViewTree {
        guard !texts.words.isEmpty else { return self }
        var tree = self
        let views = subtree(of: root)
        for (id, words) in texts.words {
            guard let index = index(ofID: id), views.contains(index) else { continue }
            if let text = words.text {
                var said = tree.texts(of: index)
                said.text = text
                tree.texts[index] = said
            }
            guard words.placeholder != nil || words.titles != nil else { continue }
            tree.attributeColumn.set(Self.attributes(tree.attributes(of: index), with: words), of: index)
        }
        return tree
    }

    private static func attributes(
        _ attributes: [ViewDescription.Attribute],
        with words: TextAssumptions.Words
    ) -> [ViewDescription.Attribute] {
        var titles = (words.titles ?? [])[...]
        var attributes = attributes
        for place in attributes.indices {
            switch attributes[place].name {
            case "placeholder": attributes[place].value = words.placeholder ?? attributes[place].value
            case "segment": attributes[place].value = titles.popFirst() ?? attributes[place].value
            default: break
            }
        }
        return attributes
    }
}
