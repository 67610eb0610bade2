import PastedText
import ViewHierarchy

/// Reads a constraint as `-[NSLayoutConstraint description]` prints it, in the visual format or as an equation.
///
/// Takes time in the length of the description only.
struct ConstraintParser {
    /// The most bytes of a description that are read; of a longer one only the objects are kept.
    static let maximumBytes = 4_096
    /// The most bytes of the name, the class or the text of a view.
    static let maximumName = 400
    /// The most names that are read behind a description.
    private static let maximumNames = 32

    private typealias Equation = LoggedConstraint.Equation

    let text: ByteText
    /// Where the next byte is, and where what is said of the constraint ends.
    var index: Int
    var end: Int
    /// What `names:` lists, the longest first: names hold whatever the app's author wrote.
    var names: [(name: [UInt8], item: LoggedItem)] = []
    var superview: LoggedItem?
    var constraint: LoggedConstraint

    /// Reads a description.
    ///
    /// - Parameters:
    ///   - range: What stands between the angle brackets.
    ///   - words: The same, cut when it is very long.
    /// - Returns: Nil where no address stands behind a class name.
    static func read(_ text: ByteText, _ range: Range<Int>, line: Int, words: String) -> LoggedConstraint? {
        guard let object = ObjectReference.all(in: text, range, limit: 1).first else { return nil }
        var parser = Self(text, range, LoggedConstraint(line: line, constraint: object, text: words))
        if range.count <= maximumBytes { parser.read() }
        if parser.constraint.equation == nil { parser.keepObjects(in: range) }
        return parser.constraint
    }

    private init(_ text: ByteText, _ range: Range<Int>, _ constraint: LoggedConstraint) {
        self.text = text
        (index, end) = (range.lowerBound, range.upperBound)
        self.constraint = constraint
    }

    private mutating func read() {
        index = text.firstIndex(of: "0x", in: index..<end).map { $0 &+ 2 } ?? end
        skip { $0.hexValue != nil }
        // `@Cell.swift#88`, as SnapKit has it.
        if text[index] == UInt8(ascii: "@") { skip { !$0.isSpace } }
        skipSpace()
        readMask()
        readIdentifier()
        readNames()
        readPriorities()
        let start = index
        constraint.equation = readDistance() ?? readEquation(from: start)
    }

    // MARK: Around the equation

    private mutating func readMask() {
        guard text.has("h=", at: index, before: end), text.has(" v=", at: index &+ 5, before: end) else { return }
        constraint.mask = text.string(index..<index &+ 11)
        index = min(index &+ 11, end)
        skipSpace()
    }

    private mutating func readIdentifier() {
        guard text[index] == UInt8(ascii: "'") else { return }
        guard let close = text.firstIndex(of: "' ", in: index &+ 1..<end) else { return }
        constraint.identifier = text.string(index &+ 1..<close)
        index = close &+ 1
        skipSpace()
    }

    /// Takes `   (active, names: a-name:0x1, '|':UIView:0x2 )` or `(Names: …)` off the end.
    private mutating func readNames() {
        let signs: [StaticString] = [" (active", " (inactive", " (Names:", " (names:"]
        var start = end &- 1
        while start > index, !signs.contains(where: { text.has($0, at: start, before: end) }) { start &-= 1 }
        guard start > index else { return }
        let tail = start..<end
        constraint.isActive = !text.has(" (inactive", at: start, before: end)
        end = text.trimmed(index..<start).upperBound
        guard let sign = text.firstIndex(of: "ames:", in: tail) else { return }
        var entry = sign &+ 5
        while entry < tail.upperBound, names.count < Self.maximumNames {
            while text[entry].isSpace || text[entry] == UInt8(ascii: ",") { entry &+= 1 }
            guard let (colon, next, address) = nextAddress(from: entry, before: tail.upperBound) else { break }
            add(text.string(entry..<colon), at: address)
            entry = next
        }
        names.sort { $0.name.count > $1.name.count }
        if let address = superview?.address, let own = names.first(where: { $0.item.address == address }) {
            superview = own.item
        }
    }

    private mutating func add(_ name: String, at address: UInt64) {
        guard name.utf8.count <= Self.maximumName else { return }
        var item = LoggedItem()
        item.address = address
        if name.hasPrefix("'|':") {
            let outer = String(name.dropFirst(4))
            // Classes begin with a capital or an underscore; identifiers may hold anything.
            let first = outer.unicodeScalars.first
            let isClass = first.map { $0 == "_" || $0.properties.isUppercase } ?? false
            if isClass, !outer.contains("-"), !outer.contains("...") {
                item.className = outer
            } else {
                item.name = outer
            }
            superview = item
        } else {
            item.name = name
            names.append((Array(name.utf8), item))
        }
    }

