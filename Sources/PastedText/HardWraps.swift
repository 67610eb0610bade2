/// Lines that were broken at a width, in the middle of words as terminals do, or between them as mails do.
enum HardWraps {
    /// The narrowest width that is taken for one.
    private static var narrowest: Int { 24 }
    /// The widths that terminals and mails have, of which one line is enough.
    private static let usualWidths: Set<Int> = [64, 65, 68, 70, 72, 76, 78, 79, 80, 100, 120, 128, 132, 140, 160, 200]

    /// A line, and what is known of it.
    fileprivate struct Line {
        var range: Range<Int>
        /// How many characters it has.
        var width: Int
        /// How wide its first word is, with what stands before it.
        var firstWord: Int
        var begins: Bool
        /// Whether it begins with what logs and editors put before a line.
        var isMarked: Bool
        /// What was begun on it or before it and is open at its end.
        var depth = Depth()
    }

    /// The text with its lines joined again; nil when they were not broken.
    static func peeled(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        guard sample.count > 1 else { return nil }
        var lines = sample.map { Line(text, $0.range) }
        guard let width = lines.map(\.width).max(), width >= narrowest,
            lines.dropFirst().contains(where: { !$0.begins || $0.mayGoOn(in: text) })
        else { return nil }
        for index in lines.indices { lines[index].follow(index > 0 ? lines[index &- 1] : nil, in: text, at: width) }
        if breaksWords(text, lines, at: width) { return joined(text, at: width, separator: nil) }
        if breaksBlanks(lines, at: width) { return joined(text, at: width, separator: 0x20) }
        return nil
    }

    /// Whether the lines of the greatest width go on in the next ones, as those do that a width broke: hardly any line is a
    /// little shorter, hardly any begins what a line begins with, and some break where no text has its own break.
    private static func breaksWords(_ text: ByteText, _ lines: [Line], at width: Int) -> Bool {
        // No text of JSON has several lines.
        let first = lines.first.map { line in
            let mark = LineMark(in: text, line.range, isLogged: false)
            return text[text.skippingSpace(from: mark?.end ?? line.range.lowerBound, before: line.range.upperBound)]
        }
        let isDocument = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let pairs = zip(lines, lines.dropFirst()).filter { $0.0.width == width }
        let joins = pairs.filter { $0.1.goesOn($0.0, in: text) }
        let isSure = joins.contains { isDocument || !$0.0.depth.isInText }
        // Behind a bracket or a comma a document goes on with a line of its own, so one such line says nothing.
        let isOne =
            joins.count == 1 && usualWidths.contains(width)
            && !joins.contains { "[{(,".utf8.contains(text[text.trimmed($0.0.range).upperBound &- 1]) }
        let isEnough = joins.count > 1 || isOne
        let shorter = lines.count { $0.width < width && $0.width >= width &- 8 }
        return isSure && isEnough && (pairs.count &- joins.count) &* 3 <= joins.count && shorter <= joins.count
    }

    /// Whether each line that goes on in the next one had no room for its first word.
    private static func breaksBlanks(_ lines: [Line], at width: Int) -> Bool {
        let joins = zip(lines, lines.dropFirst()).filter { $0.0.depth.isOpen && !$0.0.depth.isInText && !$0.1.begins }
        return joins.count > 1 && joins.count { $0.0.width == width } &* 2 <= joins.count
            && joins.allSatisfy { $0.0.width &+ 1 &+ $0.1.firstWord > width }
    }

    private static func joined(_ text: ByteText, at width: Int, separator: UInt8?) -> TextLayer? {
        var writer = LineWriter(replacing: text)
        var cursor = LineCursor(text)
        var last: Line?
        while let next = cursor.next() {
            var line = Line(text, next.range)
            line.follow(last, in: text, at: width)
            if let last, goesOn(last, in: line, of: text, at: width, isExact: separator == nil) {
                let isSpaced = separator != nil && text[last.range.upperBound &- 1] != 0x20
                writer.join(line.range, with: isSpaced ? separator : nil)
            } else {
                writer.add(line.range)
            }
            last = line
        }
        return TextLayer(writer.bytes, note: "The lines were broken at \(width) characters; they were joined again.")
    }

    private static func goesOn(_ line: Line, in next: Line, of text: ByteText, at width: Int, isExact: Bool) -> Bool {
        guard !line.range.isEmpty, !next.range.isEmpty else { return false }
        if isExact { return line.width == width && next.goesOn(line, in: text) }
        return line.depth.isOpen && !next.begins && line.width &+ 1 &+ next.firstWord > width
    }

