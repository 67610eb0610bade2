import PropertyList

/// The sentences with which an edit is refused.
extension RowEdit {
    static func refusal(_ row: SettingsRow, _ reason: String) -> AppBundleError {
        AppBundleError(.valueRefused, "\(named(row)) \(reason).")
    }

    static func readOnly(_ row: SettingsRow) -> AppBundleError {
        AppBundleError(.readOnlyRow, "\(named(row)) stores no value of its own; it can only be shown.")
    }

    static func named(_ row: SettingsRow) -> String {
        let name = row.title.isEmpty ? row.key ?? "" : row.title
        return name.isEmpty ? "Row \(row.index)" : "“\(shortened(name))”"
    }

    static func described(_ value: PropertyListValue) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .string(let text): "“\(shortened(text))”"
        case .array, .dictionary: "\(value.typeName == "array" ? "an" : "a") \(value.typeName)"
        default: value.coercedString ?? value.typeName
        }
    }

    static func text(_ number: Double) -> String {
        PropertyListValue.real(number).coercedString ?? ""
    }

    static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}
