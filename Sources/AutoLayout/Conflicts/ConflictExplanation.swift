import Diagnostics
public import ViewHierarchy

/// Why the constraints of a log cannot all hold, and what would mend it: from the log alone, and from a dump of the same run
/// where there is one.
public struct ConflictExplanation: Sendable {
    /// The most conflicts of a log that are explained; the others are counted.
    public static let maximumConflicts = 100
    /// The most constraints of a conflict that are looked at.
    public static let maximumConstraints = 200
    /// The most constraints of all conflicts together, the first of which is always explained.
    public static let maximumInAll = 500

    /// A view or a layout guide that the log names.
    public struct Item: Sendable {
        /// What the log says of it.
        public var logged: LoggedItem
        /// Its name for people, which no other item of the conflict has.
        public var name = ""
        /// Which of the items is its superview, or the view that a guide belongs to, as far as that is known.
        public var superview: Int?
        /// The id of the view in the dump; nil without a dump, or where it is not in it.
        public var view: Int?
    }

    /// A constraint of the conflict.
    public struct Constraint: Sendable {
        /// What the log says of it.
        public var logged: LoggedConstraint
        /// Which of the items of the explanation it names, in the order of its own items.
        public var items: [Int]
        /// Who made it.
        public var origin: ConstraintOrigin
        /// What it says, a sentence without a full stop: `UIButton is 200 wide`.
        public var words = ""
        /// Whether it is the one that UIKit gave up.
        public var isBroken = false
        /// Whether it belongs to those that cannot hold together: without it the others could. Nil where that is not known.
        public var takesPart: Bool?
    }

    /// Something to change.
    public struct Advice: Sendable, Hashable {
        /// What to do, a sentence or two.
        public var text: String
        /// Which constraint it is about; nil for a view.
        public var constraint: Int?
        /// The same in Swift, where a line says it.
        public var code: String?
    }

    /// The views and guides, in the order in which the log names them.
    public internal(set) var items: [Item] = []
    /// The constraints in the order of the log.
    public internal(set) var constraints: [Constraint] = []
    /// Whether the text says that the constraints cannot all hold.
    public internal(set) var isAnnounced: Bool
    /// What cannot hold, as a sum or a pair; nil where the log does not suffice to tell.
    public internal(set) var arithmetic: ConflictArithmetic?
    /// What to change, the likeliest first.
    public internal(set) var advice: [Advice] = []
    /// The lines of the log on which the conflict begins, each time that it came, the first 100.
    public internal(set) var lines: [Int] = []
    /// How often it came.
    public internal(set) var count = 1

    /// The constraint that UIKit gave up; nil where the log does not say it.
    public var broken: Constraint? { constraints.first(where: \.isBroken) }

    /// Whether the constraints cannot all hold: the text says it, or their numbers do.
    public var isConflict: Bool { isAnnounced || constraints.contains { $0.takesPart == true } }

    /// What cannot hold, in one sentence.
    public var sentence: String {
        guard isConflict else { return "Nothing in the text says that these constraints conflict." }
        guard let arithmetic else {
            let needed = constraints.count { $0.takesPart == true }
            if needed > 0 { return "\(needed.counted("constraint")) of the list cannot hold together." }
            let isUnread = constraints.contains { $0.logged.equation == nil }
            return isUnread
                ? "Not every constraint of the log can be read, and the others could hold together."
                : "By the numbers in the log these constraints could hold together: something takes part that it does not list."
        }
        return arithmetic.sentence
    }

    /// Explains the conflicts of a log, each once, in the order in which they first came.
    ///
    /// - Parameter tree: The views of a dump of the same run.
    public static func all(of conflicts: [LoggedConflict], in tree: ViewTree? = nil) -> [ConflictExplanation] {
        var found: [ConflictExplanation] = []
        var places: [[String]: Int] = [:]
        var explainer = ConflictExplainer(tree)
        for conflict in conflicts {
            let key = conflict.likeness
            if let place = places[key] {
                found[place].count += 1
                if found[place].lines.count < 100 { found[place].lines.append(conflict.line) }
            } else if let explanation = explainer.explain(conflict) {
                places[key] = found.count
                found.append(explanation)
            }
        }
        return found
    }

    fileprivate init(_ conflict: LoggedConflict, _ views: inout ConflictViews) {
        isAnnounced = conflict.isAnnounced
        lines = [conflict.line]
        var logged = Array(conflict.constraints.prefix(Self.maximumConstraints))
        if let broken = conflict.broken, !logged.contains(where: { $0.isSame(as: broken) }) { logged.append(broken) }
        for constraint in logged {
            let own = constraint.items.map { place(of: $0) }
            var entry = Constraint(logged: constraint, items: own, origin: ConstraintOrigin(constraint))
            entry.isBroken = conflict.broken.map { $0.isSame(as: constraint) } ?? false
            constraints.append(entry)
        }
        nest()
        views.find(&items)
        nameItems()
        let sentences = ConstraintSentences(self)
        for index in constraints.indices { constraints[index].words = sentences.words(of: constraints[index]) }
        let found = ConflictRows(self).conflict()
        if let rows = found?.rows {
            for index in constraints.indices { constraints[index].takesPart = rows.contains(index) }
        }
        arithmetic = found?.arithmetic
        advice = isConflict ? ConflictAdvice(self).all : []
    }

