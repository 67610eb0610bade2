import PastedText
import ViewHierarchy

/// One element as `debugDescription` prints it: `Button, 0x600000a0, {{18.0, 710.0}, {357.0, 49.3}}, label: 'Save', Selected`.
/// Xcode 8 and before print `Button 0x600000a0: traits: 8589934593, {{18.0, …`, Xcode 7 `Button:{ {18.0, …} }, label: "Save"`,
/// Chisel's `xtree` `Button: label: 'Save'`, Instruments' `logElementTree` `UIAButton: name:Save rect:{{18, 710}, {357, 49}}`.
///
/// Nothing is escaped, so that a text ends where what follows can be nothing but the rest of an element.
struct DebugDescriptionItem {
    private let text: ByteText
    private let range: Range<Int>
    /// The short name of its type.
    let type: String
    /// Its fields in their order, all but the type and the frame.
    private(set) var fields: [(name: String, value: String)] = []
    private(set) var frame: Rect?
    /// A frame whose numbers cannot be understood.
    private(set) var badFrame: String?
    private(set) var address: String?
    /// Whether the last text has no end, so that it may go on with the next line.
    private(set) var isOpen = false
    /// Whether it ends with an unquoted value, which may go on with the next line.
    private(set) var endsInValue = false

    /// The texts in quotation marks, in their order; `xtree` has the title behind the label, and quotes the value too.
    private static let quoted: [StaticString] = [
        "identifier: ", "title: ", "label: ", "title: ", "value: ", "placeholderValue: ",
    ]
    /// The words at the end, and the attributes that stand for them; the later ones are those of `xtree`.
    private static let flags: [(word: StaticString, name: String, value: String)] = [
        ("Disabled", "enabled", "false"), ("Selected", "selected", "true"),
        ("Keyboard Focused", "keyboardFocused", "true"),
        ("Focused", "focused", "true"), ("Has Focus", "focused", "true"), ("Main Window", "main", "true"),
        ("enabled: False", "enabled", "false"), ("selected: True", "selected", "true"), ("MainWindow", "main", "true"),
        ("hasKeyboardFocus: True", "keyboardFocused", "true"), ("hasFocus: True", "focused", "true"),
    ]
    /// What can only be the first field of an element, behind a comma or a colon.
    private static let firstFields: [StaticString] = [
        "{{", "{ {", "pid: ", "traits: ", "identifier: '", "title: '", "label: '", "label: \"", "placeholderValue: '",
        "value: ", "enabled: False", "selected: True", "MainWindow", "hasKeyboardFocus: True", "hasFocus: True",
    ]

    /// Reads an element from the beginning of its type to the end of its last line.
    init(_ text: ByteText, _ range: Range<Int>) {
        self.text = text
        self.range = range
        var index = range.lowerBound
        while index < range.upperBound, text[index].isLetter { index &+= 1 }
        type = text.string(range.lowerBound..<index)
        fields.reserveCapacity(4)
        if text.has(" (Main)", at: index, before: range.upperBound) {
            fields.append(("main", "true"))
            index &+= 7
        }
        let head = Head(text, index..<range.upperBound)
        if !head.address.isEmpty { address = text.string(head.address) }
        if !head.traits.isEmpty { fields.append(("traits", text.string(head.traits))) }
        if text.has("UIA", at: range.lowerBound, before: index) {
            readLogged(head.end..<range.upperBound)
        } else {
            readFields(from: head.end)
        }
    }

    /// `name:`, `value:` and `rect:` as Instruments logged them, without quotation marks.
    private mutating func readLogged(_ range: Range<Int>) {
        var rest = range
        if let rect = text.lastIndex(of: "rect:{{", in: rest) {
            _ = readPlain(from: rect &+ 5)
            rest = rest.lowerBound..<rect
        }
        for (mark, name) in [(" value:", "value"), (" label:", "label"), (" name:", "identifier")]
            as [(StaticString, _)]
        {
            let place = name == "identifier" ? text.firstIndex(of: mark, in: rest) : text.lastIndex(of: mark, in: rest)
            guard let place else { continue }
            fields.append((name, text.string(text.trimmed(place &+ mark.utf8CodeUnitCount..<rest.upperBound))))
            rest = rest.lowerBound..<place
        }
        fields.reverse()
    }

