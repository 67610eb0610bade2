extension String {
    /// One line that no terminal takes for a command: controls and marks of direction are dots, line breaks blanks.
    var terminalSafe: String {
        var safe = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": safe.append(" ")
            case _ where scalar.properties.generalCategory == .control || scalar.steersDirection: safe.append("·")
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// The columns it takes: East Asian wide characters and emoji take two, marks on others none.
    var terminalWidth: Int {
        reduce(0) { width, character in
            guard let scalar = character.unicodeScalars.first else { return width }
            return width + (scalar.isWide ? 2 : scalar.properties.generalCategory == .nonspacingMark ? 0 : 1)
        }
    }

    var trimmingTrailingSpaces: String {
        var trimmed = self[...]
        while trimmed.last == " " { trimmed.removeLast() }
        return String(trimmed)
    }
}

extension Unicode.Scalar {
    /// Embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
    fileprivate var steersDirection: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }

    /// The blocks that UAX #11 gives two columns, roughly.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}
