@testable import LinearSolver

/// A system of `Fixtures/linear-systems`, with what an independent solver found.
struct LinearOracle: Sendable {
    private(set) var isNonNegative: [Bool] = []
    private(set) var constraints: [LinearConstraint] = []
    /// The smallest sums of violations by priority, when the required constraints can hold.
    private(set) var sums: [Double: Double] = [:]
    /// By variable.
    private(set) var ranges: [LinearRange] = []
    /// Every irreducible set, when they cannot.
    private(set) var conflicts: [[Int]] = []

    /// Reads the text that `Fixtures/linear-systems/make` writes; what a line means stands there.
    static func all(in text: String) -> [LinearOracle] {
        var systems: [LinearOracle] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "system" { systems.append(LinearOracle()) }
            guard let last = systems.indices.last, let kind = words.first else { continue }
            systems[last].read(kind, words.dropFirst().map(String.init))
        }
        return systems
    }

    /// The system, without some of its constraints.
    func system(without dropped: Set<Int> = []) -> LinearSystem {
        var system = LinearSystem()
        for sign in isNonNegative { _ = system.makeVariable(isNonNegative: sign) }
        for (index, constraint) in constraints.enumerated() where !dropped.contains(index) { system.add(constraint) }
        return system
    }

    private mutating func read(_ kind: Substring, _ words: [String]) {
        switch kind {
        case "v": isNonNegative = words.joined().map { $0 == "n" }
        case "c" where words.count >= 3:
            let relations: [String: LinearRelation] = ["<=": .lessOrEqual, "=": .equal, ">=": .greaterOrEqual]
            constraints.append(
                LinearConstraint(
                    terms: words.dropFirst(3).map {
                        let (name, factor) = Self.pair($0)
                        return LinearTerm(variable: LinearVariable(index: Int(name)), coefficient: factor)
                    },
                    relation: relations[words[1]] ?? .equal,
                    constant: Double(words[2]) ?? .nan,
                    priority: Double(words[0]) ?? .nan
                )
            )
        case "l": for word in words { sums[Self.pair(word).0] = Self.pair(word).1 }
        case "r":
            ranges = words.map { word in
                let ends = word.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
                return LinearRange(lower: ends.first ?? nil, upper: ends.last ?? nil)
            }
        case "x": conflicts = words.map { $0.split(separator: ",").compactMap { Int($0) } }
        default: break
        }
    }

    private static func pair(_ word: String) -> (Double, Double) {
        let parts = word.split(separator: ":").compactMap { Double($0) }
        return (parts.first ?? -1, parts.last ?? .nan)
    }
}