    /// The next `:0x…` with where it begins and ends.
    func nextAddress(from start: Int, before limit: Int) -> (colon: Int, end: Int, address: UInt64)? {
        guard let colon = text.firstIndex(of: ":0x", in: start..<max(start, limit)) else { return nil }
        var index = colon &+ 3
        var address: UInt64 = 0
        while index < limit, index &- colon < 19, let digit = text[index].hexValue {
            address = address << 4 | UInt64(digit)
            index &+= 1
        }
        return index > colon &+ 3 ? (colon, index, address) : nil
    }

    /// Takes `Hug:250 CompressionResistance:750`, `priority:251` and the direction off the end.
    private mutating func readPriorities() {
        let body = index..<end
        func number(_ name: StaticString) -> (place: Int, value: Double)? {
            guard let place = text.firstIndex(of: name, in: body) else { return nil }
            let digits = place &+ name.utf8CodeUnitCount
            let stop = (digits..<body.upperBound).first { !text[$0].isDigit && text[$0] != UInt8(ascii: ".") }
            guard let value = Double(text.string(digits..<(stop ?? body.upperBound))) else { return nil }
            return (place, value)
        }
        let hugging = number(" Hug:")
        let resistance = number(" CompressionResistance:")
        let priority = number(" priority:")
        if let hugging, let resistance { constraint.contentPriorities = (hugging.value, resistance.value) }
        if let priority { constraint.priority = priority.value }
        end = [hugging?.place, resistance?.place, priority?.place].compactMap { $0 }.min() ?? end
        end = text.trimmed(index..<end).upperBound
        if text.has("(LTR)", endingAt: index..<end) || text.has("(RTL)", endingAt: index..<end) {
            end = text.trimmed(index..<end &- 5).upperBound
        }
    }

    // MARK: Distances

    private enum Part {
        case edge
        case item(Int, Equation?)
    }

    /// `H:|-(16)-[UILabel:0x1'Late']`, `V:[UIView:0x1(>=20)]`.
    private mutating func readDistance() -> Equation? {
        let isHorizontal = text.has("H:", at: index, before: end)
        guard isHorizontal || text.has("V:", at: index, before: end) else { return nil }
        let start = index
        index &+= 2
        defer { index = start }
        guard let first = readPart(isHorizontal) else { return nil }
        var distance = (relation: LayoutConstraint.Relation.equal, constant: 0.0)
        if index == end {
            guard case .item(_, let length) = first else { return nil }
            return length
        }
        if take("-") {
            // `[A]-[B]` leaves out the standard distance, which the log then does not say.
            guard take("("), let read = readMeasure(), take(")"), take("-") else { return nil }
            distance = read
        }
        guard let second = readPart(isHorizontal), index == end else { return nil }
        let (leading, trailing): (LayoutAttribute, LayoutAttribute) =
            isHorizontal ? (.leading, .trailing) : (.top, .bottom)
        func equation(_ first: Int, _ own: LayoutAttribute, _ second: Int, _ other: LayoutAttribute) -> Equation {
            var equation = Equation(.init(first, own))
            equation.second = .init(second, other)
            (equation.relation, equation.constant) = distance
            equation.isDistance = true
            return equation
        }
        switch (first, second) {
        case (.edge, .item(let item, _)): return equation(item, leading, outside(of: item), leading)
        case (.item(let item, _), .edge): return equation(outside(of: item), trailing, item, trailing)
        case (.item(let before, _), .item(let after, _)): return equation(after, leading, before, trailing)
        case (.edge, .edge): return nil
        }
    }

    private mutating func readPart(_ isHorizontal: Bool) -> Part? {
        if take("|") { return .edge }
        guard take("["), let item = readItem(closers: [UInt8(ascii: "]"), UInt8(ascii: "(")]) else { return nil }
        var length: Equation?
        if take("(") {
            var own = Equation(.init(item, isHorizontal ? .width : .height))
            let relation = readRelation(isOptional: true) ?? .equal
            if let number = readNumber() {
                own.constant = number
            } else if let other = readItem(closers: [UInt8(ascii: ")"), UInt8(ascii: "@")]) {
                own.second = .init(other, own.first.attribute)
            } else {
                return nil
            }
            own.relation = relation
            readPriority()
            guard take(")") else { return nil }
            length = own
        }
        return take("]") ? .item(item, length) : nil
    }

