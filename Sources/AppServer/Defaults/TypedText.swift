import Foundation
import HTTP
import JSON
import Mustache
import PropertyList
import Services
import Web

/// A value as the text that people edit, and back: digits, words, hexadecimal or base64, JSON or a property list.
enum TypedText {
    /// How data is written.
    enum Encoding: String, CaseIterable, Sendable { case hex, base64 }

    /// The text of a value; containers are JSON with the types that JSON lacks in `$` members.
    static func text(of value: PropertyListValue, encoding: Encoding = .hex) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .integer, .unsigned, .real: value.coercedString ?? ""
        case .string(let text): text
        case .date(let date): localTime(date)
        case .data(let data): encoding == .base64 ? base64(data) : hex(data)
        case .array, .dictionary: JSONLayout.indented(json(value))
        }
    }

    /// A value as compact JSON.
    static func json(_ value: PropertyListValue) -> [UInt8] {
        var writer = JSONWriter()
        PropertyListEnvelope.write(value, to: &writer)
        return writer.finish()
    }

    /// Tells two values apart without holding them.
    static func fingerprint(of value: PropertyListValue?) -> String {
        value.map { EntityTag.strong(hashing: json($0)).unquoted } ?? "none"
    }

    /// Reads what a form sends for a value of a type, and what is none as the text that it is.
    static func valueOrText(_ text: String, as kind: ValueKind) -> PropertyListValue {
        (try? value(text, as: kind)) ?? .string(text)
    }

    /// Reads what a form sends for a value of a type. Line ends are those of Unix, whatever the browser sends.
    static func value(
        _ text: String,
        as kind: ValueKind,
        encoding: Encoding = .hex
    ) throws(TypedTextError) -> PropertyListValue {
        let text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let word = text.trimmingBlanks
        switch kind {
        case .string: return .string(text)
        case .boolean: return try boolean(word)
        case .integer: return try integer(word)
        case .real: return try real(word)
        case .date: return try date(word)
        case .data: return try data(text, encoding)
        case .array, .dictionary: return try container(text, kind)
        }
    }

    /// Whether a value is no more than what a form showed of the stored one, which need not be all of it: parts of a
    /// second and the control characters that no markup holds are not in it.
    static func shows(_ value: PropertyListValue, of stored: PropertyListValue, encoding: Encoding = .hex) -> Bool {
        let kind = ValueKind(of: stored)
        guard kind == ValueKind(of: value) else { return false }
        let shown = MarkupEscaping.text(inForms: text(of: stored, encoding: encoding))
        guard let read = try? Self.value(shown, as: kind, encoding: encoding) else { return false }
        return read.isIdentical(to: value)
    }

    private static func boolean(_ word: String) throws(TypedTextError) -> PropertyListValue {
        switch word.lowercased() {
        case "true", "yes", "1", "on": return .bool(true)
        case "false", "no", "0", "off", "": return .bool(false)
        default: throw TypedTextError("A boolean is YES or NO, not “\(word.prefix(40))”.")
        }
    }

    private static func integer(_ word: String) throws(TypedTextError) -> PropertyListValue {
        let negative = word.replacing("−", with: "-")
        if let value = Int64(negative) { return .integer(value) }
        if let value = UInt64(negative) { return .unsignedInteger(value) }
        if word.lowercased().hasPrefix("0x"), let value = UInt64(word.dropFirst(2), radix: 16) {
            return .unsignedInteger(value)
        }
        let isLong = !word.isEmpty && word.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 }
        throw TypedTextError(
            isLong
                ? "“\(word.prefix(40))” does not fit into 64 bits."
                : "An integer has digits only, such as 42 or -7, not “\(word.prefix(40))”."
        )
    }

    private static func real(_ word: String) throws(TypedTextError) -> PropertyListValue {
        switch word.lowercased() {
        case "nan": return .real(.nan)
        case "inf", "+inf", "infinity": return .real(.infinity)
        case "-inf", "-infinity": return .real(-.infinity)
        default: break
        }
        guard word.utf8.count <= 400, let value = PropertyListValue.string(word).looseNumber else {
            throw TypedTextError("A real is a number such as 0.5 or 1e-3, not “\(word.prefix(40))”.")
        }
        return .real(value)
    }

    /// A date without a zone is one of UTC.
    private static func date(_ word: String) throws(TypedTextError) -> PropertyListValue {
        guard let date = Instant.date(loose: word) else {
            throw TypedTextError("A date looks like 2026-01-02T03:04:05Z, not “\(word.prefix(40))”.")
        }
        return .date(date)
    }

    private static func data(_ text: String, _ encoding: Encoding) throws(TypedTextError) -> PropertyListValue {
        let digits = text.filter { !$0.isWhitespace && $0 != "<" && $0 != ">" }
        guard encoding == .hex else {
            guard let data = Data(base64Encoded: digits) else {
                throw TypedTextError("This is not base64: four characters stand for three bytes, “=” fills the end.")
            }
            return .data(data)
        }
        var bytes = [UInt8]()
        bytes.reserveCapacity(digits.utf8.count / 2)
        var high: UInt8?
        for (index, character) in digits.enumerated() {
            guard let digit = character.hexDigitValue.flatMap({ UInt8(exactly: $0) }) else {
                throw TypedTextError("“\(character)” is not a hexadecimal digit; it follows \(index) others.")
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { throw TypedTextError("Two digits make a byte; one is missing at the end.") }
        return .data(Data(bytes))
    }

    private static func container(_ text: String, _ kind: ValueKind) throws(TypedTextError) -> PropertyListValue {
        let value = try PropertyListDocument.read(Array(text.utf8)).value
        guard ValueKind(of: value) == kind else {
            throw TypedTextError(
                "This is \(value.typeWithArticle), not \(kind == .array ? "an array" : "a dictionary")."
            )
        }
        return value
    }

    /// As `datetime-local` has it, in UTC, to the millisecond.
    private static func localTime(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let shown = Date(timeIntervalSinceReferenceDate: (seconds * 1000).rounded() / 1000)
        return (Instant.text(shown) ?? "").replacing("Z", with: "").replacing(/(\.\d{3})\d+/) { $0.output.1 }
    }

    private static func base64(_ data: Data) -> String {
        data.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    }

    /// Groups of four bytes, eight to a line, as property lists of old wrote them.
    private static func hex(_ data: Data) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text = [UInt8]()
        text.reserveCapacity(data.count * 9 / 4)
        for (index, byte) in data.enumerated() {
            if index > 0, index.isMultiple(of: 4) { text.append(index.isMultiple(of: 32) ? 10 : 32) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension PropertyListValue {
    /// Its type as it stands in a sentence: `an array`.
    var typeWithArticle: String { (typeName == "array" || typeName == "integer" ? "an " : "a ") + typeName }
}

/// Why a text is no value of its type, and where.
struct TypedTextError: Error, Hashable, PageModel {
    /// One sentence for people.
    var message: String
    /// The line of the text, counted from 1, where it is known.
    var line: Int?
    /// The byte in that line, counted from 1, where it is known.
    var column: Int?

    static let members: Members<Self> = [
        "message": .text { $0.message }, "line": .number { $0.line }, "column": .number { $0.column },
    ]

    init(_ message: String, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.line = line
        self.column = column
    }
}

/// The types a value can have, by the names that people and the API use.
enum ValueKind: String, CaseIterable, Sendable {
    case boolean, integer, real, string, date, data, array, dictionary

    init(of value: PropertyListValue) {
        switch value {
        case .bool: self = .boolean
        case .integer, .unsigned: self = .integer
        case .real: self = .real
        case .string: self = .string
        case .date: self = .date
        case .data: self = .data
        case .array: self = .array
        case .dictionary: self = .dictionary
        }
    }

    /// What a value of another type becomes when its type is changed: as `UserDefaults` coerces it, where it does.
    func value(from value: PropertyListValue) -> PropertyListValue {
        if ValueKind(of: value) == self { return value }
        switch self {
        case .boolean: return .bool(value.coercedBool)
        case .integer: return .integer(value.coercedInteger)
        case .real: return .real(value.coercedDouble)
        case .string: return .string(value.coercedString ?? TypedText.text(of: value))
        case .date:
            let date = value.stringValue.flatMap { Instant.date($0) }
            return .date(date ?? Date(timeIntervalSinceReferenceDate: 0))
        case .data: return .data(Data((value.coercedString ?? "").utf8))
        case .array, .dictionary:
            if let text = value.stringValue, let read = try? TypedText.value(text, as: self) { return read }
            return self == .array ? .array([value]) : .dictionary([:])
        }
    }

    /// Its name as the editor offers it.
    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// What a new key begins with.
    var initialValue: PropertyListValue {
        switch self {
        case .boolean: .bool(false)
        case .integer: .integer(0)
        case .real: .real(0)
        case .string: .string("")
        case .date: .date(Date(timeIntervalSinceReferenceDate: Date.now.timeIntervalSinceReferenceDate.rounded(.down)))
        case .data: .data(Data())
        case .array: .array([])
        case .dictionary: .dictionary([:])
        }
    }
}

extension MarkupEscaping {
    /// A text as a form sends it back: without the control characters that no markup holds.
    static func text(inForms text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 || [9, 10, 13].contains($0.value) })
        )
    }
}
