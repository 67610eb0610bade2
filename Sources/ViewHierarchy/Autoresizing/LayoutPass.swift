import Diagnostics
import Geometry

/// One run of autoresizing over a subtree.
///
/// UIKit resizes subviews as soon as their superview's bounds have changed, depth first. Every view depends only on its
/// own frame and on its superview's sizes before and after, so one walk in tree order does the same.
struct LayoutPass {
    /// After so many warnings the rest is only counted: a dump can have one for each of a million views.
    static let maximumWarnings = 1000

    let autoresizing: Autoresizing
    let before: ViewTree
    private(set) var after: ViewTree
    private var changed: [Int] = []
    private var warnings: [Diagnostic] = []
    private var unsaid = 0

    init(_ autoresizing: Autoresizing, of tree: ViewTree) {
        self.autoresizing = autoresizing
        before = tree
        after = tree
    }

    consuming func finish() -> LayoutResult {
        if unsaid > 0 {
            warnings.append(Diagnostic(.info, "layout.moreWarnings", "\(unsaid) further warnings are not listed."))
        }
        return LayoutResult(tree: after, changed: changed, warnings: warnings)
    }

    mutating func resize(_ view: Int, to size: Size) {
        let range = before.subtree(of: view)
        guard let target = checked(size, for: view), !range.isEmpty, !before.flagSets[view].contains(.nonFinite)
        else { return }
        after.setBoundsSize(target, at: view)
        var isResized = [Bool](repeating: false, count: range.count)
        isResized[0] = before.bounds(of: view).size != target
        if after.frames[view] != before.frames[view] { changed.append(view) }
        for index in range.dropFirst() {
            let superview = Int(before.superviewIndexes[index])
            guard isResized[superview - range.lowerBound], before.flagSets[superview].contains(.autoresizesSubviews)
            else { continue }
            isResized[index - range.lowerBound] = autoresize(index, in: superview)
        }
    }

    /// Lays out one view of a resized superview; returns whether its own subviews have to follow.
    private mutating func autoresize(_ index: Int, in superview: Int) -> Bool {
        let mask = before.masks[index]
        guard !mask.isEmpty, !before.flagSets[index].contains(.nonFinite) else { return false }
        let transform = before.transform(of: index)
        var autoresizing = autoresizing
        // A rotated view has no edges on the pixel grid (AppKit does not round it either).
        if !transform.isTranslation { autoresizing.rounding = .none }
        let (frame, isClamped) = autoresizing.resize(
            before.frames[index],
            mask: mask,
            from: before.bounds(of: superview).size,
            to: after.bounds(of: superview).size
        )
        guard frame != before.frames[index] else { return false }
        after.setFrame(frame, at: index)
        if after.frames[index] != before.frames[index] { changed.append(index) }
        if isClamped {
            warn("layout.negativeSize", index, "shrinks below nothing; the negative length became 0.")
        }
        if !transform.isIdentity {
            warn(
                "layout.transformed",
                index,
                "has a transform and is resized through its frame, as UIKit does; the frame read back may differ."
            )
        }
        return after.bounds(of: index).size != before.bounds(of: index).size
    }

    private mutating func checked(_ size: Size, for view: Int) -> Size? {
        guard size.isFinite else {
            warn("layout.invalidSize", view, "cannot take a size that is not finite.")
            return nil
        }
        guard size.width < 0 || size.height < 0 else { return size }
        warn("layout.negativeSize", view, "cannot be smaller than nothing; the negative length became 0.")
        return Size(width: max(size.width, 0), height: max(size.height, 0))
    }

    private mutating func warn(_ code: String, _ index: Int, _ predicate: String) {
        guard warnings.count < Self.maximumWarnings else {
            unsaid &+= 1
            return
        }
        let message = "\(before.className(of: index)) \(predicate)"
        warnings.append(Diagnostic(.warning, code, message, view: before.id(at: index)))
    }
}
