extension Unicode.Scalar {
    /// Whether it gives a terminal an order instead of showing something: the control characters C0 and C1 with DEL
    /// (ECMA-48), and the marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
    public var isTerminalControl: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// One line that no terminal takes for a command: controls are dots, line breaks and tabs blanks.
    public var terminalSafe: String { terminalSafe(keeping: []) }

    /// Lines that no terminal takes for commands: controls are dots, but line breaks and tabs stay what they are.
    public var terminalSafeLines: String { terminalSafe(keeping: ["\n", "\t"]) }

    private func terminalSafe(keeping kept: Set<Unicode.Scalar>) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case _ where kept.contains(scalar): safe.append(scalar)
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": safe.append(" ")
            case _ where scalar.isTerminalControl: safe.append("·")
            default: safe.append(scalar)
            }
        }
        return String(safe)
    }

    /// A name on one line: runs of blanks and controls are a single blank, none at either end.
    public var cleanedName: String {
        split { character in
            character.isWhitespace || character.unicodeScalars.contains { $0.isTerminalControl }
        }.joined(separator: " ")
    }
}

extension StringProtocol {
    /// How many tokens the text most likely is to a language model: four ASCII characters each, any other character one.
    package var tokenCount: Int {
        var (ascii, others) = (0, 0)
        for scalar in unicodeScalars {
            if scalar.isASCII { ascii += 1 } else { others += 1 }
        }
        return (ascii + 3) / 4 + others
    }

    /// The text on one line of at most so many characters: runs of white space are a blank, and what is left out is an
    /// ellipsis.
    package func onOneLine(atMost most: Int) -> String {
        let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > most ? line.prefix(most - 1) + "…" : line
    }
}

extension String {
    /// How blanks come through where a text is written as markup.
    public enum MarkupBlanks: Sendable {
        /// Line breaks and tabs become spaces, as XML's own normalisation of attributes makes of them.
        case spaces
        /// Line breaks and tabs stay, which they may between elements.
        case kept
    }

    /// Appends the text as character data or the value of an attribute in either kind of quotes, so that what comes out
    /// is well-formed XML 1.0 whatever the text is. Characters that XML forbids (section 2.2) are left out.
    public func appendMarkup(to bytes: inout [UInt8], blanks: MarkupBlanks = .spaces) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
            case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"): bytes.append(blanks == .kept ? byte : UInt8(ascii: " "))
            case 0..<0x20: continue
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            case 0xbe where bytes.suffix(2) == [0xef, 0xbf], 0xbf where bytes.suffix(2) == [0xef, 0xbf]:
                bytes.removeLast(2)
            default: bytes.append(byte)
            }
        }
    }
}
