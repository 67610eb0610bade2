package import Defaults
import Diagnostics
import Foundation
import FoundationEssentials
package import JSON
package import PropertyList
package import Web

/// Property-list values as JSON, with every type kept.
///
/// A date is `{"$date":"2026-01-02T03:04:05Z"}`, data `{"$data":"<base64>"}`, a real with a whole value `{"$real":1}`,
/// one that is no finite number `{"$real":"nan"}`, `"inf"` or `"-inf"`, and a whole number above 2^63 - 1
/// `{"$integer":"18446744073709551615"}`. Numbers without fraction and exponent are integers, all others reals. A key
/// that begins with `$` is written with another `$` before it. Property lists have no null.
///
/// Both directions recurse as deep as the value, which the limits of JSON, property lists and defaults keep to 256.
package enum PropertyListEnvelope {
    /// Writes a value.
    /// - Parameter decodes: whether data has what it holds beside it, as `decoded`, where that can be told.
    package static func write(_ value: PropertyListValue, to writer: inout JSONWriter, decodes: Bool = false) {
        switch value {
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .unsigned(let value): write("$integer", to: &writer) { $0.string(String(value)) }
        case .real(let value): write(value, to: &writer)
        case .string(let value): writer.string(value)
        case .date(let value): write("$date", to: &writer) { $0.string(Instant.anyText(value)) }
        case .data(let value):
            write("$data", to: &writer) { writer in
                writer.string(value.base64EncodedString())
                guard decodes, let decoded = DecodedData(value) else { return }
                writer.object("decoded") { decoded.write(to: &$0) }
            }
        case .array(let elements):
            writer.beginArray()
            for element in elements { write(element, to: &writer, decodes: decodes) }
            writer.endArray()
        case .dictionary(let members):
            writer.beginObject()
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(key.hasDollar ? "$" + key : key)
                write(member, to: &writer, decodes: decodes)
            }
            writer.endObject()
        }
    }

    /// The key that a member's name stands for: one `$` is taken off two.
    package static func key(_ name: String) -> String {
        name.utf8.starts(with: "$$".utf8) ? String(name.unicodeScalars.dropFirst()) : name
    }

    /// The key that a member of a body stands for.
    /// - Throws: 422 for a name that begins with a single `$`.
    package static func key(of member: JSONPlace) throws(Problem) -> String {
        let name = member.name ?? ""
        guard !isHalfEscaped(name) else { throw problem([.init(halfEscaped, at: member.pointer)]) }
        return key(name)
    }

    private static let halfEscaped = "A key that begins with $ is written with $$."

    private static func isHalfEscaped(_ name: String) -> Bool {
        name.hasDollar && !name.utf8.starts(with: "$$".utf8)
    }

    /// Reads a value.
    /// - Throws: 422 that names every place of what a property list cannot hold.
    package static func value(_ place: JSONPlace) throws(Problem) -> PropertyListValue {
        var reader = MemberReader()
        guard let value = read(place, with: &reader), reader.faults.isEmpty else { throw problem(reader.faults) }
        return value
    }

    /// Reads the members of an object as the values of a domain.
    /// - Throws: 422 that names every place of what a property list cannot hold.
    package static func dictionary(_ place: JSONPlace) throws(Problem) -> [String: PropertyListValue] {
        var reader = MemberReader()
        let values = members(of: place, with: &reader)
        guard reader.faults.isEmpty else { throw problem(reader.faults) }
        return values
    }

    private static func problem(_ faults: [MemberReader.Fault]) -> Problem {
        let detail =
            faults.count == 1
            ? "The value at “\(faults[0].pointer)”: \(faults[0].message)"
            : "\(faults.count) values can't be stored in a property list."
        return .unprocessable(
            "not-a-property-list",
            title: "Not a property list",
            detail,
            errors: faults.map { Problem.Item($0.message, at: .pointer($0.pointer)) }
        )
    }

    private static func write(_ value: Double, to writer: inout JSONWriter) {
        if value.isNaN {
            write("$real", to: &writer) { $0.string("nan") }
        } else if value.isInfinite {
            write("$real", to: &writer) { $0.string(value < 0 ? "-inf" : "inf") }
        } else if value == value.rounded() {
            write("$real", to: &writer) { $0.number(value) }
        } else {
            writer.number(value)
        }
    }

    private static func write(_ tag: String, to writer: inout JSONWriter, _ content: (inout JSONWriter) -> Void) {
        writer.beginObject()
        writer.key(tag)
        content(&writer)
        writer.endObject()
    }

    private static func read(_ place: JSONPlace, with reader: inout MemberReader) -> PropertyListValue? {
        switch place.value {
        case .null:
            reader.refuse(place, "Property lists have no null. Leave the value out.")
            return nil
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .real(value)
        case .string(let value): return .string(value)
        case .array: return .array(place.elements.compactMap { read($0, with: &reader) })
        case .object(var members):
            // What an answer said of the bytes is not theirs.
            if members.count == 2, members.contains(where: { $0.name == "$data" }) {
                members.removeAll { $0.name == "decoded" }
            }
            guard members.count == 1, let member = members.first, tags.contains(member.name) else {
                return .dictionary(self.members(of: place, with: &reader))
            }
            do throws(TagError) {
                return try value(tagged: member.name, member.value)
            } catch {
                reader.refuse(place, error.message)
                return nil
            }
        }
    }

    private static func members(
        of place: JSONPlace,
        with reader: inout MemberReader
    ) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for member in place.members {
            let name = member.name ?? ""
            if isHalfEscaped(name) {
                reader.refuse(member, halfEscaped)
            } else if let value = read(member, with: &reader), values.updateValue(value, forKey: key(name)) != nil {
                reader.refuse(member, "Another key of the object is the same text.")
            }
        }
        return values
    }

    private static let tags: Set = ["$date", "$data", "$real", "$integer"]

    private struct TagError: Error {
        var message: String
    }

    /// Reads what stands for a value that JSON lacks.
    private static func value(tagged name: String, _ value: JSONValue) throws(TagError) -> PropertyListValue {
        switch (name, value) {
        case ("$date", .string(let text)):
            guard let date = Instant.date(text) else {
                throw TagError(message: "A date looks like 2026-01-02T03:04:05Z.")
            }
            return .date(date)
        case ("$data", .string(let text)):
            guard let data = Data(base64Encoded: text) else { throw TagError(message: "Data is written in base64.") }
            return .data(data)
        case ("$real", .integer(let value)): return .real(Double(value))
        case ("$real", .number(let value)): return .real(value)
        case ("$real", .string("nan")): return .real(.nan)
        case ("$real", .string("inf")): return .real(.infinity)
        case ("$real", .string("-inf")): return .real(-.infinity)
        case ("$integer", .integer(let value)): return .integer(value)
        case ("$integer", .number(let value)):
            guard let value = Int64(exactly: value) else {
                throw TagError(message: "This takes a whole number of at most 64 bits, or one in a string.")
            }
            return .integer(value)
        case ("$integer", .string(let text)):
            if let value = Int64(text) { return .integer(value) }
            guard let value = UInt64(text) else { throw TagError(message: "An integer has at most 64 bits.") }
            return .unsigned(value)
        case ("$real", _): throw TagError(message: "This takes a number, or one of “nan”, “inf” and “-inf”.")
        case ("$integer", _): throw TagError(message: "This takes a whole number, or one in a string.")
        default: throw TagError(message: "This takes a string.")
        }
    }
}

