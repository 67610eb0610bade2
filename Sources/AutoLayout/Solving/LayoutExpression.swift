import ViewHierarchy

/// A sum of places and lengths of a layout: Σ coefficient · variable + constant, in points of the root's space.
struct LayoutExpression: Sendable, Hashable {
    /// A variable by its number, and what it is multiplied by.
    struct Term: Sendable, Hashable {
        var variable: Int
        var coefficient: Double
    }

    private(set) var terms: [Term] = []
    var constant = 0.0

    init(_ constant: Double) { self.constant = constant }

    init(variable: Int) { terms = [Term(variable: variable, coefficient: 1)] }

    static func + (a: LayoutExpression, b: LayoutExpression) -> LayoutExpression { a.adding(b, times: 1) }
    static func - (a: LayoutExpression, b: LayoutExpression) -> LayoutExpression { a.adding(b, times: -1) }
    static func + (a: LayoutExpression, b: Double) -> LayoutExpression { a.adding(LayoutExpression(b), times: 1) }
    static func - (a: LayoutExpression, b: Double) -> LayoutExpression { a.adding(LayoutExpression(-b), times: 1) }
    static func * (a: LayoutExpression, factor: Double) -> LayoutExpression {
        LayoutExpression(0).adding(a, times: factor)
    }

    private func adding(_ other: LayoutExpression, times factor: Double) -> LayoutExpression {
        var sum = self
        sum.constant += other.constant * factor
        for term in other.terms {
            let coefficient = term.coefficient * factor
            if let place = sum.terms.firstIndex(where: { $0.variable == term.variable }) {
                sum.terms[place].coefficient += coefficient
            } else {
                sum.terms.append(Term(variable: term.variable, coefficient: coefficient))
            }
        }
        sum.terms.removeAll { $0.coefficient == 0 }
        return sum
    }

    /// What it comes to.
    func value(_ values: (Int) -> Double) -> Double {
        terms.reduce(constant) { $0 + $1.coefficient * values($1.variable) }
    }

    /// The constant and what is known of the variables.
    func known(_ values: (Int) -> Double?) -> Double {
        terms.reduce(constant) { $0 + $1.coefficient * (values($1.variable) ?? 0) }
    }

    /// The sum with the variables put in that are known.
    func substituting(_ known: (Int) -> Double?) -> LayoutExpression {
        var result = LayoutExpression(constant)
        for term in terms {
            if let value = known(term.variable) {
                result.constant += term.coefficient * value
            } else {
                result.terms.append(term)
            }
        }
        return result
    }

    /// Whether numbers like these can be reckoned with: no overflow, nothing endless.
    var isReasonable: Bool {
        constant.magnitude <= Self.largest && terms.allSatisfy { $0.coefficient.magnitude <= Self.largest }
    }

    /// Beyond this the digits of a number no longer tell points apart.
    static let largest = 1e7
}

/// Where a rectangle lies, as expressions in the root's space.
struct LayoutBox: Sendable {
    var x: LayoutExpression
    var y: LayoutExpression
    var width: LayoutExpression
    var height: LayoutExpression

    /// The rectangle with its edges moved inwards.
    func inset(by insets: EdgeInsets) -> LayoutBox {
        LayoutBox(
            x: x + insets.left,
            y: y + insets.top,
            width: width - (insets.left + insets.right),
            height: height - (insets.top + insets.bottom)
        )
    }

    /// The expression of an attribute; nil for baselines, which depend on more than the rectangle. Left to right.
    func edge(_ attribute: LayoutAttribute) -> LayoutExpression? {
        switch attribute {
        case .left, .leading: x
        case .right, .trailing: x + width
        case .top: y
        case .bottom: y + height
        case .width: width
        case .height: height
        case .centerX: x + width * 0.5
        case .centerY: y + height * 0.5
        default: nil
        }
    }
}

/// One line of a layout: what it asks of an expression, how much that counts, and who asks.
struct LayoutRow: Sendable {
    /// Who asks for something.
    enum Source: Sendable, Hashable {
        /// A constraint, by its place in the tree's list.
        case constraint(Int)
        /// The autoresizing mask of a view, or the rule of a cell, by the view's place in the unit.
        case mask(Int)
        /// A stack view, for itself.
        case stack(Int)
        /// A stack view, that a hidden view has no length.
        case hiding(Int)
        /// A view's content.
        case content(Int)
        /// The last word where nothing else decides: the frame that the file has.
        case stored(Int)

        /// What it costs to go without: what UIKit itself asks for is the last to give way. That a hidden view has no
        /// length gives way to the constraints inside it, as Interface Builder's frames show.
        var cost: Double {
            switch self {
            case .mask, .stack: 100
            case .constraint: 1
            case .hiding: 0.8
            case .content, .stored: 0.5
            }
        }
    }

    /// What is compared with 0.
    var expression: LayoutExpression
    var relation: LayoutConstraint.Relation
    var priority: Double
    var source: Source
    /// Whether it is about x.
    var isHorizontal: Bool
}
