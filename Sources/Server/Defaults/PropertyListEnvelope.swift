import Defaults
import Foundation
import JSON
import PropertyList

/// Property-list values as JSON, with every type kept.
///
/// A date is `{"$date":"2026-01-02T03:04:05Z"}`, data `{"$data":"<base64>"}`, a real with a whole value `{"$real":1}`,
/// one that is no finite number `{"$real":"nan"}`, `"inf"` or `"-inf"`, and a whole number above 2^63 - 1
/// `{"$integer":"18446744073709551615"}`. Numbers without fraction and exponent are integers, all others reals. A key
/// that begins with `$` is written with another `$` before it. Property lists have no null.
///
/// Both directions recurse as deep as the value, which the limits of JSON, property lists and defaults keep to 256.
enum PropertyListEnvelope {
    /// Writes a value.
    static func write(_ value: PropertyListValue, to writer: inout JSONWriter) {
        switch value {
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .unsigned(let value): write("$integer", to: &writer) { $0.string(String(value)) }
        case .real(let value): write(value, to: &writer)
        case .string(let value): writer.string(value)
        case .date(let value): write("$date", to: &writer) { $0.string(Instant.text(value)) }
        case .data(let value): write("$data", to: &writer) { $0.string(value.base64EncodedString()) }
        case .array(let elements):
            writer.beginArray()
            for element in elements { write(element, to: &writer) }
            writer.endArray()
        case .dictionary(let members):
            writer.beginObject()
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(key.hasDollar ? "$" + key : key)
                write(member, to: &writer)
            }
            writer.endObject()
        }
    }

    /// The key that a member's name stands for: one `$` is taken off two.
    static func key(_ name: String) -> String {
        name.utf8.starts(with: "$$".utf8) ? String(name.unicodeScalars.dropFirst()) : name
    }

    /// Reads a value.
    /// - Parameter pointer: where in the request's body the value is, as a JSON Pointer.
    /// - Throws: 422 that names the place of what a property list cannot hold.
    static func value(_ json: JSONValue, at pointer: String = "") throws(Problem) -> PropertyListValue {
        do throws(EnvelopeFault) {
            return try read(json)
        } catch {
            throw error.problem(at: pointer)
        }
    }

    /// Reads the members of an object as the values of a domain.
    /// - Parameter pointer: where in the request's body the object is, as a JSON Pointer.
    /// - Throws: 422 that names the place of what a property list cannot hold.
    static func dictionary(
        _ members: [JSONMember],
        at pointer: String = ""
    ) throws(Problem) -> [String: PropertyListValue] {
        do throws(EnvelopeFault) {
            return try read(members)
        } catch {
            throw error.problem(at: pointer)
        }
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

    private static func read(_ json: JSONValue) throws(EnvelopeFault) -> PropertyListValue {
        switch json {
        case .null: throw EnvelopeFault("Property lists have no null; leave the value out.")
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .real(value)
        case .string(let value): return .string(value)
        case .array(let elements):
            var values: [PropertyListValue] = []
            values.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                do throws(EnvelopeFault) {
                    values.append(try read(element))
                } catch {
                    throw error.inside(String(index))
                }
            }
            return .array(values)
        case .object(let members):
            if let tagged = try readTagged(members) { return tagged }
            return .dictionary(try read(members))
        }
    }

    private static func read(_ members: [JSONMember]) throws(EnvelopeFault) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for member in members {
            do throws(EnvelopeFault) {
                guard !member.name.hasDollar || member.name.utf8.starts(with: "$$".utf8) else {
                    throw EnvelopeFault("A key that begins with $ is written with $$.")
                }
                guard values.updateValue(try read(member.value), forKey: key(member.name)) == nil else {
                    throw EnvelopeFault("Another key of the object is the same text.")
                }
            } catch {
                throw error.inside(member.name)
            }
        }
        return values
    }

    /// Reads an object that stands for a value JSON lacks; nil for any other.
    private static func readTagged(_ members: [JSONMember]) throws(EnvelopeFault) -> PropertyListValue? {
        guard members.count == 1, let member = members.first else { return nil }
        switch (member.name, member.value) {
        case ("$date", .string(let text)):
            guard let date = Instant.date(text) else {
                throw EnvelopeFault("A date looks like 2026-01-02T03:04:05Z.")
            }
            return .date(date)
        case ("$data", .string(let text)):
            guard let data = Data(base64Encoded: text) else { throw EnvelopeFault("Data is written in base64.") }
            return .data(data)
        case ("$real", .integer(let value)): return .real(Double(value))
        case ("$real", .number(let value)): return .real(value)
        case ("$real", .string("nan")): return .real(.nan)
        case ("$real", .string("inf")): return .real(.infinity)
        case ("$real", .string("-inf")): return .real(-.infinity)
        case ("$integer", .integer(let value)): return .integer(value)
        case ("$integer", .string(let text)):
            if let value = Int64(text) { return .integer(value) }
            guard let value = UInt64(text) else { throw EnvelopeFault("An integer has at most 64 bits.") }
            return .unsigned(value)
        case ("$date", _), ("$data", _): throw EnvelopeFault("This takes a string.")
        case ("$real", _): throw EnvelopeFault("This takes a number, or one of “nan”, “inf” and “-inf”.")
        case ("$integer", _): throw EnvelopeFault("This takes a whole number, or one in a string.")
        default: return nil
        }
    }
}

extension String {
    /// Whether the first byte is a dollar sign, whatever combines with it.
    fileprivate var hasDollar: Bool { utf8.first == UInt8(ascii: "$") }
}

/// What a property list cannot hold, and where.
struct EnvelopeFault: Error {
    /// One sentence for people.
    var detail: String
    /// The names and indexes on the way to it, the innermost first: they are only gathered when there is a fault.
    private var path: [String] = []

    init(_ detail: String) {
        self.detail = detail
    }

    /// The fault as seen from the value around it.
    func inside(_ token: String) -> EnvelopeFault {
        var outer = self
        outer.path.append(token)
        return outer
    }

    /// The reply that names the place.
    func problem(at pointer: String) -> Problem {
        let place = path.reversed().reduce(into: pointer) { place, token in
            place += "/" + JSONPointer.escape(token)
        }
        return .unprocessable(
            "not-a-property-list",
            title: "Not a property list",
            "The value at “\(place)”: \(detail)",
            errors: [Problem.Item(detail, at: .pointer(place))]
        )
    }
}

/// The shapes of defaults.
extension JSONWriter {
    mutating func member(_ name: String, _ value: PropertyListValue?) {
        key(name)
        if let value { PropertyListEnvelope.write(value, to: &self) } else { null() }
    }

    /// Changes as an array; a value that is not there leaves its member out.
    mutating func member(_ name: String, _ changes: some Sequence<DefaultsChange>) {
        list(name, changes) { writer, change in
            writer.member("key", change.key)
            if let before = change.before { writer.member("before", before) }
            if let after = change.after { writer.member("after", after) }
        }
    }

    mutating func member(_ name: String, _ ignored: [LaunchArguments.Ignored]) {
        list(name, ignored) { writer, argument in
            writer.member("index", argument.index)
            writer.member("argument", argument.argument)
            writer.member("reason", argument.reason)
        }
    }
}

extension JSONLimits {
    /// For the values of a domain: room for the largest one with its data in base 64.
    static let defaults = JSONLimits(
        maximumBytes: DefaultsLimits.standard.maximumDomainBytes / 2 * 3,
        maximumDepth: JSONLimits.standard.maximumDepth
    )
}