extension String {
    /// Whether the first byte is a dollar sign, whatever combines with it.
    fileprivate var hasDollar: Bool { utf8.first == UInt8(ascii: "$") }
}

/// The shapes of defaults.
extension JSONWriter {
    package mutating func member(_ name: String, _ value: PropertyListValue?, decodes: Bool = false) {
        key(name)
        if let value { PropertyListEnvelope.write(value, to: &self, decodes: decodes) } else { null() }
    }

    /// Changes as an array; a value that is not there leaves its member out, and one that is secret to who asks is null:
    /// property lists have no null.
    package mutating func member(
        _ name: String,
        _ changes: some Sequence<DefaultsChange>,
        _ secrets: SecretValues,
        decodes: Bool = false
    ) {
        list(name, changes) { $0.members(of: $1, secrets, decodes: decodes) }
    }

    /// The members of a change.
    package mutating func members(of change: DefaultsChange, _ secrets: SecretValues, decodes: Bool = false) {
        let isRedacted = secrets.withholds(change.key)
        member("key", change.key)
        if let before = change.before { member("before", isRedacted ? nil : before, decodes: decodes) }
        if let after = change.after { member("after", isRedacted ? nil : after, decodes: decodes) }
        if isRedacted { member("redacted", true) }
    }

    package mutating func member(_ name: String, _ ignored: [LaunchArguments.Ignored]) {
        list(name, ignored) { writer, argument in
            writer.member("index", argument.index)
            writer.member("argument", argument.argument)
            writer.member("reason", argument.reason)
        }
    }
}

