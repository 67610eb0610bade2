public import PropertyList

/// One row of a pane as its specifier defines it, its text in the pane's language.
public struct SettingsRow: Sendable, Hashable {
    /// Its place among the pane's specifiers, from 0, groups and hidden elements counted.
    public var index: Int
    /// The `Type` of its specifier, such as `PSToggleSwitchSpecifier`.
    public var specifier: String
    /// Its label; empty when it has none.
    public var title = ""
    /// The key under which its value is stored; empty keys are kept, missing ones are nil.
    public var key: String?
    /// Its `DefaultValue`.
    public var defaultValue: PropertyListValue?
    /// What it is.
    public var content: Content
    /// How InAppSettingsKit is asked to show it.
    public var presentation = RowPresentation()
    /// In words, when the row is there at all, by keys that build scripts and libraries add; nil when always.
    public var condition: String?
}

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
    public var typeName: String { content.type.name }

    /// Whether the Settings app shows it at all: it skips the types of InAppSettingsKit and those that nobody knows.
    public var isInSettings: Bool { content != .unsupported && RowType.named(specifier)?.isOfLibrary != true }

    /// Whether the Settings app shows it as it is defined: it leaves out what InAppSettingsKit adds to Apple's schema,
    /// and knows no conditions.
    public var looksTheSameInSettings: Bool {
        guard isInSettings, presentation == RowPresentation(), condition == nil else { return false }
        if case .textField(let traits) = content { return !traits.keyboard.isOfLibrary }
        return true
    }

    /// Whether a person can change its value.
    public var isEditable: Bool { key != nil && control.storage != nil }

    /// Whether its value shows as bullets, or the items of its list do.
    public var isSecure: Bool { control.isSecure }

    /// Its choices in the order they are shown; empty for rows without.
    public var choices: [SettingsChoice] { control.choices }

    /// What acts for it.
    var control: any RowControl { content.type.control }
}

extension SettingsRow.Content {
    /// What a row is called, and what acts for it.
    fileprivate var type: (name: String, control: any RowControl) {
        switch self {
        case .textField(let traits): ("textField", traits)
        case .title(let choices): ("title", TitleControl(choices: choices))
        case .toggle(let values): ("toggle", values)
        case .slider(let range): ("slider", range)
        case .multiValue(let choices): ("multiValue", ChoiceControl(choices: choices))
        case .radioGroup(let choices): ("radioGroup", ChoiceControl(choices: choices))
        case .childPane: ("childPane", InertControl())
        case .textView(let traits): ("textView", traits)
        case .datePicker(let traits): ("datePicker", traits)
        case .button: ("button", ButtonControl())
        case .link: ("link", InertControl())
        case .list(let group): ("list", group)
        case .custom: ("custom", InertControl())
        case .unsupported: ("unsupported", InertControl())
        }
    }
}

/// Acts for a button, whose value is its title.
private struct ButtonControl: RowControl {
    func show(_ value: inout RowValue) { value.display = value.value?.coercedString }
}

/// Acts for rows that neither store nor show a value.
private struct InertControl: RowControl {}

/// How InAppSettingsKit is asked to show a row, beyond what Apple's schema has.
///
/// The Settings app ignores all of it. Names are the library's, documented in its README under “InAppSettingsKit
/// extensions to the Settings bundle”.
public struct RowPresentation: Sendable, Hashable {
    /// Where a row's text stands (`IASKTextAlignment`).
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// As the language runs, the default.
        case natural
        /// On the left.
        case left
        /// In the middle.
        case center
        /// On the right.
        case right
    }

    /// The member of ``subtitlesByValue`` that counts for values it does not name.
    public static let otherValues = "__default__"

    /// The text below the label, whatever the value (`IASKSubtitle` as text), localised.
    public var subtitle: String?
    /// The text below the label by the value as text, `YES` and `NO` for toggles (`IASKSubtitle` as a dictionary),
    /// localised.
    public var subtitlesByValue: [String: String] = [:]
    /// What an empty field shows (`IASKPlaceholder`), localised.
    public var placeholder: String?
    /// Where its text stands.
    public var alignment = Alignment.natural
    /// Whether a toggle shows as a tick instead of a switch (`IASKToggleStyle`).
    public var isCheckmark = false
    /// The picture before the label, a file or a system symbol (`IASKCellImage`).
    public var imageName: String?
    /// Whether long text is made smaller to fit (`IASKAdjustsFontSizeToFitWidth`), as it is unless declared.
    public var shrinksToFit = true
    /// What kind of text a field takes, for filling it in by itself (`IASKTextContentType`).
    public var contentType: String?
    /// The picture of each choice, in the order in which they are shown (`IconNames`).
    public var choiceIcons: [String?] = []
    /// Whether choosing leaves the screen of choices at once (`IASKQuickMultiValueSelection`).
    public var leavesOnChoice = false
    /// The note below the choices of a multi-value row (its `FooterText`), localised.
    public var choicesFooter: String?

    /// Creates the presentation of a row without any of these keys.
    public init() {}

    /// The text below the label while a row shows a value.
    public func subtitle(showing value: RowValue) -> String? {
        guard !subtitlesByValue.isEmpty else { return subtitle }
        let name = value.isOn.map { $0 ? "YES" : "NO" } ?? value.value?.coercedString
        return name.flatMap { subtitlesByValue[$0] } ?? subtitlesByValue[Self.otherValues]
    }
}