    private mutating func place(of item: LoggedItem) -> Int {
        let known = items.firstIndex {
            item.address == nil && $0.logged.address == nil
                ? $0.logged.name == item.name && $0.logged.className == item.className
                : $0.logged.address == item.address
        }
        guard let known else {
            items.append(Item(logged: item))
            return items.count - 1
        }
        items[known].logged.name = items[known].logged.name ?? item.name
        items[known].logged.text = items[known].logged.text ?? item.text
        if items[known].logged.className.isEmpty { items[known].logged.className = item.className }
        return known
    }

    // MARK: Who is in whom

    /// Whether an item is another one or lies in it.
    func isInside(_ item: Int, _ outer: Int) -> Bool {
        var next: Int? = item
        var steps = 0
        while let current = next, steps <= items.count {
            if current == outer { return true }
            next = items[safe: current]?.superview
            steps += 1
        }
        return false
    }

    private mutating func put(_ item: Int, in outer: Int) {
        guard items[item].superview == nil, item != outer, !isInside(outer, item) else { return }
        items[item].superview = outer
    }

    /// Puts views into the superviews that the log names, and the others where constraints suggest it: beside what they keep a
    /// distance from, in what they are pinned to the edges of.
    private mutating func nest() {
        for constraint in constraints {
            guard let outer = constraint.logged.superview ?? constraint.logged.equation?.origin else { continue }
            for (own, item) in constraint.items.enumerated() where own != outer {
                put(item, in: constraint.items[outer])
            }
        }
        for _ in 0..<2 {
            for constraint in constraints {
                guard let equation = constraint.logged.equation, let other = equation.second else { continue }
                let (first, second) = (constraint.items[equation.first.item], constraint.items[other.item])
                if other.attribute.isOfMargins != equation.first.attribute.isOfMargins {
                    // Only what lies in a view has to do with its margins.
                    if other.attribute.isOfMargins { put(first, in: second) } else { put(second, in: first) }
                } else if equation.first.attribute.isSameEdge(as: other.attribute) {
                    pin(first, to: second)
                    pin(second, to: first)
                } else if equation.isDistance {
                    if let outer = items[second].superview { put(first, in: outer) }
                    if let outer = items[first].superview { put(second, in: outer) }
                }
            }
        }
    }

    /// Puts an item without a superview into another one that is known to hold some, or beside a guide of it.
    private mutating func pin(_ item: Int, to other: Int) {
        guard items[item].superview == nil, !items[item].logged.isGuide, !isSizedFromOutside(item) else { return }
        if items[other].logged.isGuide {
            if let owner = items[other].superview { put(item, in: owner) }
        } else if items.contains(where: { $0.superview == other }) || isSizedFromOutside(other) {
            put(item, in: other)
        }
    }

    /// Whether a constraint from outside gives an item its size.
    func isSizedFromOutside(_ item: Int) -> Bool {
        constraints.contains { $0.origin == .encapsulated && $0.items.first == item }
    }

    // MARK: Names

    private mutating func nameItems() {
        var plain = items.map { $0.logged.isGuide ? "" : $0.logged.plainName }
        let times = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
        var seen: [String: Int] = [:]
        for index in plain.indices where !plain[index].isEmpty && times[plain[index], default: 0] > 1 {
            let number = seen[plain[index], default: 0] + 1
            seen[plain[index]] = number
            plain[index] += " \(number)"
        }
        for index in items.indices where items[index].logged.isGuide {
            let owner = items[index].superview.flatMap { plain[$0].isEmpty ? nil : plain[$0] }
            let kind = items[index].logged.guideName
            plain[index] = owner.map { "\(kind) of \($0)" } ?? kind
        }
        for index in items.indices { items[index].name = plain[index] }
    }
}

extension LoggedItem {
    /// The class without its module and the name or text that tells it from others of the class.
    fileprivate var plainName: String {
        var short = className.hasPrefix("NSKVONotifying_") ? String(className.dropFirst(15)) : className
        if !short.contains("<"), let last = short.split(separator: ".").last { short = String(last) }
        guard let mark = text ?? name, !mark.isEmpty else { return short.isEmpty ? "a view" : short }
        if address == nil, className.isEmpty, mark.hasPrefix("superview of ") { return "the \(mark)" }
        return short.isEmpty ? "“\(mark.prefix(40))”" : "\(short) “\(mark.prefix(40))”"
    }

    /// What a layout guide is called for people.
    fileprivate var guideName: String {
        switch text ?? "" {
        case "UIViewSafeAreaLayoutGuide": "the safe area"
        case "UIViewLayoutMarginsGuide": "the margin guide"
        case "UIViewReadableContentGuide": "the readable width"
        case "UIViewKeyboardLayoutGuide": "the keyboard guide"
        case "": className == "_UILayoutGuide" ? "the layout guide" : "a layout guide"
        case let own: "the guide “\(own.prefix(40))”"
        }
    }
}

