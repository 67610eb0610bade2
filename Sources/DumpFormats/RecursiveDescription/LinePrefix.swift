/// What other tools put before a line of a dump: time stamps of logs, comment marks, quotation marks of mail.
enum LinePrefix {
    private static var longest: Int { 256 }

    /// Where the line itself begins. Its indentation is kept.
    static func end(in text: ByteText, _ range: Range<Int>) -> Int {
        var start = range.lowerBound
        if text.has("//", at: start, before: range.upperBound) {
            while start < range.upperBound, text[start] == UInt8(ascii: "/") { start &+= 1 }
            if text[start] == 0x20 { start &+= 1 }
        } else if text.has("> ", at: start, before: range.upperBound) {
            start &+= 2
        }
        guard let stamp = timeStampEnd(in: text, start..<range.upperBound) else { return start }
        return processEnd(in: text, stamp..<range.upperBound)
    }

    /// After `2026-01-02 03:04:05.678`, `03:04:05` or `Jan  2 03:04:05`, or nil when the line begins otherwise.
    private static func timeStampEnd(in text: ByteText, _ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        if matches("dddd-dd-dd", text, index) {
            index &+= 10
            if text[index] == 0x20 || text[index] == UInt8(ascii: "T") { index &+= 1 }
        } else if matches("aaa dd ", text, index) || matches("aaa  d ", text, index) {
            index &+= 7
        }
        guard matches("dd:dd:dd", text, index) else { return nil }
        index &+= 8
        while index < range.upperBound, isTimeByte(text[index]) { index &+= 1 }
        return index
    }

    /// After `App[77:1a2b]` or `host app[77] <Warning>:` and one space, or after one space when there is no such.
    private static func processEnd(in text: ByteText, _ range: Range<Int>) -> Int {
        let limit = min(range.upperBound, range.lowerBound &+ longest)
        var index = range.lowerBound
        while index < limit, text[index] != UInt8(ascii: "<"), text[index] != UInt8(ascii: "|") {
            if text[index] == UInt8(ascii: "["), text[index &+ 1].isDigit { return levelEnd(in: text, index..<limit) }
            index &+= 1
        }
        return range.lowerBound < range.upperBound && text[range.lowerBound] == 0x20
            ? range.lowerBound &+ 1 : range.lowerBound
    }

    private static func levelEnd(in text: ByteText, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, text[index] != UInt8(ascii: "]") { index &+= 1 }
        index &+= 1
        if text.has(" <", at: index, before: range.upperBound),
            let close = text.firstIndex(of: ">:", in: index..<range.upperBound), close &- index < 20
        {
            index = close &+ 1
        }
        if text[index] == UInt8(ascii: ":") { index &+= 1 }
        if text[index] == 0x20 { index &+= 1 }
        return min(index, range.upperBound)
    }

    /// Whether the bytes follow a pattern of `d` for a digit, `a` for a letter and themselves for the others.
    private static func matches(_ pattern: StaticString, _ text: ByteText, _ index: Int) -> Bool {
        pattern.withUTF8Buffer { pattern in
            for offset in 0..<pattern.count {
                let byte = text[index &+ offset]
                switch pattern[offset] {
                case UInt8(ascii: "d"): guard byte.isDigit else { return false }
                case UInt8(ascii: "a"): guard byte.isLetter else { return false }
                default: guard byte == pattern[offset] else { return false }
                }
            }
            return true
        }
    }

    private static func isTimeByte(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "Z") || byte == UInt8(ascii: ":")
    }
}
