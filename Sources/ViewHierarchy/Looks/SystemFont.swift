/// What is known of the system font of iOS: how high its lines are, and the size of a text in a frame made for it.
///
/// The height of a line is 1.193359 times the size, rounded up to a pixel; its ascent is 0.952148 of the size. Both are
/// what frames of labels in real dumps show. How wide its letters are is ``TextFont``'s to say.
package enum SystemFont {
    /// The height of a line of size 1.
    package static let lineHeight = 1.193359
    /// How far the baseline lies below the top of a line of size 1.
    package static let ascent = 0.952148
    /// The size of labels that nothing is known of (`UIFont.labelFontSize`).
    package static let usualSize = 17.0

    /// Where a size that is not said comes from.
    package enum Inference: Sendable, Hashable {
        /// The frame is as high as one line of it.
        case oneLine
        /// The frame is as high as so many lines of it.
        case lines(Int)
        /// The frame leaves room; the usual size of such views, or what fits.
        case usual
    }

    /// The size of a text in a frame that it may have been made for.
    ///
    /// - Parameters:
    ///   - isCut: Whether the dump cut the text, so that its width says nothing.
    ///   - usual: The size that such a view has when its frame does not tell.
    package static func size(
        of text: String,
        isCut: Bool,
        in size: Size,
        usual: Double = usualSize
    ) -> (size: Double, lines: Int, inference: Inference) {
        let height = size.height
        guard height.isFinite, height > 0 else { return (usual, 1, .usual) }
        let measured = TextFont.Advances(of: text)
        if let one = oneLineSize(height) ?? wholeSize(height, width: size.width, measured) {
            let width = measured.width(at: one)
            if isCut || !(one > 28 && width < 0.55 * size.width) {
                // Far more text than a line of that size holds stands in several smaller lines.
                if !(width > 1.7 * size.width) || height < 20 { return (one, 1, .oneLine) }
            }
        }
        for lines in 2...12 {
            guard let found = linesSize(height, lines) else { continue }
            let needed = measured.width(at: found) / max(size.width, 1)
            if isCut || (needed > Double(lines) - 1.25 && needed <= Double(lines) + 0.1) {
                return (found, lines, .lines(lines))
            }
        }
        return fitting(measured.width(at: usual) / max(usual, 1), in: size, usual)
    }

    /// Room is left: the usual size, smaller where the text does not fit.
    private static func fitting(
        _ widthAtOne: Double,
        in size: Size,
        _ usual: Double
    ) -> (size: Double, lines: Int, inference: Inference) {
        let tallest = min(usual, max(6, size.height / lineHeight))
        let room = Int((size.height / (tallest * lineHeight) + 0.05).rounded(.down))
        let lines = max(1, min(room, 40))
        // A text that is too long is in smaller letters, in as many lines as the frame has then; not where the frame was
        // made for lines of the usual size, of which the last one is cut.
        let isTight = abs(size.height - Double(lines) * tallest * lineHeight) < 1
        if !isTight, widthAtOne * tallest > size.width * Double(lines) {
            for halves in stride(from: tallest * 2 - 1, through: 20, by: -1) {
                let smaller = halves / 2
                let lines = (size.height / (smaller * lineHeight) + 0.05).rounded(.down)
                if lines >= 2, widthAtOne * smaller <= size.width * (lines - 0.1) {
                    return (smaller, Int(lines), .usual)
                }
            }
        }
        let fits = size.width * Double(lines) / max(widthAtOne, 0.01)
        return (lines > 1 ? tallest : max(min(tallest, fits), min(tallest, 9)), lines, .usual)
    }

    /// The integer size whose line, on a grid of halves or thirds of a point, is exactly this high.
    private static func oneLineSize(_ height: Double) -> Double? {
        let size = (height / lineHeight + 1e-4).rounded(.down)
        guard (6...96).contains(size) else { return nil }
        let line = size * lineHeight
        let isWhole = height == height.rounded() && height <= 24
        let matches = [2, 3].contains { scale in abs((line * scale).rounded(.up) / scale - height) < 0.02 }
        return matches || isWhole ? size : nil
    }

    /// Older layouts round frames up to whole points, in both directions, and XCUITest prints one decimal: where the width
    /// agrees, so does the size.
    private static func wholeSize(_ height: Double, width: Double, _ text: TextFont.Advances) -> Double? {
        let size = ((height + 0.05) / lineHeight).rounded(.down)
        let line = size * lineHeight
        let isWhole = line.rounded(.up) == height && size >= 20
        let isPrinted = [2, 3].contains { scale in abs((line * scale).rounded(.up) / scale - height) < 0.05 }
        guard (6...96).contains(size), isWhole || isPrinted, width > 0,
            (0.85...1.15).contains(text.width(at: size) / width)
        else { return nil }
        return size
    }

    private static func linesSize(_ height: Double, _ lines: Int) -> Double? {
        let count = Double(lines)
        let largest = (height / count / lineHeight + 1e-4).rounded(.down)
        // Lines of text styles stand farther apart than plain ones, so the size may be one less.
        for size in [largest, largest - 1] where (10...28).contains(size) {
            let line = size * lineHeight
            for scale in [2.0, 3] {
                func onGrid(_ length: Double) -> Double { (length * scale).rounded(.up) / scale }
                let styled = leading[Int(size)].map { onGrid(line + (count - 1) * $0) }
                for candidate in [onGrid(line * count), onGrid(line) * count, styled ?? -1]
                where abs(candidate - height) < 0.05 { return size }
            }
        }
        return nil
    }

    /// The distance of lines of the text styles, by size, at the size that devices begin with.
    private static let leading = Dictionary(
        TextStyle.allCases.map { TextSize.standard.metrics(of: $0) }.map { (Int($0.size), $0.leading) }
    ) { first, _ in first }
}

