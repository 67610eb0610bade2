import Diagnostics

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
