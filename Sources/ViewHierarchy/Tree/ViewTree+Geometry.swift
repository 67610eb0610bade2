extension ViewTree {
    /// The frame in the superview's bounds space: exactly as read where a frame alone describes the view.
    public func frame(of index: Int) -> Rect { indices.contains(index) ? frames[index] : .zero }

    /// The view's own coordinate space; its origin is not zero in a scrolled scroll view.
    public func bounds(of index: Int) -> Rect {
        guard indices.contains(index) else { return .zero }
        return geometries[index]?.bounds ?? Rect(origin: .zero, size: frames[index].size)
    }

    /// Where the anchor point lies in the superview's bounds space.
    public func center(of index: Int) -> Point { geometry(of: index).center }

    /// The affine transform about the anchor point.
    public func transform(of index: Int) -> Transform { geometries[index]?.transform ?? .identity }

    /// The layer's anchor point in unit coordinates.
    public func anchorPoint(of index: Int) -> Point { geometries[index]?.anchorPoint ?? ViewGeometry.middle }

    /// The stored geometry from which UIKit computes the frame; that of an empty frame out of range.
    public func geometry(of index: Int) -> ViewGeometry {
        geometries[index] ?? ViewGeometry(frame: frame(of: index))
    }

    /// From the view's bounds space to its superview's, whatever the view's place in the tree.
    func toSuperview(of index: Int) -> Transform {
        guard let geometry = geometries[index] else { return Transform(translation: frames[index].origin) }
        // The frame is what was read; going through the center would lose its last digits.
        guard !geometry.transform.isIdentity else {
            return Transform(translation: frames[index].origin - geometry.bounds.origin)
        }
        return geometry.toSuperview
    }

    /// From the superview's bounds space to the view's own.
    func fromSuperview(of index: Int) -> Transform {
        guard let geometry = geometries[index], !geometry.transform.isIdentity else {
            return toSuperview(of: index).inverted
        }
        return geometry.fromSuperview
    }

    /// `setFrame:`: resizes the bounds through the transform and moves the center.
    mutating func setFrame(_ frame: Rect, at index: Int) {
        guard var geometry = geometries[index] else {
            frames[index] = frame
            return
        }
        geometry.setFrame(frame)
        geometries[index] = geometry
        frames[index] = geometry.transform.isIdentity ? frame : geometry.frame
    }
}
