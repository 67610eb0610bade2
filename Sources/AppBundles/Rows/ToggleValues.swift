public import PropertyList

/// What a toggle stores when it is on and when it is off.
public struct ToggleValues: Sendable, Hashable {
    /// `TrueValue`, true unless declared.
    public var trueValue: PropertyListValue
    /// `FalseValue`, false unless declared.
    public var falseValue: PropertyListValue

    /// Creates the values.
    public init(trueValue: PropertyListValue = .bool(true), falseValue: PropertyListValue = .bool(false)) {
        self.trueValue = trueValue
        self.falseValue = falseValue
    }

    /// Whether a value shows as on: it equals `trueValue`, or it does not equal `falseValue` and is true to
    /// `UserDefaults.bool(forKey:)`.
    public func isOn(_ value: PropertyListValue) -> Bool {
        if value.isIdentical(to: trueValue) { return true }
        if value.isIdentical(to: falseValue) { return false }
        if value.matchesLoosely(trueValue) { return true }
        if value.matchesLoosely(falseValue) { return false }
        return value.coercedBool
    }
}
