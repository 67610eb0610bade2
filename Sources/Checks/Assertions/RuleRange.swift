import Diagnostics
import ViewHierarchy

/// What a number may be: `44`, `8..12`, `44..`, `..320`; of shares `75%`, `10%..20%`.
struct RuleRange: Sendable, Hashable {
    /// What the numbers are.
    enum Unit: Sendable, Hashable {
        /// Points, or plain numbers.
        case points
        /// Shares of an area: 1 is written 100%.
        case percent
    }

    /// No number of a rule is farther from 0.
    static let greatest = 1e9

    /// The least that is expected; nil for no limit.
    let lower: Double?
    /// The most that is expected; nil for no limit.
    let upper: Double?
    let unit: Unit

    /// Exactly one number.
    init(_ number: Double, unit: Unit = .points) {
        (lower, upper, self.unit) = (number, number, unit)
    }

    /// This much or more.
    init(from number: Double, unit: Unit = .points) {
        (lower, upper, self.unit) = (number, nil, unit)
    }

    /// Reads a range; nil for what is none, or ends below its beginning.
    init?(_ text: String, unit: Unit = .points) {
        let parts = Self.parts(of: text)
        guard parts.count <= 2 else { return nil }
        var numbers: [Double?] = []
        for part in parts {
            if part.isEmpty, parts.count == 2 {
                numbers.append(nil)
            } else if let number = Self.number(part, unit) {
                numbers.append(number)
            } else {
                return nil
            }
        }
        let (first, last) = (numbers[0], numbers[numbers.count - 1])
        if let first, let last, first > last { return nil }
        if first == nil, last == nil { return nil }
        (lower, upper, self.unit) = (first, last, unit)
    }

    /// What stands around `..`; three dots are none, as nobody could tell where the first number ends.
    private static func parts(of text: String) -> [Substring] {
        let bytes = Array(text.utf8.prefix(64))
        let dots = bytes.indices.dropLast().first { bytes[$0] == 46 && bytes[$0 + 1] == 46 }
        guard let place = dots, !(bytes.count > place + 2 && bytes[place + 2] == 46) else { return [text[...]] }
        let split = text.utf8.index(text.startIndex, offsetBy: place)
        return [text[..<split], text[text.utf8.index(split, offsetBy: 2)...]]
    }

    private static func number(_ text: Substring, _ unit: Unit) -> Double? {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        let isPercent = text.last == "%"
        guard isPercent == (unit == .percent) else { return nil }
        if isPercent { text.removeLast() }
        guard !text.isEmpty, text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            let number = Double(text), number.isFinite, abs(number) <= greatest
        else { return nil }
        return isPercent ? number / 100 : number
    }

    /// Whether a number lies in it, give or take the tolerance.
    func contains(_ number: Double, tolerance: Double) -> Bool {
        // A millionth more, so that 44.5 is within half a point of 44 whatever binary fractions make of it.
        let slack = tolerance + 1e-6
        return number.isFinite && (lower.map { number >= $0 - slack } ?? true)
            && (upper.map { number <= $0 + slack } ?? true)
    }

    /// As a failure says it: `44`, `at least 44`, `at most 320`, `8..12`.
    var expected: String {
        switch (lower, upper) {
        case (let lower?, let upper?): lower == upper ? words(lower) : "\(words(lower))..\(words(upper))"
        case (let lower?, nil): "at least \(words(lower))"
        case (nil, let upper?): "at most \(words(upper))"
        case (nil, nil): "anything"
        }
    }

    private func words(_ number: Double) -> String { Self.words(number, unit) }

    /// A measured or expected number in words.
    static func words(_ number: Double, _ unit: Unit = .points) -> String {
        switch unit {
        case .points: NumberText.short(number)
        case .percent: NumberText.short((number * 1_000).rounded() / 10) + "%"
        }
    }
}
