public import Diagnostics

/// What autoresizing made of a tree.
public struct LayoutResult: Sendable {
    /// The tree as it is laid out now: the same views under the same ids.
    public let tree: ViewTree
    /// The indexes of the views whose frame is not what it was, in tree order.
    public let changed: [Int]
    /// What a person should know: `layout.negativeSize`, `layout.transformed`, `layout.invalidSize`.
    public let warnings: [Diagnostic]

    /// Whether the view's frame is not what it was; logarithmic in the number of changed views.
    public func isChanged(_ index: Int) -> Bool {
        var low = 0
        var high = changed.count
        while low < high {
            let middle = (low + high) / 2
            if changed[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < changed.count && changed[low] == index
    }

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

    /// Gives the bounds a size; an untransformed view keeps its top-left corner, others keep their center.
    mutating func setBoundsSize(_ size: Size, at index: Int) {
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
    static func run(_ autoresizing: Autoresizing, on tree: ViewTree, resizing view: Int, to size: Size) -> LayoutResult
    {
        var pass = LayoutPass()
        var tree = tree
        pass.resize(view, to: size, autoresizing, in: &tree)
        if pass.unsaid > 0 {
            let message = "\(pass.unsaid) further warnings are not listed."
            pass.warnings.append(Diagnostic(.info, "layout.moreWarnings", message))
        }
        return LayoutResult(tree: tree, changed: pass.changed, warnings: pass.warnings)
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

    mutating func didResize(_ index: Int, from frame: Rect, isClamped: Bool, in tree: borrowing ViewTree) {
        if tree.frames[index] != frame { changed.append(index) }
        if isClamped {
            warn("layout.negativeSize", index, "shrinks below nothing; the negative length became 0.", in: tree)
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
        warn("layout.negativeSize", view, "cannot be smaller than nothing; the negative length became 0.", in: tree)
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

extension ViewTree {
    /// Lets the subviews follow their masks after the bounds of a view have changed size.
    ///
    /// UIKit resizes subviews as soon as their superview's bounds have changed, depth first. Every view depends only on
    /// its own frame and on its superview's sizes before and after, so one walk in tree order does the same. Subtrees
    /// whose top view keeps its size are passed over.
    mutating func resizeSubviews(
        of view: Int,
        from oldSize: Size,
        _ autoresizing: Autoresizing,
        observer: inout some ResizingObserver
    ) {
        guard Autoresizing.isChange(oldSize, bounds(of: view).size), flagSets[view].contains(.autoresizesSubviews)
        else { return }
        let end = Int(subtreeEnds[view])
        // The superviews above the present view whose size changed, with their sizes from before.
        var resized = [(view: view, oldSize: oldSize)]
        var index = view + 1
        while index < end {
            while let last = resized.last, last.view != Int(superviewIndexes[index]) { resized.removeLast() }
            guard let superview = resized.last else { return }
            let old = bounds(of: index).size
            autoresize(index, in: superview.view, from: superview.oldSize, autoresizing, observer: &observer)
            let isResized = Autoresizing.isChange(old, bounds(of: index).size)
            if isResized, flagSets[index].contains(.autoresizesSubviews) {
                resized.append((index, old))
                index += 1
            } else {
                index = Int(subtreeEnds[index])
            }
        }
    }

    private mutating func autoresize(
        _ index: Int,
        in superview: Int,
        from oldSize: Size,
        _ autoresizing: Autoresizing,
        observer: inout some ResizingObserver
    ) {
        let mask = masks[index]
        guard !mask.isEmpty, !flagSets[index].contains(.nonFinite) else { return }
        var autoresizing = autoresizing
        // A rotated view has no edges on the pixel grid (AppKit does not round it either).
        if !transform(of: index).isTranslation { autoresizing.rounding = .none }
        let old = frames[index]
        let (frame, isClamped) = autoresizing.resize(old, mask: mask, from: oldSize, to: bounds(of: superview).size)
        guard frame != old else { return }
        observer.willResize(index, in: self)
        setFrame(frame, at: index)
        markPlace(of: index)
        observer.didResize(index, from: old, isClamped: isClamped, in: self)
    }

    /// A place that was set is what it says, whatever the dump said before.
    mutating func markPlace(of index: Int) {
        flagSets[index].remove(.frameDisagrees)
        if frames[index].isFinite, geometries[index]?.isFinite ?? true {
            flagSets[index].remove(.nonFinite)
        } else {
            flagSets[index].insert(.nonFinite)
        }
    }
}

/// Watches subviews follow their masks.
protocol ResizingObserver {
    /// A view is about to take another frame.
    mutating func willResize(_ index: Int, in tree: borrowing ViewTree)

    /// A view has taken a frame. `isClamped`: a length was kept from falling below 0.
    mutating func didResize(_ index: Int, from frame: Rect, isClamped: Bool, in tree: borrowing ViewTree)
}
