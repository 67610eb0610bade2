import Foundation
import PropertyList

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
        case .date: return .date(value.stringValue.flatMap(InstantText.date) ?? Date(timeIntervalSinceReferenceDate: 0))
        case .data: return .data(Data((value.coercedString ?? "").utf8))
        case .array, .dictionary:
            if let text = value.stringValue, let read = try? TypedText.value(text, as: self) { return read }
            return self == .array ? .array([value]) : .dictionary([:])
        }
    }

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
