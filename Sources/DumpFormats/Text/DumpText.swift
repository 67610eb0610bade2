import PropertyList

/// A dump as UTF-8 text, whatever the encoding it came in.
struct DumpText: Sendable {
    /// The text, without a byte-order mark and without NUL characters.
    let text: ByteText
    /// What had to be done, in a sentence; nil when the bytes were plain UTF-8.
    let note: String?

    /// Reads UTF-8, or UTF-16 with a byte-order mark or with the zeros that ASCII text has in it. Bytes that are no
    /// UTF-8 are kept here and come out as U+FFFD where they are read.
    init(_ bytes: [UInt8]) {
        if let encoding = TextEncoding(markOf: bytes) {
            self.init(utf8: TextEncoding.utf8(of: bytes), note: Self.note(encoding))
        } else if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0, bytes[0] != 0 {
            let encoding = TextEncoding.utf16(isBigEndian: false)
            self.init(utf8: encoding.utf8(of: bytes[...]), note: Self.note(encoding))
        } else if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0, bytes[1] != 0 {
            let encoding = TextEncoding.utf16(isBigEndian: true)
            self.init(utf8: encoding.utf8(of: bytes[...]), note: Self.note(encoding))
        } else {
            self.init(utf8: bytes, note: nil)
        }
    }

    private static func note(_ encoding: TextEncoding) -> String? {
        switch encoding {
        case .utf8: nil
        case .utf16: "The text is UTF-16; it was read as such."
        case .utf32: "The text is UTF-32; it was read as such."
        }
    }

    private init(utf8 bytes: [UInt8], note: String?) {
        let plain = ByteText(bytes)
        guard plain.firstIndex(of: 0) != nil else {
            text = plain
            self.note = note
            return
        }
        // No text holds NUL, and JSON could not carry it on.
        text = ByteText(bytes.map { $0 == 0 ? 0x20 : $0 })
        self.note = note ?? "The text holds NUL characters; each was read as a space."
    }
}

/// Undoes what other tools do to a whole dump when they carry it: escaping it as a string literal or as markup.
enum TextUnwrapping {
    private static let entities: [(name: StaticString, byte: UInt8)] = [
        ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
        ("&quot;", 0x22), ("&#39;", 0x27), ("&apos;", 0x27),
    ]

    /// The text and what was undone, or nil when there is nothing to undo.
    static func unwrapped(_ text: ByteText) -> (text: ByteText, note: String)? {
        let all = 0..<text.count
        if text.firstIndex(of: "<", in: all) == nil, text.firstIndex(of: "&lt;", in: all) != nil {
            let note = "The dump was escaped as markup (&lt;); it was read without the escapes."
            return (ByteText(withoutEntities(text)), note)
        }
        if text.firstIndex(of: "\\n   | <", in: all) != nil {
            let note =
                "The dump was escaped as a string literal (\\n); it was read without the escapes, and line "
                + "numbers are those of the text without them."
            return (StringLiteral(text, from: 0, closing: nil).text, note)
        }
        return nil
    }

    /// The text with the entities of XML read.
    static func withoutEntities(_ text: ByteText) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "&"),
                let entity = entities.first(where: { text.has($0.name, at: index, before: text.count) })
            {
                bytes.append(entity.byte)
                index &+= entity.name.utf8CodeUnitCount
            } else {
                bytes.append(text[index])
                index &+= 1
            }
        }
        return bytes
    }
}

