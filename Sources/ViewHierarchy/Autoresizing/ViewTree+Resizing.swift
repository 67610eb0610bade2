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
        guard bounds(of: view).size != oldSize, flagSets[view].contains(.autoresizesSubviews) else { return }
        let end = Int(subtreeEnds[view])
        // The superviews above the present view whose size changed, with their sizes from before.
        var resized = [(view: view, oldSize: oldSize)]
        var index = view + 1
        while index < end {
            while let last = resized.last, last.view != Int(superviewIndexes[index]) { resized.removeLast() }
            guard let superview = resized.last else { return }
            let old = bounds(of: index).size
            autoresize(index, in: superview.view, from: superview.oldSize, autoresizing, observer: &observer)
            if bounds(of: index).size != old, flagSets[index].contains(.autoresizesSubviews) {
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
