public import Diagnostics

/// What autoresizing made of a tree.
public struct LayoutResult: Sendable {
    /// The tree as it is laid out now: the same views under the same ids.
    public let tree: ViewTree
    /// The indexes of the views whose frame, or scroll offset, is not what it was, in tree order.
    public let changed: [Int]
    /// What a person should know: `layout.constraints`, `layout.uncertain`, `layout.undecided`, `layout.negativeSize`,
    /// `layout.transformed`, `layout.invalidSize`, `layout.noAppView`.
    public let warnings: [Diagnostic]
    /// How much of each view's frame is known, by index.
    let certainties: [LayoutCertainty]

    package init(tree: ViewTree, changed: [Int], warnings: [Diagnostic], certainties: [LayoutCertainty]) {
        self.tree = tree
        self.changed = changed
        self.warnings = warnings
        self.certainties = certainties
    }

    /// How much of a view's frame in its superview is known; ``LayoutCertainty/none`` out of range.
    public func certainty(of index: Int) -> LayoutCertainty {
        certainties.indices.contains(index) ? certainties[index] : .none
    }

    /// The same with the texts and fonts that are assumed of the views below a root. They move no view.
    package func saying(_ texts: TextAssumptions, below root: Int) -> LayoutResult {
        guard !texts.isEmpty else { return self }
        return LayoutResult(
            tree: tree.worded(texts, below: root),
            changed: changed,
            warnings: warnings + tree.textWarnings(texts),
            certainties: certainties
        )
    }

    /// The views of whose frames something is not known, in tree order.
    public var uncertain: [Int] { certainties.indices.filter { !certainties[$0].isKnown } }

    /// Whether the view's frame is not what it was; logarithmic in the number of changed views.
    public func isChanged(_ index: Int) -> Bool { changed.holds(index) }

    /// Where the views lie in their windows now.
    public var windowGeometry: WindowGeometry { WindowGeometry(tree) }
}

extension ViewTree {
    /// What autoresizing makes of the tree when one view, usually a root, takes a new size.
    ///
    /// The view keeps its top-left corner; one with a transform keeps its center, as `setBounds:` does. Subviews follow
    /// their masks wherever their superview's bounds changed size and has `autoresizesSubviews`. A negative size counts
    /// as 0; an index out of range or a size that is not finite changes nothing.
    public func laidOut(
        resizing view: Int,
        to size: Size,
        rule: Autoresizing.Rule = .proportional,
        rounding: Autoresizing.Rounding = .none
    ) -> LayoutResult {
        LayoutPass.run(Autoresizing(rule: rule, rounding: rounding), on: self, resizing: view, to: size)
    }

    /// What autoresizing makes of the tree in a situation.
    ///
    /// A window takes the screen's size. What the in-call bar, and an app that makes room for the keyboard, take from
    /// its height they take from the view of its root controller (``rootControllerView(of:)``); from a view that is no
    /// window they take it directly. What iOS itself places, such as bars, goes where that device has it.
    /// - Parameter view: The view that stands for the app: usually a root.
    public func laidOut(
        _ view: Int,
        in surroundings: Surroundings,
        rule: Autoresizing.Rule = .proportional,
        rounding: Autoresizing.Rounding = .none
    ) -> LayoutResult {
        let isTaken = surroundings.takenAtTop > 0 || surroundings.takenAtBottom > 0
        let isWindow = superview(of: view) == nil && isWindow(view)
        let screen = surroundings.takenAtTop > 0 && !isWindow ? nil : SystemScreen(surroundings)
        return LayoutPass.run(
            Autoresizing(rule: rule, rounding: rounding),
            on: self,
            resizing: view,
            to: isWindow ? surroundings.size : surroundings.sizeLeft,
            leaving: isTaken && isWindow ? surroundings : nil,
            system: screen.flatMap { SystemLayout(self, view, on: $0) }
        )
    }

