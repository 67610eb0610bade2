/// What comes of keys that are typed behind a text: characters, and the keys of WebDriver, which are characters of the
/// private use area (W3C WebDriver, section 17.4.2).
enum TypedKeys {
    private static let backspace: Unicode.Scalar = "\u{E003}"
    private static let returns: Set<Unicode.Scalar> = ["\n", "\r", "\u{E006}", "\u{E007}"]
    /// Keys that change no text: Null, Shift, Control, Alt, Meta, Escape, Tab, Help, Cancel, Clear and the pause that some
    /// clients send.
    private static let silent: Set<Unicode.Scalar> = [
        "\u{E000}", "\u{E001}", "\u{E002}", "\u{E004}", "\u{E005}", "\u{E008}", "\u{E009}", "\u{E00A}", "\u{E00B}",
        "\u{E00C}", "\u{E03D}",
    ]

    /// The text after typing at its end.
    ///
    /// - Parameter isLong: Whether Return begins a new line; else it ends the typing and changes nothing.
    /// - Throws: ``WebDriverError`` with `invalid argument` for a key that a field has no use for.
    static func text(_ text: String, typing keys: String, isLong: Bool) throws(WebDriverError) -> String {
        var text = text
        var before: Unicode.Scalar?
        for scalar in keys.unicodeScalars {
            switch scalar {
            case backspace, "\u{8}": _ = text.popLast()
            case _ where returns.contains(scalar):
                // A line break of two characters is one.
                if isLong, scalar != "\n" || before != "\r" { text.unicodeScalars.append("\n") }
            case _ where silent.contains(scalar): break
            case "\u{E00D}": text.append(" ")
            case "\u{E00E}"..."\u{E05D}":
                let code = String(scalar.value, radix: 16, uppercase: true)
                throw WebDriverError(
                    .invalidArgument,
                    "The key U+\(code) does nothing in a field of settings; type characters, Backspace or Return."
                )
            default: text.unicodeScalars.append(scalar)
            }
            before = scalar
        }
        return text
    }
}
