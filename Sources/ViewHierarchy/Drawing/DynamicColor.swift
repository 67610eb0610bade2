import Glibc

/// A colour in the sRGB space.
public struct RGBA: Sendable, Hashable {
    /// Red, green, blue and alpha, 0 to 1; beyond it where a dump names a colour outside sRGB.
    public var red, green, blue, alpha: Double

    /// Creates a colour from its components, 0 to 1.
    public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Creates a colour from `0xRRGGBB` and an alpha in per cent.
    init(hex: UInt32, percent: Double = 100) {
        func part(_ shift: UInt32) -> Double { Double(hex >> shift & 0xff) / 255 }
        self.init(part(16), part(8), part(0), percent / 100)
    }

    /// The same colour with another alpha.
    public func withAlpha(_ alpha: Double) -> RGBA { RGBA(red, green, blue, alpha) }

    /// How light it is for the eye, 0 to 1 (relative luminance without the curve: enough to tell light from dark).
    public var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// How colourful it is: the greatest component less the least one.
    var saturation: Double { max(red, green, blue) - min(red, green, blue) }

    /// As CSS and SVG write it: `#rrggbb`, the alpha left out.
    public var hexadecimal: String {
        let digits = [red, green, blue].map { part in
            let byte = String(UInt8((min(max(part, 0), 1) * 255).rounded()), radix: 16)
            return byte.count < 2 ? "0" + byte : byte
        }
        return "#" + digits.joined()
    }
}

/// A colour that may differ between the light and the dark appearance, as `UIColor` has it.
public struct DynamicColor: Sendable, Hashable {
    /// The colour in the light appearance.
    public var light: RGBA
    /// The colour in the dark appearance, on the lowest level.
    public var dark: RGBA
    /// The colour in the dark appearance on sheets and popovers; nil where it is the same as `dark`.
    public var elevated: RGBA?

    /// Creates a colour; without `dark` the same in every appearance.
    public init(_ light: RGBA, dark: RGBA? = nil, elevated: RGBA? = nil) {
        self.light = light
        self.dark = dark ?? light
        self.elevated = elevated
    }

    /// A grey from 0 (black) to 1 (white), the same in every appearance.
    init(white: Double, alpha: Double = 1) { self.init(RGBA(white, white, white, alpha)) }

    /// No colour at all.
    static let clear = DynamicColor(white: 0, alpha: 0)
    static let white = DynamicColor(white: 1)

    /// Whether nothing of it can be seen in any appearance.
    public var isClear: Bool { light.alpha <= 0 && dark.alpha <= 0 }

    /// Whether nothing shines through in any appearance, to a thousandth.
    var isOpaque: Bool { light.alpha >= 0.999 && dark.alpha >= 0.999 && (elevated?.alpha ?? 1) >= 0.999 }

    /// The colour that a sheet shows.
    var onSheet: DynamicColor { DynamicColor(light, dark: elevated ?? dark) }

    /// Every appearance changed in the same way.
    func map(_ change: (RGBA) -> RGBA) -> DynamicColor {
        DynamicColor(change(light), dark: change(dark), elevated: elevated.map(change))
    }

