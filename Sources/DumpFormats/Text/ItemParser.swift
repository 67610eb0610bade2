import PastedText

/// The parts of one object's description, as places in the text.
struct DescriptionItem: Sendable {
    /// A name and its value.
    struct Attribute: Sendable {
        var name: Range<Int>
        /// Empty where the description gives a name alone.
        var value: Range<Int>
        /// False for what the end of the input may have cut.
        var isWhole: Bool
    }

    /// The class name.
    var className: Range<Int>
    /// The address, where there is one.
    var address: Range<Int>?
    /// The attributes in their order.
    var attributes: [Attribute] = []
    /// After the closing `>`, or where the input ends.
    var end: Int
    /// Whether the closing `>` was found.
    var isClosed = false
    /// Whether the input ends within a quoted text.
    var endsInText = false
    /// How many attributes were dropped by the limit.
    var droppedAttributes = 0
    /// Whether it is EarlGrey's, which writes `alpha=1; hidden` and has accessibility in it.
    var isEarlGrey = false
}

/// Takes the description of one object apart: `<Class: address; name = value; …; name: value>`.
///
/// Values hold separators and closing brackets of their own, so brackets are counted and quoted texts, which UIKit
/// does not escape, end where the next attribute begins. Every byte is looked at a fixed number of times.
struct ItemParser {
    let text: ByteText
    let limit: Int
    let maximumAttributes: Int
    var index: Int
    private var item: DescriptionItem
    private let scanner: ValueScanner
    private let opening: Int

    /// Prepares to parse the description that begins at `start`, up to the limit.
    init(_ text: ByteText, _ start: ItemStart, limit: Int, maximumAttributes: Int) {
        self.text = text
        self.limit = min(limit, text.count)
        self.maximumAttributes = maximumAttributes
        index = start.className.upperBound
        item = DescriptionItem(className: start.className, end: index)
        item.isEarlGrey = start.isEarlGrey(in: text)
        scanner = ValueScanner(text, limit: self.limit, isEarlGrey: item.isEarlGrey)
        item.attributes.reserveCapacity(8)
        var depth = 0
        while text[start.angle &+ depth] == UInt8(ascii: "<"), start.angle &+ depth < start.className.lowerBound {
            depth &+= 1
        }
        opening = max(depth, 1)
    }

    /// The parts, as many as there are.
    mutating func parse() -> DescriptionItem {
        readAddress()
        // `<<_UITextContainerView: …> minSize = …, maxSize = …>` is a description inside a description.
        for level in 0..<opening {
            item.isClosed = false
            readAttributes(separatedByComma: level > 0)
            if !item.isClosed { break }
        }
        item.end = min(index, limit)
        return item
    }

    private mutating func readAddress() {
        if text[index] == UInt8(ascii: ":") { index &+= 1 }
        guard text[index] == 0x20 || text[index].isDigit || text[index] == UInt8(ascii: "(") else { return }
        let first = text.skippingSpace(from: index, before: limit)
        var last = first
        while last < limit, !endsAddress(text[last]) { last &+= 1 }
        guard last > first else { return }
        item.address = first..<last
        index = last
    }

    private func endsAddress(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") || byte.isSpace
    }

    private mutating func readAttributes(separatedByComma: Bool) {
        while true {
            index = text.skippingSpace(from: index, before: limit)
            guard index < limit else { return }
            switch text[index] {
            case UInt8(ascii: ">"):
                index &+= 1
                item.isClosed = true
                return
            case UInt8(ascii: ";"):
                index &+= 1
            case UInt8(ascii: ",") where separatedByComma:
                index &+= 1
            default:
                readAttribute(separatedByComma: separatedByComma)
            }
        }
    }

