/// Markup as people cut it out, paste it and type it, made into a document that an XML reader takes.
///
/// There may be several outermost elements, end tags before any start tag, and elements that do not end; attributes without
/// quotation marks, with others, or without values; `...` where something was left out; characters that XML wants escaped. All of it
/// comes out inside one ``wrapper``, on the lines on which it stood. The work grows with the text.
package struct MarkupMending {
    /// The name of the element around the pieces.
    package static let wrapper = "pieces"

    /// How often something was found, and the offset of the first one.
    package struct Count: Sendable, Hashable {
        /// How often it was found.
        package private(set) var number = 0
        /// Where first; 0 where it was not found.
        package private(set) var first = 0

        fileprivate mutating func note(_ offset: Int) {
            if number == 0 { first = offset }
            number += 1
        }
    }

    /// The document.
    package private(set) var bytes = Array("<\(wrapper)>".utf8)
    /// Whether elements end that do not begin in it.
    package private(set) var lacksBeginning = false
    /// Whether elements begin that do not end in it, or the text ends in a tag.
    package private(set) var lacksEnd = false
    /// The marks `...` and `…`, in tags and in place of elements.
    package private(set) var elisions = Count()
    /// What is not as XML wants it.
    package private(set) var mistakes = Count()
    /// Other text between the outermost elements.
    package private(set) var strayTexts = Count()
    /// The offset behind the last tag.
    package private(set) var end = 0

    private let text: ByteText
    private var index = 0
    /// Where the names of the open elements stand.
    private var open: [Range<Int>] = []
    private var hasElements = false

    /// So many open elements are looked through for the one that an end tag ends.
    private static let reach = 64

    /// Mends a text.
    ///
    /// - Parameter isElement: Whether a name is that of an element of the format: only such end tags tell of a beginning that
    ///   is missing.
    package init(_ text: [UInt8], isElement: (String) -> Bool) {
        self.text = ByteText(text)
        bytes.reserveCapacity(text.count + text.count / 16 + 64)
        while index < text.count, readNext(isElement) {}
        lacksEnd = lacksEnd || !open.isEmpty
        while let name = open.popLast() { write(endOf: name) }
        bytes += Array("</\(Self.wrapper)>".utf8)
    }

    /// The names of the first start tags of a text.
    package static func names(in text: ArraySlice<UInt8>, most: Int = 16) -> [String] {
        var names: [String] = []
        var rest = text
        while names.count < most, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            guard rest.first?.isLetter ?? false else { continue }
            let name = rest.prefix { $0.isInName }
            names.append(String(decoding: withoutDots(name), as: UTF8.self))
            rest = rest[name.endIndex...]
        }
        return names
    }

    // MARK: Parts

    private func has(_ words: StaticString, at index: Int) -> Bool { text.has(words, at: index, before: text.count) }

    /// Reads the next part; false at the beginning of another document.
    private mutating func readNext(_ isElement: (String) -> Bool) -> Bool {
        guard text[index] == UInt8(ascii: "<") else {
            readText()
            return true
        }
        switch text[index + 1] {
        case UInt8(ascii: "?"):
            if hasElements, open.isEmpty, has("<?xml", at: index) { return false }
            skip(past: "?>")
        case UInt8(ascii: "!"):
            if has("<![CDATA[", at: index), !open.isEmpty {
                readSection()
            } else {
                skip(past: has("<!--", at: index) ? "-->" : ">")
            }
        case UInt8(ascii: "/"): readEnd(isElement)
        case let first where first.isLetter || first == UInt8(ascii: "_"): readStart()
        default:
            if !open.isEmpty {
                mistakes.note(index)
                write(UInt8(ascii: "<"))
            }
            index += 1
        }
        return true
    }

    private mutating func readText() {
        let start = index
        while index < text.count, text[index] != UInt8(ascii: "<") { index += 1 }
        let words = text.bytes[start..<index].drop(while: \.isBlank)
        if Self.isElision(words.filter { !$0.isBlank }) {
            elisions.note(words.startIndex)
            keepLines(start..<index)
        } else if open.isEmpty {
            keepLines(start..<index)
            if !words.isEmpty { strayTexts.note(words.startIndex) }
        } else {
            for place in start..<index { write(text[place], at: place) }
        }
    }

    /// Skips what is no element, but for its lines.
    private mutating func skip(past mark: StaticString) {
        let start = index
        while index < text.count, !has(mark, at: index) { index += 1 }
        index = min(index + mark.utf8CodeUnitCount, text.count)
        keepLines(start..<index)
        end = index
    }

    private mutating func readSection() {
        index += "<![CDATA[".utf8.count
        while index < text.count, !has("]]>", at: index) {
            write(text[index])
            index += 1
        }
        if index >= text.count { lacksEnd = true }
        index = min(index + 3, text.count)
        end = index
    }

    // MARK: Tags

    private mutating func readEnd(_ isElement: (String) -> Bool) {
        let start = index
        index += 2
        let name = readName()
        while index < text.count, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") { index += 1 }
        keepLines(name.upperBound..<index)
        guard text[index] == UInt8(ascii: ">") else {
            // Half an end tag ends nothing for sure.
            if index >= text.count { (lacksEnd, end) = (true, index) } else { mistakes.note(start) }
            return
        }
        index += 1
        end = index
        let near = open.suffix(Self.reach)
        guard let place = near.lastIndex(where: { text.bytes[$0] == text.bytes[name] }) else {
            if open.isEmpty, isElement(text.string(name)) {
                lacksBeginning = true
            } else if !open.isEmpty {
                mistakes.note(start)
            }
            return
        }
        if place < open.count - 1 { mistakes.note(start) }
        while open.count > place, let last = open.popLast() { write(endOf: last) }
    }

    private mutating func readStart() {
        let (start, mark) = (index, bytes.count)
        index += 1
        let written = readName()
        let name = Self.withoutDots(text.bytes[written]).indices
        if name.count < written.count { elisions.note(start) }
        bytes.append(UInt8(ascii: "<"))
        write(name: name)
        var known: Set<[UInt8]> = []
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: ">"):
                bytes.append(UInt8(ascii: ">"))
                index += 1
                return begin(name)
            case UInt8(ascii: "/") where text[index + 1] == UInt8(ascii: ">"):
                bytes += [UInt8(ascii: "/"), UInt8(ascii: ">")]
                index += 2
                (hasElements, end) = (true, index)
                return
            case UInt8(ascii: "<"):
                mistakes.note(start)
                bytes.append(UInt8(ascii: ">"))
                return begin(name)
            case let byte where byte.isBlank:
                bytes.append(byte)
                index += 1
            case _ where has("...", at: index) || has("…", at: index):
                elisions.note(index)
                index += 3
            case let byte where byte.isInName: readAttribute(&known)
            default:
                mistakes.note(index)
                index += 1
            }
        }
        // The text ends in the tag: what it says before is kept.
        (lacksEnd, end) = (true, text.count)
        if known.isEmpty {
            bytes.removeLast(bytes.count - mark)
        } else {
            bytes.append(UInt8(ascii: ">"))
            begin(name)
        }
    }

    private mutating func begin(_ name: Range<Int>) {
        open.append(name)
        (hasElements, end) = (true, index)
    }

    private mutating func readName() -> Range<Int> {
        let start = index
        while text[index].isInName { index += 1 }
        return start..<index
    }

    /// Reads an attribute; one whose name came before in the tag is left out, as is one of which half the value is there.
    private mutating func readAttribute(_ known: inout Set<[UInt8]>) {
        let name = readName()
        let behind = index
        skipBlanks()
        guard text[index] == UInt8(ascii: "=") else {
            // Where the text ends, so may the name.
            guard index < text.count else { return }
            index = behind
            mistakes.note(name.lowerBound)
            guard known.insert(plain(name)).inserted else { return }
            write(attribute: name)
            return bytes += Array("true\"".utf8)
        }
        index += 1
        skipBlanks()
        let quote = text[index]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted { index += 1 }
        let start = index
        while index < text.count, isQuoted ? !endsValue(quote) : !endsPlainValue { index += 1 }
        guard index < text.count else { return }
        let value = start..<index
        // A line that begins with a tag is no part of a value: the quotation mark is missing.
        if isQuoted, text[index] == quote { index += 1 } else if isQuoted { mistakes.note(name.lowerBound) }
        guard isQuoted || !Self.isElision(text.bytes[value]) else { return elisions.note(start) }
        if !isQuoted { mistakes.note(name.lowerBound) }
        guard known.insert(plain(name)).inserted else {
            keepLines(name.lowerBound..<index)
            return mistakes.note(name.lowerBound)
        }
        write(attribute: name)
        for place in value { write(text[place], at: place) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func skipBlanks() {
        while text[index].isBlank {
            if text[index] == 0x0A { bytes.append(0x0A) }
            index += 1
        }
    }

    /// Whether a quotation mark ends the value in which it stands: what follows may stand behind one.
    private func endsValue(_ quote: UInt8) -> Bool {
        if text[index] == 0x0A {
            var next = index + 1
            while next < index + 256, text[next] == 0x20 || text[next] == 0x09 { next += 1 }
            return text[next] == UInt8(ascii: "<")
        }
        guard text[index] == quote else { return false }
        var next = index + 1
        while next < index + 256, text[next].isBlank { next += 1 }
        switch text[next] {
        case 0: return next >= text.count
        case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "?"): return true
        case UInt8(ascii: "<"): return text[next + 1].isLetter || text[next + 1] == UInt8(ascii: "/")
        case UInt8(ascii: "."): return has("...", at: next)
        default:
            if has("…", at: next) { return true }
            // Names without values may stand before one that has one.
            let start = next
            while next < start + 256, text[next].isInName || text[next].isBlank { next += 1 }
            guard next > start else { return false }
            return next >= text.count || [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")].contains(text[next])
        }
    }

    private var endsPlainValue: Bool {
        let byte = text[index]
        return byte.isBlank || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<")
            || (byte == UInt8(ascii: "/") && text[index + 1] == UInt8(ascii: ">"))
    }

    // MARK: Writing

    private mutating func write(endOf name: Range<Int>) {
        bytes += [UInt8(ascii: "<"), UInt8(ascii: "/")]
        write(name: name)
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func write(name: Range<Int>) { bytes += plain(name) }

    /// An attribute up to its value.
    private mutating func write(attribute name: Range<Int>) {
        if bytes.last?.isBlank == false { bytes.append(0x20) }
        write(name: name)
        bytes += [UInt8(ascii: "="), UInt8(ascii: "\"")]
    }

    /// A name of which XML takes every character.
    private func plain(_ name: Range<Int>) -> [UInt8] {
        let plain = text.bytes[name].map { $0.isInXMLName ? $0 : UInt8(ascii: "_") }
        return text.bytes[name].first?.isLetter ?? true ? plain : [UInt8(ascii: "_")] + plain
    }

    private mutating func write(_ character: UInt8, at place: Int = .max) {
        switch character {
        case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
        case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
        case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
        case UInt8(ascii: "&") where !isReference(at: place):
            if place < text.count { mistakes.note(place) }
            bytes += Array("&amp;".utf8)
        default: bytes.append(character)
        }
    }

    /// Whether an ampersand begins one of XML's entities, or the number of a character.
    private func isReference(at place: Int) -> Bool {
        guard place < text.count else { return false }
        for name: StaticString in ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"] where has(name, at: place) {
            return true
        }
        // XML takes no capital X there.
        return text[place + 2] != UInt8(ascii: "X") && Entities.reference(in: text, at: place) != nil
    }

    private mutating func keepLines(_ range: Range<Int>) {
        for place in range where text[place] == 0x0A { bytes.append(0x0A) }
    }

    private static func isElision(_ words: some Collection<UInt8>) -> Bool {
        ["...", "…", "[...]", "[…]"].contains { words.elementsEqual($0.utf8) }
    }

    private static func withoutDots(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        isElision(name.suffix(3)) ? name.dropLast(3) : name
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    /// What ends a name is none of these; some of them XML does not take.
    fileprivate var isInName: Bool {
        isInXMLName || self == UInt8(ascii: "$") || self == UInt8(ascii: ":") || self >= 0x80
    }
    fileprivate var isInXMLName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
