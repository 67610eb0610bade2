/// Which views of a tree to list; what is nil does not count, the rest must all hold.
public struct ViewFilter: Sendable, Hashable {
    /// The class name as the dump has it or as people read it, exact, or a pattern in which `*` stands for any characters.
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
            return tree.classNames.names.map { pattern.matches($0) || pattern.matches(ClassName($0).readable) }
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

/// Reads the terms of a search; see ``ViewSearch`` for what they mean.
struct SearchParser {
    private let query: [Unicode.Scalar]
    private var at = 0

    init(_ query: [Unicode.Scalar]) { self.query = query }

    /// The numbers behind every `0x` of a query.
    static func addresses(in query: [Unicode.Scalar]) -> Set<UInt64> {
        var found: Set<UInt64> = []
        for start in query.indices.dropFirst() where query[start] == "x" || query[start] == "X" {
            guard query[start - 1] == "0" else { continue }
            var digits = ""
            digits.unicodeScalars.append(contentsOf: query[(start + 1)...].prefix { $0.isHexadecimalDigit })
            if let number = MemoryAddress.number(digits) { found.insert(number) }
        }
        return found
    }

    /// All terms up to the end.
    mutating func terms() throws(ViewSearchError) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        skipBlanks()
        while at < query.count {
            guard terms.count < ViewSearch.maximumTerms else {
                throw fault(.tooManyTerms, at, "A search can have at most \(ViewSearch.maximumTerms) words.")
            }
            terms.append(try term())
            skipBlanks()
        }
        return terms
    }

    private mutating func term() throws(ViewSearchError) -> SearchTerm {
        var isNegated = false
        if query[at] == "-" || query[at] == "!", at + 1 < query.count, !query[at + 1].properties.isWhitespace {
            isNegated = true
            at += 1
        }
        return SearchTerm(isNegated: isNegated, condition: try condition())
    }

    private mutating func condition() throws(ViewSearchError) -> SearchCondition {
        let start = at
        let end = query[start...].firstIndex { !$0.isASCIILetter } ?? query.count
        let name = text(start..<end).lowercased()
        if !name.isEmpty, end < query.count, query[end] == ":" {
            at = end + 1
            return try property(name, from: start)
        }
        if let number = SearchName.Number(rawValue: name) {
            at = end
            skipBlanks()
            if let comparison = comparison() { return try self.comparison(of: number, by: comparison, from: start) }
            at = start
        }
        if end == query.count || query[end].properties.isWhitespace, let flag = Self.flag(name) {
            at = end
            return .flag(flag)
        }
        return .words(try word().lowercased())
    }

    private static func flag(_ name: String) -> SearchName.Flag? {
        name == "clipstobounds" ? .clipped : SearchName.Flag(rawValue: name)
    }

    /// What stands behind the colon of a name.
    private mutating func property(_ name: String, from start: Int) throws(ViewSearchError) -> SearchCondition {
        let property = SearchName.Text(rawValue: name == "id" ? "identifier" : name)
        guard property != nil || name == "class" || name == "tag" else {
            let message =
                "There is no “\(name.prefix(40)):”. Use class:, text:, label:, id:, controller: or tag:, "
                + "and put words with a colon in quotes."
            throw fault(.unknownName, start, message)
        }
        skipBlanks()
        let place = at
        let value = at < query.count ? try word() : ""
        guard !value.isEmpty else { throw fault(.missingValue, start, "Expected a word after “\(name):”.") }
        if name == "tag" {
            guard let tag = Int(value) else {
                throw fault(.missingNumber, place, "A tag is a whole number, not “\(value.prefix(40))”.")
            }
            return .tag(tag)
        }
        return property.map { .text($0, value.lowercased()) } ?? .className(value.lowercased())
    }

    private mutating func comparison() -> SearchComparison? {
        let found = SearchComparison.allCases.first { query[at...].starts(with: $0.rawValue.unicodeScalars) }
        at += found?.rawValue.unicodeScalars.count ?? 0
        return found
    }

    private mutating func comparison(
        of name: SearchName.Number,
        by comparison: SearchComparison,
        from start: Int
    ) throws(ViewSearchError) -> SearchCondition {
        skipBlanks()
        let place = at
        guard at < query.count else {
            throw fault(.missingNumber, start, "Behind “\(name.rawValue)\(comparison.rawValue)” comes a number.")
        }
        let word = try word()
        // Exponents and names of numbers are nothing that people search for.
        guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }), let number = Double(word)
        else {
            let message = "“\(name.rawValue)” takes a decimal number, not “\(word.prefix(40))”."
            throw fault(.missingNumber, place, message)
        }
        return .number(name, comparison, number)
    }

    /// What stands in quotes, or up to the next blank.
    private mutating func word() throws(ViewSearchError) -> String {
        let start = at
        guard query[start] == "\"" else {
            at = query[start...].firstIndex { $0.properties.isWhitespace } ?? query.count
            return text(start..<at)
        }
        guard let end = query[(start + 1)...].firstIndex(of: "\"") else {
            throw fault(.openQuote, start, "Missing closing quote.")
        }
        at = end + 1
        guard at == query.count || query[at].properties.isWhitespace else {
            throw fault(.afterQuote, at, "Expected a space after the closing quote.")
        }
        return text((start + 1)..<end)
    }

    private mutating func skipBlanks() {
        while at < query.count, query[at].properties.isWhitespace { at += 1 }
    }

    private func text(_ range: Range<Int>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: query[range])
        return text
    }

    private func fault(_ kind: ViewSearchError.Kind, _ at: Int, _ message: String) -> ViewSearchError {
        let offset = query[..<at].reduce(0) { $0 + ($1.value > 0xffff ? 2 : 1) }
        return ViewSearchError(kind: kind, offset: offset, message: message)
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

    fileprivate var isHexadecimalDigit: Bool {
        ("0"..."9").contains(self) || ("a"..."f").contains(self) || ("A"..."F").contains(self)
    }
}