/// The text sizes that people choose on a device, by the names that SwiftUI has for them (`DynamicTypeSize`): UIKit's
/// content size categories.
public enum TextSize: String, Sendable, Hashable, CaseIterable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2, accessibility3,
        accessibility4, accessibility5

    /// The one that a device has until somebody changes it, and in which Interface Builder draws.
    public static let standard = large

    /// Reads a size by its name here, by UIKit's (`accessibilityMedium`, `UICTContentSizeCategoryAccessibilityM`), by that of
    /// simctl (`extra-large`) or of Apple's tables (`AX1`); nil for none of them.
    public init?(named text: String) {
        guard text.utf8.count <= 80 else { return nil }
        let name = text.lowercased().filter { !"-_ ".contains($0) }
        let bare = name.replacing("uictcontentsizecategory", with: "").replacing("extra", with: "x")
        guard let size = Self.spellings[bare] else { return nil }
        self = size
    }

    private static let spellings: [String: TextSize] = {
        let words = ["xsmall", "small", "medium", "large", "xlarge", "xxlarge", "xxxlarge"]
        let letters = ["xs", "s", "m", "l", "xl", "xxl", "xxxl"]
        var known: [String: TextSize] = [:]
        for (place, size) in allCases.prefix(7).enumerated() {
            (known[words[place]], known[letters[place]]) = (size, size)
        }
        for (place, size) in allCases.suffix(5).enumerated() {
            for end in ["\(place + 1)", words[place + 2], letters[place + 2]] { known["accessibility" + end] = size }
            known["ax\(place + 1)"] = size
        }
        return known
    }()

    /// What can be named, for people.
    public static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// Whether it is one of the larger sizes of Accessibility, at which rows put their value below their title.
    public var isAccessibility: Bool { rawValue.hasPrefix("accessibility") }

    /// What Apple's tables call it.
    public var name: String {
        isAccessibility
            ? "AX" + rawValue.dropFirst("accessibility".count)
            : rawValue.prefix(1) == "x" ? rawValue : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }

    /// The size of body text in points.
    public var bodyPoints: Int { Int(metrics(of: .body).size) }

    /// How large a text style is, and how far its lines lie apart, in points.
    func metrics(of style: TextStyle) -> (size: Double, leading: Double) {
        let (row, column) = (Self.table[place], 2 * style.rawValue)
        return (Double(row[column]), Double(row[column + 1]))
    }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 3 }

    /// Size and leading of each text style in the order of ``TextStyle`` (Human Interface Guidelines, Typography).
    private static let table: [[UInt8]] = [
        [31, 38, 25, 31, 19, 24, 17, 22, 14, 19, 14, 19, 13, 18, 12, 16, 12, 16, 11, 13, 11, 13],
        [32, 39, 26, 32, 20, 25, 18, 23, 15, 20, 15, 20, 14, 19, 13, 18, 12, 16, 11, 13, 11, 13],
        [33, 40, 27, 33, 21, 26, 19, 24, 16, 21, 16, 21, 15, 20, 14, 19, 12, 16, 11, 13, 11, 13],
        [34, 41, 28, 34, 22, 28, 20, 25, 17, 22, 17, 22, 16, 21, 15, 20, 13, 18, 12, 16, 11, 13],
        [36, 43, 30, 37, 24, 30, 22, 28, 19, 24, 19, 24, 18, 23, 17, 22, 15, 20, 14, 19, 13, 18],
        [38, 46, 32, 39, 26, 32, 24, 30, 21, 26, 21, 26, 20, 25, 19, 24, 17, 22, 16, 21, 15, 20],
        [40, 48, 34, 41, 28, 34, 26, 32, 23, 29, 23, 29, 22, 28, 21, 28, 19, 24, 18, 23, 17, 22],
        [44, 52, 38, 46, 34, 41, 31, 38, 28, 34, 28, 34, 26, 32, 25, 31, 23, 29, 22, 28, 20, 25],
        [48, 57, 43, 51, 39, 47, 37, 44, 33, 40, 33, 40, 32, 39, 30, 37, 27, 33, 26, 32, 24, 30],
        [52, 61, 48, 57, 44, 52, 43, 51, 40, 48, 40, 48, 38, 46, 36, 43, 33, 40, 32, 39, 29, 35],
        [56, 66, 53, 62, 50, 59, 49, 58, 47, 56, 47, 56, 44, 52, 42, 50, 38, 46, 37, 44, 34, 41],
        [60, 70, 58, 68, 56, 66, 55, 65, 53, 62, 53, 62, 51, 60, 49, 58, 44, 52, 43, 51, 40, 48],
    ]
}

