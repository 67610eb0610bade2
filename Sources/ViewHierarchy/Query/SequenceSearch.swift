/// A search for a run of elements in a longer one, linear in both (Knuth, Morris and Pratt).
struct SequenceSearch<Element: Equatable> {
    private let needle: [Element]
    /// How much of the needle's start is still matched when the element after each prefix does not fit.
    private let fallbacks: [Int]

    init(_ needle: [Element]) {
        self.needle = needle
        var fallbacks = [Int](repeating: 0, count: needle.count)
        var matched = 0
        for index in needle.indices.dropFirst() {
            while matched > 0, needle[index] != needle[matched] { matched = fallbacks[matched - 1] }
            if needle[index] == needle[matched] { matched += 1 }
            fallbacks[index] = matched
        }
        self.fallbacks = fallbacks
    }

    /// How many elements there are up to the end of the first match; nil when there is none.
    func endOffset(in elements: some Sequence<Element>) -> Int? {
        guard !needle.isEmpty else { return 0 }
        var matched = 0
        var offset = 0
        for element in elements {
            offset += 1
            while matched > 0, element != needle[matched] { matched = fallbacks[matched - 1] }
            if element == needle[matched] { matched += 1 }
            if matched == needle.count { return offset }
        }
        return nil
    }
}
