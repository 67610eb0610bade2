public import FoundationEssentials
import PropertyList

/// The bounds of a slider and the pictures at its ends.
public struct SliderRange: Sendable, Hashable {
    /// The least value, at the leading end.
    public var minimum: Double
    /// The greatest value.
    public var maximum: Double
    /// The name of the picture at the leading end, as declared.
    public var minimumImage: String?
    /// The name of the picture at the trailing end, as declared.
    public var maximumImage: String?

    /// Whether there is anything between the bounds; a slider without can only be shown.
    public var isUsable: Bool { minimum < maximum }

    /// The number nearest to one that lies between the bounds; the number itself where the range is not usable.
    public func clamped(_ number: Double) -> Double {
        isUsable ? min(max(number, minimum), maximum) : number
    }
}

extension SliderRange: RowControl {
    var storage: String? { "slider" }

    func show(_ value: inout RowValue) {
        let shown = value.value?.looseNumber.flatMap { $0.isFinite ? $0 : nil }
        let number = clamped(shown ?? 0)
        value.number = number
        value.value = value.value ?? .real(number)
    }

    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        guard let number = submitted.numberValue else {
            throw RowEdit.refusal(row, "takes a number, not \(RowEdit.described(submitted))")
        }
        guard isUsable else { throw RowEdit.refusal(row, "has no values between its bounds; correct the bundle") }
        guard number.isFinite, number >= minimum, number <= maximum else {
            let words = [minimum, maximum, number].map { RowEdit.described(.real($0)) }
            throw RowEdit.refusal(row, "goes from \(words[0]) to \(words[1]); \(words[2]) is outside")
        }
        return .real(number)
    }
}

/// How a date is picked (`IASKDatePickerSpecifier` of InAppSettingsKit).
public struct DatePickerTraits: Sendable, Hashable {
    /// What is picked (`DatePickerMode`); the raw values are those of the API.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// A day.
        case date
        /// A time of day.
        case time
        /// A day and a time, the default.
        case dateAndTime
    }

    /// What it is picked with (`DatePickerStyle`); the raw values are those of the API.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// A label that opens a calendar.
        case compact
        /// Spinning wheels, the default.
        case wheels
        /// A calendar in place.
        case inline
    }

    /// What is picked.
    public var mode = Mode.dateAndTime
    /// What it is picked with.
    public var style = Style.wheels
    /// The minutes between two times that can be picked, a divisor of 60 up to 30 (`UIDatePicker.minuteInterval`).
    public var minuteInterval = 1
}

extension DatePickerTraits: RowControl {
    var storage: String? { "datePicker" }

    func show(_ value: inout RowValue) {
        let date = value.value?.dateValue.flatMap { PickerDate.text($0, mode: mode) }
        value.display = date ?? value.value?.coercedString ?? ""
    }

    /// A date as it is, where it lies on one of the picker's minutes.
    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        guard let date = submitted.dateValue ?? submitted.stringValue.flatMap(PickerDate.date) else {
            let value = RowEdit.described(submitted)
            throw RowEdit.refusal(row, "takes a date, such as 2026-01-02T10:00, not \(value)")
        }
        guard PickerDate.text(date, mode: .date) != nil else {
            throw RowEdit.refusal(row, "takes a date of the years 0 to 9999")
        }
        let step = Double(minuteInterval * 60)
        let seconds = date.timeIntervalSinceReferenceDate
        guard mode == .date || step == 60 || seconds.remainder(dividingBy: step) == 0 else {
            throw RowEdit.refusal(row, "goes in steps of \(minuteInterval) minutes")
        }
        return .date(date)
    }
}

/// Dates as date pickers of forms write them: `2026-01-02T10:00`, in UTC, by the proleptic Gregorian calendar (HTML,
/// “Local dates and times”; seconds and a `Z` may follow).
public enum PickerDate {
    /// What stands in for a day or a time that is not given: the first instant of Foundation's reference date.
    private static let (anyDay, anyTime) = ("2001-01-01", "00:00")

    /// Reads a day, a time, or both; a time alone is on 1 January 2001, a day alone at midnight. Nil for other texts
    /// and for days that the calendar does not have.
    public static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 32, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let body = text.hasSuffix("Z") ? String(text.dropLast()) : text
        let parts = body.split(separator: "T", omittingEmptySubsequences: false).map(String.init)
        let whole: String
        switch parts.count {
        case 1: whole = parts[0].contains(":") ? anyDay + "T" + parts[0] : parts[0] + "T" + anyTime
        case 2: whole = body
        default: return nil
        }
        let instant = whole.count == "2001-01-01T00:00".count ? whole + ":00Z" : whole + "Z"
        guard instant.utf8.count == "2001-01-01T00:00:00Z".utf8.count, !instant.hasSuffix(":60Z") else { return nil }
        return Instant.date(instant)
    }

    /// The date as a picker of a mode writes it: `2026-01-02`, `10:00` or `2026-01-02T10:00`, seconds only where
    /// there are some; nil outside the years 0 to 9999.
    public static func text(_ date: Date, mode: DatePickerTraits.Mode) -> String? {
        guard let instant = Instant.text(date, to: .seconds) else { return nil }
        let day = instant.prefix(10)
        let time = instant.dropFirst(11).prefix(instant.hasSuffix(":00Z") ? 5 : 8)
        switch mode {
        case .date: return String(day)
        case .time: return String(time)
        case .dateAndTime: return day + "T" + time
        }
    }
}

/// Where a child-pane row leads.
public struct ChildPane: Sendable, Hashable {
    /// The name of the pane, without extension, sub-folders included; nil when the row names none or one outside the
    /// bundle.
    public var pane: String?
    /// Whether the bundle has such a pane.
    public var isAvailable: Bool
    /// The title of the opened pane where it differs from the row's (`IASKChildTitle` of InAppSettingsKit), localised.
    public var title: String?
    /// Whether the row names a place outside the bundle.
    public var leadsOut = false
}

