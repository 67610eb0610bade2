/// All that the columns of a tree hold about one view, to be put back unchanged.
struct StoredView: Sendable, Hashable {
    var id: Int32
    var depth: Int32
    var classID: Int32
    var address: UInt64
    var frame: Rect
    var flags: ViewFlags
    var mask: AutoresizingMask
    var geometry: ViewGeometry?
    var scalars: ScalarProperties?
    var texts: TextProperties?
    var attributes: AttributeColumn.Run
}
