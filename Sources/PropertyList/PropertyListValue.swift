public import struct Foundation.Data
public import struct Foundation.Date

/// A property-list value with its exact type: `true` is not 1, and 1 is not 1.0.
///
/// These are the types that `UserDefaults` accepts. Property lists have no null.
public indirect enum PropertyListValue: Sendable, Hashable {
    /// `<true/>` or `<false/>`.
    case bool(Bool)
    /// A whole number that fits 64 signed bits.
    case integer(Int64)
    /// A whole number above `Int64.max`; smaller ones are always `integer`.
    case unsigned(UInt64)
    /// A floating-point number. Property lists may hold NaN and infinities.
    case real(Double)
    /// Text.
    case string(String)
    /// An instant, to the second in XML and OpenStep, finer in binary lists.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// An ordered list.
    case array([PropertyListValue])
    /// Values by key. Property-list dictionaries have no order; writers sort by key.
    case dictionary([String: PropertyListValue])
}