/// The text styles of iOS (`UIFont.TextStyle`), whose fonts follow the size that people choose.
public enum TextStyle: Int, Sendable, Hashable, CaseIterable {
    case largeTitle, title1, title2, title3, headline, body, callout, subheadline, footnote, caption1, caption2

    /// The style that a font's description names (`UICTFontTextStyleTitle0`), in small letters; nil for a fixed font.
    init?(ofFont lower: String) {
        guard let mark = lower.firstRange(of: "textstyle") else { return nil }
        var name = lower[mark.upperBound...].prefix { $0.isLetter || $0.isNumber }
        for kind in ["emphasized", "short", "tall", "condensed"] where name.hasPrefix(kind) {
            name.removeFirst(kind.count)
        }
        let other = ["title0": "largetitle", "title": "title1", "subhead": "subheadline", "caption": "caption1"]
        let wanted = other[String(name)] ?? String(name)
        guard let style = Self.allCases.first(where: { "\($0)".lowercased() == wanted }) else { return nil }
        self = style
    }

    /// The font that describes it in dumps at the size that devices begin with.
    package static func font(_ name: String) -> String {
        let style = TextStyle(ofFont: "textstyle" + name.lowercased()) ?? .body
        let weight = style == .headline ? "semibold " : ""
        return "system \(weight)\(Int(TextSize.standard.metrics(of: style).size))"
    }
}