extension JSONLimits {
    /// For the values of a domain: room for the largest one with its data in base 64.
    package static let defaults = JSONLimits(
        maximumBytes: DefaultsLimits.standard.maximumDomainBytes / 2 * 3,
        maximumDepth: JSONLimits.standard.maximumDepth
    )
}

/// Property-list values as people read them.
package enum ValueText {
    /// Longer texts are cut; the API has them whole.
    private static let maximumCharacters = 400
    private static let maximumLines = 40
    /// What stands for a value that is not shown.
    package static let hidden = "••••••"

    /// A value on one line.
    package static func short(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "YES" : "NO"
        case .string(let text): "“\(cut(text))”"
        case .date(let date): Instant.anyText(date)
        case .data(let data): data.count.counted("byte")
        case .array(let elements): elements.count.counted("element")
        case .dictionary(let members): members.count.counted("key")
        case .integer, .unsigned, .real: value.coercedString ?? ""
        }
    }

    /// A value on as many lines as it has elements, two levels deep.
    package static func lines(of value: PropertyListValue) -> [String] {
        let lines: [String]
        switch value {
        case .array(let elements): lines = elements.flatMap(Self.inner)
        case .dictionary(let members): lines = entries(members)
        case .string(let text): lines = [cut(text)]
        default: lines = [short(value)]
        }
        guard lines.count > maximumLines else { return lines }
        return lines.prefix(maximumLines - 1) + ["… \(lines.count - maximumLines + 1) more"]
    }

    /// A value on one line with what is in it, cut after so many characters.
    package static func line(_ value: PropertyListValue, limit: Int) -> String {
        var text = ""
        write(value, to: &text, limit: limit, depth: 0)
        guard text.count > limit else { return text }
        return text.prefix(limit) + "…"
    }

    /// A text with line ends and tabs as the escapes of source code.
    package static func visible(_ text: String) -> String {
        text.replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    }

    /// Stops soon after the limit, and at a depth nobody reads.
    private static func write(_ value: PropertyListValue, to text: inout String, limit: Int, depth: Int) {
        guard text.utf8.count <= limit * 4 else { return }
        switch value {
        case .string(let string):
            text += "“\(visible(String(String.UnicodeScalarView(string.unicodeScalars.prefix(limit + 1)))))”"
        case .array(let elements) where depth < 4 && !elements.isEmpty:
            text += "["
            for (index, element) in elements.prefix(limit).enumerated() {
                if index > 0 { text += ", " }
                write(element, to: &text, limit: limit, depth: depth + 1)
            }
            text += "]"
        case .dictionary(let members) where depth < 4 && !members.isEmpty:
            text += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).prefix(limit).enumerated() {
                text += (index > 0 ? ", " : "") + visible(String(member.key.prefix(limit))) + ": "
                write(member.value, to: &text, limit: limit, depth: depth + 1)
            }
            text += "}"
        case .array(let elements): text += elements.isEmpty ? "[]" : short(value)
        case .dictionary(let members): text += members.isEmpty ? "{}" : short(value)
        case .data(let data):
            let bytes = data.prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            text += "<\(bytes)\(data.count > 12 ? "…" : "")> \(short(value))"
        default: text += short(value)
        }
    }

    private static func inner(_ value: PropertyListValue) -> [String] {
        switch value {
        case .array(let elements): elements.map(plain)
        case .dictionary(let members): entries(members)
        default: [plain(value)]
        }
    }

    private static func entries(_ members: [String: PropertyListValue]) -> [String] {
        members.sorted { $0.key < $1.key }.map { "\($0.key): \(list($0.value))" }
    }

    private static func list(_ value: PropertyListValue) -> String {
        guard case .array(let elements) = value, elements.count <= 12 else { return plain(value) }
        return elements.map(plain).joined(separator: ", ")
    }

    private static func plain(_ value: PropertyListValue) -> String {
        if case .string(let text) = value { cut(text) } else { short(value) }
    }

    private static func cut(_ text: String) -> String {
        text.count > maximumCharacters ? text.prefix(maximumCharacters) + "…" : text
    }
}
