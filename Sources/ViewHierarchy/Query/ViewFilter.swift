/// Which views of a tree to list; what is nil does not count, the rest must all hold.
public struct ViewFilter: Sendable, Hashable {
    /// The class name, exact, or a pattern in which `*` stands for any characters.
    public var className: String?
    /// A part of the text, in any case.
    public var text: String?
    /// The accessibility identifier, exact.
    public var identifier: String?
    /// The memory address: hexadecimal, in any case, with or without `0x` and leading zeros.
    public var address: String?
    /// The tag.
    public var tag: Int?
    /// The view's own `hidden`.
    public var isHidden: Bool?
    /// The greatest depth; roots have depth 0.
    public var maximumDepth: Int?
    /// The index of a view: only it and what is below it.
    public var root: Int?
    /// The view whose subviews are asked for: its index.
    public var superview: Int?
    /// What the words of a search find.
    public var search: ViewSearch?

    /// Creates a filter that lets every view through.
    public init() {}

    /// The indexes of the views that pass, in tree order; linear in the size of the tree and its texts.
    ///
    /// - Parameter geometry: where the views of the tree lie, when it is known already.
    /// - Throws: ``ViewSearchError`` for a search that cannot be read.
    public func indexes(in tree: ViewTree, _ geometry: WindowGeometry? = nil) throws(ViewSearchError) -> [Int] {
        let found = try self.search?.found(in: tree, geometry)
        let classes = className.map { pattern in
            let pattern = Wildcard(pattern)
            return tree.classNames.names.map(pattern.matches)
        }
        let search = text.map(TextSearch.init)
        let number = address.flatMap(MemoryAddress.number)
        return (root.map(tree.subtree(of:)) ?? tree.indices).filter { index in
            if let found, !found[index] { return false }
            if let superview, Int(tree.superviewIndexes[index]) != superview { return false }
            if let classes, !classes[Int(tree.classIDs[index])] { return false }
            if let maximumDepth, Int(tree.depths[index]) > maximumDepth { return false }
            if let isHidden, tree.flagSets[index].contains(.hidden) != isHidden { return false }
            if let tag, tree.tag(of: index) != tag { return false }
            if let identifier, tree.identifier(of: index) != identifier { return false }
            if let address, !Self.matches(address, number, tree, index) { return false }
            if let search {
                guard let content = tree.text(of: index) else { return false }
                return search.matches(content)
            }
            return true
        }
    }

    private static func matches(_ address: String, _ number: UInt64?, _ tree: ViewTree, _ index: Int) -> Bool {
        guard let number else { return tree.address(of: index) == address }
        return tree.flagSets[index].contains(.hasAddress) && tree.addresses[index] == number
    }
}

extension ViewTree {
    /// The first view with a tag (`viewWithTag(_:)`): the receiver itself, then depth first, from the back to the
    /// front.
    ///
    /// - Parameter receiver: The view to search from; all roots in order when there is none.
    /// - Returns: The index, or nil. Views have the tag 0 unless they were given another.
    public func viewWithTag(_ tag: Int, in receiver: Int? = nil) -> Int? {
        (receiver.map(subtree(of:)) ?? indices).first { self.tag(of: $0) == tag }
    }
}

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

/// A search for a run of elements in a longer one, linear in both (Knuth, Morris and Pratt).
package struct SequenceSearch<Element: Equatable> {
    private let needle: [Element]
    /// How much of the needle's start is still matched when the element after each prefix does not fit.
    private let fallbacks: [Int]

    package init(_ needle: [Element]) {
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
    package func endOffset(in elements: some Sequence<Element>) -> Int? {
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
