public import Diagnostics

/// What autoresizing made of a tree.
public struct LayoutResult: Sendable {
    /// The tree as it is laid out now: the same views under the same ids.
    public let tree: ViewTree
    /// The indexes of the views whose frame is not what it was, in tree order.
    public let changed: [Int]
    /// What a person should know: `layout.negativeSize`, `layout.transformed`, `layout.invalidSize`.
    public let warnings: [Diagnostic]

    /// Whether the view's frame is not what it was; logarithmic in the number of changed views.
    public func isChanged(_ index: Int) -> Bool {
        var low = 0
        var high = changed.count
        while low < high {
            let middle = (low + high) / 2
            if changed[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < changed.count && changed[low] == index
    }

    /// Where the views lie in their windows now.
    public var windowGeometry: WindowGeometry { WindowGeometry(tree) }
}
