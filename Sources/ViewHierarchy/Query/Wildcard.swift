/// A pattern in which `*` stands for any characters, none included; matching is linear in the name.
struct Wildcard {
    private let first: [UInt8]
    private let middle: [SequenceSearch<UInt8>]
    /// What the name ends in; nil when the pattern has no `*` and is the whole name.
    private let last: [UInt8]?

    init(_ pattern: String) {
        var parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
        first = parts.isEmpty ? [] : parts.removeFirst()
        last = parts.popLast()
        middle = parts.map(SequenceSearch.init)
    }

    /// Whether the pattern matches the whole name.
    func matches(_ name: String) -> Bool {
        let name = Array(name.utf8)
        guard let last else { return name == first }
        guard name.count >= first.count + last.count, name.starts(with: first) else { return false }
        guard name.suffix(last.count).elementsEqual(last) else { return false }
        var rest = name[first.count..<(name.count - last.count)]
        for part in middle {
            guard let end = part.endOffset(in: rest) else { return false }
            rest = rest.dropFirst(end)
        }
        return true
    }
}
