import Diagnostics
import Glibc

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

/// The colours that UIKit has names for, as Apple publishes them (Human Interface Guidelines, Color; `UIColor` in the
/// documentation of UIKit), without `Color` at the end of their names.
public enum SystemColor {
    package static let label = hex(0x000000, dark: 0xFFFFFF)
    package static let secondaryLabel = hex(0x3C3C43, 60, dark: 0xEBEBF5, 60)
    package static let tertiaryLabel = hex(0x3C3C43, 30, dark: 0xEBEBF5, 30)
    package static let systemFill = hex(0x787880, 20, dark: 0x787880, 36)
    package static let secondarySystemFill = hex(0x787880, 16, dark: 0x787880, 32)
    package static let tertiarySystemFill = hex(0x767680, 12, dark: 0x767680, 24)
    package static let separator = hex(0x3C3C43, 29, dark: 0x545458, 60)
    package static let systemBackground = hex(0xFFFFFF, dark: 0x000000, elevated: 0x1C1C1E)
    static let secondarySystemBackground = hex(0xF2F2F7, dark: 0x1C1C1E, elevated: 0x2C2C2E)
    package static let groupedBackground = hex(0xF2F2F7, dark: 0x000000, elevated: 0x1C1C1E)
    package static let groupedCell = hex(0xFFFFFF, dark: 0x1C1C1E, elevated: 0x2C2C2E)
    package static let systemGray = hex(0x8E8E93, dark: 0x8E8E93)
    static let systemGray6 = hex(0xF2F2F7, dark: 0x1C1C1E)
    package static let systemBlue = hex(0x007AFF, dark: 0x0A84FF)
    package static let systemGreen = hex(0x34C759, dark: 0x30D158)
    static let systemRed = hex(0xFF3B30, dark: 0xFF453A)

    /// The colour with that name; nil for a name that UIKit does not have.
    ///
    /// - Parameter modern: Whether the tints are those of iOS 26.
    public static func named(_ name: String, modern: Bool = false) -> DynamicColor? {
        (modern ? modernTints[name] : nil) ?? colors[name]
    }

    private static func hex(
        _ light: UInt32,
        _ lightPercent: Double = 100,
        dark: UInt32,
        _ darkPercent: Double = 100,
        elevated: UInt32? = nil
    ) -> DynamicColor {
        DynamicColor(
            RGBA(hex: light, percent: lightPercent),
            dark: RGBA(hex: dark, percent: darkPercent),
            elevated: elevated.map { RGBA(hex: $0) }
        )
    }

    private static let colors: [String: DynamicColor] = [
        "label": label, "secondaryLabel": secondaryLabel, "tertiaryLabel": tertiaryLabel,
        "placeholderText": tertiaryLabel, "quaternaryLabel": hex(0x3C3C43, 18, dark: 0xEBEBF5, 16),
        "darkText": hex(0x000000, dark: 0x000000), "lightText": DynamicColor(white: 1, alpha: 0.6),
        "link": hex(0x007AFF, dark: 0x0984FF), "systemFill": systemFill, "secondarySystemFill": secondarySystemFill,
        "tertiarySystemFill": tertiarySystemFill, "quaternarySystemFill": hex(0x747480, 8, dark: 0x767680, 18),
        "separator": separator, "opaqueSeparator": hex(0xC6C6C8, dark: 0x38383A),
        "systemBackground": systemBackground, "secondarySystemBackground": secondarySystemBackground,
        "tertiarySystemBackground": hex(0xFFFFFF, dark: 0x2C2C2E, elevated: 0x3A3A3C),
        "systemGroupedBackground": groupedBackground, "groupTableViewBackground": groupedBackground,
        "secondarySystemGroupedBackground": groupedCell, "tableCellGroupedBackground": groupedCell,
        "tertiarySystemGroupedBackground": hex(0xF2F2F7, dark: 0x2C2C2E, elevated: 0x3A3A3C),
        "viewFlipsideBackground": hex(0x1F2124, dark: 0x1F2124),
        "scrollViewTexturedBackground": hex(0x6F7179, dark: 0x6F7179), "_controlForeground": DynamicColor.white,
        "_switchOffImage": DynamicColor(white: 0.7), "systemRed": systemRed,
        "systemOrange": hex(0xFF9500, dark: 0xFF9F0A), "systemYellow": hex(0xFFCC00, dark: 0xFFD60A),
        "systemGreen": systemGreen, "systemMint": hex(0x00C7BE, dark: 0x63E6E2),
        "systemTeal": hex(0x30B0C7, dark: 0x40C8E0), "systemCyan": hex(0x32ADE6, dark: 0x64D2FF),
        "systemBlue": systemBlue, "systemIndigo": hex(0x5856D6, dark: 0x5E5CE6),
        "systemPurple": hex(0xAF52DE, dark: 0xBF5AF2), "systemPink": hex(0xFF2D55, dark: 0xFF375F),
        "systemBrown": hex(0xA2845E, dark: 0xAC8E68), "systemGray": systemGray,
        "systemGray2": hex(0xAEAEB2, dark: 0x636366), "systemGray3": hex(0xC7C7CC, dark: 0x48484A),
        "systemGray4": hex(0xD1D1D6, dark: 0x3A3A3C), "systemGray5": hex(0xE5E5EA, dark: 0x2C2C2E),
        "systemGray6": systemGray6, "clear": .clear, "white": .white, "black": DynamicColor(white: 0),
        "gray": DynamicColor(white: 0.5), "darkGray": DynamicColor(white: 1.0 / 3),
        "lightGray": DynamicColor(white: 2.0 / 3), "red": hex(0xFF0000, dark: 0xFF0000),
        "green": hex(0x00FF00, dark: 0x00FF00), "blue": hex(0x0000FF, dark: 0x0000FF),
        "cyan": hex(0x00FFFF, dark: 0x00FFFF), "yellow": hex(0xFFFF00, dark: 0xFFFF00),
        "magenta": hex(0xFF00FF, dark: 0xFF00FF), "orange": hex(0xFF8000, dark: 0xFF8000),
        "purple": hex(0x800080, dark: 0x800080), "brown": hex(0x996633, dark: 0x996633),
    ]

