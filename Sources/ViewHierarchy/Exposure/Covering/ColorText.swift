/// What the text of a colour, as dumps print it, says about its opacity.
enum ColorText {
    /// Whether the text is known to mean a colour that nothing shines through. What is not understood is not.
    static func isOpaque(_ text: ArraySlice<UInt8>) -> Bool {
        let text = text.drop { $0 <= UInt8(ascii: " ") }
        switch text.first {
        case UInt8(ascii: "<"): return isOpaqueSystemColor(text)
        case UInt8(ascii: "#"): return isOpaqueHexadecimal(text.dropFirst())
        default: return isOpaqueByNumbers(text)
        }
    }

    /// White and alpha, or red, green, blue and alpha: `UIExtendedGrayColorSpace 1 1`, `rgba(0, 0, 0, 1)`. Also the
    /// three numbers of `rgb(…)`.
    private static func isOpaqueByNumbers(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.prefix(while: isNameByte)
        guard !name.isEmpty else { return false }
        let numbers = text[name.endIndex...].split { " ,()".utf8.contains($0) }
        guard let last = numbers.last, numbers.allSatisfy({ $0.allSatisfy(isNumberByte) }) else { return false }
        if numbers.count == 3 { return name.elementsEqual("rgb".utf8) }
        guard numbers.count == 2 || numbers.count == 4 else { return false }
        return Double(String(decoding: last, as: UTF8.self)).map { $0 >= CoverRule.leastOpacity } ?? false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.eE".utf8.contains(byte)
    }

    /// `<UIDynamicSystemColor: 0x600003551ca0; name = systemBackgroundColor>`: opaque in every appearance, or not known.
    private static func isOpaqueSystemColor(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "<UIDynamicSystemColor".utf8) || text.starts(with: "<UIDynamicCatalogSystemColor".utf8),
            let start = text.firstRange(of: Array("name = ".utf8))?.upperBound
        else { return false }
        return opaqueSystemColors.contains(String(decoding: text[start...].prefix(while: isNameByte), as: UTF8.self))
    }

    /// `RRGGBB` or `RGB`. With eight digits alpha is first or last, so both have to be FF.
    private static func isOpaqueHexadecimal(_ digits: ArraySlice<UInt8>) -> Bool {
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return false }
        func isFull(_ pair: ArraySlice<UInt8>) -> Bool { pair.allSatisfy { $0 | 0x20 == UInt8(ascii: "f") } }
        switch digits.count {
        case 3, 6: return true
        case 8: return isFull(digits.prefix(2)) && isFull(digits.suffix(2))
        default: return false
        }
    }

    /// The backgrounds and standard colours of `UIColor` that Apple documents as opaque; fills, separators and
    /// placeholder text are translucent.
    private static let opaqueSystemColors: Set<String> = [
        "systemBackgroundColor", "secondarySystemBackgroundColor", "tertiarySystemBackgroundColor",
        "systemGroupedBackgroundColor", "secondarySystemGroupedBackgroundColor",
        "tertiarySystemGroupedBackgroundColor", "groupTableViewBackgroundColor", "opaqueSeparatorColor",
        "systemBlueColor", "systemBrownColor", "systemCyanColor", "systemGreenColor", "systemIndigoColor",
        "systemMintColor", "systemOrangeColor", "systemPinkColor", "systemPurpleColor", "systemRedColor",
        "systemTealColor", "systemYellowColor", "systemGrayColor", "systemGray2Color", "systemGray3Color",
        "systemGray4Color", "systemGray5Color", "systemGray6Color",
    ]
}
