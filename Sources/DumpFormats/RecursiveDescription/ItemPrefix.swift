/// What stands before a description on its line.
struct ItemPrefix: Sendable {
    /// Whether the description is wrapped in `Optional(…)`.
    var isOptional = false
    /// The class of a view controller that the prefix names.
    var controller: String?
    /// The rest, by name: `ivar` for instance variables, `prefix` for words.
    var attribute: (name: String, value: String)?

    /// Reads what stands before the `<`.
    init(_ text: ByteText, _ range: Range<Int>) {
        var rest = text.trimmed(range)
        if text.has("Optional(", endingAt: rest) {
            isOptional = true
            rest = text.trimmed(rest.lowerBound..<rest.upperBound &- 9)
        }
        guard !rest.isEmpty, !Self.isDebugger(text, rest) else { return }
        let words = text.string(rest)
        if let name = Self.objectName(in: words), name.hasSuffix("Controller") || words.hasSuffix("'") {
            controller = name
        } else if Self.areVariables(text, rest) {
            attribute = ("ivar", words)
        } else {
            attribute = ("prefix", words)
        }
    }

    /// `(id) $1 = 0x0600a1b0`, `$2 = 0x0600a2c0`, `(lldb) po view`.
    private static func isDebugger(_ text: ByteText, _ range: Range<Int>) -> Bool {
        text[range.lowerBound] == UInt8(ascii: "$") || text[range.lowerBound] == UInt8(ascii: "(")
            || text.has("po ", at: range.lowerBound, before: range.upperBound)
    }

    /// `KitchenController` in `0x06f0a100 'KitchenController:0x6f0a20'` or `KitchenController:0x6f0a20`.
    private static func objectName(in words: String) -> String? {
        guard let last = words.split(separator: " ").last else { return nil }
        let parts = last.filter { $0 != "'" }.split(separator: ":")
        guard parts.count == 2, let name = parts.first, parts[1].hasPrefix("0x") else { return nil }
        return String(name)
    }

    /// `_iconView` or `_start, _button`.
    private static func areVariables(_ text: ByteText, _ range: Range<Int>) -> Bool {
        guard text[range.lowerBound].startsName else { return false }
        return range.allSatisfy { index in
            text[index].continuesName
                || (text[index] == UInt8(ascii: ",") && text[index &+ 1] == 0x20)
                || (text[index] == 0x20 && text[index &- 1] == UInt8(ascii: ","))
        }
    }
}
