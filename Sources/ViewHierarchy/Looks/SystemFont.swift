/// What is known of the system font of iOS: how high its lines are and about how wide its letters.
///
/// The height of a line is 1.193359 times the size, rounded up to a pixel; its ascent is 0.952148 of the size. Both are
/// what frames of labels in real dumps show. Widths are those of a neutral sans serif (the public metrics of
/// Helvetica), which the system font is within a few per cent of.
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
        let widthAtOne = width(of: text)
        if let one = oneLineSize(height) ?? wholeSize(height, width: size.width, widthAtOne) {
            let fillsLittle = widthAtOne * one < 0.55 * size.width
            if isCut || !(one > 28 && fillsLittle) {
                // Far more text than a line of that size holds stands in several smaller lines.
                if !(widthAtOne * one > 1.7 * size.width) || height < 20 { return (one, 1, .oneLine) }
            }
        }
        for lines in 2...12 {
            guard let found = linesSize(height, lines) else { continue }
            let needed = widthAtOne * found / max(size.width, 1)
            if isCut || (needed > Double(lines) - 1.25 && needed <= Double(lines) + 0.1) {
                return (found, lines, .lines(lines))
            }
        }
        return fitting(widthAtOne, in: size, usual)
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

    /// Older layouts round frames up to whole points, in both directions: where the width agrees, so does the size.
    private static func wholeSize(_ height: Double, width: Double, _ widthAtOne: Double) -> Double? {
        let size = (height / lineHeight + 1e-4).rounded(.down)
        guard (20...96).contains(size), (size * lineHeight).rounded(.up) == height, width > 0,
            (0.85...1.15).contains(widthAtOne * size / width)
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

    /// The distance of lines of the text styles, by size (Human Interface Guidelines, Typography, size L).
    private static let leading: [Int: Double] = [
        34: 41, 28: 34, 22: 28, 20: 25, 17: 22, 16: 21, 15: 20, 13: 18, 12: 16, 11: 13,
    ]

    /// About how wide a text is at size 1.
    package static func width(of text: String, isBold: Bool = false) -> Double {
        var width = 0.0
        for scalar in text.unicodeScalars { width += advance(of: scalar) }
        return isBold ? width * 1.045 : width
    }

    private static func advance(of scalar: Unicode.Scalar) -> Double {
        let value = scalar.value
        if value >= 0x20, value < 0x7f { return Double(advances[Int(value) - 0x20]) / 1_000 }
        switch value {
        case ..<0x20, 0x300...0x36f, 0x200b...0x200f, 0xfe00...0xfe0f: return 0
        case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xff60,
            0x1f300...0x1faff, 0x20000...0x3fffd:
            return 1
        case 0x2026: return 0.9
        default: return 0.53
        }
    }

    private static let advances: [UInt16] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556,
        556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556,
        833,
        722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500,
        556,
        556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500,
        334,
        260, 334, 584,
    ]

    /// A text in lines that are no wider than there is room; the last one ends with an ellipsis where text is left over.
    ///
    /// - Parameter room: The width at size 1.
    package static func wrap(_ text: String, room: Double, lines most: Int, truncation: Truncation = .tail) -> [String]
    {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let longer = line.isEmpty ? String(word) : line + " " + word
                if !line.isEmpty, most > 1, width(of: longer) > room * 1.03 {
                    lines.append(line)
                    line = String(word)
                } else {
                    line = longer
                }
                guard lines.count < most else { break }
            }
            lines.append(line)
            guard lines.count <= most else { break }
        }
        let isCut = lines.count > most
        var shown = Array(lines.prefix(max(most, 1)))
        if let last = shown.last {
            shown[shown.count - 1] = cut(isCut ? last + "…" : last, room: room, truncation)
        }
        return shown
    }

    /// Where a line that is too long loses its letters (`NSLineBreakMode`).
    package enum Truncation: Sendable { case tail, middle, head }

    /// As much of a line as there is room for, with an ellipsis where letters were left out.
    package static func cut(_ line: String, room: Double, _ truncation: Truncation = .tail) -> String {
        // Frames made for a text in the true font may be a little narrow for what is estimated.
        let room = room * 1.06
        guard width(of: line) > room else { return line }
        let characters = Array(line)
        var low = 0
        var high = characters.count
        func shortened(_ count: Int) -> String {
            switch truncation {
            case .tail: String(characters.prefix(count)).trimmingTrailingBlanks + "…"
            case .head: "…" + String(characters.suffix(count))
            case .middle: String(characters.prefix((count + 1) / 2)) + "…" + String(characters.suffix(count / 2))
            }
        }
        while low < high {
            let middle = (low + high + 1) / 2
            if width(of: shortened(middle)) <= room { low = middle } else { high = middle - 1 }
        }
        return low > 0 ? shortened(low) : "…"
    }
}

extension String {
    fileprivate var trimmingTrailingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// A font as dumps describe it: `UIFont`'s description, or a name and a size.
package struct FontText: Sendable, Hashable {
    /// The size in points, 1 to 400.
    package var size: Double
    /// As CSS counts it.
    package var weight = 400

    /// Nil for a text without a size.
    package init?(_ text: String) {
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
