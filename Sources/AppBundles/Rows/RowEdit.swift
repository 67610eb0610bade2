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
        switch row.content {
        case .textField, .textView:
            guard case .string = submitted else { throw refusal(row, "takes text, not \(described(submitted))") }
            return submitted
        case .toggle(let values):
            return try value(ofToggle: values, in: row, submitted: submitted)
        case .slider(let range):
            guard let number = submitted.numberValue else {
                throw refusal(row, "takes a number, not \(described(submitted))")
            }
            return try value(ofSlider: range, in: row, number: number)
        case .multiValue(let choices), .radioGroup(let choices):
            guard let index = choices.index(selectedBy: submitted) else {
                throw refusal(row, "has no choice \(described(submitted)); send one of its declared values")
            }
            return choices[index].value
        case .datePicker(let traits):
            guard let date = submitted.dateValue ?? submitted.stringValue.flatMap(PickerDate.date) else {
                throw refusal(row, "takes a date, such as 2026-01-02T10:00, not \(described(submitted))")
            }
            return try value(ofPicker: traits, in: row, date: date)
        case .list(let group):
            guard let items = submitted.arrayValue else {
                throw refusal(row, "takes an array of its items, not \(described(submitted))")
            }
            return try value(ofList: group, in: row, items: items)
        case .title, .childPane, .button, .link, .custom, .unsupported:
            throw readOnly(row)
        }
    }

    /// The value to store for the text that a form sends.
    ///
    /// A toggle's text is one of its declared values or a boolean word; no text at all is off, as an unticked box
    /// sends none. A choice's text is a declared value as text, a slider's is a number, a date's is one of
    /// ``PickerDate``; a list of texts or choices has an item a line.
    ///
    /// - Throws: ``AppBundleError`` with code `readOnlyRow` or `valueRefused`.
    public static func value(for row: SettingsRow, form text: String?) throws(AppBundleError) -> PropertyListValue {
        switch row.content {
        case .textField, .textView:
            return .string(text ?? "")
        case .toggle(let values):
            guard let text else { return values.falseValue }
            if text == values.trueValue.coercedString { return values.trueValue }
            if text == values.falseValue.coercedString { return values.falseValue }
            switch text.lowercased() {
            case "on", "true", "yes", "1": return values.trueValue
            case "off", "false", "no", "0", "": return values.falseValue
            default: throw refusal(row, "is on or off, not “\(shortened(text))”")
            }
        case .slider(let range):
            guard let number = PropertyListValue.string(text ?? "").looseNumber else {
                throw refusal(row, "takes a number, not “\(shortened(text ?? ""))”")
            }
            return try value(ofSlider: range, in: row, number: number)
        case .multiValue(let choices), .radioGroup(let choices):
            guard let text else { throw refusal(row, "needs a choice; send one of its declared values") }
            if let choice = choices.first(where: { $0.value.coercedString == text }) { return choice.value }
            return try value(for: row, submitted: .string(text))
        case .datePicker:
            return try value(for: row, submitted: .string(text ?? ""))
        case .list:
            let lines = (text ?? "").split(whereSeparator: \.isNewline)
            return try value(for: row, submitted: .array(lines.map { .string(String($0)) }))
        case .title, .childPane, .button, .link, .custom, .unsupported:
            throw readOnly(row)
        }
    }

    /// The value to store for a choice by its index, which also reaches values that have no text, such as dates.
    ///
    /// - Throws: ``AppBundleError`` with code `readOnlyRow` or `valueRefused`.
    public static func value(for row: SettingsRow, choice index: Int) throws(AppBundleError) -> PropertyListValue {
        switch row.content {
        case .multiValue(let choices), .radioGroup(let choices):
            guard choices.indices.contains(index) else {
                throw refusal(row, "has \(choices.count) choices; there is none at index \(index)")
            }
            return choices[index].value
        default:
            throw readOnly(row)
        }
    }

    private static func value(
        ofToggle values: ToggleValues,
        in row: SettingsRow,
        submitted: PropertyListValue
    ) throws(AppBundleError) -> PropertyListValue {
        // Declared values come first, so a toggle whose TrueValue is false keeps its meaning.
        for declared in [values.trueValue, values.falseValue] where submitted.isIdentical(to: declared) {
            return declared
        }
        if case .bool(let isOn) = submitted { return isOn ? values.trueValue : values.falseValue }
        for declared in [values.trueValue, values.falseValue] where submitted.matchesLoosely(declared) {
            return declared
        }
        throw refusal(
            row,
            "stores \(described(values.trueValue)) or \(described(values.falseValue)), not \(described(submitted))"
        )
    }

    private static func value(
        ofSlider range: SliderRange,
        in row: SettingsRow,
        number: Double
    ) throws(AppBundleError) -> PropertyListValue {
        guard range.isUsable else { throw refusal(row, "has no values between its bounds; correct the bundle") }
        guard number.isFinite, number >= range.minimum, number <= range.maximum else {
            let bounds = "\(text(range.minimum)) to \(text(range.maximum))"
            throw refusal(row, "goes from \(bounds); \(text(number)) lies outside")
        }
        return .real(number)
    }
}
