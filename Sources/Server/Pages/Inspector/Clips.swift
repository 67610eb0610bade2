import ViewHierarchy

/// Which clipping superview really cuts something off a view.
struct Clips {
    /// Clips inside clips that are followed.
    private static let maximumNesting = 32

    private let state: InspectorState
    /// For each view the nearest superview that clips, or -1.
    private let nearest: [Int]

    init(_ state: InspectorState) {
        self.state = state
        let tree = state.tree
        var nearest = [Int](repeating: -1, count: tree.count)
        for view in tree.indices {
            guard let superview = tree.superview(of: view) else { continue }
            let isRoot = tree.superview(of: superview) == nil
            nearest[view] =
                isRoot || tree.flags(of: superview).contains(.clipsToBounds) ? superview : nearest[superview]
        }
        self.nearest = nearest
    }

    /// The clipping superview to cut a view with; nil when it is whole.
    func clip(for view: Int) -> Int? {
        guard nearest.indices.contains(view), nearest[view] >= 0,
            state.geometry.visibleFrame(of: view) != state.geometry.windowFrame(of: view)
        else { return nil }
        return nearest[view]
    }

    /// The clips that these views need, those around them included, in tree order.
    func used(by views: [Int]) -> [Int] {
        var used: Set<Int> = []
        for view in views {
            var current = clip(for: view)
            var nesting = 0
            while let clip = current, nesting < Self.maximumNesting, used.insert(clip).inserted {
                current = self.clip(for: clip)
                nesting += 1
            }
        }
        return used.sorted()
    }
}
