/// The values of one view that animation blocks animate.
struct LayerState: Sendable, Hashable {
    var geometry: ViewGeometry
    var alpha: Double
    /// The frame as the tree has it, which is exact where one computed from the center is not.
    var frame: Rect

    init(of index: Int, in tree: ViewTree) {
        geometry = tree.geometry(of: index)
        alpha = tree.alpha(of: index)
        frame = tree.frame(of: index)
    }
}
