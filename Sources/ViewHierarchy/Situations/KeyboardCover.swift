extension ViewTree {
    /// The view of a window's root controller: the subview at the back that fills the window, one whose controller the
    /// dump names before others. A status bar, or a bar in a call, may leave up to 64 points free above it.
    /// - Returns: The index; nil when no subview fills the window.
    public func rootControllerView(of window: Int) -> Int? {
        let area = bounds(of: window)
        let filling = subviews(of: window).filter { index in
            let frame = frames[index]
            return frame.isFinite && abs(frame.size.width - area.size.width) <= 0.5
                && abs(frame.maxY - area.maxY) <= 0.5 && (0...64).contains(frame.minY - area.minY)
        }
        return filling.first { controller(of: $0) != nil } ?? filling.first
    }
}

/// A view that the keyboard covers.
public struct CoveredView: Sendable, Hashable {
    /// The index of the view.
    public let view: Int
    /// Whether nothing of it is left to see.
    public let isWhole: Bool
    /// Whether people type into it, so that they do not see what they type.
    public let takesText: Bool
}

/// Where the docked keyboard lies, and what it covers.
public struct KeyboardCover: Sendable, Hashable {
    /// Where it lies, in window coordinates.
    public let frame: Rect
    /// The views it covers: those that take text first, then those that are covered wholly, each in tree order.
    public let views: [CoveredView]

    /// The keyboard over the screen that a root stands for; nil without one.
    ///
    /// A view is listed when it can be seen without the keyboard and lies under it. What is below a view that is covered
    /// wholly goes without saying, unless it takes text; a view of which a part is left is listed only when it takes
    /// text or has no subview that can be seen, as every superview up to the window is covered in part.
    public init?(_ surroundings: Surroundings, over root: Int, in tree: ViewTree, _ geometry: WindowGeometry) {
        guard surroundings.keyboardHeight > 0, tree.superview(of: root) == nil, tree.indices.contains(root) else {
            return nil
        }
        let origin = tree.bounds(of: root).origin
        // Where the root is the app's view, the screen begins above it.
        let top = tree.isWindow(root) ? 0 : surroundings.takenAtTop
        frame = Rect(
            x: origin.x,
            y: origin.y - top + surroundings.size.height - surroundings.keyboardHeight,
            width: surroundings.size.width,
            height: surroundings.keyboardHeight
        )
        var found: [CoveredView] = []
        var end = 0
        for index in tree.subtree(of: root).dropFirst() where geometry.isVisible(index) {
            guard let seen = geometry.visibleFrame(of: index), let part = seen.intersection(frame), !part.isEmpty else {
                continue
            }
            let isWhole = part.size.height >= seen.size.height - 0.01 && part.size.width >= seen.size.width - 0.01
            let takesText = tree.family(of: index)?.takesText ?? false
            let isLeaf = !tree.subviews(of: index).contains { geometry.isVisible($0) }
            if takesText || (index >= end && (isWhole || isLeaf)) {
                found.append(CoveredView(view: index, isWhole: isWhole, takesText: takesText))
            }
            if isWhole || takesText, index >= end { end = tree.subtree(of: index).upperBound }
        }
        views =
            found.filter(\.takesText) + found.filter { !$0.takesText && $0.isWhole }
            + found.filter { !$0.takesText && !$0.isWhole }
    }
}
