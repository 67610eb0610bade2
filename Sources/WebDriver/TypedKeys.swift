import Web

/// What comes of keys that are typed into a field whose caret stands behind its text: characters, and the keys of
/// WebDriver, which are characters of the private use area (W3C WebDriver, Keyboard actions: normalized key values).
struct TypedKeys {
    private enum Key {
        /// What the key writes.
        case types(Unicode.Scalar)
        case backspace, clear, delete, end, enter, home, left, right, tab
        /// It changes no text.
        case nothing
        /// A field has no use for the key of this name.
        case refused(String)
    }

    /// Whether Return begins a new line; else it ends the typing.
    private let isLong: Bool
    private var text: [Character]
    /// Before which character the next one is put.
    private var caret: Int
    /// The key that ended the typing, as it leads out of the field.
    private var leaving: String?

    /// The text after typing at its end.
    ///
    /// - Parameter isLong: Whether Return begins a new line; else it leaves the field, as Tab does, and changes nothing.
    /// - Throws: ``WebDriverError`` with `invalid argument` for a key that a field has no use for, and for what is typed
    ///   behind a key that leaves the field.
    static func text(_ text: String, typing keys: String, isLong: Bool) throws(WebDriverError) -> String {
        var field = TypedKeys(text, isLong: isLong)
        var written = ""
        // A line break of two characters is one.
        for scalar in keys.replacing("\r\n", with: "\n").unicodeScalars {
            let key = key(scalar)
            // Scalars that follow each other may be one character.
            guard case .types(let character) = key else {
                try field.write(written)
                written = ""
                try field.press(key, scalar)
                continue
            }
            written.unicodeScalars.append(character)
        }
        try field.write(written)
        return String(field.text)
    }

    private init(_ text: String, isLong: Bool) {
        self.isLong = isLong
        self.text = Array(text)
        caret = self.text.count
    }

    private mutating func write(_ written: String) throws(WebDriverError) {
        guard !written.isEmpty else { return }
        if let leaving {
            throw WebDriverError(
                .invalidArgument,
                "\(leaving) leaves the field: send the rest to the element it is for."
            )
        }
        // Written as one text with what stands before, as an accent joins its letter.
        let before = String(text[..<caret]) + written
        let behind = text[caret...]
        text = Array(before)
        caret = text.count
        text += behind
    }

    private mutating func press(_ key: Key, _ scalar: Unicode.Scalar) throws(WebDriverError) {
        switch key {
        case .types, .nothing: break
        case .enter where isLong: try write("\n")
        case .enter: leaving = "Return"
        case .tab: leaving = "Tab"
        case .backspace where caret > 0:
            caret -= 1
            text.remove(at: caret)
        case .delete where caret < text.count: text.remove(at: caret)
        case .backspace, .delete: break
        case .clear: (text, caret) = ([], 0)
        case .left: caret = max(caret - 1, 0)
        case .right: caret = min(caret + 1, text.count)
        case .home: caret = text[..<caret].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        case .end: caret = text[caret...].firstIndex(of: "\n") ?? text.count
        case .refused(let name):
            let code = String(scalar.value, radix: 16, uppercase: true)
            throw WebDriverError(
                .invalidArgument,
                "The key \(name) (U+\(code)) does nothing in a field of settings; type characters, Backspace, Delete, Clear, "
                    + "Return, Home, End or the arrows to the left and right."
            )
        }
    }

    private static func key(_ scalar: Unicode.Scalar) -> Key {
        switch scalar {
        case "\n", "\r", "\u{E006}", "\u{E007}": .enter
        case "\u{8}", "\u{E003}": .backspace
        // Null releases the keys that modify others, of which none is held; the others end or explain something.
        case "\u{E000}", "\u{E001}", "\u{E002}", "\u{E00B}", "\u{E00C}": .nothing
        case "\u{E004}": .tab
        case "\u{E005}": .clear
        case "\u{E00D}": .types(" ")
        case "\u{E010}", "\u{E056}": .end
        case "\u{E011}", "\u{E057}": .home
        case "\u{E012}", "\u{E058}": .left
        case "\u{E014}", "\u{E05A}": .right
        case "\u{E017}", "\u{E05D}": .delete
        case "\u{E018}"..."\u{E029}": .types(keypad[Int(scalar.value - 0xE018)])
        case "\u{E008}", "\u{E050}": .refused("Shift")
        case "\u{E009}", "\u{E051}": .refused("Control")
        case "\u{E00A}", "\u{E052}": .refused("Alt")
        case "\u{E03D}", "\u{E053}": .refused("Meta")
        case "\u{E00E}", "\u{E054}": .refused("PageUp")
        case "\u{E00F}", "\u{E055}": .refused("PageDown")
        case "\u{E013}", "\u{E059}": .refused("ArrowUp")
        case "\u{E015}", "\u{E05B}": .refused("ArrowDown")
        case "\u{E016}", "\u{E05C}": .refused("Insert")
        case "\u{E031}"..."\u{E03C}": .refused("F\(scalar.value - 0xE030)")
        case "\u{E040}": .refused("ZenkakuHankaku")
        case "\u{E000}"..."\u{E05D}": .refused("without a name")
        default: .types(scalar)
        }
    }

    /// What the keys from U+E018 to U+E029 write.
    private static let keypad = Array(";=0123456789*+,-./".unicodeScalars)
}
