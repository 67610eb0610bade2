public import PropertyList

/// One value of a multi-value row, a radio group or a title row, with what is shown for it.
public struct SettingsChoice: Sendable, Hashable {
    /// The text in the list of choices.
    public var title: String
    /// The text on the row itself, where the specifier gives a shorter one.
    public var shortTitle: String?
    /// What is stored, as the specifier declares it.
    public var value: PropertyListValue
}

extension PropertyListValue {
    /// Whether two values mean the same choice: equal ones of one type, and numbers that are equal whether they are
    /// integers, reals, booleans (1 and 0, as in Foundation) or text.
    ///
    /// Real bundles mix `2` and `"2"` in one list of values, because Xcode's editor adds new items as strings.
    func matchesLoosely(_ other: PropertyListValue) -> Bool {
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
    /// Completes what a row shows for the choice that its value selects.
    fileprivate func show(_ value: inout RowValue) {
        value.selectedIndex = value.value.flatMap(index(selectedBy:))
        let choice = value.selectedIndex.map { self[$0] }
        value.display = choice?.shortTitle ?? choice?.title ?? value.value?.coercedString ?? ""
    }

    /// The index of the choice that a value selects: the identical one, or else the first that matches loosely.
    func index(selectedBy value: PropertyListValue) -> Int? {
        firstIndex { $0.value.isIdentical(to: value) } ?? firstIndex { $0.value.matchesLoosely(value) }
    }
}

/// Acts for multi-value rows and radio groups.
struct ChoiceControl: RowControl {
    let choices: [SettingsChoice]

    var storage: String? { "choice" }

    func show(_ value: inout RowValue) { choices.show(&value) }

    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        guard let index = choices.index(selectedBy: submitted) else {
            let value = RowEdit.described(submitted)
            throw RowEdit.refusal(row, "has no choice \(value); send one of its declared values")
        }
        return choices[index].value
    }
}

/// Acts for title rows, whose choices only say what a value is called.
struct TitleControl: RowControl {
    let choices: [SettingsChoice]

    func show(_ value: inout RowValue) { choices.show(&value) }
}

/// What a toggle stores when it is on and when it is off.
public struct ToggleValues: Sendable, Hashable {
    /// `TrueValue`, true unless declared.
    public var trueValue = PropertyListValue.bool(true)
    /// `FalseValue`, false unless declared.
    public var falseValue = PropertyListValue.bool(false)

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

extension ToggleValues: RowControl {
    var storage: String? { "toggle" }

    func show(_ value: inout RowValue) {
        value.isOn = value.value.map(isOn) ?? false
        value.value = value.value ?? falseValue
    }

    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        // Declared values come first, so a toggle whose TrueValue is false keeps its meaning.
        for declared in [trueValue, falseValue] where submitted.isIdentical(to: declared) { return declared }
        if case .bool(let isOn) = submitted { return isOn ? trueValue : falseValue }
        for declared in [trueValue, falseValue] where submitted.matchesLoosely(declared) { return declared }
        let values = "\(RowEdit.described(trueValue)) or \(RowEdit.described(falseValue))"
        throw RowEdit.refusal(row, "stores \(values), not \(RowEdit.described(submitted))")
    }
}
