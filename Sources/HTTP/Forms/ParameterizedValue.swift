/// A header field's value followed by parameters, such as `form-data; name="a"` (RFC 9110, section 5.6.6).
struct ParameterizedValue: Sendable, Hashable {
    /// What stands before the first semicolon, without blanks around it.
    let value: String
    private let parameters: [QueryItem]

    /// The first parameter with this name, which is compared without regard to case.
    subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Reads a value; what is not a parameter is passed over.
    init(_ text: String) {
        var parameters: [QueryItem] = []
        var reader = Reader(text: text.unicodeScalars)
        value = reader.token(upTo: [";"])
        while reader.skip(";") {
            let name = reader.token(upTo: ["=", ";"])
            guard reader.skip("=") else { continue }
            let value = reader.skip("\"") ? reader.quoted() : reader.token(upTo: [";"])
            if !name.isEmpty { parameters.append(QueryItem(name: name.lowercased(), value: value)) }
            _ = reader.token(upTo: [";"])
        }
        self.parameters = parameters
    }

    /// A text without the spaces and tabs around it.
    static func trimmed(_ text: Substring) -> String {
        let blanks: Set<UInt8> = [0x20, 0x09]
        let bytes = text.utf8.drop { blanks.contains($0) }
        guard let last = bytes.lastIndex(where: { !blanks.contains($0) }) else { return "" }
        return String(Substring(bytes[...last]))
    }

    private struct Reader {
        var text: String.UnicodeScalarView
        var index: String.Index

        init(text: String.UnicodeScalarView) {
            self.text = text
            index = text.startIndex
        }

        mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
            guard index < text.endIndex, text[index] == scalar else { return false }
            index = text.index(after: index)
            return true
        }

        mutating func token(upTo ends: Set<Unicode.Scalar>) -> String {
            let start = index
            while index < text.endIndex, !ends.contains(text[index]) { index = text.index(after: index) }
            return ParameterizedValue.trimmed(Substring(text[start..<index]))
        }

        /// The rest of a quoted string. Browsers send a backslash as it is, so that it escapes nothing but a quote and
        /// another backslash.
        mutating func quoted() -> String {
            var quoted = String.UnicodeScalarView()
            while index < text.endIndex {
                let scalar = text[index]
                index = text.index(after: index)
                if scalar == "\"" { break }
                if scalar == "\\", index < text.endIndex, text[index] == "\"" || text[index] == "\\" {
                    quoted.append(text[index])
                    index = text.index(after: index)
                } else {
                    quoted.append(scalar)
                }
            }
            return String(quoted)
        }
    }
}
