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

    /// Creates a filter that lets every view through.
    public init() {}

    /// The indexes of the views that pass, in tree order; linear in the size of the tree and its texts.
    public func indexes(in tree: ViewTree) -> [Int] {
        let classes = className.map { pattern in
            let pattern = Wildcard(pattern)
            return tree.classNames.names.map(pattern.matches)
        }
        let search = text.map(TextSearch.init)
        let number = address.flatMap(MemoryAddress.number)
        return (root.map(tree.subtree(of:)) ?? tree.indices).filter { index in
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
