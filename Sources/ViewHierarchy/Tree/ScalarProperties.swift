/// Numbers that most views leave at UIKit's defaults.
struct ScalarProperties: Sendable, Hashable {
    var alpha = 1.0
    var tag = 0
    var contentMode = ContentMode.scaleToFill
    var contentOffset: Point?
    var contentSize: Size?

    static let defaults = ScalarProperties()

    init() {}

    init(_ view: ViewDescription) {
        alpha = view.alpha
        tag = view.tag
        contentMode = view.contentMode
        contentOffset = view.contentOffset
        contentSize = view.contentSize
    }
}
