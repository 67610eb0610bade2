import Diagnostics
import JSON
import PropertyList

/// Lists of lines: JSON arrays, property lists and rows of logs whose strings are the lines of a text.
enum LineList {
    /// The members in which rows of logs have what was logged.
    private static let messages = [
        "eventMessage", "message", "msg", "log", "line", "body", "content", "output", "data",
    ]

    /// The lines of the list; nil for anything else.
    static func peeled(_ text: ByteText) -> TextLayer? {
        let start = text.skippingSpace(from: 0, before: text.count)
        switch text[start] {
        case UInt8(ascii: "["), UInt8(ascii: "("):
            return strings(in: text, from: start) ?? rows(in: text, from: start)
        case UInt8(ascii: "{"): return rows(in: text, from: start)
        case UInt8(ascii: "<"): return propertyList(in: text)
        default: return nil
        }
    }

    // MARK: Strings

    /// `["a", "b"]` of JSON and of languages, `("a", "b")` of old property lists.
    private static func strings(in text: ByteText, from start: Int) -> TextLayer? {
        let close = text[start] == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
        var index = text.skippingSpace(from: start &+ 1, before: text.count)
        let quote = text[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        // Lists of constraints are printed so, and their readers know them.
        guard text.firstIndex(of: "LayoutConstraint:0x", in: index..<min(text.count, index &+ 256)) == nil else {
            return nil
        }
        var lines = ListedLines()
        var line = 0
        var counted = 0
        while text[index] == quote {
            while counted < index {
                if text[counted] == 0x0A { line &+= 1 }
                counted &+= 1
            }
            let string = StringLiteral(text, from: index &+ 1, closing: quote)
            guard let end = string.end else { return nil }
            lines.add(string.text.bytes, line: line)
            index = text.skippingSpace(from: end, before: text.count)
            if text[index] == UInt8(ascii: ",") { index = text.skippingSpace(from: index &+ 1, before: text.count) }
        }
        guard text[index] == close, lines.count > 1 || lines.holdsLines else { return nil }
        guard text.skippingSpace(from: index &+ 1, before: text.count) >= text.count &- 1 else { return nil }
        return lines.layer("The text was a list of lines; they were read one below the other")
    }

    private static func propertyList(in text: ByteText) -> TextLayer? {
        let head = 0..<min(text.count, 1_024)
        guard let array = text.firstIndex(of: "<array>", in: head) else { return nil }
        let first = text.skippingSpace(from: array &+ 7, before: text.count)
        guard text.has("<string>", at: first, before: text.count), text.count <= JSONLimits.dump.maximumBytes,
            text.firstIndex(of: "<plist", in: head) != nil,
            case .array(let elements)? = try? PropertyListReader.read(
                text.bytes,
                limits: PropertyListLimits(maximumBytes: text.count, maximumDepth: 8, maximumValues: 2_000_000)
            )
        else { return nil }
        var lines = ListedLines()
        for element in elements {
            guard case .string(let string) = element else { return nil }
            lines.add(Array(string.utf8), line: 0)
        }
        return lines.layer("The text was a property list of lines; they were read one below the other")
    }

    // MARK: Rows of logs

    /// `[{"eventMessage": "…"}, …]`, an object alone, or one a line.
    private static func rows(in text: ByteText, from start: Int) -> TextLayer? {
        let head = start..<min(text.count, start &+ 8_192)
        let isLog = messages.contains { name in
            Array("\"\(name)\"".utf8).withUnsafeBufferPointer { text.bytes[head].firstRange(ofBytes: $0) } != nil
        }
        guard isLog else { return nil }
        var lines = ListedLines()
        if let document = try? JSONDocument(parsing: text.bytes, limits: .dump) {
            let rows = document.root.isArray ? Array(document.root.elements) : [document.root]
            for row in rows { guard lines.add(row: row, messages) else { return nil } }
        } else {
            var cursor = LineCursor(text)
            while let line = cursor.next() {
                guard !text.trimmed(line.range).isEmpty else { continue }
                let bytes = Array(text.bytes[line.range])
                guard let row = try? JSONDocument(parsing: bytes, limits: .dump) else { return nil }
                guard lines.add(row: row.root, messages) else { return nil }
            }
        }
        guard lines.holdsLines, lines.holdsItem else { return nil }
        return lines.layer("The text was a log in JSON; its messages were read one below the other")
    }
}

/// Lines that stood in a list.
private struct ListedLines {
    private var bytes: [UInt8] = []
    private(set) var count = 0
    /// Whether the lines are those of something, and not a word that happens to be in a document.
    var holdsLines: Bool { count > 1 || bytes.contains(0x0A) }
    /// Whether something begins on one of the lines.
    var holdsItem: Bool {
        let text = ByteText(DecodedText.withLineFeeds(bytes))
        return text.sampleLines().contains { text.beginsMarkedItem($0.range) }
    }
    private var isNumbered = true
    private var line = 0

