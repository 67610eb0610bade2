import Glibc

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
