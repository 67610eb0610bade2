/// A value of a document and where it stands there.
///
/// Only when something is said about a place its pointer is written down, so that walking a large document costs little.
public struct JSONPlace: Sendable {
    /// The way to a place, each step with the one before.
    private final class Path: Sendable {
        let token: Token
        let before: Path?

        init(_ token: Token, after before: Path?) {
            self.token = token
            self.before = before
        }
    }

    private enum Token: Sendable {
        case member(String)
        case element(Int)
    }

    /// What stands there.
    public let value: JSONValue
    private let path: Path?

    /// The whole of a document.
    public init(_ value: JSONValue) { self.init(value, nil) }

    /// A member of a document that is not at hand as a whole, such as one parameter of a query.
    public init(_ value: JSONValue, named name: String) { self.init(value, Path(.member(name), after: nil)) }

    private init(_ value: JSONValue, _ path: Path?) {
        self.value = value
        self.path = path
    }

    /// The first member with this name; nil when there is none, or when this is no object.
    public subscript(_ name: String) -> JSONPlace? {
        value[name].map { JSONPlace($0, Path(.member(name), after: path)) }
    }

    /// The members in their order; empty for what is no object.
    public var members: [JSONPlace] {
        (value.objectValue ?? []).map { JSONPlace($0.value, Path(.member($0.name), after: path)) }
    }

    /// The elements in their order; empty for what is no array.
    public var elements: [JSONPlace] {
        (value.arrayValue ?? []).enumerated().map { JSONPlace($1, Path(.element($0), after: path)) }
    }

    /// The name of a member; nil for an element and for the whole document.
    public var name: String? {
        guard case .member(let name) = path?.token else { return nil }
        return name
    }

    /// The place as a JSON Pointer (RFC 6901); empty for the whole document.
    public var pointer: String {
        var tokens: [String] = []
        var next = path
        while let path = next {
            switch path.token {
            case .member(let name): tokens.append("/" + JSONPointer.escape(name))
            case .element(let index): tokens.append("/\(index)")
            }
            next = path.before
        }
        return tokens.reversed().joined()
    }
}

/// Reads the members of a document strictly and gathers everything that is wrong with them, each with its place, so that
/// one answer tells it all. The one such reader: of bodies, edits and animations as of the parameters of a query.
///
///     var reader = MemberReader()
///     let body = JSONPlace(.object(members))
///     reader.checkNames(of: body, ["view", "alpha"])
///     let view = reader.integer(reader.required("view", of: body))
///     let alpha = reader.number(body["alpha"], in: 0...1)
///     guard reader.faults.isEmpty else { … }
///
/// What reads a value takes nil for one that is absent, and gives nil for it without a fault. A value of the wrong kind
/// gives nil and a fault; go on reading, and look at the faults at the end.
public struct MemberReader: Sendable {
    /// One thing that is wrong, and where.
    public struct Fault: Sendable, Hashable {
        /// The place as a JSON Pointer (RFC 6901) into the document; empty for the whole of it.
        public var pointer: String
        /// One sentence for people.
        public var message: String

        /// Creates a fault.
        public init(_ message: String, at pointer: String) {
            self.pointer = pointer
            self.message = message
        }
    }

    /// Every finite number.
    public static let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    /// The most faults that are told; the rest are found when these are mended.
    public static let maximumFaults = 100

    /// What was wrong so far, in the order of reading.
    public private(set) var faults: [Fault] = []
    /// Whether numbers and truth values stand in texts, as in a query; what JSON writes without quotes is refused then.
    private let acceptsText: Bool

    /// Creates a reader that has found nothing yet.
    public init(acceptsText: Bool = false) { self.acceptsText = acceptsText }

    // MARK: Faults

    /// Notes a fault, given the whole sentence.
    public mutating func refuse(_ place: JSONPlace, _ message: @autoclosure () -> String) {
        guard faults.count < Self.maximumFaults else { return }
        faults.append(Fault(message(), at: place.pointer))
    }

    /// Notes that a value is not what its place takes: “alpha” takes a finite number, not “x”.
    public mutating func refuse(_ place: JSONPlace, takes what: @autoclosure () -> String) {
        let subject = place.name.map { "“\($0.prefix(40))”" } ?? "This"
        refuse(place, "\(subject) takes \(what()), not \(Self.brief(place.value)).")
    }