/// Where a row leads outside the settings: a web page, another app, a mail.
///
/// Bundles can come from anywhere, so an address is text to be read and never one to be followed.
public struct RowLink: Sendable, Hashable {
    /// What the row opens; the raw values are those of the API.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An address in another app (`IASKOpenURLSpecifier`).
        case url
        /// A mail to be sent (`IASKMailComposeSpecifier`).
        case mail
        /// A page inside the app (a child pane with a web view controller).
        case web
    }

    /// One field of a mail.
    public struct Line: Sendable, Hashable {
        /// What it is: To, Cc, Bcc, Subject, Body or Format.
        public var label: String
        /// Its text.
        public var value: String
    }

    /// What the row opens.
    public var kind: Kind
    /// The address as the bundle gives it, or the recipients of a mail; may be any text.
    public var address: String
    /// The fields of a mail; empty for other kinds.
    public var lines: [Line] = []
}

/// A list that people add to and take from (`IASKListGroupSpecifier` of InAppSettingsKit), stored as an array.
public struct ListGroup: Sendable, Hashable {
    /// The most items that an edit may store.
    public static let maximumItems = 1_000

    /// What each item is edited with (`ItemSpecifier`); nil when the bundle does not say.
    public var item: SettingsRow?
    /// The row that adds an item (`AddSpecifier`); nil when items cannot be added.
    public var add: SettingsRow?
    /// Whether items can be taken away.
    public var isDeletable = false
}

extension ListGroup: RowControl {
    var storage: String? { "list" }

    var isSecure: Bool { item?.isSecure ?? false }

    func show(_ value: inout RowValue) { value.items = value.value?.arrayValue ?? [] }

    /// The items, each as the list's item stores it; a list that does not say what its items are takes any.
    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        guard let items = submitted.arrayValue else {
            throw RowEdit.refusal(row, "takes an array of its items, not \(RowEdit.described(submitted))")
        }
        guard items.count <= Self.maximumItems else {
            throw RowEdit.refusal(row, "takes at most \(Self.maximumItems) items, not \(items.count)")
        }
        guard let item else { return submitted }
        var stored: [PropertyListValue] = []
        for (index, value) in items.enumerated() {
            switch item.content {
            case .childPane, .custom:
                // Such items are screens with several values by their keys.
                guard value.dictionaryValue != nil else {
                    let value = RowEdit.described(value)
                    throw RowEdit.refusal(row, "has dictionaries as items; item \(index) is \(value)")
                }
                stored.append(value)
            default:
                do throws(AppBundleError) {
                    stored.append(try item.control.stored(value, in: item))
                } catch {
                    let reason = "\(RowEdit.named(row)), item \(index): \(error.message)"
                    throw AppBundleError(error.code, reason)
                }
            }
        }
        return .array(stored)
    }
}

/// How text is typed into a text field or text view.
public struct TextFieldTraits: Sendable, Hashable {
    /// `KeyboardType`.
    public enum Keyboard: String, Sendable, Hashable, CaseIterable {
        /// Letters, the default.
        case alphabet = "Alphabet"
        /// Numbers and punctuation.
        case numbersAndPunctuation = "NumbersAndPunctuation"
        /// Digits only.
        case numberPad = "NumberPad"
        /// Web addresses.
        case url = "URL"
        /// Mail addresses.
        case emailAddress = "EmailAddress"
        /// Digits and a decimal point, of InAppSettingsKit.
        case decimalPad = "DecimalPad"
        /// Telephone numbers, of InAppSettingsKit.
        case phonePad = "PhonePad"
        /// Names and telephone numbers, of InAppSettingsKit.
        case namePhonePad = "NamePhonePad"
        /// ASCII letters, of InAppSettingsKit.
        case asciiCapable = "AsciiCapable"

        /// Whether only InAppSettingsKit knows it; the Settings app shows the default keyboard instead.
        public var isOfLibrary: Bool {
            switch self {
            case .decimalPad, .phonePad, .namePhonePad, .asciiCapable: true
            default: false
            }
        }
    }

    /// `AutocapitalizationType`.
    public enum Autocapitalization: String, Sendable, Hashable, CaseIterable {
        /// Nothing, the default.
        case none = "None"
        /// The first letter of each sentence.
        case sentences = "Sentences"
        /// The first letter of each word.
        case words = "Words"
        /// Every letter.
        case allCharacters = "AllCharacters"
    }

    /// `AutocorrectionType`.
    public enum Autocorrection: String, Sendable, Hashable, CaseIterable {
        /// As the user has it, the default.
        case systemDefault = "Default"
        /// Never.
        case no = "No"
        /// Always.
        case yes = "Yes"
    }

    /// Whether what is typed shows as bullets. It is stored in the clear all the same.
    public var isSecure = false
    /// The keyboard.
    public var keyboard = Keyboard.alphabet
    /// What is capitalised by itself.
    public var autocapitalization = Autocapitalization.none
    /// Whether words are corrected.
    public var autocorrection = Autocorrection.systemDefault

    /// Creates the traits that Apple's documentation gives as defaults.
    public init() {}
}

extension TextFieldTraits: RowControl {
    var storage: String? { "text" }

    func show(_ value: inout RowValue) {
        value.value = value.value ?? .string("")
        value.display = value.value?.coercedString ?? ""
    }

    func stored(_ submitted: PropertyListValue, in row: SettingsRow) throws(AppBundleError) -> PropertyListValue {
        guard case .string = submitted else {
            throw RowEdit.refusal(row, "takes text, not \(RowEdit.described(submitted))")
        }
        return submitted
    }
}
