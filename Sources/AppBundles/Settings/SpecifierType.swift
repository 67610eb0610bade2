/// The types of Apple's settings schema, and those that InAppSettingsKit adds.
enum SpecifierType: String {
    case group = "PSGroupSpecifier"
    case textField = "PSTextFieldSpecifier"
    case title = "PSTitleValueSpecifier"
    case toggle = "PSToggleSwitchSpecifier"
    case slider = "PSSliderSpecifier"
    case multiValue = "PSMultiValueSpecifier"
    case radioGroup = "PSRadioGroupSpecifier"
    case childPane = "PSChildPaneSpecifier"
    case openURL = "IASKOpenURLSpecifier"
    case mailCompose = "IASKMailComposeSpecifier"
    case button = "IASKButtonSpecifier"
    case textView = "IASKTextViewSpecifier"
    case datePicker = "IASKDatePickerSpecifier"
    case listGroup = "IASKListGroupSpecifier"
    case customView = "IASKCustomViewSpecifier"

    /// Whether a group begins with it; rows that follow belong to the group until the next one begins.
    var beginsGroup: Bool { self == .group || self == .radioGroup || self == .listGroup }

    /// Whether only InAppSettingsKit shows it; the Settings app skips it.
    var isOfLibrary: Bool { rawValue.hasPrefix("IASK") }

    /// Whether a row of the type stores a value, so that it needs a key.
    var storesValue: Bool {
        switch self {
        case .group, .childPane, .openURL, .mailCompose, .button, .customView: false
        default: true
        }
    }
}
