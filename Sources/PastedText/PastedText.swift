import PropertyList

/// Which text of two that were printed as one, with marks at the lines that were added and taken away.
package enum TextSide: String, Sendable, Hashable, CaseIterable {
    case new, old
}

/// A text as it came from a clipboard, without what stands around the lines that were meant.
///
/// Texts are pasted out of logs, mails, web pages, editors, terminals and pull requests, and each of these puts something of its
/// own around each line or around all of them. It is taken off here, once, before any format looks at the text. A line keeps
/// the number that it has in what was pasted, except where a note says that the lines stood within one.
package struct PastedText: Sendable {
    /// The text as UTF-8.
    package private(set) var text: ByteText
    /// The text before anything was taken off.
    package let whole: ByteText
    /// What was done to it, a sentence each, in the order in which it was done.
    package private(set) var notes: [String]
    /// Whether the encoding was another than plain UTF-8, so that what the text says of its encoding no longer holds.
    package let wasDecoded: Bool
    /// What is said of a text that holds two, of which one was left out; nil for any other.
    package private(set) var sides: String?

    /// How often something can be around something else: a diff in a mail in a log.
    private static var mostLayers: Int { 10 }

    /// Reads the bytes as text and takes off what is around it, in time that grows with their number.
    package init(_ bytes: [UInt8], side: TextSide = .new) {
        let decoded = DecodedText(bytes)
        (whole, text) = (decoded.text, decoded.text)
        wasDecoded = decoded.note != nil
        // What holds no text is read by its bytes.
        guard !ByteText(bytes).isBinary else {
            notes = []
            return
        }
        notes = decoded.note.map { [$0] } ?? []
        for _ in 0..<Self.mostLayers {
            guard let layer = Self.outermostLayer(of: text, side) else { break }
            text = layer.text
            if layer.hasTwoSides {
                sides = layer.note
            } else if let note = layer.note, !notes.contains(note) {
                notes.append(note)
            }
        }
    }

    private static func outermostLayer(of text: ByteText, _ side: TextSide) -> TextLayer? {
        // The lines are found once for all that look at them.
        let sample = text.sampleLines()
        let peelers: [(ByteText, [TextLine]) -> TextLayer?] = [
            { text, _ in TerminalCodes.peeled(text) }, { DiffMarks.peeled($0, $1, side) }, HardWraps.peeled,
            { text, _ in LineList.peeled(text) }, WebPage.peeled, MarkdownTable.peeled, EscapedLines.peeled,
            LinePrefix.peeled, LinePrefix.peeledFromSome, { text, _ in TypographicQuotes.peeled(text) },
            { text, _ in MarkdownFences.peeled(text) }, { text, _ in DumpStates.peeled(text, side) },
            HelperLines.peeled,
        ]
        return peelers.lazy.compactMap { $0(text, sample) }.first
    }
}

/// What is left of a text after one layer of what stood around it was taken off.
struct TextLayer {
    var text: ByteText
    /// What was done; nil for what nobody asks about.
    var note: String?
    var hasTwoSides = false

    init(_ bytes: [UInt8], note: String?) { (text, self.note) = (ByteText(DecodedText.withLineFeeds(bytes)), note) }
}

extension ByteText {
    /// Whether the beginning holds what texts do not: archives and pictures are left as they are.
    var isBinary: Bool {
        // Backspace, form feed and escape are printed by terminals, and NUL stands in texts of other encodings.
        let controls = bytes.prefix(512).filter {
            $0 < 0x20 && $0 != 0 && !$0.isSpace && ![0x08, 0x0C, 0x1B].contains($0)
        }
        let magics: [StaticString] = ["PK\u{3}\u{4}", "NIBArchive"]
        return !controls.isEmpty || BinaryPropertyList.hasMagic(bytes)
            || magics.contains { has($0, at: 0, before: count) }
    }

    /// How much of the beginning is looked at to tell what a text is.
    static var headLength: Int { 65_536 }

    /// The beginning of the text.
    var head: Range<Int> { 0..<min(count, Self.headLength) }

