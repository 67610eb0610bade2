/// Takes apart the view hierarchy that Detox prints, which looks like XML and need not be: values stand in quotation marks
/// without escapes, and names are those of Swift types, `Foo<Bar>` among them.
///
/// A value ends at a quotation mark behind which the next attribute, the end of the tag or the end of the text follows; a tag ends
/// at a `>` behind which another tag or the end of the text follows. The work grows with the text.
package struct DetoxScanner {
    /// A part of the text.
    package enum Token {
        case open(Tag)
        case close(name: String, line: Int)
        /// The content of a web view.
        case content(String, line: Int)
    }

    /// A start tag.
    package struct Tag {
        package var name: String
        package var attributes: [(name: String, value: String)] = []
        /// Whether it ends itself.
        package var isEmpty = false
        /// Whether the text breaks off in it.
        package var isCut = false
        package var line: Int
    }

    private let text: ByteText
    private let end: Int
    private var index: Int
    /// The names of the attributes of the tag that is being read.
    private var known = KnownNames()

    /// Prepares to read from a place on, whose line is given.
    package init(_ text: ByteText, from start: Int, line: Int) {
        self.text = text
        end = text.count
        index = start
        self.line = line
    }

    /// The line of what has not been read.
    package private(set) var line: Int

    /// The line of the first `...`, which stands for what was left out; nil where nothing was.
    package private(set) var elision: Int?

    /// Whether only white space is left.
    package var isAtEnd: Bool { text.skippingSpace(from: index, before: end) >= end }

    /// The next part; nil at the end of the text. What is no part of the grammar is skipped.
    package mutating func next() -> Token? {
        while index < end {
            guard text[index] == UInt8(ascii: "<") else {
                move(to: index &+ 1)
                continue
            }
            switch text[index &+ 1] {
            case UInt8(ascii: "!"):
                if text.has("<![CDATA[", at: index, before: end) { return content() }
                skip(past: text.has("<!--", at: index, before: end) ? "-->" : ">")
            case UInt8(ascii: "?"): skip(past: "?>")
            case UInt8(ascii: "/"): return close()
            case let byte where byte.startsName || byte == UInt8(ascii: "("): return .open(open())
            default: move(to: index &+ 1)
            }
        }
        return nil
    }

    private mutating func move(to next: Int) {
        for index in index..<min(max(next, index), end) where text[index] == 0x0A { line &+= 1 }
        index = min(max(next, index), end)
    }

    private mutating func skip(past mark: StaticString) {
        let found = text.firstIndex(of: mark, in: index..<end)
        move(to: found.map { $0 &+ mark.utf8CodeUnitCount } ?? end)
    }

    /// HTML may hold the end of a section; the right one stands before the end of its tag.
    private mutating func content() -> Token {
        let (start, line) = (index &+ 9, line)
        var close = start
        while close < end {
            if text.has("]]>", at: close, before: end) {
                let behind = text.skippingSpace(from: close &+ 3, before: end)
                if behind == end || text.has("</", at: behind, before: end) { break }
            }
            close &+= 1
        }
        move(to: close &+ 3)
        return .content(text.string(min(start, close)..<close), line: line)
    }

    private mutating func close() -> Token {
        let (start, line) = (index &+ 2, line)
        var close = start
        while close < end, !endsTag(at: close), text[close] != 0x0A { close &+= 1 }
        let name = text.string(text.trimmed(start..<close))
        move(to: close &+ 1)
        return .close(name: name, line: line)
    }

    private mutating func open() -> Tag {
        let start = index &+ 1
        var tag = Tag(name: "", line: line)
        var next = start
        // A run of white space is looked behind once.
        while next < end, !endsTag(at: next), text[next &- 1].isSpace || attribute(at: next) == nil { next &+= 1 }
        var name = text.trimmed(start..<next)
        if text.has("...", endingAt: name) {
            elision = elision ?? line
            name = text.trimmed(name.lowerBound..<name.upperBound &- 3)
        }
        if text[next] == UInt8(ascii: ">"), text[name.upperBound &- 1] == UInt8(ascii: "/") {
            tag.isEmpty = true
            name = text.trimmed(name.lowerBound..<name.upperBound &- 1)
        }
        tag.name = text.string(name)
        known.removeAll()
        tag.attributes.reserveCapacity(8)
        while let field = attribute(at: next) {
            known.insert(field.name, in: text)
            let close = closing(from: field.value)
            if close < end {
                tag.attributes.append((text.string(field.name), text.string(field.value..<close)))
            } else {
                // Half a value says nothing for sure.
                tag.attributes.append(("unfinished", text.string(field.name.lowerBound..<end)))
            }
            next = behindElision(min(close &+ 1, end))
        }
        let behind = text.skippingSpace(from: next, before: end)
        if text.has("/>", at: behind, before: end) {
            tag.isEmpty = true
            move(to: behind &+ 2)
        } else if text[behind] == UInt8(ascii: ">") {
            // A name that ends in brackets at the end of the text may not be all of it.
            tag.isCut = behind &+ 1 >= end && tag.attributes.isEmpty
            move(to: behind &+ 1)
        } else {
            tag.isCut = true
            move(to: behind)
        }
        return tag
    }

    /// Behind `...` that stands between attributes or before the end of a tag; else the place itself.
    private mutating func behindElision(_ index: Int) -> Int {
        let dots = text.skippingSpace(from: index, before: end)
        guard text.has("...", at: dots, before: end) else { return index }
        elision = elision ?? line
        return dots &+ 3
    }

    /// White space, a name, `="`: the name and where the value begins.
    private func attribute(at index: Int) -> (name: Range<Int>, value: Int)? {
        guard text[index].isSpace else { return nil }
        let start = text.skippingSpace(from: index, before: end)
        guard text[start].startsName else { return nil }
        var next = start
        while next &- start < 64,
            text[next].continuesName || text[next] == UInt8(ascii: "-") || text[next] == UInt8(ascii: ":")
        {
            next &+= 1
        }
        return text.has("=\"", at: next, before: end) ? (start..<next, next &+ 2) : nil
    }

    /// Whether a tag ends at a `>`: another one follows, or nothing.
    private func endsTag(at index: Int) -> Bool {
        guard text[index] == UInt8(ascii: ">") else { return false }
        let behind = text.skippingSpace(from: index &+ 1, before: end)
        return behind >= end || text[behind] == UInt8(ascii: "<")
    }

    /// The quotation mark that ends a value; the end of the text where none does.
    private func closing(from start: Int) -> Int {
        var index = start
        while index < end, text[index] != UInt8(ascii: "\"") || !endsValue(at: index) { index &+= 1 }
        return index
    }

    private func endsValue(at quote: Int) -> Bool {
        // Each name comes once, so that one in a text that looks like a tag ends nothing.
        if let next = attribute(at: quote &+ 1) { return !known.contains(next.name, in: text) }
        var behind = text.skippingSpace(from: quote &+ 1, before: end)
        if text.has("...", at: behind, before: end) { return true }
        if endsTag(at: behind) || (text[behind] == UInt8(ascii: "/") && endsTag(at: behind &+ 1)) { return true }
        // The text may be cut off in what follows.
        if behind > quote &+ 1 { while behind &- quote < 64, text[behind].continuesName { behind &+= 1 } }
        if text[behind] == UInt8(ascii: "=") || text[behind] == UInt8(ascii: "/") { behind &+= 1 }
        return behind >= end
    }
}

/// Names in a text, each by where it first stands. Few are compared one by one, more are hashed.
private struct KnownNames {
    private static let few = 16
    private var ranges: [Range<Int>] = []
    private var others: Set<String> = []

    mutating func removeAll() {
        ranges.removeAll(keepingCapacity: true)
        if !others.isEmpty { others = [] }
    }

    mutating func insert(_ name: Range<Int>, in text: ByteText) {
        if ranges.count < Self.few { ranges.append(name) } else { others.insert(text.string(name)) }
    }

    func contains(_ name: Range<Int>, in text: ByteText) -> Bool {
        ranges.contains { text.bytes[$0].elementsEqual(text.bytes[name]) }
            || !others.isEmpty && others.contains(text.string(name))
    }
}
