public import PropertyList

/// What a row shows for a stored value, by the tolerant rules that real bundles force.
public struct RowValue: Sendable, Hashable {
    /// The value that is shown, with its type; nil where there is none.
    public var value: PropertyListValue?
    /// What the app's domain stores, nil when it stores nothing.
    public var stored: PropertyListValue?
    /// The specifier's `DefaultValue`.
    public var defaultValue: PropertyListValue?
    /// Where ``value`` comes from.
    public var origin: ValueOrigin
    /// Whether something is stored that is not the very default, type included.
    public var isModified: Bool
    /// Whether a toggle is on; nil for other rows.
    public var isOn: Bool?
    /// The number a slider stands at, between its bounds; nil for other rows.
    public var number: Double?
    /// The index of the choice that is selected; nil when none is, and for rows without choices.
    public var selectedIndex: Int?
    /// The items of a list; nil for other rows.
    public var items: [PropertyListValue]?
    /// The text that is shown for the value: of a text field, of a title row, of the selected choice, of a date as
    /// ``PickerDate`` writes it, of a button in place of its title. A value that is none of the choices shows as it
    /// is. Nil for other rows.
    public var display: String?

    /// Resolves a row.
    ///
    /// - Parameters:
    ///   - row: the definition.
    ///   - stored: the value in the app's domain.
    ///   - mask: a value that hides the stored one or stands in for a missing one, with the layer it comes from.
    public init(
        _ row: SettingsRow,
        stored: PropertyListValue?,
        mask: (value: PropertyListValue, origin: ValueOrigin)? = nil
    ) {
        self.stored = stored
        defaultValue = row.defaultValue
        if let mask {
            (value, origin) = (mask.value, mask.origin)
        } else if let stored {
            (value, origin) = (stored, .stored)
        } else if let defaultValue = row.defaultValue {
            (value, origin) = (defaultValue, .default)
        } else {
            (value, origin) = (nil, .none)
        }
        isModified = stored.map { stored in !(row.defaultValue.map(stored.isIdentical) ?? false) } ?? false
        switch row.content {
        case .textField, .textView:
            value = value ?? .string("")
            display = value?.coercedString ?? ""
        case .toggle(let values):
            isOn = value.map(values.isOn) ?? false
            value = value ?? values.falseValue
        case .slider(let range):
            let shown = value?.looseNumber.flatMap { $0.isFinite ? $0 : nil }
            number = range.clamped(shown ?? 0)
            value = value ?? number.map { .real($0) }
        case .title(let choices), .multiValue(let choices), .radioGroup(let choices):
            selectedIndex = value.flatMap(choices.index(selectedBy:))
            let choice = selectedIndex.map { choices[$0] }
            display = choice?.shortTitle ?? choice?.title ?? value?.coercedString ?? ""
        case .datePicker(let traits):
            display = value?.dateValue.flatMap { PickerDate.text($0, mode: traits.mode) } ?? value?.coercedString ?? ""
        case .list:
            items = value?.arrayValue ?? []
        case .button:
            display = value?.coercedString
        case .childPane, .link, .custom, .unsupported:
            break
        }
    }
}
