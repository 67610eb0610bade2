/// The types of Apple's settings schema.
enum SpecifierType: String {
    case group = "PSGroupSpecifier"
    case textField = "PSTextFieldSpecifier"
    case title = "PSTitleValueSpecifier"
    case toggle = "PSToggleSwitchSpecifier"
    case slider = "PSSliderSpecifier"
    case multiValue = "PSMultiValueSpecifier"
    case radioGroup = "PSRadioGroupSpecifier"
    case childPane = "PSChildPaneSpecifier"

    var beginsGroup: Bool { self == .group || self == .radioGroup }

    /// The keys that the schema gives the type, beside `Type` and `SupportedUserInterfaceIdioms`.
    var keys: Set<String> {
        switch self {
        case .group: ["Title", "FooterText"]
        case .textField:
            [
                "Title", "Key", "DefaultValue", "IsSecure", "KeyboardType", "AutocapitalizationType",
                "AutocorrectionType",
            ]
        case .title: ["Title", "Key", "DefaultValue", "Values", "Titles"]
        case .toggle: ["Title", "Key", "DefaultValue", "TrueValue", "FalseValue"]
        case .slider:
            ["Key", "DefaultValue", "MinimumValue", "MaximumValue", "MinimumValueImage", "MaximumValueImage"]
        case .multiValue:
            ["Title", "Key", "DefaultValue", "Values", "Titles", "ShortTitles", "DisplaySortedByTitle"]
        case .radioGroup: ["Title", "FooterText", "Key", "DefaultValue", "Values", "Titles", "DisplaySortedByTitle"]
        case .childPane: ["Title", "File", "Key"]
        }
    }

    /// The keys without which a row of the type makes no sense.
    var requiredKeys: [String] {
        switch self {
        case .group, .textField: []
        case .title: ["DefaultValue"]
        case .toggle, .multiValue: ["Title", "DefaultValue"]
        case .radioGroup: ["DefaultValue"]
        case .slider: ["DefaultValue", "MinimumValue", "MaximumValue"]
        case .childPane: ["Title"]
        }
    }
}
