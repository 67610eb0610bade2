import ViewHierarchy

/// The rows that hold with equality as linear equations, brought into echelon form, so that it can be told which of them an
/// edge is derived from.
///
/// Rows come in the order of how much they are to be believed: one that follows from those before it is no part of the
/// basis. It is Gaussian elimination on sparse rows with the factors kept (an LU factorization), and is exact as long as
/// the coefficients are those of layouts.
struct LayoutBasis: Sendable {
    private typealias Term = LayoutExpression.Term

    /// A row as it is after elimination.
    private struct Row: Sendable {
        /// Its number among the rows that were given.
        var number: Int
        /// What is left of it, by rising variable; the pivot is one of them.
        var terms: [Term]
        var pivot: Term
        /// What was taken off it, and how often, by places in the basis.
        var factors: [(row: Int, times: Double)]
    }

    /// So many terms are looked at when it is made, and for each question.
    private static let buildLimit = 4_000_000
    private static let askLimit = 400_000
    /// Less than this is nothing.
    private static let nothing = 1e-9

    private var rows: [Row] = []
    /// The row of which a variable is the pivot.
    private var pivots: [Int: Int] = [:]
    /// Whether there was room for all rows; of some edges nothing is known else.
    private(set) var isComplete = true

    /// - Parameter expressions: The rows by their numbers, the strongest first, with what is known put in.
    init(_ expressions: [(number: Int, expression: LayoutExpression)]) {
        var work = Self.buildLimit
        for (number, expression) in expressions {
            guard let (terms, factors) = reduce(expression, &work) else {
                isComplete = false
                return
            }
            guard
                let pivot = terms.max(by: {
                    ($0.coefficient.magnitude, $1.variable) < ($1.coefficient.magnitude, $0.variable)
                })
            else { continue }
            pivots[pivot.variable] = rows.count
            rows.append(Row(number: number, terms: terms, pivot: pivot, factors: factors))
        }
    }

    /// Of which rows an expression is made, by their numbers; nil where they do not decide it, or that took too long.
    func combination(of expression: LayoutExpression) -> [Int: Double]? {
        var work = Self.askLimit
        guard let (rest, factors) = reduce(expression, &work), rest.isEmpty else { return nil }
        var times = Array(repeating: 0.0, count: rows.count)
        for factor in factors { times[factor.row] += factor.times }
        var combination: [Int: Double] = [:]
        guard let last = factors.map(\.row).max() else { return combination }
        for place in stride(from: last, through: 0, by: -1) where times[place].magnitude > Self.nothing {
            let row = rows[place]
            combination[row.number] = times[place]
            for factor in row.factors { times[factor.row] -= factor.times * times[place] }
            work -= row.factors.count
            guard work > 0 else { return nil }
        }
        return combination
    }

    /// Takes the rows of the basis off an expression, the first ones first: what is left has no pivot in it.
    private func reduce(
        _ expression: LayoutExpression,
        _ work: inout Int
    ) -> (terms: [Term], factors: [(row: Int, times: Double)])? {
        var terms = expression.terms.sorted { $0.variable < $1.variable }
        var factors: [(row: Int, times: Double)] = []
        while let place = terms.compactMap({ pivots[$0.variable] }).min() {
            let row = rows[place]
            guard let own = terms.first(where: { $0.variable == row.pivot.variable }) else { return nil }
            let times = own.coefficient / row.pivot.coefficient
            factors.append((place, times))
            terms = Self.difference(terms, row.terms, times: times, without: row.pivot.variable)
            work -= terms.count + row.terms.count + 1
            guard work > 0, times.isFinite else { return nil }
        }
        return (terms, factors)
    }

    private static func difference(_ one: [Term], _ other: [Term], times: Double, without pivot: Int) -> [Term] {
        var result: [Term] = []
        result.reserveCapacity(one.count + other.count)
        var (a, b) = (one[...], other[...])
        while let next = [a.first?.variable, b.first?.variable].compactMap({ $0 }).min() {
            var coefficient = 0.0
            var largest = 0.0
            if let term = a.first, term.variable == next {
                coefficient += term.coefficient
                largest = term.coefficient.magnitude
                a = a.dropFirst()
            }
            if let term = b.first, term.variable == next {
                coefficient -= term.coefficient * times
                largest = max(largest, (term.coefficient * times).magnitude)
                b = b.dropFirst()
            }
            // What is left of a difference of equal numbers is none.
            guard next != pivot, coefficient.magnitude > max(largest, 1) * nothing else { continue }
            result.append(Term(variable: next, coefficient: coefficient))
        }
        return result
    }
}
