import ViewHierarchy

/// Everything that can be asked of a tree, to compare two.
struct TreeRecord: Hashable {
    struct View: Hashable {
        var id: Int?
        var index: Int?
        var superview: Int?
        var subviews: [Int]
        var subtree: Range<Int>
        var place: Int?
        var depth: Int
        var key: String?
        var frame: Rect
        var geometry: ViewGeometry
        var flags: ViewFlags
        var description: ViewDescription?
    }

    var views: [View]
    var roots: [Int]
    var maximumDepth: Int

    init(_ tree: ViewTree) {
        roots = tree.roots
        maximumDepth = tree.maximumDepth
        views = tree.indices.map { index in
            View(
                id: tree.id(at: index),
                index: tree.id(at: index).flatMap { tree.index(ofID: $0) },
                superview: tree.superview(of: index),
                subviews: tree.subviews(of: index),
                subtree: tree.subtree(of: index),
                place: tree.subviewIndex(of: index),
                depth: tree.depth(of: index),
                key: tree.key(of: index),
                frame: tree.frame(of: index),
                geometry: tree.geometry(of: index),
                flags: tree.flags(of: index),
                description: tree.description(of: index)
            )
        }
    }
}
