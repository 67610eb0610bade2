import AppBundles
import PropertyList

extension RowEdit {
    /// The value to store for the text that a form sends.
    ///
    /// A toggle's text is one of its declared values or a boolean word; no text at all is off, as an unticked box
    /// sends none. A choice's text is a declared value as text, a slider's is a number, a date's is one of
    /// `PickerDate`; a list of texts or choices has an item a line.
    ///
    /// - Throws: `AppBundleError` with code `readOnlyRow` or `valueRefused`.
    static func value(for row: SettingsRow, form text: String?) throws(AppBundleError) -> PropertyListValue {
        let typed = PropertyListValue.string(text ?? "")
        switch row.content {
        case .toggle(let values):
            return try value(ofToggle: values, in: row, text)
        case .slider:
            return try value(for: row, submitted: typed.looseNumber.map { .real($0) } ?? typed)
        case .multiValue(let choices), .radioGroup(let choices):
            guard let text else { throw refusal(row, "needs a choice; send one of its declared values") }
            if let choice = choices.first(where: { $0.value.coercedString == text }) { return choice.value }
            return try value(for: row, submitted: typed)
        case .list:
            let lines = (text ?? "").split(whereSeparator: \.isNewline)
            return try value(for: row, submitted: .array(lines.map { .string(String($0)) }))
        default:
            return try value(for: row, submitted: typed)
        }
    }

    private static func value(
        ofToggle values: ToggleValues,
        in row: SettingsRow,
        _ text: String?
    ) throws(AppBundleError) -> PropertyListValue {
        guard let text else { return values.falseValue }
        if text == values.trueValue.coercedString { return values.trueValue }
        if text == values.falseValue.coercedString { return values.falseValue }
        switch text.lowercased() {
        case "on", "true", "yes", "1": return values.trueValue
        case "off", "false", "no", "0", "": return values.falseValue
        default: throw refusal(row, "is on or off, not \(described(.string(text)))")
        }
    }
}
