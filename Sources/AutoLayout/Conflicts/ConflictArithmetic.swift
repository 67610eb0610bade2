import Diagnostics
public import ViewHierarchy

/// What cannot hold, in numbers: a sum that does not come to what there is, or a length that is asked for twice.
public struct ConflictArithmetic: Sendable, Hashable {
    /// A number of the sum.
    public struct Term: Sendable, Hashable {
        /// What a number measures.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A distance between two edges.
            case distance
            /// The length of a view.
            case length
            /// Anything else, such as what one length has more than another.
            case other
        }

        /// The number of the constraint, in points.
        public var value: Double
        /// How often it counts.
        public var factor: Double
        /// Whether it may be more, less, or neither.
        public var relation: LayoutConstraint.Relation
        /// What it measures.
        public var kind: Kind
        /// Which of the constraints it is from.
        public var constraint: Int
        /// Which of the items has the length; nil for anything else.
        public var item: Int?

        /// What it adds.
        public var amount: Double { value * factor }
    }

    /// Whether it is about x.
    public var isHorizontal: Bool
    /// What is needed, in the order in which it lies along the axis where the constraints form a chain.
    public var needed: [Term]
    /// What there is.
    public var available: [Term]
    /// Which of the items has what there is; nil where no single one does.
    public var container: Int?
    /// Whether two constraints ask the same length of the same view.
    public var isPair: Bool
    /// What cannot hold, a sentence.
    public fileprivate(set) var sentence = ""

    /// What is needed in all, in points.
    public var neededTotal: Double { needed.reduce(0) { $0 + $1.amount } }
    /// What there is in all, in points.
    public var availableTotal: Double { available.reduce(0) { $0 + $1.amount } }
    /// How much is needed that is not there; below 0 where something is left that nothing may take.
    public var excess: Double { neededTotal - availableTotal }

    /// The sum as it is written: `16 + 180 + 8 + 200 + 16 = 420 in 320`.
    public var text: String {
        let sum = Self.sum(needed)
        let total = NumberText.short(neededTotal)
        let there = available.isEmpty ? "0" : Self.sum(available)
        let left = needed.count > 1 || needed.first?.factor != 1 ? "\(sum) = \(total)" : total
        let isPlain = available.count < 2 && abs((available.first?.factor ?? 1) - 1) < 1e-6
        let right = isPlain ? there : "\(there) = \(NumberText.short(availableTotal))"
        return "\(left) \(isPair ? "and" : "in") \(right)"
    }

    private static func sum(_ terms: [Term]) -> String {
        var text = ""
        for term in terms {
            let factor = abs(term.factor - 1) < 1e-6 ? "" : "\(NumberText.short(term.factor)) × "
            let number = "\(factor)\(NumberText.short(abs(term.value)))"
            if text.isEmpty {
                text = (term.value < 0 ? "−" : "") + number
            } else {
                text += (term.value < 0 ? " − " : " + ") + number
            }
        }
        return text
    }

    /// Puts the arithmetic into a sentence.
    func told(_ items: [ConflictExplanation.Item]) -> ConflictArithmetic {
        let axis = isHorizontal ? "wide" : "high"
        let name = container.flatMap { items[safe: $0]?.name }
        var told = self
        if isPair, let name, let first = needed.first, let second = available.first {
            let (one, other) = (first.relation.adverb, second.relation.adverb)
            let numbers = "\(other)\(NumberText.short(second.value)) and \(one)\(NumberText.short(first.value))"
            told.sentence = "\(name) cannot be \(numbers) \(axis)."
            return told
        }
        let difference = NumberText.short(abs(excess))
        let what = abs(excess) == 1 ? "point" : "points"
        let rest =
            excess >= 0
            ? "\(difference) \(what) too many" : "\(difference) \(what) are left over, which nothing may take"
        let place = name.map { "\(isHorizontal ? "Across" : "Down") \($0)" } ?? (isHorizontal ? "Across" : "Down")
        let isOpen = container == nil && available.isEmpty
        told.sentence =
            isOpen
            ? "\(place), \(Self.sum(needed)) points are needed where the other constraints leave none."
            : "\(place), \(text): \(rest)."
        return told
    }
}
