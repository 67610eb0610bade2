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

    /// The distance of lines of the text styles, by size (Human Interface Guidelines, Typography, size L).
    private static let leading: [Int: Double] = [
        34: 41, 28: 34, 22: 28, 20: 25, 17: 22, 16: 21, 15: 20, 13: 18, 12: 16, 11: 13,
    ]
}

/// A font, as far as the room that a text takes depends on it.
package struct TextFont: Sendable, Hashable {
    /// Typefaces whose letters or lines differ in width or height.
    package enum Family: Sendable, Hashable { case system, avenirNext, monospaced, other }

    /// The size in points, 1 to 1,000 where it was read.
    package var size: Double
    /// As CSS counts it.
    package var weight = 400
    package var family = Family.system

    package init(size: Double, weight: Int = 400) {
        (self.size, self.weight) = (size, weight)
    }

    /// The height of a line in points, not rounded.
    package var lineHeight: Double { size * (family == .avenirNext ? 1.366 : SystemFont.lineHeight) }

    /// How high so many lines are on a screen of so many pixels a point: rounded up once, not line by line.
    package func height(ofLines count: Double, scale: Double) -> Double {
        (count * lineHeight * scale - 1e-6).rounded(.up) / scale
    }

    /// About how wide a text is in points.
    package func width(of text: String) -> Double {
        Advances(of: text, family).width(at: size, weight: weight)
    }

    /// A text in lines that are no wider than there is room; the last one ends with an ellipsis where text is left over.
    ///
    /// - Parameter room: The width in points.
    package func wrap(_ text: String, room: Double, lines most: Int, truncation: Truncation = .tail) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for (blank, word) in Self.words(of: paragraph) {
                let longer = line.isEmpty ? word : line + blank + word
                if !line.isEmpty, most > 1, width(of: longer) > room * 1.03 {
                    lines.append(line)
                    line = word
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

    /// What stays on one line, with what parts it from what is before: words, and the letters of scripts that write words
    /// without blanks.
    private static func words(of paragraph: Substring) -> [(blank: String, word: String)] {
        var words: [(blank: String, word: String)] = []
        for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
            var (blank, part) = (" ", "")
            for letter in word {
                let isAlone = letter.unicodeScalars.first.map { (0x2e80...0xffee).contains($0.value) } ?? false
                if isAlone, !part.isEmpty {
                    words.append((blank, part))
                    (blank, part) = ("", "")
                }
                part.append(letter)
                if isAlone {
                    words.append((blank, part))
                    (blank, part) = ("", "")
                }
            }
            if !part.isEmpty || blank == " " { words.append((blank, part)) }
        }
        return words
    }

    /// Where a line that is too long loses its letters (`NSLineBreakMode`).
    package enum Truncation: Sendable { case tail, middle, head }

    /// As much of a line as there is room for, with an ellipsis where letters were left out.
    package func cut(_ line: String, room: Double, _ truncation: Truncation = .tail) -> String {
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

// MARK: Advances

extension TextFont {
    /// How wide the letters of a text are, before the size is known.
    ///
    /// Those of the system font are fitted to the widths of labels in public interface files: the error of a label's width is
    /// half a point in the median. Other typefaces have the public metrics of Helvetica.
    struct Advances {
        private var ems = 0.0
        /// How many letters the system font sets closer or wider, by size.
        private var tracked = 0.0
        private let family: Family

        init(of text: String, _ family: Family = .system) {
            self.family = family
            for scalar in text.unicodeScalars {
                let advance = Self.advance(of: scalar, family)
                ems += advance
                if family == .system, advance > 0, advance < 1 { tracked += 1 }
            }
        }

        /// The width in points.
        func width(at size: Double, weight: Int = 400) -> Double {
            let perLetter = size >= 20 ? -0.0162 : max(17 - size, 0) / 17 * 0.0746 - 0.0037
            return (ems + tracked * perLetter) * size * widening(weight)
        }

        private func widening(_ weight: Int) -> Double {
            switch (family, weight) {
            case (.monospaced, _), (_, ..<500): 1
            case (.system, 500): 1.028
            case (.system, 600): 1.037
            case (.system, _): 1.04
            case (_, 500): 1
            default: 1.045
            }
        }

        private static func advance(of scalar: Unicode.Scalar, _ family: Family) -> Double {
            let value = scalar.value
            switch value {
            case ..<0x20, 0x300...0x36f, 0x200b...0x200f, 0xfe00...0xfe0f: return 0
            case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xff60,
                0x1f300...0x1faff, 0x20000...0x3fffd:
                return 1
            case _ where family == .monospaced: return 0.602
            case ..<0x7f: return ascii(value, family)
            // Letters with accents are as wide as those without.
            case 0xc0...0xff: return ascii(UInt32(bare[Int(value) - 0xc0]), family)
            case 0x2026: return 0.9
            default: return 0.53
            }
        }

        private static func ascii(_ value: UInt32, _ family: Family) -> Double {
            let table = family == .system ? system : helvetica
            return Double(table[Int(value) - 0x20]) / 1_000
        }

        /// The letters of Latin-1 from U+00C0 without their accents.
        private static let bare = Array("AAAAAAMCEEEEIIIIDNOOOOOxOUUUUYPBaaaaaamceeeeiiiidnooooo+ouuuuypy".utf8)

        /// From U+0020 to U+007E, thousandths of the size.
        private static let system: [UInt16] = [
            261, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 225, 333, 225, 278, 597, 471, 584, 611, 595,
            589,
            597, 597, 581, 568, 290, 290, 584, 584, 584, 556, 1015, 625, 667, 705, 687, 591, 559, 735, 730, 247, 503,
            637,
            556, 849, 727, 742, 605, 774, 629, 619, 589, 697, 627, 941, 655, 652, 616, 278, 278, 278, 469, 556, 333,
            528,
            579, 544, 598, 554, 319, 585, 563, 240, 214, 507, 247, 847, 560, 565, 589, 565, 357, 496, 339, 572, 487,
            738,
            513, 503, 496, 334, 260, 334, 584,
        ]

        private static let helvetica: [UInt16] = [
            278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
            556,
            556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500,
            667,
            556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333,
            556,
            556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500,
            722,
            500, 500, 500, 334, 260, 334, 584,
        ]
    }
}

extension String {
    fileprivate var trimmingTrailingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

// MARK: Reading

extension TextFont {
    /// A font as dumps describe it: `UIFont`'s description, or a name and a size. Nil for a text without a size.
    package init?(_ text: String) {
        let lower = text.lowercased()
        let marked = lower.firstRange(of: "font-size: ").map { lower[$0.upperBound...] }
        let words = lower.split { " ,;-()".contains($0) }
        let number =
            marked.map { $0.prefix { $0.isNumber || $0 == "." } }
            ?? words.last { Double($0.hasSuffix("pt") ? $0.dropLast(2) : $0) != nil }
        guard let number, let size = Double(number.hasSuffix("pt") ? number.dropLast(2) : number),
            (1...1_000).contains(size)
        else { return nil }
        self.size = size
        family = Self.family(lower)
        weight = Self.weights.first { lower.contains($0.name) }?.weight ?? 400
    }

    private static func family(_ lower: String) -> Family {
        func names(_ names: String...) -> Bool { names.contains(where: lower.contains) }
        if names("avenirnext", "avenir next") { return .avenirNext }
        if names("menlo", "courier", "monospac", "sfmono") { return .monospaced }
        if names("system", ".sf", "sfui", "sf pro", "sfpro", "uictfonttextstyle") { return .system }
        let name = lower.firstRange(of: "font-family: ").map { lower[$0.upperBound...] } ?? lower[...]
        let first = name.split { " ,;-()\"<".contains($0) }.first ?? ""
        let isWord = first.first?.isLetter ?? false
        return isWord && first != "font" && !weights.contains { $0.name == first } ? .other : .system
    }

    private static let weights: [(name: String, weight: Int)] = [
        ("ultralight", 100), ("thin", 200), ("semibold", 600), ("light", 300), ("medium", 500), ("heavy", 800),
        ("black", 900), ("bold", 700),
    ]
}

extension ViewTree {
    /// The size of a button's title that no font is said of.
    ///
    /// Configurations have 17. The others have 15, as system buttons and most of running apps, but for custom ones of interface
    /// files, which have `UIFont.buttonFontSize`: their frames are 34 high, a line of 18 points and 12.
    package func buttonTitleSize(of index: Int) -> Double {
        if attribute("configuration", of: index) != nil { return 17 }
        guard layoutCanvas != nil else { return 15 }
        return ["system", "roundedRect"].contains(attribute("buttonType", of: index)) ? 15 : 18
    }
}
