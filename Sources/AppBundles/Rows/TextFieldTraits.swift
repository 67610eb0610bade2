import PropertyList

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
