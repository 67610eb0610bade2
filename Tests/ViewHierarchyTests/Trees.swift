import ViewHierarchy

/// A view with a frame, and whatever else the closure sets.
func view(
    _ className: String,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ change: (inout ViewDescription) -> Void = { _ in }
) -> ViewDescription {
    var view = ViewDescription(className: className, frame: Rect(x: x, y: y, width: width, height: height))
    change(&view)
    return view
}

/// A `UIView` with a frame.
func view(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ change: (inout ViewDescription) -> Void = { _ in }
) -> ViewDescription {
    view("UIView", x, y, width, height, change)
}

/// A tree of views in depth-first order, each with its depth.
func tree(_ views: (depth: Int, view: ViewDescription)...) -> ViewTree {
    var builder = ViewTreeBuilder()
    for (depth, view) in views { builder.append(view, depth: depth) }
    return builder.build()
}

/// A chain in which each of so many views is the subview of the one before.
func chain(_ count: Int, of view: ViewDescription) -> ViewTree {
    var builder = ViewTreeBuilder()
    for depth in 0..<count { builder.append(view, depth: depth) }
    return builder.build()
}

func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-3) -> Bool { abs(a - b) <= tolerance }

func isClose(_ a: Point?, _ b: Point, within tolerance: Double = 1e-3) -> Bool {
    guard let a else { return false }
    return isClose(a.x, b.x, within: tolerance) && isClose(a.y, b.y, within: tolerance)
}

func isClose(_ a: Rect?, _ b: Rect, within tolerance: Double = 1e-3) -> Bool {
    guard let a else { return false }
    return isClose(a.origin, b.origin, within: tolerance) && isClose(a.size.width, b.size.width, within: tolerance)
        && isClose(a.size.height, b.size.height, within: tolerance)
}

extension Transform {
    init(cosine: Double, sine: Double) { self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0) }

    static let quarterTurn = Transform(cosine: 0, sine: 1)
    static let eighthTurn = Transform(cosine: 0.5.squareRoot(), sine: 0.5.squareRoot())
    static let sixthPart = Transform(cosine: 0.75.squareRoot(), sine: 0.5)
}
