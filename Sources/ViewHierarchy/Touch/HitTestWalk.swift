/// One search for the view that gets a touch. It keeps its own stack: a tree may be deeper than the thread's.
struct HitTestWalk {
    /// Siblings that are asked one after the other.
    private struct Level {
        /// Those that have not been asked, back to front.
        var remaining: [Int]
        /// The touch in their superview's bounds space; in the window for roots.
        var point: Point
        /// The step of their superview.
        var superviewStep: Int?
    }

    private let tree: ViewTree
    private var levels: [Level]
    private(set) var result = HitTest()

    init(_ tree: ViewTree, at point: Point) {
        self.tree = tree
        levels = [Level(remaining: tree.roots, point: point)]
        while result.view == nil, let innermost = levels.indices.last {
            if let view = levels[innermost].remaining.popLast() {
                ask(view, at: levels[innermost].point)
            } else {
                leave(levels.removeLast())
            }
        }
        noteCovered()
    }

    private mutating func ask(_ view: Int, at point: Point) {
        let point = tree.localPoint(point, in: view)
        let refusal = tree.refusal(of: view, at: point)
        result.steps.append(HitTest.Step(view: view, reason: refusal ?? .hit))
        guard refusal == nil, let point else { return }
        levels.append(
            Level(remaining: tree.subviews(of: view), point: point, superviewStep: result.steps.indices.last)
        )
    }

    /// None of the siblings took the touch: it goes to their superview.
    private mutating func leave(_ level: Level) {
        guard let step = level.superviewStep else { return }
        if tree.leavesTouchesBehind(result.steps[step].view) {
            result.steps[step].reason = .noSubviewHit
        } else {
            result.view = result.steps[step].view
        }
    }

    private mutating func noteCovered() {
        for level in levels.reversed() {
            for view in level.remaining.reversed()
            where tree.refusal(of: view, at: tree.localPoint(level.point, in: view)) == nil {
                result.steps.append(HitTest.Step(view: view, reason: .coveredBySibling))
            }
        }
    }
}
