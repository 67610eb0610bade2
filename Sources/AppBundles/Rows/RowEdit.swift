public import PropertyList

/// Turns what somebody submits for a row into what is stored.
public enum RowEdit {
    /// The value to store for a submitted value.
    ///
    /// A toggle takes its declared values, or a boolean for on and off; a choice takes a declared value, loosely
    /// equal; both store the value as declared. A slider takes a finite number within its bounds and stores a real. A
    /// text field or text view takes text, a date picker a date or its text in UTC, a list an array of values that its
    /// item takes.
    ///
    /// - Throws: ``AppBundleError`` with code `readOnlyRow` or `valueRefused`.
    public static func value(
        for row: SettingsRow,
        submitted: PropertyListValue
    ) throws(AppBundleError) -> PropertyListValue {
        try row.control.stored(submitted, in: row)
    }

    /// The value to store for a choice by its index, which also reaches values that have no text, such as dates.
    ///
    /// - Throws: ``AppBundleError`` with code `readOnlyRow` or `valueRefused`.
    public static func value(for row: SettingsRow, choice index: Int) throws(AppBundleError) -> PropertyListValue {
        guard row.control.storage != nil, let choices = (row.control as? ChoiceControl)?.choices else {
            throw readOnly(row)
        }
        guard choices.indices.contains(index) else {
            throw refusal(row, "has \(choices.count) choices; there is none at index \(index)")
        }
        return choices[index].value
    }

    /// The error of a value that a row does not take.
    /// - Parameter reason: what the row takes instead, without the row's name and without a full stop.
    public static func refusal(_ row: SettingsRow, _ reason: String) -> AppBundleError {
        AppBundleError(.valueRefused, "\(named(row)) \(reason).")
    }

    static func readOnly(_ row: SettingsRow) -> AppBundleError {
        AppBundleError(.readOnlyRow, "\(named(row)) stores no value of its own; it can only be shown.")
    }

    static func named(_ row: SettingsRow) -> String {
        let name = row.title.isEmpty ? row.key ?? "" : row.title
        return name.isEmpty ? "Row \(row.index)" : "“\(shortened(name))”"
    }

    /// A value in a sentence.
    public static func described(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .string(let text): "“\(shortened(text))”"
        case .array, .dictionary: "\(value.typeName == "array" ? "an" : "a") \(value.typeName)"
        default: value.coercedString ?? value.typeName
        }
    }

    private static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}
