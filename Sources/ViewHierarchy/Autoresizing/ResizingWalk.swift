/// Watches subviews follow their masks. Of each view that takes another frame it is told in one of two ways, in tree order.
protocol ResizingObserver {
    /// A view that its frame alone describes has taken another one, and no length was kept from falling below 0.
    /// - Parameters:
    ///   - frame: what it was.
    ///   - flags: what they were.
    mutating func didMove(_ index: Int, from frame: Rect, _ flags: ViewFlags)

    /// Any other view is about to take another frame.
    mutating func willResize(_ index: Int, in tree: borrowing ViewTree)

    /// It has taken a frame. `isClamped`: a length was kept from falling below 0.
    mutating func didResize(_ index: Int, from frame: Rect, isClamped: Bool, in tree: borrowing ViewTree)
}

/// The way over the views below one whose bounds have changed size.
///
/// UIKit resizes subviews as soon as their superview's bounds have changed, depth first. Every view depends only on its
/// own frame and on its superview's sizes before and after, so one walk in tree order does the same. Subtrees whose top
/// view keeps its size are passed over.
struct ResizingWalk {
    /// A view whose size changed and whose subviews follow.
    private struct Superview {
        let end: Int
        let change: SizeChange
    }

    /// The superview of the next view, or one that ends before it.
    private var superview: Superview
    /// The superviews above that.
    private var outer: [Superview] = []
    /// The view that is next.
    private(set) var index: Int

    /// Begins behind a view that was resized already.
    init(below view: Int, end: Int, _ change: SizeChange) {
        superview = Superview(end: end, change: change)
        index = view + 1
    }

    /// How the superview of the next view has changed; nil at the end.
    @inline(__always)
    mutating func change() -> SizeChange? {
        while index >= superview.end {
            guard let next = outer.popLast() else { return nil }
            superview = next
        }
        return superview.change
    }

    /// Goes on below the present view where it changed its size and its subviews follow, else behind all below it.
    @inline(__always)
    mutating func advance(from old: Size, to new: Size, _ flags: ViewFlags, end: Int) {
        index += 1
        guard index < end else { return }
        if Autoresizing.isChange(old, new), flags.contains(.autoresizesSubviews) {
            outer.append(superview)
            superview = Superview(end: end, change: SizeChange(from: old, to: new))
        } else {
            index = end
        }
    }
}

extension ViewTree {
    /// Lets the subviews follow their masks after the bounds of a view have changed size.
    mutating func resizeSubviews(
        of view: Int,
        from oldSize: Size,
        _ autoresizing: Autoresizing,
        observer: inout some ResizingObserver
    ) {
        let size = bounds(of: view).size
        guard Autoresizing.isChange(oldSize, size), flagSets[view].contains(.autoresizesSubviews) else { return }
        var walk = ResizingWalk(below: view, end: Int(subtreeEnds[view]), SizeChange(from: oldSize, to: size))
        while walk.change() != nil {
            if !geometries.has(walk.index) { walk = resizeFramed(consume walk, autoresizing, observer: &observer) }
            guard let superview = walk.change() else { return }
            let index = walk.index
            let old = bounds(of: index).size
            autoresize(index, by: superview, autoresizing, observer: &observer)
            walk.advance(
                from: old,
                to: bounds(of: index).size,
                flagSets[index],
                end: Int(subtreeEnds[index])
            )
        }
    }

    /// Goes on as long as frames alone describe the views and nothing is to be said about them but where they were.
    ///
    /// Most views are such. The frames are taken out of the tree meanwhile, so that nobody asks for each whether they are
    /// shared; the observer does not see the tree.
    /// - Returns: The walk at its end, or at a view that wants more.
    private mutating func resizeFramed(
        _ start: consuming ResizingWalk,
        _ autoresizing: Autoresizing,
        observer: inout some ResizingObserver
    ) -> ResizingWalk {
        var walk = start
        var column = self.frames
        self.frames = []
        defer { self.frames = column }
        var frames = column.mutableSpan
        let masks = masks.span
        let ends = subtreeEnds.span
        let flagSets = flagSets.span
        while let superview = walk.change(), !geometries.has(walk.index) {
            let index = walk.index
            let (old, mask, flags) = (frames[index], masks[index], flagSets[index])
            var size = old.size
            if !mask.isEmpty, !flags.contains(.nonFinite) {
                let (frame, isClamped) = autoresizing.resize(old, mask: mask, by: superview)
                if frame != old {
                    guard !isClamped, !flags.contains(.frameDisagrees), frame.isFinite else { return walk }
                    frames[index] = frame
                    size = frame.size
                    observer.didMove(index, from: old, flags)
                }
            }
            walk.advance(from: old.size, to: size, flags, end: Int(ends[index]))
        }
        return walk
    }

    private mutating func autoresize(
        _ index: Int,
        by superview: SizeChange,
        _ autoresizing: Autoresizing,
        observer: inout some ResizingObserver
    ) {
        let mask = masks[index]
        guard !mask.isEmpty, !flagSets[index].contains(.nonFinite) else { return }
        var autoresizing = autoresizing
        // A rotated view has no edges on the pixel grid (AppKit does not round it either).
        if !transform(of: index).isTranslation { autoresizing.rounding = .none }
        let old = frames[index]
        let (frame, isClamped) = autoresizing.resize(old, mask: mask, by: superview)
        guard frame != old else { return }
        observer.willResize(index, in: self)
        setFrame(frame, at: index)
        markPlace(of: index)
        observer.didResize(index, from: old, isClamped: isClamped, in: self)
    }

    /// Puts a view back where it is in another state of the tree.
    mutating func restorePlace(of index: Int, from other: ViewTree) {
        frames[index] = other.frames[index]
        if geometries.has(index) || other.geometries.has(index) { geometries[index] = other.geometries[index] }
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
