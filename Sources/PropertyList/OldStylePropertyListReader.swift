import Foundation

/// Reads old-style text as Foundation does: property lists with braces, and strings tables, which are the same without
/// them (Apple's “Property List Programming Guide”, Old-Style ASCII Property Lists; `CFOldStylePList.c`).
///
/// Foundation itself is not asked: of a mistake it tells standard error, and of its place only the line at which it gave
/// up. The text is UTF-8.
struct OldStylePropertyListReader {
    private let bytes: [UInt8]
    private let limits: PropertyListLimits
    private var index = 0
    private var values = 0
    /// The keys that came again in their dictionary, whose last value counts.
    private(set) var repeatedKeys = PropertyListNotes.Places()

    private init(_ bytes: [UInt8], limits: PropertyListLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    static func read(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) -> PropertyListValue {
        var reader = OldStylePropertyListReader(bytes, limits: limits)
        return try reader.list()
    }

    /// The keys of a list that came again; none where the list cannot be read.
    static func repeatedKeys(in bytes: [UInt8], limits: PropertyListLimits) -> PropertyListNotes.Places {
        var reader = OldStylePropertyListReader(bytes, limits: limits)
        guard (try? reader.list()) != nil else { return PropertyListNotes.Places() }
        return reader.repeatedKeys
    }

    /// The one value, or the pairs of a strings table; what stands behind those is passed over, as Foundation does.
    private mutating func list() throws(PropertyListError) -> PropertyListValue {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw PropertyListError(.unreadable, "The file is no text in UTF-8 or UTF-16; save it as UTF-8.")
        }
        guard peek() != nil else { return .dictionary([:]) }
        let first = try value(depth: 0)
        guard peek() != nil else { return first }
        guard case .string = first else {
            throw mistake(at: index, "there is something behind the end of the list", "Remove it")
        }
        (index, values) = (0, 0)
        return .dictionary(try pairs(depth: 0))
    }

    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue {
        values &+= 1
        guard values <= limits.maximumValues else { throw .tooManyValues(limits, line: line(at: index)) }
        guard let byte = peek() else { throw mistake(at: lastCharacter, "a value is missing", "Write it") }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "("):
            guard depth < limits.maximumDepth else { throw .tooDeep(limits, line: line(at: index)) }
            index += 1
            if byte == UInt8(ascii: "(") { return .array(try elements(depth: depth &+ 1)) }
            let members = try pairs(depth: depth &+ 1)
            guard take(UInt8(ascii: "}")) else {
                throw unexpected(or: "a dictionary has no “}” at its end", "Write it")
            }
            return .dictionary(members)
        case UInt8(ascii: "<"): return .data(try data())
        case UInt8(ascii: "["): throw json
        default:
            guard let text = try text() else { throw unexpected(or: "a value is missing", "Write it") }
            return .string(text)
        }
    }

    /// The elements of an array with its end; a comma may stand behind the last.
    private mutating func elements(depth: Int) throws(PropertyListError) -> [PropertyListValue] {
        var elements: [PropertyListValue] = []
        while let byte = peek(), byte != UInt8(ascii: ")") {
            elements.append(try value(depth: depth))
            guard take(UInt8(ascii: ",")) else { break }
        }
        guard take(UInt8(ascii: ")")) else {
            throw unexpected(or: "a comma or the “)” of an array is missing", "Write it")
        }
        return elements
    }

    /// Pairs up to something that is no key. A key without a value is its own.
    private mutating func pairs(depth: Int) throws(PropertyListError) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        while let byte = peek(), byte != UInt8(ascii: "}") {
            let place = index
            guard let key = try text() else {
                // Behind the pairs of a strings table anything may follow.
                if depth == 0, !members.isEmpty { break }
                throw unexpected(at: index, or: "a key is missing", "Write it")
            }
            var member = PropertyListValue.string(key)
            switch peek() {
            case UInt8(ascii: "="):
                index += 1
                member = try value(depth: depth)
            case UInt8(ascii: ";"): values &+= 1
            case UInt8(ascii: ":") where bytes[place] == UInt8(ascii: "\""): throw json
            default: throw unexpected(or: "a semicolon is missing after the text on this line", "Write it")
            }
            guard take(UInt8(ascii: ";")) else {
                throw unexpected(or: "a semicolon is missing after the text on this line", "Write it")
            }
            if members.updateValue(member, forKey: key) != nil { repeatedKeys.add(key, line: line(at: place)) }
        }
        return members
    }

    // MARK: Text and data

    /// Text in quotation marks or a bare word; nil, at the same place, where neither stands.
    private mutating func text() throws(PropertyListError) -> String? {
        guard let byte = peek() else { return nil }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try quoted(by: byte) }
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    private mutating func quoted(by quote: UInt8) throws(PropertyListError) -> String {
        let start = index
        index += 1
        var units: [UInt16]?
        var plain = index
        while index < bytes.count, bytes[index] != quote {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            units = (units ?? []) + String(decoding: bytes[plain..<index], as: UTF8.self).utf16
            index += 1
            if let unit = escape() { units?.append(unit) }
            plain = index
        }
        guard index < bytes.count else {
            throw mistake(at: start, "a quotation mark is never closed", "Close it")
        }
        let rest = String(decoding: bytes[plain..<index], as: UTF8.self)
        index += 1
        guard let units else { return rest }
        return String(decoding: units + rest.utf16, as: UTF16.self)
    }

    /// What stands behind a backslash: digits of octal numbers are bytes of NeXT's character set, `U` comes before up to
    /// four hexadecimal digits, other letters are what they are in C. Nil for a character that stands for itself.
    private mutating func escape() -> UInt16? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            let number = number(radix: 8, digits: 3)
            guard number > 0x7F else { return number }
            let text = String(bytes: [UInt8(truncatingIfNeeded: number)], encoding: .nextstep)
            return text?.utf16.first ?? 0
        case UInt8(ascii: "U"):
            index += 1
            return number(radix: 16, digits: 4)
        default:
            guard let place = Self.escapes.firstIndex(where: { $0.letter == byte }) else { return nil }
            index += 1
            return Self.escapes[place].unit
        }
    }

    private static let escapes: [(letter: UInt8, unit: UInt16)] = [
        (UInt8(ascii: "a"), 0x07), (UInt8(ascii: "b"), 0x08), (UInt8(ascii: "f"), 0x0C), (UInt8(ascii: "n"), 0x0A),
        (UInt8(ascii: "r"), 0x0D), (UInt8(ascii: "t"), 0x09), (UInt8(ascii: "v"), 0x0B), (UInt8(ascii: "\""), 0x22),
        (UInt8(ascii: "\\"), 0x5C), (UInt8(ascii: "'"), 0x27),
    ]

    private mutating func number(radix: UInt16, digits: Int) -> UInt16 {
        var number: UInt16 = 0
        for _ in 0..<digits {
            guard index < bytes.count, let digit = Self.digit(bytes[index]), digit < radix else { break }
            number = number &* radix &+ digit
            index += 1
        }
        return number
    }

    private static func digit(_ byte: UInt8) -> UInt16? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt16($0) }
    }

    /// Hexadecimal digits in pairs, blanks between them.
    private mutating func data() throws(PropertyListError) -> Data {
        let start = index
        index += 1
        var data = Data()
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ">") {
                index += 1
                return data
            }
            if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                index += 1
                continue
            }
            guard let high = Self.digit(byte) else { throw unexpected(or: "data has an odd character", "Correct it") }
            index += 1
            guard index < bytes.count, let low = Self.digit(bytes[index]) else {
                throw mistake(at: index, "data has half a byte; two digits are one", "Write the other digit")
            }
            data.append(UInt8(truncatingIfNeeded: high << 4 | low))
            index += 1
        }
        throw mistake(at: start, "data has no “>” at its end", "Write it")
    }

    // MARK: Bytes

    /// The next character that is no blank and in no comment, where the reader stands then; nil at the end.
    private mutating func peek() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x20, 0x09...0x0D: index += 1
            case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA8]): index += 3
            case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA9]): index += 3
            case UInt8(ascii: "/") where bytes[index...].starts(with: "//".utf8):
                while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            case UInt8(ascii: "/") where bytes[index...].starts(with: "/*".utf8):
                index += 2
                while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
                index = min(index + 2, bytes.count)
            default: return byte
            }
        }
        return nil
    }

    /// Passes over a mark if it is next.
    private mutating func take(_ mark: UInt8) -> Bool {
        guard peek() == mark else { return false }
        index += 1
        return true
    }

    /// The characters that need no quotation marks.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    // MARK: Mistakes

    private var json: PropertyListError {
        PropertyListError(
            .unreadable,
            "This is JSON, not a property list. Turn it into one, for instance with “plutil -convert xml1”.",
            line: line(at: index)
        )
    }

    /// The last character before here that is no blank.
    private var lastCharacter: Int {
        bytes[..<min(index, bytes.count)].lastIndex { $0 > 0x20 } ?? 0
    }

    /// A character here that no text begins with needs quotation marks; else something is missing behind what came before.
    /// - Parameter place: where that is; the last character that is no blank unless it is given.
    private func unexpected(at place: Int? = nil, or reason: String, _ cure: String) -> PropertyListError {
        guard index < bytes.count, !"{}(),;=<\"'".utf8.contains(bytes[index]), !Self.isWord(bytes[index]),
            let character = String(decoding: bytes[index...].prefix(32), as: UTF8.self).first
        else { return mistake(at: place ?? lastCharacter, reason, cure) }
        return mistake(
            at: index,
            "the character “\(character)” needs quotation marks around its text",
            "Put the text into quotation marks"
        )
    }

    private func mistake(at place: Int, _ reason: String, _ cure: String) -> PropertyListError {
        let line = line(at: place)
        return PropertyListError(
            .unreadable,
            "Line \(line) cannot be read: \(reason). \(cure) and load the file again.",
            line: line
        )
    }

    /// A carriage return with its line feed counts as one line.
    private func line(at place: Int) -> Int {
        var line = 1
        var previous: UInt8 = 0
        for byte in bytes[..<min(place, bytes.count)] {
            if byte == 0x0A && previous != 0x0D || byte == 0x0D { line &+= 1 }
            previous = byte
        }
        return line
    }
}
