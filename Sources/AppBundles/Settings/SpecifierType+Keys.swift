extension SpecifierType {
    /// The keys that the schema, or InAppSettingsKit, gives the type, beside `Type` and
    /// `SupportedUserInterfaceIdioms` and those that begin with `IASK`.
    var keys: Set<String> {
        switch self {
        case .group: ["Title", "FooterText", "Key"]
        case .textField, .textView:
            [
                "Title", "Key", "DefaultValue", "IsSecure", "KeyboardType", "AutocapitalizationType",
                "AutocorrectionType",
            ]
        case .title: ["Title", "Key", "DefaultValue", "Values", "Titles", "ShortTitles"]
        case .toggle: ["Title", "Key", "DefaultValue", "TrueValue", "FalseValue"]
        case .slider:
            ["Key", "DefaultValue", "MinimumValue", "MaximumValue", "MinimumValueImage", "MaximumValueImage"]
        case .multiValue:
            [
                "Title", "Key", "DefaultValue", "Values", "Titles", "ShortTitles", "DisplaySortedByTitle",
                "IconNames", "FooterText",
            ]
        case .radioGroup:
            ["Title", "FooterText", "Key", "DefaultValue", "Values", "Titles", "DisplaySortedByTitle", "IconNames"]
        case .childPane: ["Title", "File", "Key"]
        case .openURL, .mailCompose, .button, .customView: ["Title", "Key", "DefaultValue", "File"]
        case .datePicker: ["Title", "Key", "DefaultValue", "DatePickerMode", "DatePickerStyle", "MinuteInterval"]
        case .listGroup: ["Title", "FooterText", "Key", "DefaultValue", "ItemSpecifier", "AddSpecifier", "Deletable"]
        }
    }

    /// The keys without which a row of the type makes no sense.
    var requiredKeys: [String] {
        switch self {
        case .group, .textField, .textView, .datePicker, .mailCompose, .button, .customView: []
        case .title: ["DefaultValue"]
        case .toggle, .multiValue: ["Title", "DefaultValue"]
        case .radioGroup: ["DefaultValue"]
        case .slider: ["DefaultValue", "MinimumValue", "MaximumValue"]
        case .childPane: ["Title"]
        case .openURL: ["File"]
        case .listGroup: ["ItemSpecifier"]
        }
    }
}
