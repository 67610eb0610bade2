extension SettingsRow {
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
        /// Editable text of several lines, of InAppSettingsKit.
        case textView(TextFieldTraits)
        /// A date, of InAppSettingsKit.
        case datePicker(DatePickerTraits)
        /// Does something in the app, of InAppSettingsKit.
        case button
        /// Leads outside the settings, of InAppSettingsKit.
        case link(RowLink)
        /// A list of values, of InAppSettingsKit.
        indirect case list(ListGroup)
        /// Drawn by the app itself, of InAppSettingsKit.
        case custom
        /// A type that neither Apple's schema nor InAppSettingsKit has.
        case unsupported
    }

    /// The type as the API names it: textField, title, toggle, slider, multiValue, radioGroup, childPane, textView,
    /// datePicker, button, link, list, custom or unsupported.
    public var typeName: String {
        switch content {
        case .textField: "textField"
        case .title: "title"
        case .toggle: "toggle"
        case .slider: "slider"
        case .multiValue: "multiValue"
        case .radioGroup: "radioGroup"
        case .childPane: "childPane"
        case .textView: "textView"
        case .datePicker: "datePicker"
        case .button: "button"
        case .link: "link"
        case .list: "list"
        case .custom: "custom"
        case .unsupported: "unsupported"
        }
    }

    /// Whether a person can change its value.
    public var isEditable: Bool {
        switch content {
        case .textField, .toggle, .slider, .multiValue, .radioGroup, .textView, .datePicker, .list: key != nil
        case .title, .childPane, .button, .link, .custom, .unsupported: false
        }
    }

    /// Whether its value shows as bullets, or the items of its list do.
    public var isSecure: Bool {
        switch content {
        case .textField(let traits), .textView(let traits): traits.isSecure
        case .list(let group): group.item?.isSecure ?? false
        default: false
        }
    }

    /// Its choices in the order they are shown; empty for rows without.
    public var choices: [SettingsChoice] {
        switch content {
        case .title(let choices), .multiValue(let choices), .radioGroup(let choices): choices
        default: []
        }
    }
}
