/// Makes a view tree from descriptions that come in depth-first order.
public struct ViewTreeBuilder: Sendable {
    private var tree = ViewTree()
    private var linker = TreeLinker()

    /// Creates a builder without views.
    public init() {}

    /// The number of views appended so far.
    public var count: Int { tree.count }

    /// Appends the next view in depth-first order.
    ///
    /// - Parameter depth: 0 makes a root. A depth more than one below the previous view becomes that view's plus one.
    /// - Returns: The view's id, which is its index, counted from 0.
    @discardableResult
    public mutating func append(_ view: ViewDescription, depth: Int) -> Int {
        linker.append(depth: depth, to: &tree)
        tree.store(view)
        return tree.count - 1
    }

    /// Appends a constraint, whose views may come later.
    public mutating func append(_ constraint: LayoutConstraint) { tree.layout.append(constraint) }

    /// Sets the frame of the view with that id.
    public mutating func setFrame(_ frame: Rect, of view: Int) {
        guard tree.indices.contains(view) else { return }
        tree.frames[view] = frame
    }

    /// Notes that nothing says where the view with that id is. It counts as lying at the origin of its superview, so that what
    /// is in it keeps its place.
    ///
    /// - Parameter size: How large it is, where that is known.
    public mutating func forgetPlace(of view: Int, size: Size? = nil) {
        guard tree.indices.contains(view) else { return }
        tree.saidColumn[view].subtract(.ofFrame)
        guard let size else { return }
        tree.frames[view] = Rect(origin: .zero, size: size)
        tree.saidColumn[view].insert(.bounds)
    }

    /// Sets what is said of the layout of the view with that id.
    public mutating func setLayout(_ traits: LayoutTraits, of view: Int) {
        tree.layout.traits[view] = traits.isEmpty ? nil : traits
    }

    /// Sets the canvas on which an interface file was drawn.
    public mutating func setCanvas(_ canvas: LayoutCanvas) { tree.layout.canvas = canvas }

    /// The ids of the views by their addresses, of two with the same address that of the first.
    public var idsByAddress: [String: Int] {
        var ids: [String: Int] = [:]
        for index in tree.indices {
            if let address = tree.address(of: index), ids[address] == nil { ids[address] = index }
        }
        return ids
    }

    /// What was said of the layout of the view with that id.
    public func layoutTraits(of view: Int) -> LayoutTraits? { tree.layout.traits[view] }

    /// The finished tree.
    public consuming func build() -> ViewTree {
        var finished = tree
        linker.finish(&finished)
        return finished
    }
}

/// Works out superviews, subtrees and places among siblings from the depths of views that come in depth-first order.
struct TreeLinker: Sendable {
    /// The views that may still get subviews: one for each depth from the root down to the last view.
    private var open: [Int32] = []
    /// How many subviews each open view has, after the count of the roots.
    private var subviewCounts: [Int32] = [0]

    /// Links the next view. A depth more than one below the previous view becomes that view's plus one.
    mutating func append(depth: Int, to tree: inout ViewTree) {
        let index = tree.depths.count
        let depth = min(max(depth, 0), open.count)
        close(to: depth, in: &tree)
        tree.superviewIndexes.append(open.last ?? -1)
        tree.depths.append(Int32(truncatingIfNeeded: depth))
        tree.subviewIndexes.append(subviewCounts[depth])
        tree.subtreeEnds.append(0)
        subviewCounts[depth] &+= 1
        subviewCounts.append(0)
        open.append(Int32(truncatingIfNeeded: index))
        if depth == 0 { tree.roots.append(index) }
        tree.maximumDepth = max(tree.maximumDepth, depth)
    }

    /// Ends the subtrees that are still open.
    mutating func finish(_ tree: inout ViewTree) { close(to: 0, in: &tree) }

    private mutating func close(to depth: Int, in tree: inout ViewTree) {
        while open.count > depth, let view = open.popLast() {
            tree.subtreeEnds[Int(view)] = Int32(truncatingIfNeeded: tree.depths.count)
            subviewCounts.removeLast()
        }
    }
}

extension ViewTree {
    /// Adds the properties of the next view to all columns; its place in the tree is the builder's business.
    mutating func store(_ view: ViewDescription) {
        let index = count
        classIDs.append(classNames.intern(view.className))
        masks.append(view.autoresizingMask)
        saidColumn.append(view.said)
        attributeColumn.append(view.attributes)
        var flags = view.flags.subtracting(.ofTree)
        var texts = view.texts
        texts.writtenAddress = nil
        addresses.append(store(view.address, in: &texts, &flags))
        if view.numbers != .usual { numbers[index] = view.numbers }
        if texts != .none { self.texts[index] = texts }
        let reading = GeometryReading(view)
        if let geometry = reading.geometry { geometries[index] = geometry }
        if !reading.isFinite { flags.insert(.nonFinite) }
        if !reading.frameAgrees { flags.insert(.frameDisagrees) }
        flagSets.append(flags)
        frames.append(reading.frame)
    }

    private func store(_ address: String?, in texts: inout ViewTexts, _ flags: inout ViewFlags) -> UInt64 {
        guard let address else { return 0 }
        guard let (number, isPlain) = MemoryAddress.read(address) else {
            texts.writtenAddress = address
            return 0
        }
        flags.insert(.hasAddress)
        if !isPlain { texts.writtenAddress = address }
        return number
    }
}

/// Reading and writing of the hexadecimal addresses that dumps name objects by.
enum MemoryAddress {
    /// The number that `0x7f8a10`, `0X07F8A10` or `7f8a10` stands for; nil for anything else or more than 64 bits.
    static func number(_ text: String) -> UInt64? { read(text)?.number }

    /// The number, and whether the text is as debuggers print it, so that the number alone gives it back.
    static func read(_ text: String) -> (number: UInt64, isPlain: Bool)? {
        var text = text
        return text.withUTF8 { bytes in
            let hasPrefix = bytes.count >= 2 && bytes[0] == UInt8(ascii: "0") && bytes[1] | 0x20 == UInt8(ascii: "x")
            let digits = bytes.dropFirst(hasPrefix ? 2 : 0)
            guard let first = digits.first else { return nil }
            var number: UInt64 = 0
            var isPlain = hasPrefix && bytes[1] == UInt8(ascii: "x")
            isPlain = isPlain && (first != UInt8(ascii: "0") || digits.count == 1)
            for byte in digits {
                let digit: UInt8
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
                case UInt8(ascii: "A")...UInt8(ascii: "F"):
                    digit = byte - UInt8(ascii: "A") + 10
                    isPlain = false
                default: return nil
                }
                guard number >> 60 == 0 else { return nil }
                number = number << 4 | UInt64(digit)
            }
            return (number, isPlain)
        }
    }

    /// The address as debuggers print it.
    static func text(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }
}