    /// Refuses every member whose name is not known, unless there is no object at the place: then that is the fault.
    public mutating func checkNames(of place: JSONPlace, _ known: [String]) {
        guard place.value.kind == .object else { return refuse(place, takes: "an object") }
        for member in place.members where !known.contains(member.name ?? "") {
            refuse(member, "This member is unknown here. Use \(known.joined(separator: ", ")).")
        }
    }

    /// A member that must be there; one that is missing is a fault of the object.
    public mutating func required(_ name: String, of place: JSONPlace) -> JSONPlace? {
        let member = place[name]
        if member == nil { refuse(place, "“\(name)” is missing.") }
        return member
    }

    /// A value in a few words, so that no message repeats a whole document.
    private static func brief(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string(let text): "“\(text.prefix(40))”"
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        }
    }

    // MARK: Values

    /// A whole number in a range, also one written as `3.0`.
    public mutating func integer(_ place: JSONPlace?, in range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
        guard let place else { return nil }
        var number = acceptsText ? nil : place.value.integerValue.flatMap { Int(exactly: $0) }
        if number == nil, !acceptsText { number = place.value.doubleValue.flatMap { Int(exactly: $0) } }
        if acceptsText { number = place.value.stringValue.flatMap { Int($0) } }
        if let number, range.contains(number) { return number }
        let bounds = range == Int.min...Int.max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
        refuse(place, takes: "a whole number\(bounds)")
        return nil
    }

    /// A finite number in a range.
    public mutating func number(_ place: JSONPlace?, in range: ClosedRange<Double> = Self.finite) -> Double? {
        guard let place else { return nil }
        let number = acceptsText ? place.value.stringValue.flatMap { Double($0) } : place.value.doubleValue
        if let number, number.isFinite, range.contains(number) { return number }
        if range == Self.finite {
            refuse(place, takes: "a finite number")
        } else if range.upperBound == Self.finite.upperBound {
            refuse(place, takes: "a number that is not below \(Self.short(range.lowerBound))")
        } else {
            refuse(place, takes: "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))")
        }
        return nil
    }

    /// `true` or `false`; in a text also `1`, `yes`, `0` and `no`, in any case.
    public mutating func bool(_ place: JSONPlace?) -> Bool? {
        guard let place else { return nil }
        if !acceptsText, let bool = place.value.boolValue { return bool }
        switch acceptsText ? place.value.stringValue?.lowercased() : nil {
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default:
            refuse(place, takes: "true or false")
            return nil
        }
    }

    /// Refuses every text and name with U+0000, which not every store keeps, however deep.
    public mutating func refuseNull(in place: JSONPlace) {
        if place.value.stringValue?.utf8.contains(0) ?? false || place.name?.utf8.contains(0) ?? false {
            refuse(place, "This text contains the character U+0000, which can't be stored.")
        }
        for member in place.members + place.elements { refuseNull(in: member) }
    }

    /// A text without U+0000, which not every store keeps.
    public mutating func text(_ place: JSONPlace?) -> String? {
        guard let place else { return nil }
        guard let text = place.value.stringValue else {
            refuse(place, takes: "a text")
            return nil
        }
        guard !text.utf8.contains(0) else {
            refuse(
                place,
                "\(place.name.map { "“\($0.prefix(40))”" } ?? "This") takes a text without the character U+0000."
            )
            return nil
        }
        return text
    }

    /// One of a set of words.
    public mutating func choice(_ place: JSONPlace?, of words: [String]) -> String? {
        guard let place else { return nil }
        if let word = place.value.stringValue, words.contains(word) { return word }
        refuse(place, takes: "one of \(words.joined(separator: ", "))")
        return nil
    }

    /// One of the words that an enumeration has.
    public mutating func choice<Choice>(_ place: JSONPlace?, _ type: Choice.Type = Choice.self) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        choice(place, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
    }

    /// The elements of an array, of so many where a count is given.
    public mutating func elements(_ place: JSONPlace?, count: Int? = nil, of what: String = "values") -> [JSONPlace]? {
        guard let place else { return nil }
        if let array = place.value.arrayValue, count == nil || array.count == count { return place.elements }
        refuse(place, takes: count.map { "an array of \($0) \(what)" } ?? "an array of \(what)")
        return nil
    }

    /// An object.
    public mutating func object(_ place: JSONPlace?) -> JSONPlace? {
        guard let place else { return nil }
        if place.value.kind == .object { return place }
        refuse(place, takes: "an object")
        return nil
    }

    /// Exactly so many finite numbers, from an array.
    public mutating func numbers(_ place: JSONPlace?, count: Int) -> [Double]? {
        guard let elements = elements(place, count: count, of: "numbers") else { return nil }
        let numbers = elements.compactMap { number($0) }
        return numbers.count == count ? numbers : nil
    }

    /// The finite numbers of exactly these members of an object.
    public mutating func numbers(_ place: JSONPlace?, named names: [String]) -> [Double]? {
        guard let place else { return nil }
        guard place.value.kind == .object else {
            refuse(place, takes: "an object with \(names.map { "“\($0)”" }.joined(separator: ", "))")
            return nil
        }
        checkNames(of: place, names)
        let numbers = names.compactMap { name in number(required(name, of: place)) }
        return numbers.count == names.count ? numbers : nil
    }

    /// Whole numbers without the fraction that Swift writes.
    private static func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}

