/// A search for part of a text in any case, linear in the text.
struct TextSearch {
    private let characters: SequenceSearch<Character>
    /// The search among bytes: finding characters is slow, and ASCII texts do not need it.
    private let ascii: SequenceSearch<UInt8>?

    init(_ text: String) {
        let text = text.lowercased()
        characters = SequenceSearch(Array(text))
        ascii = text.utf8.allSatisfy { $0 < 0x80 } ? SequenceSearch(Array(text.utf8)) : nil
    }

    /// Whether the text holds the one searched for; canonically equivalent characters are the same.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return characters.endOffset(in: text) != nil }
        return ascii?.endOffset(in: text.utf8) != nil
    }
}
