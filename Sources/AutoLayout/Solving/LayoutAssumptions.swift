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

/// The text of a view before and after an assumption, and how much room it takes then, by the widths of the system font.
struct AssumedText {
    /// How much wider the text is than before; nil where nothing is known of how wide it was.
    private let ratio: Double?
    /// The lines of the text as it is written, as parts of its whole width; one for a text that is not known.
    private let parts: [Double]
    /// How wide the text is by the estimate.
    private let estimate: Double
    private let font: LayoutFont
    private let isEmpty: Bool
    private let unit: LayoutUnit
    private let place: Int

    /// Nil for a view of whose text nothing is assumed, or that shows none.
    init?(_ unit: LayoutUnit, _ place: Int) {
        let texts = unit.target.assumptions.texts
        guard !texts.isEmpty, Self.roles.contains(unit.roles[place]) else { return nil }
        let index = unit.index(place)
        let words = unit.tree.id(at: index).flatMap { texts.words[$0] }
        let (old, new) = Self.shown(unit, place, words)
        guard texts.growth != 0 || new != old else { return nil }
        // A button with a picture alone has nothing that could grow.
        if old == nil, new == nil, unit.roles[place] == .button, unit.tree.attribute("image", of: index) != nil {
            return nil
        }
        (self.unit, self.place) = (unit, place)
        let font = LayoutFont(unit, place)
        self.font = font
        let grown = 1 + min(max(texts.growth, TextAssumptions.growths.lowerBound), TextAssumptions.growths.upperBound)
        isEmpty = new == ""
        guard let new else {
            (ratio, parts, estimate) = (grown, [1], 0)
            return
        }
        let isSegments = unit.roles[place] == .segments
        let before = old.map { font.width(of: $0, isSegments) } ?? 0
        let after = font.width(of: new, isSegments)
        if new == old {
            // A text that is known to be empty stays so.
            guard !isEmpty else { return nil }
            ratio = grown
        } else {
            ratio = before > 0 ? after / before * grown : nil
        }
        estimate = after * grown
        let lines = new.split(separator: "\n", omittingEmptySubsequences: false)
        parts = after > 0 && !isSegments ? lines.map { font.width(of: String($0), false) / after } : [1]
    }

    private static let roles: Set<LayoutRole> = [.label, .button, .textField, .textView, .segments]

    /// What a view shows before and after; nil for what is not known.
    private static func shown(
        _ unit: LayoutUnit,
        _ place: Int,
        _ words: TextAssumptions.Words?
    ) -> (old: String?, new: String?) {
        let index = unit.index(place)
        let text = unit.tree.text(of: index)
        func cut(_ text: String?) -> String? { text.map { String($0.prefix(TextAssumptions.maximumLength)) } }
        switch unit.roles[place] {
        case .textField:
            let placeholder = unit.tree.attribute("placeholder", of: index)
            func said(_ text: String?, _ placeholder: String?) -> String? {
                text.flatMap { $0.isEmpty ? nil : $0 } ?? placeholder ?? text
            }
            return (
                cut(said(text, placeholder)), cut(said(words?.text ?? text, words?.placeholder ?? placeholder))
            )
        case .segments:
            let titles = unit.tree.segmentTitles(of: index)
            guard !titles.isEmpty || words?.titles != nil else { return (nil, nil) }
            var other = titles
            for (place, title) in (words?.titles ?? []).enumerated().prefix(titles.count) { other[place] = title }
            return (cut(titles.joined(separator: "\n")), cut(other.joined(separator: "\n")))
        default: return (cut(text), cut(words?.text ?? text))
        }
    }

    // MARK: The room it takes

    /// What the content asks for in place of what the file has.
    ///
    /// - Parameters:
    ///   - stored: The size in the file.
    ///   - now: The width at which the lines break; nil for the width that the text asks for.
    /// - Returns: The width, and the height where lines make it.
    func size(stored: Size, at now: Double?) -> (width: Double, height: Double?) {
        let isLabel = unit.roles[place] == .label
        if isEmpty, isLabel { return (0, 0) }
        guard isLabel || unit.roles[place] == .textView else {
            let fixed = min(Self.fixedWidth(unit, place), stored.width)
            return (limited(fixed + (ratio.map { (stored.width - fixed) * $0 } ?? estimate)), nil)
        }
        let lines = font.lines(in: stored.height)
        let whole = limited(ratio.map { stored.width * lines * $0 } ?? estimate)
        let most = unit.tree.attribute("numberOfLines", of: unit.index(place)).flatMap { Int($0) } ?? (isLabel ? 1 : 0)
        let longest = whole * (parts.max() ?? 1)
        guard most != 1 else { return (longest, font.height(stored.height, of: lines, with: 1)) }
        // A text that broke its lines had no more room than it filled.
        let width = lines > 1 ? min(longest, stored.width) : longest
        let room = max(now ?? width, 1)
        let needed = parts.reduce(0) { $0 + max((whole * $1 / room - 0.02).rounded(.up), 1) }
        let shown = most > 1 ? min(needed, Double(most)) : needed
        return (width, limited(font.height(stored.height, of: lines, with: shown)))
    }

    private func limited(_ length: Double) -> Double {
        length.isFinite ? min(max(length, 0), LayoutExpression.largest / 4) : 0
    }

    /// What of a button's width is no text: its insets, and its picture. Those of its own replace the 12 points on both sides
    /// that a configuration has.
    private static func fixedWidth(_ unit: LayoutUnit, _ place: Int) -> Double {
        guard unit.roles[place] == .button else { return 0 }
        let index = unit.index(place)
        let isConfigured = unit.tree.attribute("configuration", of: index) != nil
        let insets = unit.tree.attribute(isConfigured ? "contentInsets" : "contentEdgeInsets", of: index)
        var fixed = isConfigured && insets == nil ? 24.0 : 0
        for part in insets?.split(separator: ";") ?? [] {
            let sides = part.split(separator: "=").map { $0.filter { $0 != " " } }
            guard sides.count == 2, ["minX", "maxX", "leading", "trailing"].contains(sides[0]),
                let inset = Double(sides[1]), (0...1_000).contains(inset)
            else { continue }
            fixed += inset
        }
        if let padding = unit.tree.attribute("imagePadding", of: index).flatMap({ Double($0) }),
            unit.tree.attribute("image", of: index) != nil, (0...1_000).contains(padding)
        {
            fixed += padding
        }
        let picture = unit.tree.attribute("imageSize", of: index)?.split(separator: " ").first.flatMap { Double($0) }
        if let picture, (0...1_000).contains(picture) { fixed += picture }
        return fixed
    }
}