    /// What stands between the type and the first comma or colon: an address, and the traits of `xtree --traits`.
    private struct Head {
        private(set) var address: Range<Int>
        private(set) var traits: Range<Int>
        private(set) var end: Int

        init(_ text: ByteText, _ range: Range<Int>) {
            end = range.lowerBound
            (address, traits) = (end..<end, end..<end)
            if text.has(" 0x", at: end, before: range.upperBound) {
                address = end &+ 1..<Self.numberEnd(text, end &+ 3..<range.upperBound)
                end = address.upperBound
            }
            let words = end &+ 9
            if text.has(" traits: ", at: end, before: range.upperBound),
                let close = text.firstIndex(of: "(0x", in: words..<min(range.upperBound, words &+ 1_024))
            {
                end = Self.numberEnd(text, close &+ 3..<range.upperBound)
                if text[end] == UInt8(ascii: ")"), end < range.upperBound { end &+= 1 }
                traits = words..<end
            }
        }

        private static func numberEnd(_ text: ByteText, _ range: Range<Int>) -> Int {
            text.endOfHex(from: range.lowerBound, before: range.upperBound)
        }
    }

    /// Where the type of an element begins on a line, when the line is that of one: a word, perhaps `(Main)`, then an address, a
    /// frame or another field. What stands before it is indentation or an arrow.
    ///
    /// - Parameter isListed: Whether the lines are elements and nothing else, so that a type alone is one.
    static func start(in text: ByteText, _ line: Range<Int>, isListed: Bool = false) -> Int? {
        lineStart(in: text, line, isListed: isListed) ?? messageStart(in: text, line)
    }

    /// Where an element begins in a message: `Failed to scroll to visible Button 0x600000a0: traits: 4, {{…`.
    private static func messageStart(in text: ByteText, _ line: Range<Int>) -> Int? {
        guard let colon = text.firstIndex(of: ": traits: ", in: line) else { return nil }
        var start = colon
        while start > line.lowerBound, text[start &- 1].hexValue != nil { start &-= 1 }
        guard text.has(" 0x", endingAt: line.lowerBound..<start), start < colon else { return nil }
        let end = start &- 3
        start = end
        while start > line.lowerBound, text[start &- 1].isLetter, end &- start < 40 { start &-= 1 }
        return start > line.lowerBound && ElementType.isKnown(text.string(start..<end)) ? start : nil
    }

    private static func lineStart(in text: ByteText, _ line: Range<Int>, isListed: Bool) -> Int? {
        var start = line.lowerBound
        while start < line.upperBound, !text[start].isLetter, !text[start].isDigit {
            guard isIndentation(text[start]) else { return nil }
            start &+= 1
        }
        var index = start
        while index < line.upperBound, text[index].isLetter { index &+= 1 }
        guard index > start else { return nil }
        let type = start..<min(index, start &+ 40)
        if text.has(" (Main)", at: index, before: line.upperBound) { index &+= 7 }
        if text.has(", 0x", at: index, before: line.upperBound) { return start }
        let name = text.string(type)
        // The target is the device and no element.
        let isLogged = name != "UIATarget" && ElementType.className(ofUIAutomation: name) != nil
        guard isLogged || ElementType.isKnown(name) else { return nil }
        let head = Head(text, index..<line.upperBound)
        if isLogged {
            let signs: [StaticString] = [": name:", ": label:", ": value:", ": rect:{{"]
            return signs.contains { text.has($0, at: head.end, before: line.upperBound) } ? start : nil
        }
        let isCertain = isListed || !head.address.isEmpty
        if text.skippingSpace(from: head.end &+ 1, before: line.upperBound) >= line.upperBound {
            // Of an element of which nothing is known `xtree` prints bars, the type and a colon.
            let isBarred = start > line.lowerBound &+ 1 && text[start &- 2] == UInt8(ascii: "|")
            return isCertain || (isBarred && text[head.end] == UInt8(ascii: ":")) ? start : nil
        }
        guard let field = firstField(in: text, at: head.end, before: line.upperBound) else { return nil }
        func isNext(_ word: StaticString) -> Bool { text.has(word, at: field, before: line.upperBound) }
        return firstFields.contains(where: isNext) || (isCertain && flags.contains { isNext($0.word) }) ? start : nil
    }

