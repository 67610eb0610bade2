/// The brackets that are open: the innermost eight, which nearly always are all, in one number, the others in an array.
private struct OpenBrackets {
    private var near: UInt64 = 0
    private var nearCount = 0
    private var far: [UInt64] = []

    var isEmpty: Bool { nearCount == 0 && far.isEmpty }

    /// The innermost one; nil when none is open.
    var last: UInt8? {
        if nearCount > 0 { return UInt8(truncatingIfNeeded: near) }
        return far.last.map { UInt8(truncatingIfNeeded: $0) }
    }

    mutating func append(_ bracket: UInt8) {
        if nearCount == 8 {
            far.append(near)
            (near, nearCount) = (0, 0)
        }
        near = near << 8 | UInt64(bracket)
        nearCount &+= 1
    }

    mutating func popLast() -> UInt8? {
        if nearCount == 0, let eight = far.popLast() { (near, nearCount) = (eight, 8) }
        guard nearCount > 0 else { return nil }
        defer {
            near >>= 8
            nearCount &-= 1
        }
        return UInt8(truncatingIfNeeded: near)
    }
}

/// Finds where values end.
struct ValueScanner {
    /// Names that UIKit writes after a quoted text with a colon; with ` = ` every name ends a text.
    private static let colonNames: [StaticString] = [
        "contentOffset", "contentSize", "adjustedContentInset", "value", "layout", "dataSource",
    ]
    private static var longestName: Int { 128 }

    private let text: ByteText
    private let limit: Int

    init(_ text: ByteText, limit: Int) {
        self.text = text
        self.limit = limit
    }

    /// Where the value that begins at `start` ends: at a separator or at the description's closing `>`, both outside
    /// of all brackets that the value opens.
    func end(of start: Int, separatedByComma: Bool) -> Int {
        var open = OpenBrackets()
        var openAngles = 0
        var index = start
        while index < limit {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: ";") where open.isEmpty: return index
            case UInt8(ascii: ",") where open.isEmpty && separatedByComma: return index
            case UInt8(ascii: "<"):
                open.append(byte)
                openAngles &+= 1
            case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(byte)
            case UInt8(ascii: ">"):
                // The arrow of a Swift function type.
                if text[index &- 1] == UInt8(ascii: "-"), !open.isEmpty { break }
                if openAngles == 0 { return index }
                // What a `<` encloses is closed with it, even brackets that someone forgot.
                while let last = open.popLast(), last != UInt8(ascii: "<") {}
                openAngles &-= 1
            case UInt8(ascii: ")"): if open.last == UInt8(ascii: "(") { _ = open.popLast() }
            case UInt8(ascii: "]"): if open.last == UInt8(ascii: "[") { _ = open.popLast() }
            case UInt8(ascii: "}"):
                while open.last == UInt8(ascii: "(") || open.last == UInt8(ascii: "[") { _ = open.popLast() }
                if open.last == UInt8(ascii: "{") { _ = open.popLast() }
            case UInt8(ascii: "\"") where openAngles > 0:
                index = closingQuote(after: index)
            default: break
            }
            index &+= 1
        }
        return limit
    }

    /// Whether an unescaped text can end before the index: another attribute begins there, or the description closes
    /// and so does the line.
    func isBoundary(at index: Int) -> Bool {
        switch text[index] {
        case UInt8(ascii: ";"): isAttribute(at: index &+ 1)
        case UInt8(ascii: ">"): isEndOfItem(at: index &+ 1)
        default: false
        }
    }

    /// The names of symbols and images are quoted: `symbol "plus.circle"`. The search goes no further than the line
    /// and a name's length, so that a lone quotation mark does no harm.
    private func closingQuote(after index: Int) -> Int {
        var quote = index &+ 1
        while quote < limit, quote &- index < Self.longestName, text[quote] != 0x0A {
            if text[quote] == UInt8(ascii: "\"") { return quote }
            quote &+= 1
        }
        return index
    }

    private func isAttribute(at index: Int) -> Bool {
        let first = text.skippingSpace(from: index, before: limit)
        var last = first
        while last < limit, last &- first < Self.longestName, isNameByte(text[last]) { last &+= 1 }
        if last == first { return text[first] == UInt8(ascii: ">") && isEndOfItem(at: first &+ 1) }
        if text.has(" = ", at: last, before: limit) { return true }
        guard text[last] == UInt8(ascii: ":") else { return false }
        return Self.colonNames.contains {
            $0.utf8CodeUnitCount == last &- first && text.has($0, at: first, before: last)
        }
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        byte.continuesName || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private func isEndOfItem(at index: Int) -> Bool {
        guard index < limit else { return true }
        switch text[index] {
        case 0x0A, 0x0D, UInt8(ascii: "`"), UInt8(ascii: ")"), UInt8(ascii: ","): return true
        default:
            return text.has(" - ", at: index, before: limit) || text.has("->", at: index, before: limit)
                || text.has(" collection view layout:", at: index, before: limit)
        }
    }
}
