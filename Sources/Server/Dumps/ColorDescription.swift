/// A colour as dumps describe it: a hexadecimal, a description of a `UIColor`, or the name of a system colour.
struct ColorDescription: Sendable, Hashable {
    /// Red, green, blue and alpha in the light appearance: 0 to 1, beyond it in wide colour spaces.
    let light: [Double]
    /// The same in the dark appearance.
    let dark: [Double]

    /// Nil for a text that is none of them.
    init?(_ text: String) {
        if let parts = Self.numbers(after: "UIExtendedGrayColorSpace ", in: text, count: 2) {
            light = [parts[0], parts[0], parts[0], parts[1]]
            dark = light
        } else if let parts = Self.numbers(after: "UIExtendedSRGBColorSpace ", in: text, count: 4) {
            light = parts
            dark = parts
        } else if let parts = Self.hexadecimal(text.trimmingBlanks) {
            light = parts
            dark = parts
        } else {
            guard let name = Self.name(in: text), let pair = Self.system[name],
                let light = Self.hexadecimal(pair.light), let dark = Self.hexadecimal(pair.dark)
            else { return nil }
            (self.light, self.dark) = (light, dark)
        }
    }

    /// So many numbers behind a word, separated by blanks; what follows a number in its word does not count.
    private static func numbers(after marker: String, in text: String, count: Int) -> [Double]? {
        guard let range = text.firstRange(of: marker) else { return nil }
        let words = text[range.upperBound...].split(separator: " ", maxSplits: count).prefix(count)
        let numbers = words.compactMap { Double($0.prefix { "0123456789.e+-".contains($0) }) }
        return numbers.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
    private static func hexadecimal(_ text: String) -> [Double]? {
        guard text.hasPrefix("#") else { return nil }
        let digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard digits.count == text.count - 1 else { return nil }
        let parts: [Int]
        switch digits.count {
        case 3, 4: parts = digits.map { $0 * 17 }
        case 6, 8: parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        default: return nil
        }
        return (parts.count == 3 ? parts + [255] : parts).map { Double($0) / 255 }
    }

    /// The name in `name = systemRedColor`, or a text that is a name alone; without `Color` at its end.
    private static func name(in text: String) -> String? {
        let start = text.firstRange(of: "name = ")?.upperBound
        let name = start.map { text[$0...].prefix { $0.isLetter || $0.isNumber } } ?? text.trimmingBlanks[...]
        return String(name.hasSuffix("Color") ? name.dropLast(5) : name)
    }

    /// System colours as UIKit documents them (Human Interface Guidelines, Color).
    private static let system: [String: (light: String, dark: String)] = [
        "systemBackground": ("#ffffff", "#000000"), "secondarySystemBackground": ("#f2f2f7", "#1c1c1e"),
        "tertiarySystemBackground": ("#ffffff", "#2c2c2e"), "systemGroupedBackground": ("#f2f2f7", "#000000"),
        "secondarySystemGroupedBackground": ("#ffffff", "#1c1c1e"), "systemRed": ("#ff3b30", "#ff453a"),
        "systemOrange": ("#ff9500", "#ff9f0a"), "systemYellow": ("#ffcc00", "#ffd60a"),
        "systemGreen": ("#34c759", "#30d158"), "systemMint": ("#00c7be", "#63e6e2"),
        "systemTeal": ("#30b0c7", "#40c8e0"), "systemCyan": ("#32ade6", "#64d2ff"),
        "systemBlue": ("#007aff", "#0a84ff"), "systemIndigo": ("#5856d6", "#5e5ce6"),
        "systemPurple": ("#af52de", "#bf5af2"), "systemPink": ("#ff2d55", "#ff375f"),
        "systemBrown": ("#a2845e", "#ac8e68"), "systemGray": ("#8e8e93", "#8e8e93"),
        "systemGray2": ("#aeaeb2", "#636366"), "systemGray3": ("#c7c7cc", "#48484a"),
        "systemGray4": ("#d1d1d6", "#3a3a3c"), "systemGray5": ("#e5e5ea", "#2c2c2e"),
        "systemGray6": ("#f2f2f7", "#1c1c1e"), "separator": ("#3c3c4349", "#54545899"),
        "systemFill": ("#78788033", "#7878805c"), "white": ("#ffffff", "#ffffff"), "black": ("#000000", "#000000"),
        "clear": ("#0000", "#0000"),
    ]
}
