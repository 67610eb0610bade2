/// HTML around a text, and the characters that it escapes.
enum WebPage {
    private static let escapedStarts: [StaticString] = [
        "&lt;?xml", "&lt;XCUIElementType", "&lt;hierarchy", "&lt;AppiumAUT", "&lt;ViewHierarchy", "&lt;node",
        "&lt;document",
    ]
    /// The elements whose tags stand around texts, and no view's.
    private static let elements: Set<String> = [
        "!doctype", "html", "head", "body", "pre", "code", "div", "p", "span", "br", "details", "summary", "samp", "tt",
        "blockquote", "table", "tbody", "thead", "tr", "td", "th", "ul", "ol", "li", "b", "i", "em", "strong", "a",
        "font", "h1",
        "h2", "h3", "h4", "hr", "meta", "title", "style", "script", "link", "section", "article", "main", "sub", "sup",
        "kbd",
    ]
    private static let breaking: Set<String> = ["br", "p", "div", "tr", "li", "/p", "/div", "/tr", "/li", "hr"]

    /// The text without HTML; nil when there is none around it.
    static func peeled(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        guard let first = firstTag(in: text) else { return escaped(text, sample) }
        guard let name = tagName(in: text, at: first), elements.contains(name), beginsLine(first, in: text) else {
            return nil
        }
        let isEscaped = text.firstIndex(of: "&lt;", in: 0..<text.count) != nil
        let blocks = preformatted(in: text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var end = 0
        for block in blocks ?? [0..<text.count] {
            // What stands before a block keeps its lines. The page itself has nothing before it.
            let missing = (end..<block.lowerBound).count { text[$0] == 0x0A }
            bytes.append(contentsOf: repeatElement(0x0A, count: bytes.isEmpty ? missing : max(1, missing)))
            append(text, block, isEscaped: isEscaped, to: &bytes)
            end = block.upperBound
        }
        guard bytes.count < text.count, bytes.contains(where: { !$0.isSpace }) else { return nil }
        return TextLayer(bytes, note: "The text was HTML; it was read without the tags and the escapes.")
    }

    /// Text of a page without its tags: `&lt;UIView…`.
    private static func escaped(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        let hasTags = text.firstIndex(of: "&lt;", in: text.head) != nil
        let hasQuotes =
            text.firstIndex(of: UInt8(ascii: "'")) == nil && text.firstIndex(of: UInt8(ascii: "\"")) == nil
            && (text.firstIndex(of: "&#", in: text.head) != nil || text.firstIndex(of: "&quot;", in: text.head) != nil)
        guard hasTags || hasQuotes else { return nil }
        let begins = sample.prefix(40).contains { line in
            text.has("&lt;", at: text.indentationEnd(line.range), before: line.range.upperBound)
        }
        guard begins || hasQuotes || escapedStarts.contains(where: { text.firstIndex(of: $0, in: text.head) != nil })
        else {
            return nil
        }
        let note = "The dump was escaped as markup (&lt;); it was read without the escapes."
        return TextLayer(Entities.decoded(text.bytes[...]), note: note)
    }

    // MARK: Tags

    /// The first tag of the text; nil when there is none.
    private static func firstTag(in text: ByteText) -> Int? {
        var index = 0
        while let found = text.firstIndex(of: "<", in: index..<text.head.upperBound) {
            let next = text[found &+ 1]
            if next.startsName || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || next == UInt8(ascii: "/") {
                return found
            }
            index = found &+ 1
        }
        return nil
    }

    /// The name of the tag that begins at a place, in lower case, with its slash; nil for what is no tag.
    private static func tagName(in text: ByteText, at index: Int) -> String? {
        var end = index &+ 1
        if text[end] == UInt8(ascii: "/") || text[end] == UInt8(ascii: "!") { end &+= 1 }
        while end &- index < 16, text[end].isLetter || text[end].isDigit { end &+= 1 }
        guard end > index &+ 1, text[end].isSpace || text[end] == UInt8(ascii: ">") || text[end] == UInt8(ascii: "/")
        else {
            return nil
        }
        // <Table> and <Image> are elements of screens.
        let name = text.string(index &+ 1..<end)
        let isPlain = name == name.lowercased() || name == name.uppercased()
        return isPlain || name.hasPrefix("!") ? name.lowercased() : nil
    }

    /// Whether nothing stands before a place of a line but what is no value.
    private static func beginsLine(_ index: Int, in text: ByteText) -> Bool {
        var start = index
        while start > 0, text[start &- 1] != 0x0A, index &- start < 256 {
            start &-= 1
            if text[start] == UInt8(ascii: "'") || text[start] == UInt8(ascii: "\"") || text[start] == UInt8(ascii: "=")
            {
                return false
            }
        }
        let first = text.skippingSpace(from: 0, before: text.count)
        return text[first] != UInt8(ascii: "{") && text[first] != UInt8(ascii: "[")
    }

    private static func isHTML(in text: ByteText, at index: Int) -> String? {
        tagName(in: text, at: index).flatMap { name in
            elements.contains(name.hasPrefix("/") ? String(name.dropFirst()) : name) ? name : nil
        }
    }

    /// What stands in `<pre>`, and where there is none in `<code>` of several lines; nil without any.
    private static func preformatted(in text: ByteText) -> [Range<Int>]? {
        for (open, close) in [("<pre", "</pre>"), ("<PRE", "</PRE>"), ("<code", "</code>")]
            as [(StaticString, StaticString)]
        {
            var blocks: [Range<Int>] = []
            var index = 0
            while blocks.count < 1_000, let start = text.firstIndex(of: open, in: index..<text.count) {
                guard let inner = text.firstIndex(of: ">", in: start..<text.count) else { break }
                let end = text.firstIndex(of: close, in: inner..<text.count) ?? text.count
                let block = inner &+ 1..<end
                if text.bytes[block].contains(0x0A) || text.has("<pre", at: start, before: text.count) {
                    blocks.append(block)
                }
                index = end
            }
            if !blocks.isEmpty { return blocks }
        }
        return nil
    }

    /// Writes a part of a page without its tags. Those that begin lines stand for line breaks where it has none of its own.
    private static func append(_ text: ByteText, _ range: Range<Int>, isEscaped: Bool, to bytes: inout [UInt8]) {
        let hasBreaks = text.bytes[range].contains(0x0A)
        var index = range.lowerBound
        var start = index
        func flush(_ end: Int) {
            let part = text.bytes[start..<max(start, end)]
            bytes.append(contentsOf: isEscaped ? Entities.decoded(part)[...] : part)
        }
        while index < range.upperBound {
            guard text[index] == UInt8(ascii: "<"), let name = isHTML(in: text, at: index),
                let close = text.firstIndex(of: ">", in: index..<min(range.upperBound, index &+ 4_096))
            else {
                index &+= 1
                continue
            }
            flush(index)
            if breaking.contains(name), !hasBreaks || name == "br" && text[close &+ 1] != 0x0A, bytes.last != 0x0A,
                !bytes.isEmpty
            {
                bytes.append(0x0A)
            }
            index = close &+ 1
            start = index
        }
        flush(range.upperBound)
    }
}

/// What XML and HTML write for characters that they need themselves.
package enum Entities {
    private static let names: [(name: StaticString, text: StaticString)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&nbsp;", " "),
        ("&hellip;", "\u{2026}"),
        ("&rarr;", "\u{2192}"), ("&lsquo;", "\u{2018}"), ("&rsquo;", "\u{2019}"), ("&ldquo;", "\u{201C}"),
        ("&rdquo;", "\u{201D}"), ("&bull;", "\u{2022}"),
    ]

    /// The text with the entities read. What is none stays as it is.
    package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
        let text = ByteText(Array(text))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] != UInt8(ascii: "&") {
                bytes.append(text[index])
                index &+= 1
            } else if let entity = names.first(where: { text.has($0.name, at: index, before: text.count) }) {
                entity.text.withUTF8Buffer { bytes.append(contentsOf: $0) }
                index &+= entity.name.utf8CodeUnitCount
            } else if let found = reference(in: text, at: index), found.value > 0,
                let scalar = Unicode.Scalar(found.value)
            {
                bytes.append(contentsOf: String(Character(scalar == "\u{A0}" ? " " : scalar)).utf8)
                index = found.end
            } else {
                bytes.append(text[index])
                index &+= 1
            }
        }
        return bytes
    }

    /// The number of `&#55357;` or `&#xD83D;`, and the index behind it; nil for anything else. It may be that of no character.
    package static func reference(in text: ByteText, at index: Int) -> (value: UInt32, end: Int)? {
        guard text.has("&#", at: index, before: text.count) else { return nil }
        let isHex = text[index &+ 2] | 0x20 == UInt8(ascii: "x")
        let start = index &+ (isHex ? 3 : 2)
        var end = start
        var value: UInt32 = 0
        while end &- start < 7, let digit = text[end].hexValue, isHex || digit < 10 {
            value = value &* (isHex ? 16 : 10) &+ UInt32(digit)
            end &+= 1
        }
        return end > start && text[end] == UInt8(ascii: ";") ? (value, end &+ 1) : nil
    }
}
