import Diagnostics
import ViewHierarchy

/// What a person would most likely change about a conflict, the likeliest first.
struct ConflictAdvice {
    private typealias Advice = ConflictExplanation.Advice

    /// What gives way to everything that is required, and to nothing else.
    private static let almostRequired = 999

    private let explanation: ConflictExplanation
    private let arithmetic: ConflictArithmetic?
    /// The constraints that count, by their places.
    private let places: [Int]

    init(_ explanation: ConflictExplanation) {
        self.explanation = explanation
        arithmetic = explanation.arithmetic
        places = explanation.constraints.indices.filter { explanation.constraints[$0].takesPart ?? true }
    }

    var all: [ConflictExplanation.Advice] {
        let (masks, measured, hiding) = (self.masks, self.measured, self.hiding)
        let strays = masks.filter(\.isOfStray).map(\.advice)
        guard strays.isEmpty else { return strays + prototypes }
        let causes = masks.map(\.advice) + hiding + measured
        guard causes.isEmpty else { return causes + contents(besides: true) + prototypes }
        let own = arithmetic?.isPair == true ? pair : numbers
        let all = own + contents(besides: !own.isEmpty) + prototypes
        return all.isEmpty ? lowering : all
    }

    /// What a constraint says, in quotes.
    private func quote(_ place: Int) -> String {
        let inner = explanation.constraints[place].words.map { $0 == "“" ? "‘" : $0 == "”" ? "’" : $0 }
        return "“\(String(inner))”"
    }

    private func name(_ item: Int?) -> String { item.flatMap { explanation.items[safe: $0]?.name } ?? "the view" }

    private func constraints(_ origins: ConstraintOrigin...) -> [Int] {
        places.filter { origins.contains(explanation.constraints[$0].origin) }
    }

    // MARK: Causes

    /// Views whose masks became constraints; a stray is one that other constraints place as well.
    private var masks: [(advice: Advice, isOfStray: Bool)] {
        var told: Set<Int> = []
        return constraints(.mask).compactMap { place in
            guard let view = explanation.constraints[place].items.first, told.insert(view).inserted else { return nil }
            let others = places.filter { explanation.constraints[$0].origin != .mask }
            // Constraints of its own, or to what it lies in: not those of what lies in it.
            let isPlaced = others.contains { other in
                let items = explanation.constraints[other].items
                return items.contains(view) && !items.contains { $0 != view && explanation.isInside($0, view) }
            }
            let code = "\(swiftName(of: view)).translatesAutoresizingMaskIntoConstraints = false"
            guard !isPlaced else {
                let text =
                    "Set translatesAutoresizingMaskIntoConstraints to false on \(name(view)): its autoresizing mask became "
                    + "constraints, besides those that place it."
                return (Advice(text: text, constraint: place, code: code), true)
            }
            let equation = explanation.constraints[place].logged.equation
            if let equation, equation.constant == 0, equation.first.attribute.isLength {
                let text =
                    "\(name(view)) has no size yet when the constraints in it come into force. Give it a frame before, or "
                    + "lower one of the constraints in it to \(Self.almostRequired)."
                return (Advice(text: text, constraint: place), false)
            }
            let text =
                "\(name(view)) keeps the frame that the app gave it, since its autoresizing mask became constraints. If "
                + "constraints are to size it, set translatesAutoresizingMaskIntoConstraints to false."
            return (Advice(text: text, constraint: place, code: code), false)
        }
    }

    /// Views that a stack view collapses.
    private var hiding: [Advice] {
        constraints(.hiding).prefix(1).map { place in
            let view = explanation.constraints[place].items.first
            let own = changeable.first
            let what = own.map(quote) ?? "the required constraint on its length"
            let text =
                "\(name(view)) is hidden in a stack view, which makes it 0 long. Lower \(what) to \(Self.almostRequired), so "
                + "that it can give way."
            return Advice(text: text, constraint: own ?? place, code: own.map(Self.lowering))
        }
    }

    /// Sizes that UIKit gives for a moment, and those of cells, which come from rows and columns.
    private var measured: [Advice] {
        (constraints(.temporary) + constraints(.encapsulated)).prefix(1).compactMap { place in
            let constraint = explanation.constraints[place]
            guard let equation = constraint.logged.equation else { return nil }
            let isHorizontal = equation.first.attribute.isHorizontal
            let view = constraint.items.first
            let own = changeable.first
            let what = own.map(quote) ?? "one constraint along that axis"
            let why: String
            if constraint.origin == .temporary || equation.constant < 1 {
                let length = "\(NumberText.short(equation.constant)) \(isHorizontal ? "wide" : "high")"
                why = "\(name(view)) is \(length) for a moment, while UIKit measures it"
            } else if let view, explanation.items[view].logged.className.contains("Cell") {
                let length = "\(isHorizontal ? "width" : "height") \(NumberText.short(equation.constant))"
                why = "The list around \(name(view)) gives it the \(length), which is required as well"
            } else {
                return nil
            }
            let text = "\(why). Lower \(what) to \(Self.almostRequired), so that it gives way until the size is right."
            return Advice(text: text, constraint: own ?? place, code: own.map(Self.lowering))
        }
    }

