import HTTP

/// Reads the query parameters of one request into values, and collects everything that is wrong with them.
///
/// Read all parameters, then call `finish()`: it throws one problem that names every fault.
struct QueryReader {
    private let items: [String: String]
    private var faults: [Problem.Item] = []

    /// Takes the parameters of a request; one that comes twice is a fault.
    init(_ request: Request) {
        var items: [String: String] = [:]
        for item in request.query where items.updateValue(item.value, forKey: item.name) != nil {
            faults.append(.init("“\(item.name)” is given more than once.", at: .parameter(item.name)))
        }
        self.items = items
    }

    /// Throws 400 with every fault found so far.
    func finish() throws(Problem) {
        guard faults.isEmpty else { throw .badParameters(faults) }
    }

    /// Notes a fault of a parameter.
    mutating func refuse(_ name: String, _ detail: String) {
        faults.append(.init(detail, at: .parameter(name)))
    }

    /// Notes as faults those parameters that are given although another says that they do not count.
    mutating func refuse(_ names: Set<String>, besides other: String) {
        for name in names.sorted() where items[name] != nil {
            refuse(name, "“\(name)” and “\(other)” cannot both be given.")
        }
    }

    /// The text of a parameter, or nil when it is absent.
    func string(_ name: String) -> String? { items[name] }

    /// A whole number in a range.
    mutating func integer(_ name: String, in range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
        guard let text = items[name] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            let bounds = range == Int.min...Int.max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
            refuse(name, "“\(name)” takes a whole number\(bounds), not “\(text.prefix(40))”.")
            return nil
        }
        return value
    }

    /// Every finite number.
    static let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

    /// A finite number in a range.
    mutating func number(_ name: String, in range: ClosedRange<Double> = Self.finite) -> Double? {
        guard let text = items[name] else { return nil }
        guard let value = Double(text), value.isFinite, range.contains(value) else {
            let kind =
                range == Self.finite ? "a finite number" : "a number from \(range.lowerBound) to \(range.upperBound)"
            refuse(name, "“\(name)” takes \(kind), not “\(text.prefix(40))”.")
            return nil
        }
        return value
    }

    /// A number that has to be given; the start of the range stands in for a fault, until `finish()` throws.
    mutating func requiredNumber(_ name: String, in range: ClosedRange<Double> = Self.finite) -> Double {
        if items[name] == nil { refuse(name, "“\(name)” is missing; it takes a number.") }
        return number(name, in: range) ?? range.lowerBound
    }

    /// So many finite numbers separated by commas; zeros stand in for a fault, until `finish()` throws.
    mutating func numbers(_ name: String, count: Int) -> [Double] {
        let text = items[name] ?? ""
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let values = parts.compactMap { Double($0) }.filter(\.isFinite)
        guard parts.count == count, values.count == count else {
            refuse(name, "“\(name)” takes \(count) finite numbers separated by commas, not “\(text.prefix(80))”.")
            return Array(repeating: 0, count: count)
        }
        return values
    }

    /// `true`, `1`, `yes` or `false`, `0`, `no`.
    mutating func bool(_ name: String) -> Bool? {
        guard let text = items[name] else { return nil }
        switch text.lowercased() {
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default:
            refuse(name, "“\(name)” takes true or false, not “\(text.prefix(40))”.")
            return nil
        }
    }

    /// One of a set of words.
    mutating func choice(_ name: String, of choices: [String]) -> String? {
        guard let text = items[name] else { return nil }
        guard choices.contains(text) else {
            refuse(name, "“\(name)” is one of \(choices.joined(separator: ", ")), not “\(text.prefix(40))”.")
            return nil
        }
        return text
    }

    /// A list of names separated by commas, each once, in their order; empty when the parameter is absent.
    func names(_ name: String) -> [String] {
        var seen: Set<String> = []
        return (items[name] ?? "").split(separator: ",").map(String.init).filter { seen.insert($0).inserted }
    }

    /// A list of whole numbers separated by commas.
    mutating func integers(_ name: String, atMost limit: Int) -> [Int]? {
        guard let text = items[name] else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: true)
        let values = parts.compactMap { Int($0) }
        guard values.count == parts.count, values.count <= limit else {
            refuse(name, "“\(name)” takes at most \(limit) whole numbers separated by commas.")
            return nil
        }
        return values
    }
}

extension QueryReader {
    /// One of the words that an enumeration has.
    mutating func choice<Choice>(_ name: String) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        choice(name, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
    }
}

/// The part of a long list that a request asks for: `limit` entries after a cursor.
struct PageRange: Sendable {
    /// How many entries a reply holds when the request does not say.
    static let standardLimit = 1_000
    /// How many entries a reply holds at the most.
    static let maximumLimit = 10_000

    /// At most this many entries.
    var limit: Int
    /// The cursor: where the previous part ended.
    var after: Int?

    /// Reads `limit` and `after`. The cursor of a list is the position of its last entry.
    init(_ query: inout QueryReader) {
        limit = query.integer("limit", in: 1...Self.maximumLimit) ?? Self.standardLimit
        after = query.integer("after", in: 0...Int.max)
    }

    /// The slice of a list, and the cursor of the next one or nil at the end.
    func slice<Element>(of list: [Element]) -> (entries: ArraySlice<Element>, next: Int?) {
        let start = after.map { $0 >= list.count ? list.count : $0 + 1 } ?? 0
        let end = limit < list.count - start ? start + limit : list.count
        guard start < end else { return ([], nil) }
        return (list[start..<end], end < list.count ? end - 1 : nil)
    }
}
