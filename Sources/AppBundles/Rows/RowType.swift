import PropertyList

/// A type of specifier: what it is called, where it stands, which keys it has, and how it is read.
///
/// ``all`` is the table of Apple's settings schema and of what InAppSettingsKit adds to it. A type that acts like none
/// before it also gets a case of ``SettingsRow/Content`` and a ``RowControl`` that acts for it.
struct RowType: Sendable {
    /// Where specifiers of a type stand in a pane.
    enum Place: Sendable {
        /// Among the rows of the group before it.
        case row
        /// At the head of a group of its own, whose first row it is.
        case headOfGroup
        /// Over a group, without being a row.
        case heading
    }

    typealias Reading = @Sendable (inout RowReader, Specifier, inout RowPresentation) -> SettingsRow.Content

    /// The `Type` of its specifiers.
    let specifier: String
    let place: Place
    /// Whether a row of the type stores a value, so that it needs a key.
    let storesValue: Bool
    /// The keys that it has beside `Type` and `SupportedUserInterfaceIdioms` and those that begin with `IASK`.
    let keys: Set<String>
    /// The keys without which a row of the type makes no sense.
    let requiredKeys: [String]
    /// What a row of the type is, and what is wrong with its keys.
    let read: Reading

    private init(
        _ specifier: String,
        _ place: Place = .row,
        stores storesValue: Bool = false,
        keys: String,
        required: String = "",
        read: @escaping Reading
    ) {
        self.specifier = specifier
        self.place = place
        self.storesValue = storesValue
        self.keys = Set(keys.split(separator: " ").map(String.init))
        requiredKeys = required.split(separator: " ").map(String.init)
        self.read = read
    }

    /// Whether only InAppSettingsKit shows it; the Settings app skips it.
    var isOfLibrary: Bool { specifier.hasPrefix("IASK") }

    /// The type of a name; nil when neither Apple's schema nor InAppSettingsKit has it.
    static func named(_ specifier: String) -> RowType? { byName[specifier] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.specifier, $0) })

    private static let texts =
        "Title Key DefaultValue IsSecure KeyboardType AutocapitalizationType AutocorrectionType"

    static let all = [
        RowType("PSGroupSpecifier", .heading, keys: "Title FooterText Key") { _, _, _ in .unsupported },
        RowType("PSTextFieldSpecifier", stores: true, keys: texts) { reader, specifier, _ in
            .textField(reader.textFieldTraits(specifier))
        },
        RowType(
            "PSTitleValueSpecifier",
            stores: true,
            keys: "Title Key DefaultValue Values Titles ShortTitles",
            required: "DefaultValue"
        ) { reader, specifier, presentation in
            .title(reader.choices(specifier, required: false, &presentation))
        },
        RowType(
            "PSToggleSwitchSpecifier",
            stores: true,
            keys: "Title Key DefaultValue TrueValue FalseValue",
            required: "Title DefaultValue"
        ) { reader, specifier, _ in
            .toggle(reader.toggleValues(specifier))
        },
        RowType(
            "PSSliderSpecifier",
            stores: true,
            keys: "Key DefaultValue MinimumValue MaximumValue MinimumValueImage MaximumValueImage",
            required: "DefaultValue MinimumValue MaximumValue"
        ) { reader, specifier, _ in
            .slider(reader.sliderRange(specifier))
        },
        RowType(
            "PSMultiValueSpecifier",
            stores: true,
            keys: "Title Key DefaultValue Values Titles ShortTitles DisplaySortedByTitle IconNames FooterText",
            required: "Title DefaultValue"
        ) { reader, specifier, presentation in
            presentation.choicesFooter = reader.text(specifier["FooterText"])
            return .multiValue(reader.choices(specifier, required: true, &presentation))
        },
        RowType(
            "PSRadioGroupSpecifier",
            .headOfGroup,
            stores: true,
            keys: "Title FooterText Key DefaultValue Values Titles DisplaySortedByTitle IconNames",
            required: "DefaultValue"
        ) { reader, specifier, presentation in
            .radioGroup(reader.choices(specifier, required: true, &presentation))
        },
        RowType("PSChildPaneSpecifier", keys: "Title File Key", required: "Title") { reader, specifier, _ in
            reader.childContent(specifier)
        },
        RowType("IASKOpenURLSpecifier", keys: "Title Key DefaultValue File", required: "File") { reader, specifier, _ in
            .link(reader.link(.url, specifier))
        },
        RowType("IASKMailComposeSpecifier", keys: "Title Key DefaultValue File") { reader, specifier, _ in
            .link(reader.mail(specifier))
        },
        RowType("IASKButtonSpecifier", keys: "Title Key DefaultValue File") { _, _, _ in .button },
        RowType("IASKTextViewSpecifier", stores: true, keys: texts) { reader, specifier, _ in
            .textView(reader.textFieldTraits(specifier))
        },
        RowType(
            "IASKDatePickerSpecifier",
            stores: true,
            keys: "Title Key DefaultValue DatePickerMode DatePickerStyle MinuteInterval"
        ) { reader, specifier, _ in
            .datePicker(reader.datePickerTraits(specifier))
        },
        RowType(
            "IASKListGroupSpecifier",
            .headOfGroup,
            stores: true,
            keys: "Title FooterText Key DefaultValue ItemSpecifier AddSpecifier Deletable",
            required: "ItemSpecifier"
        ) { reader, specifier, _ in
            .list(reader.list(specifier))
        },
        RowType("IASKCustomViewSpecifier", keys: "Title Key DefaultValue File") { _, _, _ in .custom },
    ]
}

/// What acts for the rows of a type: what they show for a value, and what they take.
protocol RowControl: Sendable {
    /// What kind of value is stored, so that rows of one key can be compared; nil when none is.
    var storage: String? { get }
    /// Whether the value shows as bullets.
    var isSecure: Bool { get }
    /// What there is to choose from, in the order in which it is shown.
    var choices: [SettingsChoice] { get }

    /// Completes what a row shows for ``RowValue/value``.
    func show(_ value: inout RowValue)

    /// What is stored for a submitted value.
    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue
}

extension RowControl {
    var storage: String? { nil }
    var isSecure: Bool { false }
    var choices: [SettingsChoice] { [] }

    func show(_ value: inout RowValue) {}

    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        throw RowEdit.readOnly(row)
    }
}
