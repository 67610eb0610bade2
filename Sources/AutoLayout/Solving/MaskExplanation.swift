public import ViewHierarchy

/// Why a view is where it is that its autoresizing mask places.
///
/// Of dumps without constraints no more is known, and not even that where they say no mask or show signs of constraints.
public struct MaskExplanation: Sendable {
    private let tree: ViewTree
    private let signs: ConstraintSigns

    /// Looks at what a tree says of masks, and for signs of constraints.
    public init(_ tree: ViewTree) {
        self.tree = tree
        signs = ConstraintSigns(in: tree)
    }

    /// Explains a view, and how well that is known; nil out of range.
    public func explanation(of index: Int) -> (explanation: LayoutExplanation, certainty: LayoutCertainty)? {
        guard tree.indices.contains(index), let root = tree.root(of: index) else { return nil }
        func made(_ words: String) -> LayoutExplanation {
            LayoutExplanation(view: index, root: root, frame: tree.frame(of: index), words: words)
        }
        guard root != index else {
            var explanation = made("The screen gives it its size.")
            explanation.edges = Self.screenEdges(explanation.frame)
            return (explanation, .masks)
        }
        if signs.arePlacing(index) {
            return (made("Constraints seem to place it, and the dump says none of them."), .none)
        }
        guard tree.says(.autoresizingMask, of: index) || signs.saysMasks else {
            return (made("The dump says neither its mask nor any constraint."), .none)
        }
        var explanation = made(Self.words(of: index, in: tree))
        explanation.edges = Self.edges(of: index, explanation.frame, in: tree)
        return (explanation, .masks)
    }

    /// Which parts of a root its screen holds: all.
    static func screenEdges(_ frame: Rect) -> [LayoutExplanation.Edge] {
        [LayoutExplanation.Part.left, .width, .top, .height].map { part in
            var edge = LayoutExplanation.Edge(part, LayoutExplanation.value(part, of: frame), .decided)
            edge.holds = [.init(kind: .screen, text: "the canvas or the screen", priority: nil, decides: true)]
            return edge
        }
    }

    /// The mask in words: `Its mask places it: width flexible; all else keeps its size.`
    static func words(of index: Int, in tree: ViewTree) -> String {
        if let superview = tree.superview(of: index), !tree.flags(of: superview).contains(.autoresizesSubviews) {
            return "Its superview does not resize its subviews: it stays as it is."
        }
        let mask = tree.autoresizingMask(of: index)
        let flexible = parts.filter { mask.contains($0.flag) }.map(\.name)
        guard !flexible.isEmpty else {
            return "Its mask places it: nothing is flexible, so it keeps left, top and size."
        }
        return "Its mask places it: flexible \(flexible.joined(separator: ", ")); the rest is fixed."
    }

    private static let parts: [(flag: AutoresizingMask, part: LayoutExplanation.Part, name: String)] = [
        (.flexibleLeftMargin, .left, "left margin"), (.flexibleRightMargin, .right, "right margin"),
        (.flexibleWidth, .width, "width"), (.flexibleTopMargin, .top, "top margin"),
        (.flexibleBottomMargin, .bottom, "bottom margin"), (.flexibleHeight, .height, "height"),
    ]

    /// Both margins and the length of each axis, flexible or fixed. A mask without a flexible part holds left and top.
    static func edges(of index: Int, _ frame: Rect, in tree: ViewTree) -> [LayoutExplanation.Edge] {
        let resizes = tree.superview(of: index).map { tree.flags(of: $0).contains(.autoresizesSubviews) } ?? true
        let mask = resizes ? tree.autoresizingMask(of: index) : []
        return parts.map { flag, part, name in
            var edge = LayoutExplanation.Edge(part, LayoutExplanation.value(part, of: frame), .decided)
            let axis = part.isHorizontal ? mask.horizontal : mask.vertical
            let isFar = part == .right || part == .bottom
            let isKept = !axis.isEmpty || !isFar
            let text = isKept ? "\(name) is \(mask.contains(flag) ? "flexible" : "fixed")" : ""
            if isKept {
                edge.holds = [.init(kind: .mask, text: text, priority: nil, decides: true)]
            } else {
                edge.follows = part.isHorizontal ? [.left, .width] : [.top, .height]
            }
            return edge
        }
    }
}