    /// One length that is asked for twice.
    private var pair: [Advice] {
        let own = changeable
        guard let first = own.first, own.count == 2 else { return [] }
        let text =
            "\(quote(first)) and \(quote(own[1])) are about the same length: remove one of them, or lower it to "
            + "\(Self.almostRequired)."
        return [Advice(text: text, constraint: first, code: Self.lowering(first))]
    }

    // MARK: Numbers

    /// The app's own constraints, those first that a person would most likely change: the one that UIKit gave up, lengths that
    /// are fixed, lengths that have limits, distances at the end, the others.
    private var changeable: [Int] {
        func rank(_ place: Int) -> Int {
            let constraint = explanation.constraints[place]
            guard let equation = constraint.logged.equation else { return 9 }
            let isOuter = arithmetic?.container != nil && constraint.items.first == arithmetic?.container
            let own =
                if equation.first.attribute.isLength, equation.second == nil {
                    (equation.relation == .equal ? 1 : 2) + (isOuter && arithmetic?.isPair == false ? 4 : 0)
                } else if equation.first.attribute.isEnd {
                    3
                } else {
                    4
                }
            return own - (constraint.isBroken ? 10 : 0) + (equation.constant == 0 ? 3 : 0)
        }
        return places.filter { [.app, .content, .prototyping].contains(explanation.constraints[$0].origin) }
            .sorted { (rank($0), $0) < (rank($1), $1) }
    }

    /// A constant that fits.
    private var numbers: [Advice] {
        guard let arithmetic, arithmetic.excess > 0, let place = changeable.first,
            let term = arithmetic.needed.first(where: { $0.constraint == place }), term.kind != .other
        else { return [] }
        let value = term.value - arithmetic.excess / term.factor
        guard value >= 0 else {
            let text =
                "No number in \(quote(place)) alone is small enough: even without it the others need more than there is."
            return [Advice(text: text, constraint: place)] + lowering
        }
        let limit = "\(term.relation == .greaterThanOrEqual ? "at least" : "at most") \(NumberText.short(value))"
        let axis = arithmetic.isHorizontal ? "wide" : "high"
        let change = term.item.map { "\(name($0)) be \(limit) \(axis)" } ?? "the distance be \(limit)"
        let text =
            "Change \(quote(place)): lower its priority to \(Self.almostRequired), or let \(change), which is what is left."
        return [Advice(text: text, constraint: place, code: Self.lowering(place))]
    }

    /// Contents that may neither grow nor shrink, and fixed lengths where a content has one of its own.
    /// - Parameter besides: Whether there is other advice already.
    private func contents(besides: Bool) -> [Advice] {
        let required = constraints(.content)
        if let place = required.first {
            let text =
                "The content of \(name(explanation.constraints[place].items.first)) is required to keep its size. Lower its "
                + "hugging or its resistance to compression below 1000."
            return [Advice(text: text, constraint: place)]
        }
        guard besides, let arithmetic, let place = changeable.first,
            let term = (arithmetic.needed + arithmetic.available).first(where: { $0.constraint == place }),
            let item = term.item.flatMap({ explanation.items[safe: $0] }), item.logged.hasContent
        else { return [] }
        let axis = arithmetic.isHorizontal ? "horizontal" : "vertical"
        let text =
            "\(item.name) has a size of its own: without a fixed one, its \(axis) hugging and resistance to compression decide "
            + "who gives way."
        return [Advice(text: text, constraint: term.constraint)]
    }

    private var prototypes: [Advice] {
        constraints(.prototyping).prefix(1).map { place in
            let text =
                "Interface Builder made \(quote(place)) because the view had too few constraints. Give "
                + "the view constraints of its own in the interface."
            return Advice(text: text, constraint: place)
        }
    }

    /// A lower priority, where nothing better is known.
    private var lowering: [Advice] {
        guard let place = changeable.first else {
            let stack = constraints(.stack).first
            let text =
                "All of these constraints are UIKit's own: "
                + (stack == nil
                    ? "change the size of the view around them, or what is in it."
                    : "change the spacing, the distribution or the size of the stack view, or what is in it.")
            return places.isEmpty ? [] : [Advice(text: text, constraint: stack)]
        }
        let equation = explanation.constraints[place].logged.equation
        guard constraints(.stack).isEmpty || equation?.first.attribute.isLength ?? true else {
            let text =
                "A stack view places its views by itself: remove \(quote(place)), or lower it to \(Self.almostRequired)."
            return [Advice(text: text, constraint: place, code: Self.lowering(place))]
        }
        let text = "Lower \(quote(place)) to \(Self.almostRequired), so that it gives way."
        return [Advice(text: text, constraint: place, code: Self.lowering(place))]
    }

    /// The line that lowers a constraint, which code has under a name of its own.
    private static func lowering(_: Int) -> String { "constraint.priority = UILayoutPriority(\(almostRequired))" }

    /// How code could call a view: by its identifier where that is a name in Swift.
    private func swiftName(of item: Int) -> String {
        guard let name = explanation.items[safe: item]?.logged.name, let first = name.unicodeScalars.first,
            first.properties.isAlphabetic,
            name.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" })
        else { return "view" }
        return name
    }
}

extension LoggedItem {
    /// Whether its class has a size of its own.
    fileprivate var hasContent: Bool {
        ["Label", "Button", "ImageView", "TextField", "Switch"].contains { className.hasSuffix($0) }
    }
}