    /// `16`, `>=16@750`, `NSSpace(8)`, `>=NSLayoutAnchorConstraintSpace(8)`.
    private mutating func readMeasure() -> (LayoutConstraint.Relation, Double)? {
        let relation = readRelation(isOptional: true) ?? .equal
        var isNamed = false
        if text[index].startsName {
            skip { $0.continuesName }
            guard take("(") else { return nil }
            isNamed = true
        }
        guard let number = readNumber(), !isNamed || take(")") else { return nil }
        readPriority()
        return (relation, number)
    }

    private mutating func readPriority() {
        if take("@"), let priority = readNumber() { constraint.priority = priority }
    }

    // MARK: Equations

    /// `UIView:0x1.width == 0.5*UIView:0x2.width - 8`, `a.name.leading == UIView:0x1.leading + NSSpace(8)`.
    private mutating func readEquation(from start: Int) -> Equation? {
        guard let (first, isFromOrigin) = readSide(), let relation = readRelation() else { return nil }
        var equation = Equation(first)
        equation.relation = relation
        skipSpace()
        // An identifier may begin with a digit, as a number does.
        if names.contains(where: { text.has($0.name, at: index, before: end) }) {
            guard readSecond(into: &equation) else { return nil }
        } else if let number = readNumber() {
            skipSpace()
            equation.constant = number
            if take("*") {
                (equation.multiplier, equation.constant) = (number, 0)
                guard readSecond(into: &equation) else { return nil }
            }
        } else {
            guard readSecond(into: &equation) else { return nil }
        }
        if isFromOrigin { equation.origin = equation.second?.item ?? outside(of: first.item) }
        skipSpace()
        return index == end && equation.multiplier.isFinite && equation.constant.isFinite ? equation : nil
    }

    private mutating func readSecond(into equation: inout Equation) -> Bool {
        skipSpace()
        guard let (second, isFromOrigin) = readSide(), !isFromOrigin else { return false }
        equation.second = second
        skipSpace()
        if take("*") {
            skipSpace()
            guard let number = readNumber() else { return false }
            equation.multiplier = number
        } else if take("/") {
            skipSpace()
            guard let number = readNumber(), number != 0 else { return false }
            equation.multiplier = 1 / number
        }
        skipSpace()
        guard index < end else { return true }
        let isNegative = text[index] == UInt8(ascii: "-")
        if text[index] == UInt8(ascii: "+") || isNegative { index &+= 1 }
        skipSpace()
        guard let (_, number) = readMeasure() else { return false }
        equation.constant = isNegative ? -number : number
        return true
    }

    /// `UIView:0x1.leading`; and whether it is measured from the superview's origin, as `minX` is.
    private mutating func readSide() -> (side: Equation.Side, isFromOrigin: Bool)? {
        guard let item = readItem(closers: [UInt8(ascii: ".")]), take(".") else { return nil }
        let start = index
        skip { $0.isLetter }
        let name = text.string(start..<index)
        let ofMasks: [String: LayoutAttribute] = [
            "minX": .left, "midX": .centerX, "maxX": .right, "minY": .top, "midY": .centerY, "maxY": .bottom,
        ]
        if let attribute = ofMasks[name] { return (.init(item, attribute), true) }
        return LayoutAttribute(name: name).map { (.init(item, $0), false) }
    }

    private mutating func readRelation(isOptional: Bool = false) -> LayoutConstraint.Relation? {
        if !isOptional { skipSpace() }
        if take("==") { return .equal }
        if take("<=") { return .lessThanOrEqual }
        if take(">=") { return .greaterThanOrEqual }
        return nil
    }

    private mutating func readNumber() -> Double? {
        let start = index
        let isNegative = take("-")
        skipSpace()
        let digits = index
        skip { $0.isDigit || $0 == UInt8(ascii: ".") }
        if index > digits, text[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            if text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") { index &+= 1 }
            skip { $0.isDigit }
        }
        guard index > digits, let number = Double(text.string(digits..<index)), number.isFinite else {
            index = start
            return nil
        }
        return isNegative ? -number : number
    }

    // MARK: Bytes

    private mutating func skip(while test: (UInt8) -> Bool) {
        while index < end, test(text[index]) { index &+= 1 }
    }

    private mutating func skipSpace() { skip { $0.isSpace } }

    mutating func take(_ literal: StaticString) -> Bool {
        guard text.has(literal, at: index, before: end) else { return false }
        index &+= literal.utf8CodeUnitCount
        return true
    }
}
