/// String literals of Swift and of the languages of C, which share their simple escapes.
enum CodeLiteral {
    /// Text in quotation marks, escaped.
    /// - Parameter escape: what stands for a character in this language alone; nil for the character itself.
    static func text(_ string: String, escape: (Unicode.Scalar) -> String?) -> String {
        var literal = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\\": literal += "\\\\"
            case "\"": literal += "\\\""
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default:
                if let escaped = escape(scalar) {
                    literal += escaped
                } else {
                    literal.unicodeScalars.append(scalar)
                }
            }
        }
        return literal + "\""
    }
}
