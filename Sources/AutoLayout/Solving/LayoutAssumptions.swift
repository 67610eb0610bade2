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
}

/// The text of a view before and after an assumption, and how much room it takes then, by the widths of the system font.
struct AssumedText {
    /// How much wider the text is than before; nil where nothing is known of how wide it was.
    private let ratio: Double?
    /// The lines of the text as it is written, as parts of its whole width; one for a text that is not known.
    private let parts: [Double]
    /// How wide the text is by the estimate.
    private let estimate: Double
    /// The fonts before and after.
    private let (former, font): (LayoutFont, LayoutFont)
    private let isEmpty: Bool
    /// The words whose lines are broken, and how much longer they are than that; nil for those of the file, in its font.
    private var words: (text: String, grown: Double)?
    private let unit: LayoutUnit
    private let place: Int

    /// Nil for a view of whose text nothing is assumed, or that shows none.
    init?(_ unit: LayoutUnit, _ place: Int) {
        let texts = unit.target.assumptions.texts
        guard !texts.isEmpty, Self.roles.contains(unit.roles[place]) else { return nil }
        let index = unit.index(place)
        let (old, new) = Self.shown(unit, place, texts.words(for: index, in: unit.tree))
        let (former, font) = (LayoutFont(unit, place, at: nil), LayoutFont(unit, place))
        guard texts.growth != 0 || new != old || font.font != former.font else { return nil }
        // A button with a picture alone has nothing that could grow.
        if old == nil, new == nil, unit.roles[place] == .button, unit.tree.attribute("image", of: index) != nil {
            return nil
        }
        (self.unit, self.place, self.former, self.font) = (unit, place, former, font)
        let grown = 1 + min(max(texts.growth, TextAssumptions.growths.lowerBound), TextAssumptions.growths.upperBound)
        isEmpty = new == ""
        words = new == old && font.font == former.font ? nil : new.map { ($0, grown) }
        guard let new else {
            (ratio, parts, estimate) = (grown * font.font.size / former.font.size, [1], 0)
            return
        }
        let isSegments = unit.roles[place] == .segments
        let before = old.map { former.width(of: $0, isSegments) } ?? 0
        let after = font.width(of: new, isSegments)
        // A text that is known to be empty stays so, but for the height of its line.
        guard new != old || !isEmpty || unit.roles[place] != .label && font.font != former.font else { return nil }
        ratio = before > 0 ? after / before * grown : isEmpty && new == old ? 1 : nil
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
        let (isLabel, isButton) = (unit.roles[place] == .label, unit.roles[place] == .button)
        if isEmpty, isLabel { return (0, 0) }
        guard isLabel || unit.roles[place] == .textView else {
            let fixed = min(isButton ? unit.tree.buttonFixedWidth(of: unit.index(place)) : 0, stored.width)
            let width = limited(fixed + (ratio.map { (stored.width - fixed) * $0 } ?? estimate))
            guard font.font != former.font else { return (width, nil) }
            return (width, limited(font.height(stored.height, of: 1, with: 1, before: former)))
        }
        let lines = former.lines(in: stored.height)
        let whole = limited(ratio.map { stored.width * lines * $0 } ?? estimate)
        let most = unit.tree.attribute("numberOfLines", of: unit.index(place)).flatMap { Int($0) } ?? (isLabel ? 1 : 0)
        let longest = whole * (parts.max() ?? 1)
        guard most != 1 else { return (longest, font.height(stored.height, of: lines, with: 1, before: former)) }
        // A text that broke its lines had no more room than it filled.
        let width = lines > 1 ? min(longest, stored.width) : longest
        let room = max(now ?? width, 1)
        // A frame that was made for one line tells how far the estimate is off.
        let error = lines == 1 && (0.82...1.18).contains(estimate / max(whole, 1)) ? estimate / whole : 1
        let reckoned = words.map { Double(font.lines(of: $0.text, room: room * error / $0.grown)) }
        let needed = reckoned ?? parts.reduce(0) { $0 + max((whole * $1 / room - 0.02).rounded(.up), 1) }
        let shown = most > 1 ? min(needed, Double(most)) : needed
        return (width, limited(font.height(stored.height, of: lines, with: shown, before: former)))
    }

    private func limited(_ length: Double) -> Double {
        length.isFinite ? min(max(length, 0), LayoutExpression.largest / 4) : 0
    }
}
