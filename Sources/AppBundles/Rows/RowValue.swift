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

    /// Whether the value is kept from who asks: nothing is said of it but where it comes from.
    public private(set) var isWithheld = false

    /// The same without the value itself, nor whether it is the default.
    public var withheld: RowValue {
        var copy = self
        copy.isModified = stored != nil
        (copy.value, copy.stored, copy.defaultValue) = (nil, nil, nil)
        (copy.isOn, copy.number, copy.selectedIndex, copy.items, copy.display) = (nil, nil, nil, nil, nil)
        copy.isWithheld = true
        return copy
    }

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
        row.control.show(&self)
    }
}

/// Where the value that a row shows comes from; the raw values are those of the API.
public enum ValueOrigin: String, Sendable, Hashable, CaseIterable {
    /// It is stored in the app's domain.
    case stored
    /// It is the specifier's `DefaultValue`, which the app itself does not see.
    case `default`
    /// The app registered it.
    case registered
    /// It was given on the command line.
    case argument
    /// A device administrator forces it.
    case managed
    /// There is none.
    case none
}

/// Combines a pane with the values of a domain.
public enum PaneResolver {
    /// What every row shows, by the row's index. Rows that share a key show the same value.
    ///
    /// - Parameters:
    ///   - stored: the values of the pane's domain.
    ///   - managed: the values that a profile forces; they hide the stored ones, and their rows cannot be changed.
    public static func values(
        of pane: SettingsPane,
        stored: [String: PropertyListValue],
        managed: [String: PropertyListValue] = [:]
    ) -> [Int: RowValue] {
        var values: [Int: RowValue] = [:]
        for row in pane.rows {
            values[row.index] = RowValue(
                row,
                stored: row.key.flatMap { stored[$0] },
                mask: row.key.flatMap { managed[$0] }.map { ($0, .managed) }
            )
        }
        return values
    }
}

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
