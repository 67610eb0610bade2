public import PropertyList

extension PropertyListValue {
    /// Whether two values mean the same choice: equal ones of one type, and numbers that are equal whether they are
    /// integers, reals, booleans (1 and 0, as in Foundation) or text.
    ///
    /// Real bundles mix `2` and `"2"` in one list of values, because Xcode's editor adds new items as strings.
    public func matchesLoosely(_ other: PropertyListValue) -> Bool {
        if isIdentical(to: other) { return true }
        if case .string = self, case .string = other { return false }
        guard let left = choiceNumber, let right = other.choiceNumber else { return self == other }
        return left == right
    }

    private var choiceNumber: Double? {
        boolValue.map { $0 ? 1 : 0 } ?? looseNumber
    }
}

extension [SettingsChoice] {
    /// The index of the choice that a value selects: the identical one, or else the first that matches loosely.
    func index(selectedBy value: PropertyListValue) -> Int? {
        firstIndex { $0.value.isIdentical(to: value) } ?? firstIndex { $0.value.matchesLoosely(value) }
    }
}