    /// The same colour with another alpha.
    func withAlpha(_ alpha: Double) -> DynamicColor { map { $0.withAlpha(alpha) } }
}

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
    public init(_ text: some Collection<UInt8>) {
        guard text.count <= Self.maximumLength else {
            self = .unknown
            return
        }
        self = Self.read(ArraySlice(text), 0)
    }

    /// Reads a text.
    public init(_ text: String) { self.init(text.utf8) }

    /// The colour, where it is one by itself.
    public var color: DynamicColor? {
        guard case .color(let color) = self else { return nil }
        return color
    }

    /// Whether the text is known to mean a colour that nothing shines through. Some tools write the alpha of eight
    /// digits first, so both ends have to be full.
    static func isOpaque(_ text: ArraySlice<UInt8>) -> Bool {
        guard let color = ColorText(text).color, color.isOpaque else { return false }
        let text = text.trimmingBlanks
        return text.first != UInt8(ascii: "#") || text.count != 9 || text.dropFirst().prefix(2).allSatisfy { $0 | 0x20 == UInt8(ascii: "f") }
    }

    private static func read(_ text: ArraySlice<UInt8>, _ depth: Int) -> ColorText {
        let text = text.trimmingBlanks
        guard depth < maximumDepth, let first = text.first else { return .unknown }
        if first == UInt8(ascii: "<") { return readDescription(text, depth) }
        if first == UInt8(ascii: "#") { return hexadecimal(text.dropFirst()).map { .color(DynamicColor($0)) } ?? .unknown }
        let word = text.prefix(while: isNameByte)
        let name = String(decoding: word, as: UTF8.self)
        let rest = text[word.endIndex...]
        if rest.isEmpty { return named(name) }
        guard let numbers = numbers(in: rest) else { return .unknown }
        return color(name, numbers).map(ColorText.color) ?? .unknown
    }

    /// `<UIDynamicSystemColor: 0x…; name = systemRedColor>` and what else `UIColor` prints between angle brackets.
    private static func readDescription(_ text: ArraySlice<UInt8>, _ depth: Int) -> ColorText {
        let className = text.dropFirst().prefix(while: isNameByte)
        if className.elementsEqual("UITintColor".utf8) { return .tint }
        if className.elementsEqual("CGColor".utf8) {
            guard let open = text.lastIndex(of: UInt8(ascii: "(")) else { return .unknown }
            let list = text[(open + 1)...].prefix { $0 != UInt8(ascii: ")") }
            return numbers(in: list).flatMap { color("", $0) }.map(ColorText.color) ?? .unknown
        }
        if let base = text.firstRange(of: Array("baseColor = ".utf8)) {
            // The base colour ends before the bracket that closes this one.
            let read = read(text[base.upperBound...].dropLast(), depth + 1)
            guard case .color(let color) = read else { return read }
            guard let alpha = text[..<base.lowerBound].firstRange(of: Array("alpha = ".utf8)) else { return read }
            let number = text[alpha.upperBound...].prefix(while: isNumberByte)
            guard let value = Double(String(decoding: number, as: UTF8.self)), value.isFinite else { return .unknown }
            return .color(color.withAlpha(value))
        }
        guard let name = text.firstRange(of: Array("name = ".utf8)) else { return .unknown }
        return named(String(decoding: text[name.upperBound...].prefix(while: isNameByte), as: UTF8.self))
    }

    private static func named(_ name: String) -> ColorText {
        let short = name.hasSuffix("Color") ? String(name.dropLast(5)) : name
        if short == "tint" { return .tint }
        return SystemColor.named(short).map(ColorText.color) ?? .unknown
    }

    /// Grey and alpha, or red, green, blue and alpha; hue, saturation and brightness; CSS' bytes.
    private static func color(_ space: String, _ numbers: [Double]) -> DynamicColor? {
        let isCSS = space == "rgb" || space == "rgba"
        let parts = isCSS && numbers.prefix(3).contains { $0 > 1 } ? numbers.enumerated().map { $0 < 3 ? $1 / 255 : $1 } : numbers
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
            return Double(String(decoding: isPercent ? word.dropLast() : word, as: UTF8.self)).map { isPercent ? $0 / 100 : $0 }
        }
        return numbers.count == words.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// `rgb`, `rgba`, `rrggbb` or `rrggbbaa`.
    private static func hexadecimal(_ text: ArraySlice<UInt8>) -> RGBA? {
        guard [3, 4, 6, 8].contains(text.count),
            let digits = Optional(text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }), digits.count == text.count
        else { return nil }
        let bytes = digits.count < 6 ? digits.map { $0 * 17 } : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        let parts = bytes.map { Double($0) / 255 }
        return RGBA(parts[0], parts[1], parts[2], parts.count > 3 ? parts[3] : 1)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
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

extension RGBA {
    /// Hue (0 to 1, or degrees), saturation, brightness and perhaps alpha.
    fileprivate init(hsb parts: [Double]) {
        let turns = parts[0] > 1 ? parts[0] / 360 : parts[0]
        let hue = (turns - turns.rounded(.down)) * 6
        let saturation = min(max(parts[1], 0), 1)
        let brightness = min(max(parts[2], 0), 1)
        func part(_ offset: Double) -> Double {
            let k = (offset + hue).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(k, 4 - k, 1)))
        }
        self.init(part(5), part(3), part(1), parts.count > 3 ? min(max(parts[3], 0), 1) : 1)
    }

    /// Numbers of the Display P3 space, in sRGB (both have the same white and transfer curve; matrices of CSS Color 4).
    fileprivate var fromDisplayP3: RGBA {
        func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
        func curved(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }
        let (r, g, b) = (linear(red), linear(green), linear(blue))
        return RGBA(
            curved(1.2249401 * r - 0.2249404 * g), curved(-0.0420569 * r + 1.0420571 * g),
            curved(-0.0196376 * r - 0.0786361 * g + 1.0982735 * b), alpha)
    }
}
