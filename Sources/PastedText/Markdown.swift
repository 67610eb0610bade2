/// Fences around code, and the spaces that browsers put in place of others.
enum MarkdownFences {
    /// The text without its fences; nil when there are none.
    static func peeled(_ text: ByteText) -> TextLayer? {
        let hasFences =
            text.firstIndex(of: "```", in: text.head) != nil || text.firstIndex(of: "~~~", in: text.head) != nil
        let hasSpaces = text.firstIndex(of: "\u{A0}", in: text.head) != nil
        guard hasFences || hasSpaces else { return nil }
        var writer = LineWriter(replacing: text)
        var cursor = LineCursor(text)
        var isChanged = false
        while let line = cursor.next() {
            let start = text.skippingSpace(from: line.range.lowerBound, before: line.range.upperBound)
            if isFence(start..<line.range.upperBound, in: text) {
                isChanged = true
                writer.add(start..<start)
            } else {
                writer.add(line.range)
            }
        }
        var bytes = writer.bytes
        if hasSpaces { isChanged = replaceIndentation(&bytes) || isChanged }
        return isChanged ? TextLayer(bytes, note: nil) : nil
    }

    private static func isFence(_ content: Range<Int>, in text: ByteText) -> Bool {
        guard
            text.has("```", at: content.lowerBound, before: content.upperBound)
                || text.has("~~~", at: content.lowerBound, before: content.upperBound)
        else { return false }
        return text.bytes[content].dropFirst(3).allSatisfy {
            $0.continuesName || $0 == UInt8(ascii: "-") || $0.isSpace || $0 == UInt8(ascii: "`")
                || $0 == UInt8(ascii: "~")
        }
    }

    /// Puts plain spaces in place of those that do not break, where they indent a line.
    private static func replaceIndentation(_ bytes: inout [UInt8]) -> Bool {
        let text = ByteText(bytes)
        var replaced: [UInt8] = []
        replaced.reserveCapacity(bytes.count)
        var isIndentation = true
        var index = 0
        while index < text.count {
            if isIndentation, text.has("\u{A0}", at: index, before: text.count) {
                replaced.append(0x20)
                index &+= 2
                continue
            }
            let byte = text[index]
            isIndentation = byte == 0x0A || byte == 0x0D || isIndentation && (byte.isSpace || byte == UInt8(ascii: "|"))
            replaced.append(byte)
            index &+= 1
        }
        defer { bytes = replaced }
        return replaced.count < bytes.count
    }
}

/// A table of Markdown with a line of a text in each row.
enum MarkdownTable {
    /// What stands in the cells; nil when the text is no table.
    static func peeled(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        guard sample.contains(where: { isRule($0.range, in: text) }), sample.allSatisfy({ isRow($0.range, in: text) })
        else {
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            let content = text.trimmed(line.range)
            if isRow(line.range, in: text), !isRule(line.range, in: text) {
                append(
                    content.lowerBound &+ 1..<max(content.lowerBound &+ 1, content.upperBound &- 1),
                    of: text,
                    to: &bytes
                )
            }
            bytes.append(0x0A)
        }
        return TextLayer(bytes, note: "The text was a table of Markdown; its cells were read.")
    }

    private static func isRow(_ line: Range<Int>, in text: ByteText) -> Bool {
        let content = text.trimmed(line)
        return content.count > 1 && text[content.lowerBound] == UInt8(ascii: "|")
            && text[content.upperBound &- 1] == UInt8(ascii: "|")
    }

    private static func isRule(_ line: Range<Int>, in text: ByteText) -> Bool {
        isRow(line, in: text) && text.firstIndex(of: "--", in: line) != nil
            && line.allSatisfy { "|:- \t".utf8.contains(text[$0]) }
    }

    /// One cell, without the space and the grave accents around it; a bar in it is escaped.
    private static func append(_ cell: Range<Int>, of text: ByteText, to bytes: inout [UInt8]) {
        var lower = cell.lowerBound
        var upper = cell.upperBound
        if lower < upper, text[lower] == 0x20 { lower &+= 1 }
        if lower < upper, text[upper &- 1] == 0x20 { upper &-= 1 }
        while upper &- lower > 1, text[lower] == UInt8(ascii: "`"), text[upper &- 1] == UInt8(ascii: "`") {
            lower &+= 1
            upper &-= 1
        }
        var index = lower
        while index < upper {
            if text[index] == UInt8(ascii: "\\"), text[index &+ 1] == UInt8(ascii: "|") { index &+= 1 }
            bytes.append(text[index])
            index &+= 1
        }
    }
}
