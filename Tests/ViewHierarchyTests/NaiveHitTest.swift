import ViewHierarchy

/// Hit testing as Apple's documentation tells it, recursive and straight from each view's properties: what the real
/// one is held against. Only for small trees.
struct NaiveHitTest {
    let tree: ViewTree

    func hit(_ point: Point) -> Int? {
        for root in tree.roots.reversed() {
            if let hit = hit(root, point) { return hit }
        }
        return nil
    }

    func contains(_ point: Point, _ index: Int) -> Bool {
        guard let local = local(point, index), let bounds = tree.description(of: index)?.bounds else { return false }
        return local.x >= bounds.origin.x && local.x < bounds.origin.x + bounds.size.width
            && local.y >= bounds.origin.y && local.y < bounds.origin.y + bounds.size.height
    }

    private func hit(_ index: Int, _ point: Point) -> Int? {
        guard let view = tree.description(of: index) else { return nil }
        if view.isHidden || !view.isUserInteractionEnabled || view.alpha < 0.01 || !contains(point, index) {
            return nil
        }
        for subview in tree.subviews(of: index).reversed() {
            if let hit = hit(subview, point) { return hit }
        }
        return view.className == "UIInputSetContainerView" ? nil : index
    }

    /// The window's point in the view's coordinates, by way of all superviews.
    private func local(_ point: Point, _ index: Int) -> Point? {
        guard let view = tree.description(of: index), let bounds = view.bounds, let center = view.center,
            bounds.isFinite, center.isFinite, view.transform.isFinite
        else { return nil }
        guard let superview = tree.superview(of: index) else { return point }
        guard let outer = local(point, superview) else { return nil }
        let t = view.transform
        let (x, y) = (outer.x - center.x - t.tx, outer.y - center.y - t.ty)
        let determinant = t.a * t.d - t.b * t.c
        let (u, v) =
            determinant == 0
            ? (t.a * x + t.c * y, t.b * x + t.d * y)
            : ((t.d * x - t.c * y) / determinant, (t.a * y - t.b * x) / determinant)
        return Point(
            x: u + bounds.origin.x + view.anchorPoint.x * bounds.size.width,
            y: v + bounds.origin.y + view.anchorPoint.y * bounds.size.height
        )
    }
}
