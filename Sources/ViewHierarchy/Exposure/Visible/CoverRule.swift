/// Which views hide what is behind them, as far as a dump can prove it.
///
/// `opaque` alone proves nothing: it is YES by default and stays so on a view without any background. A view counts as
/// a cover when all of this is so:
/// - its `opaque` is YES, it is not hidden, itself or through a superview, and its alpha times that of all its
///   superviews is at least 0.999;
/// - it lies upright in its window (quarter turns and scales count) and so does every superview that clips it;
/// - the dump shows that it paints all of its bounds: it names a `backgroundColor` that is known to be opaque, or the
///   class (or `baseClass`) is one that fills its bounds with content of its own when it is opaque;
/// - the dump names no rounded corners, no mask, no layer that draws no background, and the class is not a part of a
///   `UIVisualEffectView`, whose colours are blended.
///
/// Everything else is looked through. So a view is never said to be covered when it is not, but may be said to be seen
/// when it is not: dumps of iOS 12 and earlier name no background colours.
struct CoverRule {
    /// The least product of alphas that counts as opaque.
    static let leastOpacity = 0.999

    /// Web and map views draw on a ground of their own unless `opaque` is NO.
    private static let fillingClasses: Set = ["WKWebView", "UIWebView", "MKMapView"]

    private enum Attribute: String, CaseIterable {
        case backgroundColor, baseClass, cornerRadius, mask, maskView, layer
        case layerCornerRadius = "layer.cornerRadius"
        case layerMask = "layer.mask"
    }

    private let tree: ViewTree
    private var attributes: [Int32: Attribute] = [:]

    /// Looks up the names that matter.
    init(_ tree: ViewTree) {
        self.tree = tree
        for attribute in Attribute.allCases {
            if let number = tree.attributeColumn.number(ofName: attribute.rawValue) { attributes[number] = attribute }
        }
    }

    /// Whether the dump shows that the view paints all of its bounds, given that it is opaque.
    func fillsBounds(_ index: Int) -> Bool {
        let className = tree.className(of: index)
        guard !className.hasPrefix("_UIVisualEffect") else { return false }
        var hasOpaqueBackground: Bool?
        var isFillingClass = Self.fillingClasses.contains(className)
        var isCut = false
        tree.attributeColumn.forEach(of: index) { name, value in
            switch attributes[name] {
            case .backgroundColor: hasOpaqueBackground = ColorText.isOpaque(value)
            case .baseClass:
                if Self.fillingClasses.contains(String(decoding: value, as: UTF8.self)) { isFillingClass = true }
            case .cornerRadius, .layerCornerRadius:
                if Double(String(decoding: value, as: UTF8.self)) != 0 { isCut = true }
            case .mask, .maskView, .layerMask:
                if !Self.nothing.contains(String(decoding: value, as: UTF8.self)) { isCut = true }
            // A transform layer draws its sublayers only (`CATransformLayer`).
            case .layer: if value.starts(with: "<CATransformLayer".utf8) { isCut = true }
            case nil: break
            }
        }
        return !isCut && (hasOpaqueBackground ?? isFillingClass)
    }

    private static let nothing: Set = ["nil", "null", "(null)", "(nil)"]
}

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
