public import Diagnostics

extension ViewTree {
    /// From the bounds space of one view to that of another; nil stands for the window.
    ///
    /// Goes up to the nearest common superview and down from there, as `convert(_:to:)` does. The windows of views
    /// under different roots count as one space; `haveSameRoot` tells.
    /// - Returns: nil when an index is out of range or a view on the way is not at a finite place.
    public func transform(from source: Int?, to target: Int?) -> Transform? {
        for view in [source, target].compactMap(\.self) where !indices.contains(view) { return nil }
        var up = Transform.identity
        var down = Transform.identity
        var low = source
        var high = target
        while low != high {
            let lowDepth = low.map { Int(depths[$0]) } ?? -1
            let highDepth = high.map { Int(depths[$0]) } ?? -1
            if let view = low, lowDepth >= highDepth {
                if let superview = superview(of: view) {
                    up = up.then(toSuperview(of: view))
                    low = superview
                } else {
                    low = nil
                }
            } else if let view = high {
                if let superview = superview(of: view) {
                    down = fromSuperview(of: view).then(down)
                    high = superview
                } else {
                    high = nil
                }
            }
        }
        let transform = up.then(down)
        return transform.isFinite ? transform : nil
    }

    /// The point of one view's bounds space in that of another; nil stands for the window.
    public func convert(_ point: Point, from source: Int?, to target: Int?) -> Point? {
        transform(from: source, to: target)?.apply(to: point)
    }

    /// The smallest upright rectangle that holds a rectangle of one view's bounds space in that of another.
    public func convert(_ rect: Rect, from source: Int?, to target: Int?) -> Rect? {
        transform(from: source, to: target)?.apply(to: rect)
    }

    /// The size that a rectangle of this size has after its conversion; nil stands for the window.
    ///
    /// UIKit converts points and rectangles only. Through a rotation this is the size of the bounding box.
    public func convert(_ size: Size, from source: Int?, to target: Int?) -> Size? {
        convert(Rect(origin: .zero, size: size), from: source, to: target)?.size
    }

    /// What makes a conversion doubtful, a warning each: `convert.differentWindows`, where the two windows count as
    /// one space although UIKit asks for views of the same, and `convert.notPlaced`, where there is no way.
    public func conversionWarnings(from source: Int?, to target: Int?) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        if !haveSameRoot(source, target) {
            warnings.append(
                Diagnostic(
                    .warning,
                    "convert.differentWindows",
                    "The views are in different windows, whose coordinates count as the same space here; "
                        + "UIKit converts between views of one window only.",
                    view: target.flatMap { id(at: $0) }
                )
            )
        }
        if transform(from: source, to: target) == nil {
            warnings.append(
                Diagnostic(
                    .warning,
                    "convert.notPlaced",
                    "There is no finite way from one view to the other, because a view on it is not at a finite place.",
                    view: source.flatMap { id(at: $0) } ?? target.flatMap { id(at: $0) }
                )
            )
        }
        return warnings
    }

    /// Whether two views are in the same window; nil stands for the window of the other.
    func haveSameRoot(_ first: Int?, _ second: Int?) -> Bool {
        guard let first, let second else { return true }
        return root(of: first) == root(of: second)
    }
}
