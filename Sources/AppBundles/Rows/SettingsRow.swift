public import PropertyList

/// One row of a pane as its specifier defines it, its text in the pane's language.
public struct SettingsRow: Sendable, Hashable {
    /// What a row is, with what only that type has.
    public enum Content: Sendable, Hashable {
        /// Editable text.
        case textField(TextFieldTraits)
        /// Text that cannot be edited; the choices map values to what is shown.
        case title([SettingsChoice])
        /// On or off.
        case toggle(ToggleValues)
        /// A number between two bounds.
        case slider(SliderRange)
        /// One of several values, chosen on a screen of its own.
        case multiValue([SettingsChoice])
        /// One of several values, chosen in place.
        case radioGroup([SettingsChoice])
        /// Opens another pane.
        case childPane(ChildPane)
        /// A type that Apple's schema does not have.
        case unsupported
    }

    /// Its place among the pane's specifiers, from 0, groups and hidden elements counted.
    public var index: Int
    /// The `Type` of its specifier, such as `PSToggleSwitchSpecifier`.
    public var specifier: String
    /// Its label; empty when it has none.
    public var title: String
    /// The key under which its value is stored; empty keys are kept, missing ones are nil.
    public var key: String?
    /// Its `DefaultValue`.
    public var defaultValue: PropertyListValue?
    /// What it is.
    public var content: Content

    /// Creates a row.
    public init(
        index: Int,
        specifier: String,
        title: String = "",
        key: String? = nil,
        defaultValue: PropertyListValue? = nil,
        content: Content
    ) {
        self.index = index
        self.specifier = specifier
        self.title = title
        self.key = key
        self.defaultValue = defaultValue
        self.content = content
    }

    /// The type as the API names it: textField, title, toggle, slider, multiValue, radioGroup, childPane or
    /// unsupported.
    public var typeName: String {
        switch content {
        case .textField: "textField"
        case .title: "title"
        case .toggle: "toggle"
        case .slider: "slider"
        case .multiValue: "multiValue"
        case .radioGroup: "radioGroup"
        case .childPane: "childPane"
        case .unsupported: "unsupported"
        }
    }

    /// Whether a person can change its value.
    public var isEditable: Bool {
        switch content {
        case .textField, .toggle, .slider, .multiValue, .radioGroup: key != nil
        case .title, .childPane, .unsupported: false
        }
    }

    /// Its choices in the order they are shown; empty for rows without.
    public var choices: [SettingsChoice] {
        switch content {
        case .title(let choices), .multiValue(let choices), .radioGroup(let choices): choices
        case .textField, .toggle, .slider, .childPane, .unsupported: []
        }
    }
}