    /// The tints of iOS 26 where they differ (Human Interface Guidelines, June 2025).
    private static let modernTints: [String: DynamicColor] = [
        "systemBlue": hex(0x0088FF, dark: 0x0091FF), "systemRed": hex(0xFF383C, dark: 0xFF4245),
        "systemOrange": hex(0xFF8D28, dark: 0xFF9230), "systemYellow": hex(0xFFCC00, dark: 0xFFD600),
        "systemPink": hex(0xFF2D55, dark: 0xFF375F), "systemPurple": hex(0xCB30E0, dark: 0xDB34F2),
        "systemIndigo": hex(0x6155F5, dark: 0x6D7CFF), "systemTeal": hex(0x00C3D0, dark: 0x00D2E0),
        "systemMint": hex(0x00C8B3, dark: 0x00DAC3), "systemCyan": hex(0x00C0E8, dark: 0x3CD3FE),
        "systemBrown": hex(0xAC7F5E, dark: 0xB78A66),
    ]
}

/// A colour in the sRGB space.
public struct RGBA: Sendable, Hashable {
    /// Red, green, blue and alpha, 0 to 1.
    public var red, green, blue, alpha: Double

    /// Creates a colour from its components, 0 to 1.
    public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Creates a colour from `0xRRGGBB` and an alpha in per cent.
    package init(hex: UInt32, percent: Double = 100) {
        func part(_ shift: UInt32) -> Double { Double(hex >> shift & 0xff) / 255 }
        self.init(part(16), part(8), part(0), percent / 100)
    }

    /// The same colour with another alpha.
    public func withAlpha(_ alpha: Double) -> RGBA { RGBA(red, green, blue, alpha) }

    /// How light it is for the eye, 0 to 1 (relative luminance without the curve: enough to tell light from dark).
    public var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

    /// How colourful it is: the greatest component less the least one.
    package var saturation: Double { max(red, green, blue) - min(red, green, blue) }

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
    package init(white: Double, alpha: Double = 1) { self.init(RGBA(white, white, white, alpha)) }

    /// No colour at all.
    package static let clear = DynamicColor(white: 0, alpha: 0)
    package static let white = DynamicColor(white: 1)

    /// Whether nothing of it can be seen in any appearance.
    public var isClear: Bool { light.alpha <= 0 && dark.alpha <= 0 }

    /// Whether nothing shines through in any appearance, to a thousandth.
    package var isOpaque: Bool { light.alpha >= 0.999 && dark.alpha >= 0.999 && (elevated?.alpha ?? 1) >= 0.999 }

    /// The colour that a sheet shows.
    package var onSheet: DynamicColor { DynamicColor(light, dark: elevated ?? dark) }

    /// Every appearance changed in the same way.
    package func map(_ change: (RGBA) -> RGBA) -> DynamicColor {
        DynamicColor(change(light), dark: change(dark), elevated: elevated.map(change))
    }

    /// The same colour with another alpha.
    package func withAlpha(_ alpha: Double) -> DynamicColor { map { $0.withAlpha(alpha) } }
}

extension RGBA {
    /// Hue (0 to 1, or degrees), saturation, brightness and perhaps alpha.
    package init(hsb parts: [Double]) {
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
    var fromDisplayP3: RGBA {
        func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
        func curved(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }
        let (r, g, b) = (linear(red), linear(green), linear(blue))
        return RGBA(
            curved(1.2249401 * r - 0.2249404 * g),
            curved(-0.0420569 * r + 1.0420571 * g),
            curved(-0.0196376 * r - 0.0786361 * g + 1.0982735 * b),
            alpha
        )
    }
}