    /// The lines of the beginning that say something, at most so many.
    package func sampleLines(atMost most: Int = 400) -> [TextLine] {
        var cursor = LineCursor(self)
        var lines: [TextLine] = []
        while lines.count < most, let line = cursor.next(), line.range.lowerBound < 4 &* Self.headLength {
            if !trimmed(line.range).isEmpty { lines.append(line) }
        }
        return lines
    }

    /// Whether something begins on a line, be it behind a mark.
    func beginsMarkedItem(_ range: Range<Int>) -> Bool {
        beginsItem(range) || LineMark(in: self, range, isLogged: false) != nil
    }

    /// Where a line says something, behind white space, bars and the signs that editors make of them.
    func indentationEnd(_ range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            if self[index].isSpace || self[index] == UInt8(ascii: "|") {
                index &+= 1
            } else if has("\u{2502}", at: index, before: range.upperBound)
                || has("\u{2503}", at: index, before: range.upperBound)
            {
                index &+= 3
            } else if has("\u{A0}", at: index, before: range.upperBound) {
                index &+= 2
            } else {
                break
            }
        }
        return index
    }

    /// Whether something begins on a line that stands on a line of its own in dumps: a description, a tag, an element, a
    /// heading, a value of a document.
    func beginsItem(_ range: Range<Int>) -> Bool {
        let start = indentationEnd(range)
        let first = self[start]
        let next = self[start &+ 1]
        guard start < range.upperBound else { return false }
        switch first {
        case UInt8(ascii: "&"): return has("&lt;", at: start, before: range.upperBound)
        case UInt8(ascii: "<"):
            return next.startsName || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
                || next == UInt8(ascii: "!")
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "}"), UInt8(ascii: "]"):
            return true
        case UInt8(ascii: "\""): return true
        // The last level of EarlGrey's: `  |  |--<UIView…`.
        case UInt8(ascii: "-"):
            return has("--<", at: start, before: range.upperBound) && self[start &- 1] == UInt8(ascii: "|")
        case UInt8(ascii: "*"), UInt8(ascii: "+"):
            let end = (start..<range.upperBound).first { self[$0] != first } ?? start
            return self[end] == UInt8(ascii: "<") || self[end].startsName
        case 0xE2:
            return has("\u{2192}", at: start, before: range.upperBound)
                || has("\u{2022}", at: start, before: range.upperBound)
        case let letter where letter.isLetter && letter & 0x20 == 0:
            return beginsElement(start..<range.upperBound)
        default:
            return false
        }
    }

    /// `Button, 0x60…`, `Window (Main)`, `Button 0x60…: `, `Element subtree:`, or a class alone.
    private func beginsElement(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound, self[index].continuesName || self[index] == UInt8(ascii: ".") { index &+= 1 }
        // A class alone has more than one capital: UIWindow, Shop.Window.
        if index == range.upperBound { return bytes[range].count { $0 >= 0x41 && $0 <= 0x5A } > 1 }
        for sign in [", ", " 0x", " (", "(<", ": ", " subtree:", " to element:", " chain:"] as [StaticString]
        where has(sign, at: index, before: range.upperBound) { return true }
        return false
    }
}

/// Writes lines in place of others, so that each keeps its number.
struct LineWriter {
    private(set) var bytes: [UInt8] = []
    /// How many lines were left out or joined and not made up for.
    private var missing = 0
    private let text: ByteText
    private var isFirst = true

    init(replacing text: ByteText) {
        self.text = text
        bytes.reserveCapacity(text.count)
    }

    /// Writes a line of the text, or what is left of it.
    mutating func add(_ range: Range<Int>) {
        if !isFirst { bytes.append(0x0A) }
        // Only where something begins: a value of several lines must not get any more of them.
        if missing > 0, text.beginsItem(range) {
            bytes.append(contentsOf: repeatElement(0x0A, count: missing))
            missing = 0
        }
        isFirst = false
        bytes.append(contentsOf: text.bytes[range.clamped(to: 0..<text.count)])
    }

    /// Writes on the line that was begun.
    mutating func join(_ range: Range<Int>, with separator: UInt8? = nil) {
        if let separator { bytes.append(separator) }
        bytes.append(contentsOf: text.bytes[range.clamped(to: 0..<text.count)])
        missing &+= 1
    }

    /// Leaves a line out.
    mutating func skip() { missing &+= 1 }
}
