/// Which view gets a touch, and how that was found (`hitTest(_:with:)`).
public struct HitTest: Sendable, Hashable {
    /// What became of a view in the search.
    ///
    /// Where several reasons to refuse the point apply, the first of this list counts; the position is looked at last.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The view takes the touch, or one of its subviews does.
        case hit
        /// `isHidden` is set: the view and everything below it get no touches.
        case hidden
        /// The view's own alpha is less than 0.01; that of its superviews has been looked at before.
        case alphaBelowThreshold
        /// `isUserInteractionEnabled` is off: the view and everything below it get no touches.
        case userInteractionDisabled
        /// The point is not in the view's bounds, or the view is at no finite place. Subviews that reach out of the
        /// bounds are not asked either, whatever `clipsToBounds` says.
        case pointOutside
        /// The view holds the point and would have been asked next, but a sibling in front of it, or a window in
        /// front of it, had taken the touch by then. What is below the view is not part of the steps.
        case coveredBySibling
        /// The view holds the point and no subview took the touch, but its class leaves such touches to what lies
        /// behind it. A view of any other class would be the hit.
        case noSubviewHit
    }

    /// What became of one view.
    public struct Step: Sendable, Hashable {
        /// The index of the view. Half a word: a search may ask every view of a tree.
        private var index: Int32
        /// What became of it.
        public var reason: Reason

        /// The index of the view.
        public var view: Int {
            get { Int(index) }
            set { index = Int32(clamping: newValue) }
        }

        /// Whether the touch goes to the view or to one below it.
        public var isAccepted: Bool { reason == .hit }

        /// Creates a step.
        init(view: Int, reason: Reason) {
            index = Int32(clamping: view)
            self.reason = reason
        }
    }

    /// The index of the view that gets the touch; nil when none does.
    public internal(set) var view: Int?
    /// The views in the order in which they were asked, a superview before its subviews and siblings from the front to
    /// the back; then those that were not asked because the touch had been taken, from the innermost out.
    public internal(set) var steps: [Step] = []
}

extension ViewTree {
    /// A view whose alpha is less gets no touches (Apple, `hitTest(_:with:)`).
    package static let touchableAlpha = 0.01

    /// Windows and containers of the keyboard. They lie over the whole screen, touchable by all that a dump says of
    /// them, and yet the app behind them gets the touches: inferred, as Apple does not describe them.
    private static let keyboardClasses: Set = [
        "UITextEffectsWindow", "UIRemoteKeyboardWindow", "UIInputSetContainerView",
    ]

    /// The view that a touch goes to, by the rules of Apple's `hitTest(_:with:)`.
    ///
    /// Roots are asked from the last, which is in front, to the first. A view is asked in its own coordinates; its
    /// right and bottom edges are not part of it. Only the views that UIKit would ask are looked at.
    /// - Parameters:
    ///   - point: The touch in window coordinates, which are those of each root's bounds.
    ///   - root: Asks this root alone; nil asks all of them.
    public func hitTest(_ point: Point, in root: Int? = nil) -> HitTest {
        HitTestWalk(self, at: point, in: root.map { [$0] } ?? roots).result
    }

    /// Every view whose own bounds hold a point of the window, from front to back, whatever its state and its clips.
    ///
    /// A view under a transform that cannot be inverted has the area that hit testing gives it, not the empty one that
    /// is drawn. One pass over all views.
    public func views(at point: Point) -> [Int] {
        var found: [Int] = []
        // The point in the window and in each superview of the view that is next.
        var points: [Point?] = [point]
        for index in indices {
            points.removeLast(points.count - depth(of: index) - 1)
            let local = points[depth(of: index)].flatMap { localPoint($0, in: index) }
            points.append(local)
            if let local, bounds(of: index).contains(local) { found.append(index) }
        }
        return found.reversed()
    }

    /// A point of the superview's bounds space, or of the window for a root, in the view's own.
    ///
    /// - Returns: nil for a view that has no finite place and for a point that goes beyond all numbers.
    func localPoint(_ point: Point, in index: Int) -> Point? {
        guard !flags(of: index).contains(.nonFinite) else { return nil }
        let local = depth(of: index) == 0 ? point : fromSuperview(of: index).apply(to: point)
        return local.isFinite ? local : nil
    }

    /// Why a view refuses a point of its bounds space; nil when it does not.
    func refusal(of index: Int, at point: Point?) -> HitTest.Reason? {
        let flags = flags(of: index)
        if flags.contains(.hidden) { return .hidden }
        if alpha(of: index) < Self.touchableAlpha { return .alphaBelowThreshold }
        if !flags.contains(.userInteractionEnabled) { return .userInteractionDisabled }
        guard let point, bounds(of: index).contains(point) else { return .pointOutside }
        return nil
    }

    /// Whether touches that no subview takes go to what lies behind the view.
    package func leavesTouchesBehind(_ index: Int) -> Bool { Self.keyboardClasses.contains(className(of: index)) }
}

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

/// One link of a responder chain: who gets an event that those before did not handle.
public struct Responder: Sendable, Hashable {
    /// What kind of object it is.
    public enum Kind: String, Sendable, Hashable {
        case view, viewController, window, scene, application, applicationDelegate
    }

    /// What kind of object it is.
    public var kind: Kind
    /// Its class as the dump names it; UIKit's own where the dump does not.
    public var className: String
    /// The index of the view or window; nil for others.
    public var view: Int?
    /// Whether the dump says that it is there. The scene, the application and its delegate no dump names: they are what
    /// UIKit has there, and before iOS 13 there is no scene.
    public var isSaid = true

    /// Creates a link.
    init(_ kind: Kind, className: String, view: Int? = nil, isSaid: Bool = true) {
        self.kind = kind
        self.className = className
        self.view = view
        self.isSaid = isSaid
    }
}

extension ViewTree {
    /// The chain that an event climbs from a view (Apple, `UIResponder.next`): each view, its controller where the dump
    /// names one, then the superview; the window, its scene, the application and its delegate.
    ///
    /// A window is no controller's root view, so a controller that a dump notes there is left out. The chain of a tree
    /// whose root is no window ends at its root.
    public func responderChain(of index: Int) -> [Responder] {
        guard indices.contains(index) else { return [] }
        var chain: [Responder] = []
        var current: Int? = index
        while let view = current {
            current = superview(of: view)
            let isWindow = current == nil && isWindow(view)
            chain.append(Responder(isWindow ? .window : .view, className: className(of: view), view: view))
            if !isWindow, let controller = controller(of: view) {
                chain.append(Responder(.viewController, className: controller))
            }
        }
        if chain.contains(where: { $0.kind == .window }) {
            chain.append(Responder(.scene, className: "UIWindowScene", isSaid: false))
            chain.append(Responder(.application, className: "UIApplication", isSaid: false))
            chain.append(Responder(.applicationDelegate, className: "UIApplicationDelegate", isSaid: false))
        }
        return chain
    }

    /// Whether a root is a window, by its class or the UIKit class that the dump says it derives from.
    public func isWindow(_ index: Int) -> Bool {
        let name = className(of: index)
        return name == "UIWindow" || name.hasSuffix("Window")
            || attributes(of: index).contains { $0.name == "baseClass" && $0.value == "UIWindow" }
    }
}
