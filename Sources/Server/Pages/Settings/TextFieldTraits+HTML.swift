import AppBundles

/// A text field's traits in the words of HTML.
extension TextFieldTraits {
    /// The `type` of the input element.
    var inputType: String {
        switch keyboard {
        case .emailAddress: "email"
        case .url: "url"
        default: "text"
        }
    }

    /// The `inputmode`: which keyboard a phone shows.
    var inputMode: String {
        switch keyboard {
        case .emailAddress: "email"
        case .url: "url"
        case .numberPad: "numeric"
        default: "text"
        }
    }

    /// The `autocapitalize` attribute.
    var autocapitalize: String {
        switch autocapitalization {
        case .none: "none"
        case .sentences: "sentences"
        case .words: "words"
        case .allCharacters: "characters"
        }
    }
}
