import Diagnostics

/// A text in runs, each in a font and a colour of its own, as attributed strings of interface files have them.
package struct StyledText: Sendable, Hashable {
    /// The attribute of a view that says its runs: a line for each, `5 | system bold 20 | UIExtendedSRGBColorSpace 1 0 0 1`.
    package static let attribute = "textRuns"
    /// So many runs are told apart; what is behind them is of the last one.
    private static let maximumRuns = 200

    /// Some letters that look alike.
    package struct Run: Sendable, Hashable {
        /// How many characters they are.
        package var count: Int
        /// The font as dumps describe it.
        package var font: String
        /// The colour as dumps describe it; nil for that of the view.
        package var color: String?

        /// Creates a run.
        package init(count: Int, font: String, color: String?) {
            (self.count, self.font, self.color) = (count, font, color)
        }
    }

    /// A part of a line in one font.
    package struct Piece: Sendable, Hashable {
        package var text: String
        package let font: TextFont
        package let color: String?
        package var width: Double
    }

    private let letters: [Character]
    /// The fonts and colours of the runs.
    private let styles: [(font: TextFont, color: String?)]
    /// The run of each letter.
    private let places: [Int]
    /// How wide all letters before one are, and at the end all of them.
    private let sums: [Double]

    /// Reads the runs of a text; those of a text of another length, as in another language, are in proportion to it. Nil where
    /// a font is not understood.
    ///
    /// - Parameter scaled: The description of a run's font at the text size that is assumed.
    package init?(_ said: String, of text: String, scaled: (String) -> String = { $0 }) {
        guard let runs = Self.runs(said), !text.isEmpty else { return nil }
        letters = Array(text.prefix(TextAssumptions.maximumLength))
        var styles: [(font: TextFont, color: String?)] = []
        var ends: [Double] = []
        for run in runs {
            guard let font = TextFont(scaled(run.font)) else { return nil }
            styles.append((font, run.color))
            ends.append((ends.last ?? 0) + Double(run.count))
        }
        let stretch = (ends.last.map { $0 > 0 ? Double(text.count) / $0 : 1 }) ?? 1
        var (places, sums): ([Int], [Double]) = ([], [0])
        var run = 0
        for (number, letter) in letters.enumerated() {
            while run < styles.count - 1, Double(number) >= ends[run] * stretch - 1e-6 { run += 1 }
            places.append(run)
            sums.append((sums.last ?? 0) + styles[run].font.width(of: String(letter)))
        }
        (self.styles, self.places, self.sums) = (styles, places, sums)
    }

    /// The runs that an attribute says; nil for what is none.
    static func runs(_ said: String) -> [Run]? {
        let lines = said.split(separator: "\n").prefix(maximumRuns)
        let runs = lines.compactMap { line -> Run? in
            let parts = line.split(separator: " | ", maxSplits: 2).map(String.init)
            guard parts.count > 1, let count = Int(parts[0]), (1...1_000_000).contains(count) else { return nil }
            return Run(count: count, font: parts[1], color: parts.count > 2 ? parts[2] : nil)
        }
        return runs.isEmpty || runs.count < lines.count ? nil : runs
    }

    /// Runs as the attribute says them.
    package static func description(_ runs: [Run]) -> String {
        runs.map { ["\($0.count)", $0.font, $0.color].compactMap { $0 }.joined(separator: " | ") }.joined(
            separator: "\n"
        )
    }

    /// How wide the whole text is in one line.
    package var width: Double { sums.last ?? 0 }

    /// The largest font, on whose baseline all others stand.
    package var largestFont: TextFont? { Set(places).map { styles[$0].font }.max { $0.lineHeight < $1.lineHeight } }

    /// The text in lines that are no wider than there is room, broken as ``TextFont/wrap(_:room:lines:truncation:)`` does; the
    /// last one ends with an ellipsis where text is left over.
    package func lines(room: Double, most: Int) -> [[Piece]] {
        var lines: [Range<Int>] = []
        var start = 0
        func width(_ range: Range<Int>) -> Double { sums[range.upperBound] - sums[range.lowerBound] }
        for paragraph in String(letters).split(separator: "\n", omittingEmptySubsequences: false) {
            let end = start + paragraph.count
            var line = start..<start
            var place = start
            for (number, (blank, word)) in TextFont.words(of: paragraph).enumerated() {
                let begin = place + (number == 0 ? 0 : blank.count)
                place = begin + word.count
                if !line.isEmpty, most > 1, width(line.lowerBound..<place) > room * 1.03 {
                    lines.append(line)
                    line = begin..<place
                } else {
                    line = line.lowerBound..<place
                }
                guard lines.count < most else { break }
            }
            lines.append(line)
            start = end + 1
            guard lines.count <= most, start <= letters.count else { break }
        }
        let isCut = lines.count > most
        var shown = lines.prefix(max(most, 1)).map(pieces)
        guard let last = lines.prefix(max(most, 1)).last, isCut || width(last) > room * 1.06 else { return shown }
        shown[shown.count - 1] = cut(last, room: room * 1.06)
        return shown
    }

    private func pieces(_ range: Range<Int>) -> [Piece] {
        var pieces: [Piece] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = places[start..<range.upperBound].firstIndex { $0 != places[start] } ?? range.upperBound
            let (font, color) = styles[places[start]]
            let text = String(letters[start..<end])
            pieces.append(Piece(text: text, font: font, color: color, width: sums[end] - sums[start]))
            start = end
        }
        return pieces
    }

    private func cut(_ line: Range<Int>, room: Double) -> [Piece] {
        var end = line.upperBound
        func dots(_ end: Int) -> Double { styles[places[max(end - 1, 0)]].font.width(of: "…") }
        while end > line.lowerBound,
            letters[end - 1] == " " || sums[end] - sums[line.lowerBound] + dots(end) > room
        { end -= 1 }
        var pieces = pieces(line.lowerBound..<end)
        let (font, color) = styles[places[max(end - 1, line.lowerBound)]]
        if pieces.isEmpty { pieces = [Piece(text: "", font: font, color: color, width: 0)] }
        pieces[pieces.count - 1].text += "…"
        pieces[pieces.count - 1].width += font.width(of: "…")
        return pieces
    }

    /// Compares what is drawn.
    package static func == (a: StyledText, b: StyledText) -> Bool {
        a.letters == b.letters && a.places == b.places && a.styles.map(\.font) == b.styles.map(\.font)
            && a.styles.map(\.color) == b.styles.map(\.color)
    }

    /// Hashes the letters.
    package func hash(into hasher: inout Hasher) { hasher.combine(letters) }
}

extension ViewTree {
    /// The runs of a view's text, where it has more than one font or colour.
    ///
    /// - Parameters:
    ///   - text: What the view says; nil for its own text.
    ///   - size: The text size that is assumed; nil for that of the dump.
    package func styledText(of index: Int, saying text: String? = nil, at size: TextSize? = nil) -> StyledText? {
        guard let said = attribute(StyledText.attribute, of: index), let text = text ?? self.text(of: index) else {
            return nil
        }
        return StyledText(said, of: text) { font in size.flatMap { scaled(font, of: index, at: $0) } ?? font }
    }
}