    /// Adds what a string says, of a line counted from 0.
    mutating func add(_ string: [UInt8], line number: Int) {
        if count > 0 {
            bytes.append(0x0A)
            line &+= 1
        }
        while line < number {
            bytes.append(0x0A)
            line &+= 1
        }
        isNumbered = isNumbered && line == number
        bytes.append(contentsOf: string.last == 0x0A ? string.dropLast() : string[...])
        line &+= string.dropLast().count { $0 == 0x0A }
        count &+= 1
    }

    /// Adds the message of a row; false when the row is none of a log.
    mutating func add(row: JSONNode, _ messages: [String]) -> Bool {
        guard row.isObject, row["children"] == nil, row["frame"] == nil, row["windows"] == nil else { return false }
        for name in messages {
            guard let message = row[name]?.stringValue else { continue }
            add(Array(message.utf8), line: 0)
            return true
        }
        return false
    }

    func layer(_ note: String) -> TextLayer? {
        guard count > 0 else { return nil }
        return TextLayer(
            bytes,
            note: isNumbered ? "\(note)." : "\(note), and line numbers are those of the lines in it."
        )
    }
}

/// Texts in the string literals of programs and logs: line breaks and quotation marks that were escaped.
enum EscapedLines {
    /// The text with the escapes read; nil when they are none of what carried it.
    static func peeled(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        let start = text.skippingSpace(from: 0, before: text.count)
        // JSON has readers of its own, also for texts in its strings.
        guard text[start] != UInt8(ascii: "{"), text[start] != UInt8(ascii: "[") else { return nil }
        if let lines = literals(text, sample) { return lines }
        let isBroken = text.firstIndex(of: "\\n", in: text.head) != nil
        guard isBroken ? hasEscapedBreaks(text, sample) : hasEscapedQuotes(text) else { return nil }
        let literal = StringLiteral(text, from: 0, closing: nil)
        let note =
            isBroken
            ? "The line breaks were escaped (\\n); line numbers are those of the text without the escapes."
            : "The quotation marks were escaped (\\\"); they were read without the escapes."
        return TextLayer(literal.text.bytes, note: note)
    }

    private static func hasEscapedBreaks(_ text: ByteText, _ sample: [TextLine]) -> Bool {
        var breaks = 0
        var beginnings = 0
        var index = 0
        let limit = text.head.upperBound
        while index < limit, let found = text.firstIndex(of: "\\n", in: index..<limit) {
            breaks &+= 1
            index = found &+ 2
            if text.beginsItem(index..<min(text.count, index &+ 512)) { beginnings &+= 1 }
        }
        return beginnings &* 2 >= breaks && beginnings > 0 && sample.count <= 2 &* beginnings
    }

    /// Whether all quotation marks are escaped but for those around the text.
    private static func hasEscapedQuotes(_ text: ByteText) -> Bool {
        let quotes = text.head.filter { text[$0] == UInt8(ascii: "\"") }
        let escaped = quotes.count { text[$0 &- 1] == UInt8(ascii: "\\") }
        return escaped > 2 && quotes.count &- escaped <= 2
    }

    // MARK: A literal on each line

    /// `+ "<a>\n"`, `@"<a>"`: what stands in the literals; nil when not nearly every line is one.
    private static func literals(_ text: ByteText, _ sample: [TextLine]) -> TextLayer? {
        let found = sample.compactMap { literal(in: text, $0.range) }
        guard found.count > 2, found.count &* 10 >= sample.count &* 8,
            found.contains(where: { text.beginsItem($0) })
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var cursor = LineCursor(text)
        while let line = cursor.next() {
            let inner = literal(in: text, line.range).map { ByteText(Array(text.bytes[$0])) }
            let read = inner.map { StringLiteral($0, from: 0, closing: nil).text.bytes }
            let plain = read ?? Array(text.bytes[line.range])
            bytes.append(contentsOf: plain.last == 0x0A ? plain.dropLast() : plain[...])
            bytes.append(0x0A)
        }
        return TextLayer(bytes, note: "Each line was a string of a program; it was read without the quotation marks.")
    }

    private static func literal(in text: ByteText, _ line: Range<Int>) -> Range<Int>? {
        var content = text.trimmed(line)
        while let first = content.first, "+*. ".utf8.contains(text[first]) {
            content = text.trimmed(first &+ 1..<content.upperBound)
        }
        while let last = content.last, "+;,) ".utf8.contains(text[last]) {
            content = text.trimmed(content.lowerBound..<last)
        }
        var start = content.lowerBound
        // The first one is given to something.
        if text[start].startsName, let sign = text.firstIndex(of: "= ", in: content) { start = sign &+ 2 }
        if text[start] == UInt8(ascii: "@") { start &+= 1 }
        guard text[start] == UInt8(ascii: "\""), content.upperBound &- start > 1,
            text[content.upperBound &- 1] == UInt8(ascii: "\"")
        else { return nil }
        return start &+ 1..<content.upperBound &- 1
    }
}