    private mutating func readAttribute(separatedByComma: Bool) {
        let first = index
        while index < limit, !endsName(text[index]) { index &+= 1 }
        var name = text.trimmed(first..<index)
        var hasValue = true
        switch text[index] {
        case UInt8(ascii: "="), UInt8(ascii: ":"):
            index &+= 1
        case UInt8(ascii: ";"), UInt8(ascii: ">"):
            hasValue = false
        default:
            // A value without a name.
            if index < limit {
                index = first
                name = first..<first
            } else {
                hasValue = false
            }
        }
        let value = hasValue ? readValue(of: name, separatedByComma: separatedByComma) : index..<index
        let isWhole = index < limit || (hasValue && isClosedByBracket(value))
        append(DescriptionItem.Attribute(name: name, value: value, isWhole: isWhole))
        // Whatever stands there, go on.
        if index == first { index &+= 1 }
    }

    private func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ">"), UInt8(ascii: "<"),
            UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "'"), UInt8(ascii: "\""):
            true
        default: false
        }
    }

    private mutating func readValue(of name: Range<Int>, separatedByComma: Bool) -> Range<Int> {
        if let last = item.attributes.last, text.has("text:", at: name.lowerBound, before: limit),
            text.has("reactTag", at: last.name.lowerBound, before: last.name.upperBound)
        {
            return readReactText()
        }
        let first = text.skippingSpace(from: index, before: limit)
        index = first
        let isQuoted =
            text[first] == UInt8(ascii: "\"") && text.has("text", at: name.lowerBound, before: name.upperBound)
        if isQuoted || text[first] == UInt8(ascii: "'"), first < limit {
            return readQuotedText()
        }
        if text.has("placeholder", at: name.lowerBound, before: name.upperBound) {
            return readUnquotedText()
        }
        index = scanner.end(of: first, separatedByComma: separatedByComma)
        return text.trimmed(first..<max(first, index))
    }

    private mutating func readQuotedText() -> Range<Int> {
        let first = index &+ 1
        var quote = first
        while quote < limit {
            if text[quote] == text[first &- 1], scanner.isBoundary(at: quote &+ 1) {
                index = quote &+ 1
                return first..<quote
            }
            quote &+= 1
        }
        index = limit
        item.endsInText = true
        return first..<max(first, limit)
    }

    private mutating func readUnquotedText() -> Range<Int> {
        let first = index
        while index < limit, !scanner.isBoundary(at: index) { index &+= 1 }
        return first..<index
    }

    /// React Native puts a text as it is between UIKit's address and frame: `; reactTag: 5; text: Two; three frame = (0 0; 90 20)`.
    /// It ends at the last frame before the layer.
    private mutating func readReactText() -> Range<Int> {
        let first = min(index &+ 1, limit)
        let layer = text.firstIndex(of: "; layer = <", in: first..<limit) ?? limit
        let end = text.lastIndex(of: " frame = (", in: first..<layer)
        item.endsInText = end == nil
        index = end ?? limit
        return first..<index
    }

    private func isClosedByBracket(_ value: Range<Int>) -> Bool {
        switch text[value.upperBound &- 1] {
        case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): !value.isEmpty
        default: false
        }
    }

    private mutating func append(_ attribute: DescriptionItem.Attribute) {
        guard !attribute.name.isEmpty || !attribute.value.isEmpty else { return }
        if item.attributes.count < maximumAttributes {
            item.attributes.append(attribute)
        } else {
            item.droppedAttributes &+= 1
        }
    }
}

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

    /// What can follow a quoted text of EarlGrey's: its fields have an order, and the text that is shown comes last.
    private static let earlGreyFields: [StaticString] = [
        "AX.", "frame={", "opaque;", "hidden;", "alpha=", "UIE=N", "disabled;", "disabled>", "text='",
    ]

    private let text: ByteText
    private let limit: Int
    private let isEarlGrey: Bool

    init(_ text: ByteText, limit: Int, isEarlGrey: Bool = false) {
        self.text = text
        self.limit = limit
        self.isEarlGrey = isEarlGrey
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
        if first >= limit, index < limit &+ 1 { return true }
        if isEarlGrey { return Self.earlGreyFields.contains { text.has($0, at: first, before: limit) } }
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
        // A list of elements in a message, and a remark behind one.
        case UInt8(ascii: "\"") where isEarlGrey, 0x20 where isEarlGrey: return true
        default:
            return text.has(" - ", at: index, before: limit) || text.has("->", at: index, before: limit)
                || text.has(" collection view layout:", at: index, before: limit)
        }
    }
}
