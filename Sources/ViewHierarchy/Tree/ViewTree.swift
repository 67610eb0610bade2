/// A view hierarchy stored flat: parallel arrays in depth-first order, so that a view is an index and a subtree a range.
///
/// Class names are interned and rare properties kept in side tables, which makes 100,000 views cheap. Every public
/// function is total: an index outside `0..<count` gives nil, an empty collection or UIKit's default.
public struct ViewTree: Sendable {
    var classNames = NameTable()
    var classIDs: [Int32] = []
    var superviewIndexes: [Int32] = []
    var subtreeEnds: [Int32] = []
    var depths: [Int32] = []
    var subviewIndexes: [Int32] = []
    var addresses: [UInt64] = []
    /// The frames as read, or as computed where bounds and center were given.
    var frames: [Rect] = []
    var flagSets: [ViewFlags] = []
    var masks: [AutoresizingMask] = []
    /// The stored geometry of views that more than a frame describes.
    var geometries = SparseColumn<ViewGeometry>()
    var scalars = SparseColumn<ScalarProperties>()
    var texts = SparseColumn<TextProperties>()
    var attributeColumn = AttributeColumn()
    var identities = ViewIdentities()
    /// The greatest depth; 0 for roots only and for an empty tree.
    public internal(set) var maximumDepth = 0
    /// The indexes of the views without a superview, in order.
    public internal(set) var roots: [Int] = []

    /// Creates a tree without views; `ViewTreeBuilder` fills one.
    public init() {}

    /// The number of views.
    public var count: Int { frames.count }

    /// The indexes of all views, in depth-first order.
    public var indices: Range<Int> { 0..<frames.count }

    /// The id of the view at the index, given when the dump was read and kept through every edit; nil out of range.
    public func id(at index: Int) -> Int? { indices.contains(index) ? identities.id(at: index) : nil }

    /// The index of the view with that id, or nil.
    public func index(ofID id: Int) -> Int? { identities.index(ofID: id, count: count) }
}