/// Names as the bytes of a text, each kept once and called by a number: its place in the order of their first use.
package struct ByteNames: Sendable {
    /// Where a name is in `bytes`, and the hash of it.
    private struct Entry {
        var range: Range<Int>
        var hash: Int
    }

    /// The names as text.
    package private(set) var texts: [String] = []
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// A table with open addressing: the number of a name and 1, or 0. Its size is a power of two.
    private var slots = [UInt32](repeating: 0, count: 64)
    /// The numbers that were asked for last, by length and ends of the name, and 1. Most names are found here, without a hash.
    private var recent = [UInt32](repeating: 0, count: 256)

    /// Creates a table without names.
    package init() {}

    /// The number of a name, a new one the first time.
    package mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        let place = Self.recentPlace(of: name)
        let known = Int(recent[place]) - 1
        if known >= 0, isName(known, name) { return known }
        let hash = Self.hash(name)
        let slot = slot(of: name, hash)
        let found = Int(slots[slot]) - 1
        let number = found < 0 ? add(name, hash, slot) : found
        recent[place] = UInt32(truncatingIfNeeded: number + 1)
        return number
    }

    /// The number of a name, if it has one.
    func known(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        let last = Int(recent[Self.recentPlace(of: name)]) - 1
        // Every name leaves its number there, or a later one of the same place does.
        guard last >= 0 else { return nil }
        if isName(last, name) { return last }
        let number = Int(slots[slot(of: name, Self.hash(name))]) - 1
        return number < 0 ? nil : number
    }

    /// A hash that is seeded by the process, so that nobody can prepare collisions.
    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize()
    }

    private static func recentPlace(of name: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = name.first, let last = name.last else { return 0 }
        let middle = name[name.count / 2]
        return (name.count &* 31 ^ Int(first) &* 7 ^ Int(middle) &* 3 ^ Int(last)) & 255
    }

    private func isName(_ number: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = entries[number].range
        guard range.count == name.count else { return false }
        // Short as names are, comparing them here takes less than a call of memcmp.
        var (mine, other) = (range.lowerBound, 0)
        while other < name.count {
            guard bytes[mine] == name[other] else { return false }
            mine += 1
            other += 1
        }
        return true
    }

    /// The slot of a name, or the empty one where it belongs.
    private func slot(of name: UnsafeBufferPointer<UInt8>, _ hash: Int) -> Int {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if entries[number].hash == hash, isName(number, name) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ hash: Int, _ slot: Int) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: name)
        entries.append(Entry(range: start..<bytes.count, hash: hash))
        texts.append(String(decoding: name, as: UTF8.self))
        slots[slot] = UInt32(truncatingIfNeeded: entries.count)
        if 2 * entries.count > slots.count { grow() }
        return entries.count - 1
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: 2 * slots.count)
        for (number, entry) in entries.enumerated() {
            var slot = entry.hash & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        }
    }
}