extension LoggedConstraint {
    /// Whether it is the same constraint on another line.
    func isSame(as other: LoggedConstraint) -> Bool { constraint.address == other.constraint.address }
}

extension LayoutAttribute {
    /// Whether both are the same edge, centre or length, in margins or not.
    func isSameEdge(as other: LayoutAttribute) -> Bool {
        isPairable(with: other) && (isStart == other.isStart) && (isEnd == other.isEnd)
    }

    /// Whether it is an edge at which an axis begins.
    var isStart: Bool { [.left, .leading, .top, .leftMargin, .leadingMargin, .topMargin].contains(self) }

    /// Whether it is an edge at which an axis ends.
    var isEnd: Bool { [.right, .trailing, .bottom, .rightMargin, .trailingMargin, .bottomMargin].contains(self) }
}

extension LoggedConflict {
    /// What tells the conflict from others: its constraints without the addresses, which differ from cell to cell, and without
    /// texts; items are numbered in the order in which they come.
    fileprivate var likeness: [String] {
        let shapes = constraints.prefix(ConflictExplanation.maximumConstraints).map { constraint in
            (shape: constraint.shape(\.shape), constraint)
        }
        var numbers: [UInt64: Int] = [:]
        let broken = self.broken.map { "broken \($0.shape(\.shape))" } ?? (isAnnounced ? "" : "list")
        return [broken]
            + shapes.sorted { $0.shape < $1.shape }.map { entry in
                entry.1.shape { item in
                    guard let address = item.address else { return item.shape }
                    let number = numbers[address] ?? numbers.count
                    numbers[address] = number
                    return "\(item.shape) \(number)"
                }
            }
    }
}

extension LoggedItem {
    fileprivate var shape: String { "\(className) \(name ?? "") \(isGuide ? text ?? "" : "")" }
}

extension LoggedConstraint {
    fileprivate func shape(_ item: (LoggedItem) -> String) -> String {
        func side(_ side: Equation.Side?) -> String {
            side.map { "\(items[safe: $0.item].map(item) ?? "").\($0.attribute.name)" } ?? ""
        }
        guard let equation else { return "\(constraint.className) \(items.map(item)) \(identifier ?? "")" }
        let numbers = "\(equation.multiplier) \(equation.constant) \(priority)"
        return "\(side(equation.first)) \(equation.relation) \(side(equation.second)) \(numbers) \(identifier ?? "")"
    }
}

/// Explains conflicts one by one, each time that they come, as many as there is time for.
package struct ConflictExplainer {
    private var views: ConflictViews
    private var count = 0
    private var room = ConflictExplanation.maximumInAll

    /// Prepares to explain conflicts.
    ///
    /// - Parameter tree: The views of a dump of the same run.
    package init(_ tree: ViewTree?) { views = ConflictViews(tree) }

    /// Why constraints cannot hold; nil for those that are too many.
    package mutating func explain(_ conflict: LoggedConflict) -> ConflictExplanation? {
        guard count < ConflictExplanation.maximumConflicts, count == 0 || conflict.constraints.count <= room,
            !Task.isCancelled
        else { return nil }
        count += 1
        room -= conflict.constraints.count
        return ConflictExplanation(conflict, &views)
    }
}

/// The views of a dump that a log may name.
private struct ConflictViews {
    private let tree: ViewTree?
    private let addresses: [UInt64: Int]
    /// The only view with an identifier; -1 where several have it.
    private lazy var named: [String: Int] =
        (tree?.indices).map { indices in
            let names = indices.compactMap { index in tree?.identifier(of: index).map { ($0, index) } }
            return Dictionary(names) { _, _ in -1 }
        } ?? [:]

    init(_ tree: ViewTree?) {
        self.tree = tree
        addresses = tree?.indexesByAddress() ?? [:]
    }

    /// Finds items in the dump, and takes from it what the log does not say: classes, names, who is in whom.
    mutating func find(_ items: inout [ConflictExplanation.Item]) {
        guard let tree else { return }
        var places: [Int: Int] = [:]
        for index in items.indices {
            let item = items[index].logged
            var found = item.reference.flatMap { reference in
                addresses[reference.address].flatMap { reference.mayBe(tree.className(of: $0)) ? $0 : nil }
            }
            if found == nil, let name = item.name, let index = named[name], index >= 0 { found = index }
            guard let found else { continue }
            places[found] = index
            items[index].view = tree.id(at: found)
            items[index].logged.className = tree.className(of: found)
            items[index].logged.name = item.name ?? tree.identifier(of: found)
            items[index].logged.text = item.text ?? tree.text(of: found)
        }
        for (view, index) in places {
            var next = tree.superview(of: view)
            while let outer = next, places[outer] == nil { next = tree.superview(of: outer) }
            if let outer = next, let place = places[outer] { items[index].superview = place }
        }
    }
}