    /// Where an element of Xcode 8 and before ends in a message: behind it stands what went wrong.
    static func messageEnd(in text: ByteText, _ range: Range<Int>) -> Int? {
        let head = range.lowerBound..<min(range.upperBound, range.lowerBound &+ 64)
        // Later versions have a comma behind the type.
        guard let typeEnd = head.first(where: { !text[$0].isLetter }), text[typeEnd] == 0x20,
            text.firstIndex(of: ": traits: ", in: head) != nil
        else { return nil }
        for sign in ["', error: ", "' - ***", "}} - ***"] as [StaticString] {
            guard let place = text.lastIndex(of: sign, in: range) else { continue }
            return place &+ (text[place] == UInt8(ascii: "'") ? 1 : 2)
        }
        return nil
    }

    /// Where the first field begins, behind a comma or a colon.
    private static func firstField(in text: ByteText, at end: Int, before limit: Int) -> Int? {
        if text.has(":{", at: end, before: limit) { return end &+ 1 }
        return text.has(", ", at: end, before: limit) || text.has(": ", at: end, before: limit) ? end &+ 2 : nil
    }

    /// Where the first of several elements on a line ends: at the comma before the type of the next one.
    static func listedEnd(in text: ByteText, _ line: Range<Int>) -> Int {
        var index = line.lowerBound
        while index < line.upperBound {
            if text[index] == UInt8(ascii: "'") || text[index] == UInt8(ascii: "}"),
                text.has(", ", at: index &+ 1, before: line.upperBound)
            {
                let type = index &+ 3
                let end = (type..<line.upperBound).first { !text[$0].isLetter } ?? line.upperBound
                let isNext = text[end] == UInt8(ascii: ",") || text.has(" 0x", at: end, before: line.upperBound)
                if isNext, ElementType.isKnown(text.string(type..<min(end, type &+ 40))) { return index &+ 1 }
            }
            index &+= 1
        }
        return line.upperBound
    }