/// One value of a multi-value row, a radio group or a title row, with what is shown for it.
public struct SettingsChoice: Sendable, Hashable {
    /// The text in the list of choices.
    public var title: String
    /// The text on the row itself, where the specifier gives a shorter one.
    public var shortTitle: String?
    /// What is stored, as the specifier declares it.
    public var value: PropertyListValue
}

extension PropertyListValue {
    /// Whether two values mean the same choice: equal ones of one type, and numbers that are equal whether they are
    /// integers, reals, booleans (1 and 0, as in Foundation) or text.
    ///
    /// Real bundles mix `2` and `"2"` in one list of values, because Xcode's editor adds new items as strings.
    func matchesLoosely(_ other: PropertyListValue) -> Bool {
        if isIdentical(to: other) { return true }
        if case .string = self, case .string = other { return false }
        guard let left = choiceNumber, let right = other.choiceNumber else { return self == other }
        return left == right
    }

    private var choiceNumber: Double? {
        boolValue.map { $0 ? 1 : 0 } ?? looseNumber
    }
}

extension [SettingsChoice] {
    /// Completes what a row shows for the choice that its value selects.
    fileprivate func show(_ value: inout RowValue) {
        value.selectedIndex = value.value.flatMap(index(selectedBy:))
        let choice = value.selectedIndex.map { self[$0] }
        value.display = choice?.shortTitle ?? choice?.title ?? value.value?.coercedString ?? ""
    }

    /// The index of the choice that a value selects: the identical one, or else the first that matches loosely.
    func index(selectedBy value: PropertyListValue) -> Int? {
        firstIndex { $0.value.isIdentical(to: value) } ?? firstIndex { $0.value.matchesLoosely(value) }
    }
}

/// Acts for multi-value rows and radio groups.
struct ChoiceControl: RowControl {
    let choices: [SettingsChoice]

    var storage: String? { "choice" }

    func show(_ value: inout RowValue) { choices.show(&value) }

    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        guard let index = choices.index(selectedBy: submitted) else {
            let value = RowEdit.described(submitted)
            throw RowEdit.refusal(row, "has no choice \(value); send one of its declared values")
        }
        return choices[index].value
    }
}

/// Acts for title rows, whose choices only say what a value is called.
struct TitleControl: RowControl {
    let choices: [SettingsChoice]

    func show(_ value: inout RowValue) { choices.show(&value) }
}

/// What a toggle stores when it is on and when it is off.
public struct ToggleValues: Sendable, Hashable {
    /// `TrueValue`, true unless declared.
    public var trueValue = PropertyListValue.bool(true)
    /// `FalseValue`, false unless declared.
    public var falseValue = PropertyListValue.bool(false)

    /// Whether a value shows as on: it equals `trueValue`, or it does not equal `falseValue` and is true to
    /// `UserDefaults.bool(forKey:)`.
    public func isOn(_ value: PropertyListValue) -> Bool {
        if value.isIdentical(to: trueValue) { return true }
        if value.isIdentical(to: falseValue) { return false }
        if value.matchesLoosely(trueValue) { return true }
        if value.matchesLoosely(falseValue) { return false }
        return value.coercedBool
    }
}

extension ToggleValues: RowControl {
    var storage: String? { "toggle" }

    func show(_ value: inout RowValue) {
        value.isOn = value.value.map(isOn) ?? false
        value.value = value.value ?? falseValue
    }

    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        // Declared values come first, so a toggle whose TrueValue is false keeps its meaning.
        for declared in [trueValue, falseValue] where submitted.isIdentical(to: declared) { return declared }
        if case .bool(let isOn) = submitted { return isOn ? trueValue : falseValue }
        for declared in [trueValue, falseValue] where submitted.matchesLoosely(declared) { return declared }
        let values = "\(RowEdit.described(trueValue)) or \(RowEdit.described(falseValue))"
        throw RowEdit.refusal(row, "stores \(values), not \(RowEdit.described(submitted))")
    }
}
