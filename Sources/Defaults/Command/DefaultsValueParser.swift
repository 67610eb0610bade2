import Foundation
import PropertyList

/// Reads the value of a `write`: a type flag with what follows it, or a property list.
struct DefaultsValueParser {
    private var arguments: ArraySlice<String>

    init(arguments: ArraySlice<String>) { self.arguments = arguments }

    /// What is left behind the value.
    var rest: ArraySlice<String> { arguments }

    /// Reads the value that the arguments begin with.
    mutating func value() throws(DefaultsCommandError) -> DefaultsCommandValue {
        switch arguments.first {
        case "-array":
            arguments.removeFirst()
            return .set(.array(try elements()))
        case "-array-add":
            arguments.removeFirst()
            return .addToArray(try elements())
        case "-dict":
            arguments.removeFirst()
            return .set(.dictionary(try members()))
        case "-dict-add":
            arguments.removeFirst()
            return .addToDictionary(try members())
        default:
            return .set(try scalar())
        }
    }

    private mutating func elements() throws(DefaultsCommandError) -> [PropertyListValue] {
        var elements: [PropertyListValue] = []
        while !arguments.isEmpty { elements.append(try scalar()) }
        return elements
    }

    private mutating func members() throws(DefaultsCommandError) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        while !arguments.isEmpty {
            guard case .string(let key) = try scalar() else {
                throw DefaultsCommandError("Dictionary keys must be strings")
            }
            guard !arguments.isEmpty else { throw DefaultsCommandError("Key \(key) lacks a corresponding value") }
            members[key] = try scalar()
        }
        return members
    }

    private mutating func scalar() throws(DefaultsCommandError) -> PropertyListValue {
        guard let argument = arguments.popFirst() else { throw .usage("This needs a value.") }
        switch argument {
        case "-array", "-array-add", "-dict", "-dict-add":
            throw DefaultsCommandError("Cannot nest composite types (arrays and dictionaries); exiting")
        case "-string": return .string(try text(of: argument))
        case "-data": return .data(try Self.data(try text(of: argument)))
        case "-int", "-integer": return try Self.integer(try text(of: argument))
        case "-float":
            let text = try text(of: argument)
            guard let number = Double(text) else { throw .usage("“\(text)” is no number.") }
            return .real(number)
        case "-bool", "-boolean": return .bool(try Self.bool(try text(of: argument)))
        case "-date":
            let text = try text(of: argument)
            guard let date = DateText.date(text) else {
                throw .usage("“\(text)” is no date; write it as 2026-01-02 03:04:05 +0000.")
            }
            return .date(date)
        default: return try Self.plain(argument)
        }
    }

    private mutating func text(of flag: String) throws(DefaultsCommandError) -> String {
        guard let text = arguments.popFirst() else { throw .usage("“\(flag)” needs a value.") }
        return text
    }

    /// A value without a flag: text, unless it holds a character that old-style or XML property lists have a use for.
    static func plain(_ text: String) throws(DefaultsCommandError) -> PropertyListValue {
        guard text.utf8.contains(where: { "\"()[]{}<>".utf8.contains($0) }) else { return .string(text) }
        guard let value = try? PropertyListReader.read(Array(text.utf8)) else {
            throw DefaultsCommandError("Could not parse: \(text).  Try single-quoting it.")
        }
        return value
    }

    private static func integer(_ text: String) throws(DefaultsCommandError) -> PropertyListValue {
        if let number = Int64(text) { return .integer(number) }
        guard let number = UInt64(text) else { throw .usage("“\(text)” is no whole number of 64 bits.") }
        return .unsignedInteger(number)
    }

    private static func bool(_ text: String) throws(DefaultsCommandError) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw .usage("“\(text)” is neither true, false, yes nor no.")
        }
    }

    /// Hexadecimal digits; an odd one in front stands for a byte of its own.
    private static func data(_ text: String) throws(DefaultsCommandError) -> Data {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
        let nibbles = digits.compactMap { byte in
            Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
        }
        guard nibbles.count == digits.count else {
            throw .usage("“\(text.prefix(100))” is not all hexadecimal digits.")
        }
        let even = nibbles.count.isMultiple(of: 2) ? nibbles : [0] + nibbles
        return Data(stride(from: 0, to: even.count, by: 2).map { even[$0] << 4 | even[$0 + 1] })
    }
}