    private static func isIndentation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        // The arrow, also where its bytes were read in another encoding.
        default: byte.isSpace || byte >= 0x80
        }
    }

    private mutating func readFields(from start: Int) {
        var index = start
        let end = range.upperBound
        let tails = flagTails(from: start)
        let hasColon = text[start] == UInt8(ascii: ":") && start < end
        var rank = 0
        if hasColon, start &+ 1 == end { return }
        while let field = Self.firstField(in: text, at: index, before: end),
            index == start || text[index] != UInt8(ascii: ":")
        {
            if tails.contains(index) { return readFlags(from: index) }
            if let found = Self.quoted.indices.first(where: {
                $0 >= rank && text.has(Self.quoted[$0], at: field, before: end)
            }), let quote = quoted(found, at: field, tails, quotesValues: hasColon) {
                rank = found &+ 1
                let (value, close) = quote
                fields.append((text.string(field..<value &- 3), text.string(value..<(close ?? end))))
                guard let close else {
                    isOpen = true
                    return
                }
                index = close &+ 1
            } else if text.has("value: ", at: field, before: end) {
                let value = field &+ 7
                let close = tails.filter { $0 >= value }.min() ?? end
                endsInValue = close == end
                fields.append(("value", text.string(value..<close)))
                index = close
            } else {
                index = readPlain(from: field)
            }
        }
        let rest = text.trimmed(min(index, end)..<end)
        if !rest.isEmpty { fields.append(("suffix", text.string(rest))) }
    }

    /// An address, a frame, `pid: 12`, `traits: 4` or a word that is not known; gives where it ends.
    private mutating func readPlain(from start: Int) -> Int {
        var end = start
        let isSpaced = text.has("{ {", at: start, before: range.upperBound)
        if isSpaced || text.has("{{", at: start, before: range.upperBound),
            let close = text.firstIndex(of: isSpaced ? "} }" : "}}", in: start..<min(range.upperBound, start &+ 1_700))
        {
            end = close &+ (isSpaced ? 3 : 2)
            if frame == nil, let n = NumberList.parse(text, start..<end, count: 4) {
                frame = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
            } else {
                badFrame = text.string(start..<end)
                fields.append(("frame", text.string(start..<end)))
            }
            return end
        }
        while end < range.upperBound, !text.has(", ", at: end, before: range.upperBound) { end &+= 1 }
        let words = text.string(start..<end)
        if address == nil, text.has("0x", at: start, before: end) {
            address = words
        } else if let colon = words.firstRange(of: ": ") {
            fields.append((String(words[..<colon.lowerBound]), String(words[colon.upperBound...])))
        } else {
            let flag = Self.flags.first { "\($0.word)" == words }
            fields.append(flag.map { ($0.name, $0.value) } ?? ("suffix", words))
        }
        return end
    }

    /// Where a text in quotation marks begins, and where it is closed; nil for a value that only begins with such a mark.
    private func quoted(
        _ kind: Int,
        at field: Int,
        _ tails: Set<Int>,
        quotesValues: Bool
    ) -> (value: Int, close: Int?)? {
        let value = field &+ Self.quoted[kind].utf8CodeUnitCount &+ 1
        let isValue = text.has("value: ", at: field, before: value)
        let quote = text[value &- 1]
        guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""), !isValue || quotesValues else { return nil }
        let close = closing(from: value, rank: kind &+ 1, tails)
        return close == nil && isValue ? nil : (value, close)
    }

    /// The quotation mark that ends a text: behind it the element ends, or a field of a later kind or the words at the end follow.
    private func closing(from start: Int, rank: Int, _ tails: Set<Int>) -> Int? {
        let end = range.upperBound
        var index = start
        while index < end {
            if text[index] == text[start &- 1] {
                let next = index &+ 1
                if next == end || tails.contains(next) || text.has(", value: ", at: next, before: end) { return index }
                if text.has(", ", at: next, before: end),
                    Self.quoted[rank...].contains(where: { text.has($0, at: next &+ 2, before: end) })
                {
                    return index
                }
            }
            index &+= 1
        }
        return nil
    }

    /// The places from which on there are only flags.
    private func flagTails(from start: Int) -> Set<Int> {
        var tails: Set<Int> = []
        var end = range.upperBound
        // None ends with a quotation mark or a bracket, as nearly all lines do.
        while tails.count < 8, text[end &- 1].isLetter {
            let found = Self.flags.lazy.map { (length: $0.word.utf8CodeUnitCount, word: $0.word) }.first {
                let at = end &- $0.length
                return at &- 2 >= start && text.has($0.word, at: at, before: end)
                    && (text.has(", ", at: at &- 2, before: end)
                        || at &- 2 == start && text.has(": ", at: start, before: end))
            }
            guard let found else { break }
            end -= found.length &+ 2
            tails.insert(end)
        }
        return tails
    }

    private mutating func readFlags(from start: Int) {
        var index = start
        while let flag = Self.flags.first(where: { text.has($0.word, at: index &+ 2, before: range.upperBound) }) {
            fields.append((flag.name, flag.value))
            index &+= 2 &+ flag.word.utf8CodeUnitCount
        }
    }
}