    /// Where iOS itself places views below a root on another screen, in their superviews, by their indexes.
    package func systemFrames(below root: Int, on screen: SystemScreen) -> [Int: Rect] {
        guard var system = SystemLayout(self, root, on: screen) else { return [:] }
        var tree = self
        tree.setFrame(Rect(origin: frame(of: root).origin, size: screen.size), at: root, autoresizing: Autoresizing())
        system.place(&tree, Autoresizing())
        return Dictionary(
            system.certainties.filter { $0.value != .undetermined }.map { ($0.key, tree.frame(of: $0.key)) }
        ) { first, _ in first }
    }

    /// Gives the bounds a size; an untransformed view keeps its top-left corner, others keep their center.
    package mutating func setBoundsSize(_ size: Size, at index: Int) {
        guard var geometry = geometries[index], !geometry.transform.isIdentity else {
            setFrame(Rect(origin: frames[index].origin, size: size), at: index)
            return
        }
        guard geometry.bounds.size != size else { return }
        geometry.bounds.size = size
        geometries[index] = geometry
        frames[index] = geometry.frame
    }
}

/// One run of autoresizing over a subtree, with what is to be said about it.
struct LayoutPass: ResizingObserver {
    /// After so many warnings the rest is only counted: a dump can have one for each of a million views.
    static let maximumWarnings = 1000

    private(set) var changed: [Int] = []
    private var warnings: [Diagnostic] = []
    private var unsaid = 0

    /// Resizes one view of the tree in place and lets its subviews follow.
    ///
    /// - Parameters:
    ///   - surroundings: What is taken from the root controller's view of a window then; nil takes nothing.
    ///   - system: Who places what iOS places; nil leaves all to the masks.
    static func run(
        _ autoresizing: Autoresizing,
        on before: ViewTree,
        resizing view: Int,
        to size: Size,
        leaving surroundings: Surroundings? = nil,
        system: SystemLayout? = nil
    ) -> LayoutResult {
        var pass = LayoutPass()
        var tree = before
        pass.resize(view, to: size, autoresizing, in: &tree)
        var placed = [view]
        if let surroundings {
            if let app = before.rootControllerView(of: view) {
                placed.append(app)
                pass.shrink(app, by: surroundings, autoresizing, in: &tree)
            } else {
                let predicate =
                    "has no subview that fills it, so no view is known to give way to the bar or the keyboard."
                pass.warn("layout.noAppView", view, predicate, in: tree)
            }
        }
        var system = system
        system?.place(&tree, autoresizing)
        if surroundings != nil || system != nil {
            // Some views moved twice, perhaps back to where they were.
            let scrolled = system?.scrolled ?? []
            pass.changed = tree.indices.filter { tree.frames[$0] != before.frames[$0] || scrolled.holds($0) }
        }
        let signs = ConstraintSigns(in: before)
        var certainties = CertaintyPass.certainties(of: tree, before: before, placed: placed, signs: signs)
        // Of what the system places its notes tell.
        for index in (system?.certainties ?? [:]).keys { certainties[index] = .masks }
        let doubts = signs.mayPlaceViews ? Self.doubts(certainties, tree, signs) : []
        for (index, certainty) in system?.certainties ?? [:] { certainties[index] = certainty }
        if pass.unsaid > 0 {
            let message = "\(pass.unsaid) more warnings are not listed."
            pass.warnings.append(Diagnostic(.info, "layout.moreWarnings", message))
        }
        let warnings = doubts + (system?.notes ?? []) + pass.warnings
        return LayoutResult(tree: tree, changed: pass.changed, warnings: warnings, certainties: certainties)
    }

    /// Takes room from a view at its top and at its bottom.
    private mutating func shrink(
        _ view: Int,
        by surroundings: Surroundings,
        _ autoresizing: Autoresizing,
        in tree: inout ViewTree
    ) {
        let oldSize = tree.bounds(of: view).size
        var frame = tree.frames[view]
        frame.origin.y += surroundings.takenAtTop
        frame.size.height = max(frame.size.height - surroundings.takenAtTop - surroundings.takenAtBottom, 0)
        guard frame.isFinite else { return }
        tree.setFrame(frame, at: view)
        tree.resizeSubviews(of: view, from: oldSize, autoresizing, observer: &self)
    }

