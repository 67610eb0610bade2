import Diagnostics

/// What the text of a colour in a dump means.
///
/// Dumps print `UIColor`'s own description, which differs between versions of iOS; tools write CSS colours or names.
/// Numbers of `UIDeviceWhiteColorSpace` and its like are read as sRGB. What has no numbers and no known name
/// (`UIDynamicProviderColor`, patterns) is unknown.
public enum ColorText: Sendable, Hashable {
    case color(DynamicColor)
    /// `UITintColor`: whatever tint the view inherits.
    case tint
    case unknown

    /// Texts beyond this many bytes are no colours.
    private static let maximumLength = 1_000
    /// How deep a modified colour may hold another one.
    private static let maximumDepth = 8

    /// Reads a text.
    ///
    /// - Parameter modern: Whether the system's tints are those of iOS 26.
    public init(_ text: some Collection<UInt8>, modern: Bool = false) {
        guard text.count <= Self.maximumLength else {
            self = .unknown
            return
        }
        self = Self.read(ArraySlice(text), modern, 0)
    }

    /// Reads a text.
    public init(_ text: String, modern: Bool = false) { self.init(text.utf8, modern: modern) }

    /// The colour, where it is one by itself.
    public var color: DynamicColor? {
        guard case .color(let color) = self else { return nil }
        return color
    }

    /// Whether the text is known to mean a colour that nothing shines through. Some tools write the alpha of eight
    /// digits first, so both ends have to be full.
    package static func isOpaque(_ text: ArraySlice<UInt8>) -> Bool {
        guard let color = ColorText(text).color, color.isOpaque else { return false }
        let text = text.trimmingBlanks
        return text.first != UInt8(ascii: "#") || text.count != 9
            || text.dropFirst().prefix(2).allSatisfy { $0 | 0x20 == UInt8(ascii: "f") }
    }

    private static func read(_ text: ArraySlice<UInt8>, _ modern: Bool, _ depth: Int) -> ColorText {
        let text = text.trimmingBlanks
        guard depth < maximumDepth, let first = text.first else { return .unknown }
        if first == UInt8(ascii: "<") { return readDescription(text, modern, depth) }
        if first == UInt8(ascii: "#") {
            return hexadecimal(text.dropFirst()).map { .color(DynamicColor($0)) } ?? .unknown
        }
        let word = text.prefix(while: isNameByte)
        let name = String(decoding: word, as: UTF8.self)
        let rest = text[word.endIndex...]
        if rest.isEmpty { return named(name, modern) }
        if name == "color", let list = displayP3(rest) { return list }
        guard let numbers = numbers(in: rest) else { return .unknown }
        return color(name, numbers).map(ColorText.color) ?? .unknown
    }

