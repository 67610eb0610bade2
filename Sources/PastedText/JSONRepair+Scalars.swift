extension JSONRepair {
    /// Reads a string to its closing quote; false when there is none.
    mutating func readString() -> Bool {
        out.append(UInt8(ascii: "\""))
        offset &+= 1
        while offset < text.count {
            let byte = text[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset &+= 1
                out.append(byte)
                return true
            case UInt8(ascii: "\\"):
                guard readEscape() else { return false }
            case 0..<0x20:
                note(.controlCharacter, at: offset)
                appendEscape(UInt32(byte))
                offset &+= 1
            case 0x20..<0x80:
                out.append(byte)
                offset &+= 1
            default: readMultibyteCharacter()
            }
        }
        return false
    }

    /// Reads a character of several bytes; one that is no UTF-8 becomes U+FFFD.
    private mutating func readMultibyteCharacter() {
        var end = offset &+ 1
        while end < min(offset &+ 4, text.count), text[end] & 0xC0 == 0x80 { end &+= 1 }
        while end > offset &+ 1, String(validating: text.bytes[offset..<end], as: UTF8.self) == nil { end &-= 1 }
        // One lead byte with its continuations is one character; a shorter valid part cannot begin with that lead.
        if let character = String(validating: text.bytes[offset..<end], as: UTF8.self) {
            out.append(contentsOf: character.utf8)
        } else {
            note(.encoding, at: offset)
            out.append(contentsOf: "\u{FFFD}".utf8)
        }
        offset = end
    }

    /// Reads an escape sequence; false when the text ends in it.
    private mutating func readEscape() -> Bool {
        let start = offset
        let byte = text[offset &+ 1]
        guard start &+ 1 < text.count else {
            offset = text.count
            return false
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            out.append(UInt8(ascii: "\\"))
            out.append(byte)
            offset &+= 2
        case UInt8(ascii: "u"):
            guard let unit = unit(at: start) else {
                guard start &+ 6 <= text.count else {
                    offset = text.count
                    return false
                }
                return keepBackslash(at: start)
            }
            offset &+= 6
            if unit & 0xFC00 == 0xD800, let low = self.unit(at: offset), low & 0xFC00 == 0xDC00 {
                offset &+= 6
                out.append(contentsOf: text.bytes[start..<offset])
            } else if unit & 0xF800 == 0xD800 {
                note(.escape, at: start)
                appendEscape(0xFFFD)
            } else {
                out.append(contentsOf: text.bytes[start..<offset])
            }
        default: return keepBackslash(at: start)
        }
        return true
    }

    /// A backslash that escapes nothing is a character.
    private mutating func keepBackslash(at start: Int) -> Bool {
        note(.escape, at: start)
        out.append(contentsOf: "\\\\".utf8)
        offset = start &+ 1
        return true
    }

    /// The code unit of the escape `\uXXXX` at a place.
    private func unit(at start: Int) -> UInt32? {
        text.has("\\u", at: start, before: text.count) ? text.codeUnit(at: start &+ 2).map { UInt32($0) } : nil
    }

    private mutating func appendEscape(_ unit: UInt32) {
        let digits = String(unit, radix: 16)
        out.append(contentsOf: "\\u\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)".utf8)
    }

    /// Reads a number or a literal; false for anything else, and where the text ends in it.
    mutating func readWord() -> Bool {
        let start = offset
        while offset < text.count, text[offset].continuesWord { offset &+= 1 }
        // A word at the end of the text may be half of one.
        guard offset > start, offset < text.count else { return false }
        let range = start..<offset
        if let plain = Self.literals.first(where: { text.has($0, at: start, before: offset) }),
            range.count == plain.utf8CodeUnitCount
        {
            out.append(contentsOf: text.bytes[range])
            return true
        }
        guard range.count <= 2_000 else {
            offset = start
            return false
        }
        let word = text.string(range)
        if word == "undefined" || word.contains("|") {
            note(word.contains("|") ? .choice : .number, at: start)
            out.append(contentsOf: "null".utf8)
            return true
        }
        guard let number = Double(word) else {
            offset = start
            return false
        }
        if number.isFinite, isPlainNumber(range) {
            out.append(contentsOf: text.bytes[range])
        } else {
            note(.number, at: start)
            out.append(contentsOf: "\"\(word.lowercased())\"".utf8)
        }
        return true
    }

    private static let literals: [StaticString] = ["true", "false", "null"]

    /// Whether a number is one of RFC 8259, section 6, that is short enough for all readers.
    private func isPlainNumber(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        func digits() -> Int {
            let start = index
            while index < range.upperBound, text[index].isDigit { index &+= 1 }
            return index &- start
        }
        if text[index] == UInt8(ascii: "-") { index &+= 1 }
        let beginsWithZero = text[index] == UInt8(ascii: "0")
        let count = digits()
        guard count > 0, count <= 18, !(beginsWithZero && count > 1) else { return false }
        if index < range.upperBound, text[index] == UInt8(ascii: ".") {
            index &+= 1
            guard digits() > 0 else { return false }
        }
        if index < range.upperBound, text[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            if text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index &+= 1 }
            guard digits() > 0 else { return false }
        }
        return index == range.upperBound && range.count <= 1_000
    }
}

extension UInt8 {
    /// A byte of a number or of a literal.
    fileprivate var continuesWord: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "|")
    }
}
