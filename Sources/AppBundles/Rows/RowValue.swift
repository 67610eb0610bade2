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
