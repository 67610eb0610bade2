import Diagnostics

/// A font, as far as the room that a text takes depends on it.
package struct TextFont: Sendable, Hashable {
    /// Typefaces whose letters or lines differ in width or height.
    package enum Family: Sendable, Hashable { case system, avenirNext, monospaced, other }

    /// The size in points, 1 to 1,000 where it was read.
    package var size: Double
    /// As CSS counts it.
    package var weight = 400
    package var family = Family.system
    /// The text style that it is of; nil for a fixed font.
    package private(set) var style: TextStyle?
    /// How far lines of the text style lie apart, where that is known.
    private var leading: Double?

    package init(size: Double, weight: Int = 400) {
        (self.size, self.weight) = (size, weight)
    }

    /// The height of a line in points, not rounded.
    package var lineHeight: Double { size * (family == .avenirNext ? 1.366 : SystemFont.lineHeight) }

    /// How far the baselines of two lines lie apart.
    package var lineDistance: Double { leading ?? lineHeight }

    /// How high so many lines are on a screen of so many pixels a point: rounded up once, not line by line.
    package func height(ofLines count: Double, scale: Double) -> Double {
        ((lineHeight + (count - 1) * lineDistance) * scale - 1e-6).rounded(.up) / scale
    }

    /// How many lines have such a height.
    package func lines(in height: Double) -> Double { 1 + (height - lineHeight) / lineDistance }

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
    static func words(of paragraph: Substring) -> [(blank: String, word: String)] {
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
            case ..<0x20, 0x300...0x36f, 0x200b...0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfe00...0xfe0f: return 0
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
        style = TextStyle(ofFont: lower)
        leading = style.flatMap { style in
            TextSize.allCases.map { $0.metrics(of: style) }.first { $0.size == size }?.leading
        }
    }

    /// The description of the same font in another size.
    static func description(_ text: String, ofSize size: Double) -> String {
        let (isDigit, points) = ({ (letter: Character) in letter.isNumber || letter == "." }, NumberText.short(size))
        if let mark = text.firstRange(of: "font-size: ") {
            let rest = text[mark.upperBound...]
            return text[..<mark.upperBound] + points + rest.drop(while: isDigit)
        }
        let words = text.split { " ,;-()".contains($0) }
        guard let number = words.last(where: { Double($0.hasSuffix("pt") ? $0.dropLast(2) : $0) != nil }) else {
            return text
        }
        return text[..<number.startIndex] + points + text[number.startIndex...].drop(while: isDigit)
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

    /// The insets of a button's content: those that are said of it, else the 12 points at both sides that a configuration has.
    package func buttonInsets(of index: Int) -> EdgeInsets {
        let isConfigured = attribute("configuration", of: index) != nil
        let said = insets(isConfigured ? "contentInsets" : "contentEdgeInsets", of: index)
        return said ?? (isConfigured ? EdgeInsets(top: 0, left: 12, bottom: 0, right: 12) : .zero)
    }

    /// Insets as interface files say them: `minX = 8; maxX = 8`, or `leading = 8; trailing = 8`; nil where nothing is said.
    package func insets(_ name: String, of index: Int) -> EdgeInsets? {
        guard let said = attribute(name, of: index) else { return nil }
        var insets = EdgeInsets.zero
        for part in said.split(separator: ";") {
            let sides = part.split(separator: "=").map { $0.filter { $0 != " " } }
            guard sides.count == 2, let inset = Double(sides[1]), (-1_000...1_000).contains(inset) else { continue }
            switch sides[0] {
            case "minX", "leading", "left": insets.left = inset
            case "maxX", "trailing", "right": insets.right = inset
            case "minY", "top": insets.top = inset
            case "maxY", "bottom": insets.bottom = inset
            default: continue
            }
        }
        return insets
    }

    /// The distance between the picture and the title of a button with a configuration.
    package func buttonImagePadding(of index: Int) -> Double {
        guard attribute("image", of: index) != nil,
            let padding = attribute("imagePadding", of: index).flatMap({ Double($0) }), (0...1_000).contains(padding)
        else { return 0 }
        return padding
    }

    /// What of a button's width is no text: its insets, and its picture beside the title.
    package func buttonFixedWidth(of index: Int) -> Double {
        let insets = buttonInsets(of: index)
        let isBeside = !["top", "bottom"].contains(attribute("imagePlacement", of: index))
        let picture = attribute("imageSize", of: index)?.split(separator: " ").first.flatMap { Double($0) } ?? 0
        let beside = isBeside && (0...1_000).contains(picture) ? picture + buttonImagePadding(of: index) : 0
        return max(insets.left + insets.right + beside, 0)
    }
}
