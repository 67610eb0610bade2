/// A font as dumps describe it: `UIFont`'s description, or a name and a size.
struct FontText: Sendable, Hashable {
    /// The size in points, 1 to 400.
    var size: Double
    /// As CSS counts it.
    var weight = 400

    /// Nil for a text without a size.
    init?(_ text: String) {
        let lower = text.lowercased()
        let marked = lower.firstRange(of: "font-size: ").map { lower[$0.upperBound...] }
        let words = lower.split { " ,;-()".contains($0) }
        let number =
            marked.map { $0.prefix { $0.isNumber || $0 == "." } }
            ?? words.last { Double($0.hasSuffix("pt") ? $0.dropLast(2) : $0) != nil }
        guard let number, let size = Double(number.hasSuffix("pt") ? number.dropLast(2) : number),
            (1...400).contains(size)
        else { return nil }
        self.size = size
        weight = Self.weights.first { lower.contains($0.name) }?.weight ?? 400
    }

    private static let weights: [(name: String, weight: Int)] = [
        ("ultralight", 100), ("thin", 200), ("semibold", 600), ("light", 300), ("medium", 500), ("heavy", 800),
        ("black", 900), ("bold", 700),
    ]
}