    /// `<UIDynamicSystemColor: 0x…; name = systemRedColor>` and what else `UIColor` prints between angle brackets.
    private static func readDescription(_ text: ArraySlice<UInt8>, _ modern: Bool, _ depth: Int) -> ColorText {
        let className = text.dropFirst().prefix(while: isNameByte)
        if className.elementsEqual("UITintColor".utf8) { return .tint }
        if className.elementsEqual("CGColor".utf8) {
            guard let open = text.lastIndex(of: UInt8(ascii: "(")) else { return .unknown }
            let list = text[(open + 1)...].prefix { $0 != UInt8(ascii: ")") }
            return numbers(in: list).flatMap { color("", $0) }.map(ColorText.color) ?? .unknown
        }
        if let base = text.firstRange(ofBytes: "baseColor = ") {
            // The base colour ends before the bracket that closes this one.
            let read = read(text[base.upperBound...].dropLast(), modern, depth + 1)
            guard case .color(let color) = read else { return read }
            guard let alpha = text[..<base.lowerBound].firstRange(ofBytes: "alpha = ") else { return read }
            let number = text[alpha.upperBound...].prefix(while: isNumberByte)
            guard let value = Double(String(decoding: number, as: UTF8.self)), value.isFinite else { return .unknown }
            return .color(color.withAlpha(value))
        }
        if let name = text.firstRange(ofBytes: "name = ") {
            return named(String(decoding: text[name.upperBound...].prefix(while: isNameByte), as: UTF8.self), modern)
        }
        // A space and its numbers stand in the description itself.
        guard let space = text.firstRange(ofBytes: "ColorSpace ") else { return .unknown }
        let start = text[..<space.lowerBound].lastIndex { !isNameByte($0) }.map { $0 + 1 } ?? text.startIndex
        return read(text[start...].prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: ";") }, modern, depth + 1)
    }

    /// `(display-p3 r g b)` and perhaps `/ a`, as CSS has it after `color`.
    private static func displayP3(_ text: ArraySlice<UInt8>) -> ColorText? {
        let words = text.split { " ,/();\t".utf8.contains($0) }
        guard let space = words.first, space.elementsEqual("display-p3".utf8), (4...5).contains(words.count) else {
            return nil
        }
        let joined = words.dropFirst().joined(separator: [UInt8(ascii: " ")])
        guard let numbers = numbers(in: ArraySlice(Array(joined))) else { return .unknown }
        return color("displayP3", numbers.count < 4 ? numbers + [1] : numbers).map(ColorText.color) ?? .unknown
    }

    private static func named(_ name: String, _ modern: Bool) -> ColorText {
        let short = name.hasSuffix("Color") ? String(name.dropLast(5)) : name
        if short == "tint" { return .tint }
        return SystemColor.named(short, modern: modern).map(ColorText.color) ?? .unknown
    }

    /// Grey and alpha, or red, green, blue and alpha; hue, saturation and brightness; CSS' bytes.
    private static func color(_ space: String, _ numbers: [Double]) -> DynamicColor? {
        let isCSS = space == "rgb" || space == "rgba"
        let parts =
            isCSS && numbers.prefix(3).contains { $0 > 1 }
            ? numbers.enumerated().map { $0 < 3 ? $1 / 255 : $1 } : numbers
        switch (space.lowercased(), parts.count) {
        case ("hsb", 3), ("hsb", 4), ("hsba", 4): return DynamicColor(RGBA(hsb: parts))
        case (_, 2): return DynamicColor(white: unit(parts[0]), alpha: unit(parts[1]))
        case ("rgb", 3): return DynamicColor(RGBA(unit(parts[0]), unit(parts[1]), unit(parts[2])))
        case (let name, 4):
            let color = RGBA(parts[0], parts[1], parts[2], unit(parts[3]))
            let shown = name.contains("displayp3") ? color.fromDisplayP3 : color
            return DynamicColor(RGBA(unit(shown.red), unit(shown.green), unit(shown.blue), shown.alpha))
        default: return nil
        }
    }

    private static func unit(_ value: Double) -> Double { min(max(value, 0), 1) }

    /// The numbers of a list with blanks, commas or semicolons between them; nil when there is anything else.
    private static func numbers(in text: ArraySlice<UInt8>) -> [Double]? {
        let words = text.split { " ,();\t".utf8.contains($0) }
        guard (2...4).contains(words.count) else { return nil }
        let numbers = words.compactMap { word in
            let isPercent = word.last == UInt8(ascii: "%")
            return Double(String(decoding: isPercent ? word.dropLast() : word, as: UTF8.self)).map {
                isPercent ? $0 / 100 : $0
            }
        }
        return numbers.count == words.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// `rgb`, `rgba`, `rrggbb` or `rrggbbaa`.
    private static func hexadecimal(_ text: ArraySlice<UInt8>) -> RGBA? {
        guard [3, 4, 6, 8].contains(text.count) else { return nil }
        let digits: [Int] = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.count else { return nil }
        let pairs = stride(from: 0, to: digits.count - 1, by: 2)
        let bytes: [Int] = digits.count < 6 ? digits.map { $0 * 17 } : pairs.map { digits[$0] * 16 + digits[$0 + 1] }
        let parts = bytes.map { Double($0) / 255 }
        return RGBA(parts[0], parts[1], parts[2], parts.count > 3 ? parts[3] : 1)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.eE".utf8.contains(byte)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingBlanks: ArraySlice<UInt8> {
        let start = drop { $0 <= UInt8(ascii: " ") }
        guard let end = start.lastIndex(where: { $0 > UInt8(ascii: " ") }) else { return start.prefix(0) }
        return start[...end]
    }
}