    /// What is open in a text: brackets, and a value in quotation marks.
    fileprivate struct Depth {
        private var brackets = 0
        private var angles = 0
        private var quote: UInt8?
        private var endsInComma = false
        private var expectsValue = false

        var isInText: Bool { quote != nil }
        var isInAngles: Bool { angles > 0 }
        /// Whether it is open otherwise than by a comma, behind which something may begin.
        var isWithin: Bool { brackets > 0 || isInText || expectsValue }
        var isOpen: Bool { isWithin || endsInComma }

        mutating func read(_ text: ByteText, _ range: Range<Int>) {
            for index in range {
                let byte = text[index]
                if let quote {
                    // Texts are not escaped: they end before what follows a value.
                    if byte == quote, Self.follows(text[index &+ 1]) { self.quote = nil }
                    continue
                }
                switch byte {
                case UInt8(ascii: "'"), UInt8(ascii: "\""):
                    let before = text[index &- 1]
                    if before == 0x20 || before == UInt8(ascii: "=") { quote = byte }
                case UInt8(ascii: "&") where text.has("&lt;", at: index, before: range.upperBound), UInt8(ascii: "<"):
                    brackets &+= 1
                    angles &+= 1
                case UInt8(ascii: "&") where text.has("&gt;", at: index, before: range.upperBound), UInt8(ascii: ">"):
                    brackets = max(0, brackets &- 1)
                    angles = max(0, angles &- 1)
                case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): brackets &+= 1
                case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                    brackets = max(0, brackets &- 1)
                default: break
                }
            }
            let last = text[text.trimmed(range).upperBound &- 1]
            (endsInComma, expectsValue) = (
                last == UInt8(ascii: ","), last == UInt8(ascii: "=") || last == UInt8(ascii: ":")
            )
        }

        private static func follows(_ byte: UInt8) -> Bool {
            byte.isSpace || byte == 0 || ";,:>/)]}".utf8.contains(byte)
        }
    }
}

extension HardWraps.Line {
    fileprivate init(_ text: ByteText, _ range: Range<Int>) {
        self.range = range
        width = Self.width(range, in: text)
        var end = text.skippingSpace(from: range.lowerBound, before: range.upperBound)
        while end < range.upperBound, !text[end].isSpace { end &+= 1 }
        firstWord = Self.width(range.lowerBound..<end, in: text)
        isMarked = Self.isMarked(range, in: text)
        begins = isMarked || text.beginsItem(range)
    }

    /// How many characters there are: each counts once, whatever its bytes.
    private static func width(_ range: Range<Int>, in text: ByteText) -> Int {
        text.withBytes(range) { $0.count { $0 & 0xC0 != 0x80 } }
    }

    /// Whether a line begins with what logs and editors put there.
    private static func isMarked(_ range: Range<Int>, in text: ByteText) -> Bool {
        guard let mark = LineMark(in: text, range, isLogged: false) else { return false }
        switch mark.kind {
        case .time, .process, .tag, .comment: return true
        case .quote: return text[mark.end] == 0x20
        case .number: return ":|\t".utf8.contains(text[mark.end &- 1])
        case .level, .source, .sign, .count: return false
        }
    }

    /// Notes what is open at its end, behind the line before it, which a width may have broken.
    fileprivate mutating func follow(_ last: Self?, in text: ByteText, at width: Int) {
        if let last, !begins || last.width >= width { depth = last.depth }
        depth.read(text, range)
    }

    private func start(in text: ByteText) -> Int { range.lowerBound &+ (text[range.lowerBound] == 0x20 ? 1 : 0) }

    /// Whether nothing at its beginning says that it is a line of its own.
    fileprivate func mayGoOn(in text: ByteText) -> Bool {
        let start = start(in: text)
        return start < range.upperBound && !text[start].isSpace && !isMarked && text[start] != UInt8(ascii: "|")
    }

    /// Whether this goes on where another line was broken: it begins nothing. Where something is open, words, brackets and
    /// quotation marks without an indentation begin nothing either.
    fileprivate func goesOn(_ line: Self, in text: ByteText) -> Bool {
        guard mayGoOn(in: text) else { return false }
        let first = text[start(in: text)]
        if !begins || line.depth.isWithin && (first.isLetter || "{[(}])\">".utf8.contains(first)) { return true }
        let last = text[text.trimmed(line.range).upperBound &- 1]
        return line.depth.isInAngles && (last == UInt8(ascii: "=") || last == UInt8(ascii: ":"))
    }
}