/// The `\uXXXX` that cycript and property-list printing put in place of characters beyond ASCII.
enum TextEscapes {
    /// The text with such escapes read, surrogate pairs included. Others, and halves of pairs, stay as they are.
    static func decoded(_ string: String) -> String {
        guard string.utf8.contains(UInt8(ascii: "\\")) else { return string }
        let text = ByteText(Array(string.utf8))
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            guard let unit = unit(at: index, in: text) else {
                bytes.append(text[index])
                index &+= 1
                continue
            }
            var length = 6
            var scalar = Unicode.Scalar(UInt32(unit))
            if unit & 0xFC00 == 0xD800, let low = self.unit(at: index &+ 6, in: text), low & 0xFC00 == 0xDC00 {
                scalar = Unicode.Scalar(0x10000 &+ (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)))
                length = 12
            }
            if let scalar, scalar.value != 0 {
                bytes.append(contentsOf: String(Character(scalar)).utf8)
            } else {
                bytes.append(contentsOf: text.bytes[index..<index &+ 6])
                length = 6
            }
            index &+= length
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unit(at index: Int, in text: ByteText) -> UInt16? {
        guard text.has("\\u", at: index, before: text.count) else { return nil }
        var unit: UInt16 = 0
        for offset in 2..<6 {
            guard let digit = text[index &+ offset].hexValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

extension String {
    /// The text with U+FFFD in place of each NUL: what `\u0000` comes out as when JSON is read, in which dumps are kept.
    var withoutNUL: String {
        guard utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}

extension PropertyListValue {
    /// The value without NUL in its texts and keys. It recurses as deep as the list, which its reader bounds.
    var withoutNUL: PropertyListValue { holdsNUL ? replacingNUL : self }

    private var holdsNUL: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains(where: \.holdsNUL)
        case .dictionary(let members): members.contains { $0.key.utf8.contains(0) || $0.value.holdsNUL }
        case .bool, .integer, .unsigned, .real, .date, .data: false
        }
    }

    private var replacingNUL: PropertyListValue {
        switch self {
        case .string(let text): return .string(text.withoutNUL)
        case .array(let elements): return .array(elements.map(\.replacingNUL))
        case .dictionary(let members):
            let pairs = members.sorted { $0.key < $1.key }.map { ($0.key.withoutNUL, $0.value.replacingNUL) }
            return .dictionary(Dictionary(pairs) { first, _ in first })
        case .bool, .integer, .unsigned, .real, .date, .data: return self
        }
    }
}

/// A document that stands in a text: by itself, among prose and logs, or inside a string, as answers of servers and
/// debuggers carry it.
struct CarriedText: Sendable {
    /// The text that holds the document, without the escapes of what carried it.
    let text: ByteText
    /// Where one of its signs stands.
    let start: Int
    /// What was undone, in a sentence; nil when nothing was.
    let note: String?

    /// Whether the bytes are UTF-8 whatever the document says of itself.
    var isDecoded: Bool { note != nil }
}

extension DumpInput {
    private static var window: Int { 65_536 }

    /// The document that begins with one of some signs, looked for in the beginning of the text; nil without any.
    func carried(_ signs: [StaticString]) -> CarriedText? {
        if let start = Self.first(signs, in: text) {
            if let literal = StringLiteral(around: start, in: text), let inner = Self.first(signs, in: literal.text),
                Self.isDocument(literal.text, before: inner)
            {
                return CarriedText(
                    text: literal.text,
                    start: inner,
                    note: "The dump is inside a string"
                        + (literal.end == nil ? " that is not closed" : "")
                        + "; line numbers are those of the string without its escapes."
                )
            }
            return CarriedText(text: text, start: start, note: decoded.note)
        }
        let head = 0..<min(Self.window, text.count)
        guard text.firstIndex(of: "&lt;", in: head) != nil else { return nil }
        let plain = ByteText(TextUnwrapping.withoutEntities(text))
        guard let start = Self.first(signs, in: plain) else { return nil }
        let note = "The dump was escaped as markup (&lt;); it was read without the escapes."
        return CarriedText(text: plain, start: start, note: note)
    }

    private static func first(_ signs: [StaticString], in text: ByteText) -> Int? {
        let head = 0..<min(window, text.count)
        return signs.compactMap { text.firstIndex(of: $0, in: head) }.min()
    }

    /// Whether a string holds a document and not only a word of one: markup begins with a tag, text has lines.
    private static func isDocument(_ text: ByteText, before sign: Int) -> Bool {
        let first = text[text.skippingSpace(from: 0, before: text.count)]
        if text[sign] == UInt8(ascii: "<") {
            return first == UInt8(ascii: "<") && text.firstIndex(of: ">", in: sign..<text.count) != nil
        }
        return text.bytes.contains(0x0A)
    }
}