    /// What cannot be known: one warning for all, and one for each of the topmost views that it is about.
    private static func doubts(
        _ certainties: [LayoutCertainty],
        _ tree: ViewTree,
        _ signs: ConstraintSigns
    ) -> [Diagnostic] {
        let (none, partial) = certainties.reduce(into: (0, 0)) { counts, certainty in
            if certainty == .none { counts.0 += 1 } else if certainty == .partial { counts.1 += 1 }
        }
        guard none + partial > 0 else { return [] }
        let cause =
            signs.words.map { "constraints apply here (\($0))" }
            ?? "this dump has no masks"
        let parts = [
            none > 0 ? "\(none.counted("view")) cannot be placed" : nil,
            partial > 0 ? "\(partial) only in part" : nil,
        ]
        let message =
            "Only autoresizing masks are simulated, and \(cause): "
            + parts.compactMap { $0 }.joined(separator: ", ") + ". Their drawing is a guess."
        var doubts = [Diagnostic(.warning, "layout.constraints", message)]
        var end = 0
        for index in certainties.indices where certainties[index] != .masks && index >= end {
            end = Int(tree.subtreeEnds[index])
            guard doubts.count <= LayoutComparison.usualMaximum else {
                doubts.append(
                    Diagnostic(.info, "layout.moreWarnings", "More views that can't be placed are not listed.")
                )
                break
            }
            let predicate =
                certainties[index] == .none
                ? "can't be placed: constraints decide its position, or the size of its superview is unknown."
                : "can be placed only partly: the size of its superview is unknown."
            doubts.append(
                Diagnostic(.info, "layout.uncertain", "\(tree.name(of: index)) \(predicate)", view: tree.id(at: index))
            )
        }
        return doubts
    }

    private mutating func resize(_ view: Int, to size: Size, _ autoresizing: Autoresizing, in tree: inout ViewTree) {
        guard tree.indices.contains(view), let target = checked(size, for: view, in: tree),
            !tree.flagSets[view].contains(.nonFinite)
        else { return }
        let (oldFrame, oldSize) = (tree.frames[view], tree.bounds(of: view).size)
        tree.setBoundsSize(target, at: view)
        if tree.frames[view] != oldFrame { changed.append(view) }
        tree.resizeSubviews(of: view, from: oldSize, autoresizing, observer: &self)
    }

    mutating func willResize(_ index: Int, in tree: borrowing ViewTree) {}

    mutating func didMove(_ index: Int, from frame: Rect, _ flags: ViewFlags) { changed.append(index) }

    mutating func didResize(_ index: Int, from frame: Rect, isClamped: Bool, in tree: borrowing ViewTree) {
        if tree.frames[index] != frame { changed.append(index) }
        if isClamped {
            warn("layout.negativeSize", index, "would have a negative length; it was set to 0.", in: tree)
        }
        if !tree.transform(of: index).isIdentity {
            warn(
                "layout.transformed",
                index,
                "has a transform and is resized through its frame, as UIKit does; the frame read back may differ.",
                in: tree
            )
        }
    }

    private mutating func checked(_ size: Size, for view: Int, in tree: borrowing ViewTree) -> Size? {
        guard size.isFinite else {
            warn("layout.invalidSize", view, "cannot take a size that is not finite.", in: tree)
            return nil
        }
        guard size.width < 0 || size.height < 0 else { return size }
        warn("layout.negativeSize", view, "can't have a negative length; it was set to 0.", in: tree)
        return Size(width: max(size.width, 0), height: max(size.height, 0))
    }

    private mutating func warn(_ code: String, _ index: Int, _ predicate: String, in tree: borrowing ViewTree) {
        guard warnings.count < Self.maximumWarnings else {
            unsaid &+= 1
            return
        }
        let message = "\(tree.className(of: index)) \(predicate)"
        warnings.append(Diagnostic(.warning, code, message, view: tree.id(at: index)))
    }
}
