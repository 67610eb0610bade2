/// One search for the view that gets a touch. It keeps its own stack: a tree may be deeper than the thread's.
struct HitTestWalk {
    /// Siblings that are asked one after the other.
    private struct Level {
        /// Where those that have not been asked begin among the siblings of all levels.
        var first: Int
        /// The touch in their superview's bounds space; in the window for roots.
        var point: Point
        /// The step of their superview.
        var superviewStep: Int?
    }

    // The tree is handed from step to step: as a part of what changes it would be copied for each view that is asked.
    private var levels: [Level]
    /// Those that have not been asked, back to front, those of the outermost level first.
    private var siblings: [Int32]
    private(set) var result = HitTest()

    init(_ tree: ViewTree, at point: Point, in roots: [Int]? = nil) {
        levels = [Level(first: 0, point: point)]
        // A view that is out of range is asked too: it holds no point.
        siblings = (roots ?? tree.roots).map { Int32(clamping: $0) }
        while result.view == nil, let innermost = levels.last {
            if let inside = ask(innermost, in: tree) {
                descend(to: inside, in: tree)
            } else {
                levels.removeLast()
                leave(innermost, in: tree)
            }
        }
        noteCovered(in: tree)
    }

    /// Asks the siblings of the innermost level from the front to the back.
    ///
    /// - Returns: The touch in the bounds of the first one that takes it; nil when none does.
    private mutating func ask(_ level: Level, in tree: ViewTree) -> Point? {
        while siblings.count > level.first, let sibling = siblings.popLast() {
            let answer = tree.answer(of: Int(sibling), at: level.point)
            result.steps.append(HitTest.Step(view: Int(sibling), reason: answer.reason))
            if answer.reason == .hit { return answer.point }
        }
        return nil
    }

    /// The view of the last step has taken the touch: its subviews are next.
    private mutating func descend(to point: Point, in tree: ViewTree) {
        guard let step = result.steps.indices.last else { return }
        levels.append(Level(first: siblings.count, point: point, superviewStep: step))
        tree.forEachSubview(of: result.steps[step].view) { siblings.append($0) }
    }

    /// None of the siblings took the touch: it goes to their superview.
    private mutating func leave(_ level: Level, in tree: ViewTree) {
        guard let step = level.superviewStep else { return }
        if tree.leavesTouchesBehind(result.steps[step].view) {
            result.steps[step].reason = .noSubviewHit
        } else {
            result.view = result.steps[step].view
        }
    }

    private mutating func noteCovered(in tree: ViewTree) {
        for level in levels.reversed() {
            while siblings.count > level.first, let sibling = siblings.popLast() {
                guard tree.answer(of: Int(sibling), at: level.point).reason == .hit else { continue }
                result.steps.append(HitTest.Step(view: Int(sibling), reason: .coveredBySibling))
            }
        }
    }
}

extension ViewTree {
    /// What a view says to a touch, and where the touch is in its bounds. Its subviews are not asked.
    ///
    /// - Parameter point: The touch in the superview's bounds space, or in the window for a root.
    /// - Returns: ``HitTest/Reason/hit`` where the view holds the touch; only then the point counts.
    @inline(__always)
    fileprivate func answer(of index: Int, at point: Point) -> (reason: HitTest.Reason, point: Point) {
        guard indices.contains(index), superviewIndexes[index] >= 0, !geometries.has(index), !numbers.has(index) else {
            let local = localPoint(point, in: index)
            return (refusal(of: index, at: local) ?? .hit, local ?? .zero)
        }
        // Most views: a frame says where they are, and nothing how opaque.
        let flags = flagSets[index]
        if flags.contains(.hidden) { return (.hidden, .zero) }
        if !flags.contains(.userInteractionEnabled) { return (.userInteractionDisabled, .zero) }
        let frame = frames[index]
        let local = point - frame.origin
        guard Rect(origin: .zero, size: frame.size).contains(local), local.isFinite, !flags.contains(.nonFinite) else {
            return (.pointOutside, .zero)
        }
        return (.hit, local)
    }
}
