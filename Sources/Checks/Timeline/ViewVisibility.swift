import Drawing
import ViewHierarchy

/// Whether a view is seen on the screen, or why not.
///
/// What covers it counts by the rules of `VisibleArea`: a view is never said to be covered when it is not.
public enum ViewVisibility: String, Sendable, Hashable, CaseIterable {
    /// Something of it is seen.
    case visible
    /// It is hidden.
    case hidden
    /// A superview is hidden.
    case hiddenAbove
    /// It or a superview has no opacity.
    case transparent
    /// Superviews that clip and the window leave nothing of it.
    case outside
    /// Others in front cover all of it.
    case covered
    /// It has no area.
    case empty
    /// It is at no finite place.
    case nowhere

    /// Whether something of it is seen.
    public var isSeen: Bool { self == .visible }

    /// In a few words: `Visible`, `In a hidden view`.
    public var label: String {
        switch self {
        case .visible: "Visible"
        case .hidden: "Hidden"
        case .hiddenAbove: "In a hidden view"
        case .transparent: "Transparent"
        case .outside: "Clipped away or off screen"
        case .covered: "Covered"
        case .empty: "Without area"
        case .nowhere: "At no finite place"
        }
    }

    /// Those of all views of a tree, in its order.
    static func all(of tree: ViewTree, _ geometry: WindowGeometry, _ area: VisibleArea) -> [ViewVisibility] {
        var found: [ViewVisibility] = []
        found.reserveCapacity(tree.count)
        /// Whether each view or one that it is in is hidden.
        var isHidden: [Bool] = []
        isHidden.reserveCapacity(tree.count)
        for index in tree.indices {
            let isHiddenAbove = tree.superview(of: index).map { isHidden[$0] } ?? false
            let isHiddenItself = tree.flags(of: index).contains(.hidden)
            isHidden.append(isHiddenItself || isHiddenAbove)
            let visibility: ViewVisibility =
                if isHiddenItself {
                    .hidden
                } else if isHiddenAbove {
                    .hiddenAbove
                } else if let frame = geometry.windowFrame(of: index) {
                    if frame.isEmpty {
                        .empty
                    } else if geometry.visibleFrame(of: index) == nil {
                        .outside
                    } else if !geometry.isVisible(index) {
                        .transparent
                    } else {
                        area.fraction(of: index) == 0 ? .covered : .visible
                    }
                } else {
                    .nowhere
                }
            found.append(visibility)
        }
        return found
    }
}
