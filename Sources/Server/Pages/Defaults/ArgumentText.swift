/// Splits a command line as a shell does, as far as launch arguments need it: blanks, quotes and backslashes.
enum ArgumentText {
    /// The arguments of a line; an open quote ends with the text.
    static func split(_ line: String) -> [String] {
        var arguments: [String] = []
        var current = ""
        var isInside = false
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                current.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                (isEscaped, isInside) = (true, true)
            } else if let open = quote {
                if character == open { quote = nil } else { current.append(character) }
            } else if character == "'" || character == "\"" {
                (quote, isInside) = (character, true)
            } else if character.isWhitespace {
                if isInside { arguments.append(current) }
                (current, isInside) = ("", false)
            } else {
                current.append(character)
                isInside = true
            }
        }
        if isInside { arguments.append(current) }
        return arguments
    }
}
