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
