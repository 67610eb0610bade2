package import HTTP
import HTTPTypes
package import JSON

/// Reads the query parameters of one request into values, and collects everything that is wrong with them.
///
/// Read all parameters, then call `finish()`: it throws one problem that names every fault.
package struct QueryReader {
    private let items: [String: String]
    private var reader = MemberReader(acceptsText: true)

    /// Takes the parameters of a request; one that comes twice is a fault, but the last one counts for a page.
    package init(_ request: Request) {
        var items: [String: String] = [:]
        var repeated: [String] = []
        for item in request.query where items.updateValue(item.value, forKey: item.name) != nil {
            repeated.append(item.name)
        }
        self.items = items
        guard request.isForAPI else { return }
        for name in repeated { refuse(name, "“\(name)” is given more than once.") }
    }

    /// Throws 400 with every fault found so far.
    package func finish() throws(Problem) {
        guard !reader.faults.isEmpty else { return }
        throw .badParameters(
            reader.faults.map { Problem.Item($0.message, at: .parameter(String($0.pointer.dropFirst()))) }
        )
    }

    /// Notes a fault of a parameter.
    package mutating func refuse(_ name: String, _ detail: String) {
        reader.refuse(JSONPlace(.null, named: name), detail)
    }

    /// Notes as faults those parameters that are given although another says that they do not count.
    package mutating func refuse(_ names: Set<String>, besides other: String) {
        for name in names.sorted() where items[name] != nil {
            refuse(name, "“\(name)” and “\(other)” cannot both be given.")
        }
    }

    /// The text of a parameter, or nil when it is absent.
    package func string(_ name: String) -> String? { items[name] }

    /// The names of all parameters that were given, in no order.
    package var given: [String] { Array(items.keys) }

    private func place(_ name: String) -> JSONPlace? { items[name].map { JSONPlace(.string($0), named: name) } }

    /// A whole number in a range.
    package mutating func integer(_ name: String, in range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
        reader.integer(place(name), in: range)
    }

    /// A finite number in a range.
    package mutating func number(_ name: String, in range: ClosedRange<Double> = MemberReader.finite) -> Double? {
        reader.number(place(name), in: range)
    }

    /// `true`, `1`, `yes` or `false`, `0`, `no`.
    package mutating func bool(_ name: String) -> Bool? { reader.bool(place(name)) }

    /// One of a set of words.
    package mutating func choice(_ name: String, of choices: [String]) -> String? {
        reader.choice(place(name), of: choices)
    }

    /// One of the words that an enumeration has.
    package mutating func choice<Choice>(_ name: String) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String { reader.choice(place(name)) }

    /// A number that has to be given; the start of the range stands in for a fault, until `finish()` throws.
    package mutating func requiredNumber(_ name: String, in range: ClosedRange<Double> = MemberReader.finite) -> Double
    {
        if items[name] == nil { refuse(name, "“\(name)” is required; it takes a number.") }
        return number(name, in: range) ?? range.lowerBound
    }

    /// So many finite numbers separated by commas; zeros stand in for a fault, until `finish()` throws.
    package mutating func numbers(_ name: String, count: Int) -> [Double] {
        let text = items[name] ?? ""
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let values = parts.compactMap { Double($0) }.filter(\.isFinite)
        guard parts.count == count, values.count == count else {
            refuse(name, "“\(name)” takes \(count) finite numbers separated by commas, not “\(text.prefix(80))”.")
            return Array(repeating: 0, count: count)
        }
        return values
    }

    /// A list of names separated by commas, each once, in their order; empty when the parameter is absent.
    package func names(_ name: String) -> [String] {
        var seen: Set<String> = []
        return (items[name] ?? "").split(separator: ",").map(String.init).filter { seen.insert($0).inserted }
    }

    /// A list of whole numbers separated by commas.
    package mutating func integers(_ name: String, atMost limit: Int) -> [Int]? {
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

extension Request {
    /// Whether the API is asked, not a page.
    package var isForAPI: Bool { path.hasPrefix("/api/") }

    /// Whether it may change something (RFC 9110, section 9.2.1).
    package var isWrite: Bool { ![.get, .head, .options].contains(method) }
}

extension PageRange {
    /// Reads `limit` and `after`. The cursor of a list is the position of its last entry.
    package init(_ query: inout QueryReader) {
        self.init(limit: Self.limit(&query), after: query.integer("after", in: 0...Int.max))
    }

    /// Reads `limit` alone, for lists whose cursor is no position.
    package static func limit(_ query: inout QueryReader) -> Int {
        query.integer("limit", in: 1...maximumLimit) ?? standardLimit
    }
}
