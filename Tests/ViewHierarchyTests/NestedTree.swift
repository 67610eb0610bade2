import ViewHierarchy

/// A tree as UIKit has it, of lists of subviews: the slow and simple model that edits are held against.
struct NestedTree: Equatable {
    /// The ids of the subviews of each view, back to front; -1 has the roots.
    var subviews: [Int: [Int]] = [-1: []]
    var next: Int

    init(_ tree: ViewTree) {
        next = tree.count
        for index in tree.indices {
            guard let id = tree.id(at: index) else { continue }
            subviews[id] = tree.subviews(of: index).compactMap { tree.id(at: $0) }
        }
        subviews[-1] = tree.roots.compactMap { tree.id(at: $0) }
    }

    func superview(of view: Int) -> Int { subviews.first { $0.value.contains(view) }?.key ?? -1 }

    func isInside(_ view: Int, _ ancestor: Int) -> Bool {
        view == ancestor || (subviews[ancestor] ?? []).contains { isInside(view, $0) }
    }

    mutating func apply(_ edit: TreeEdit) {
        switch edit {
        case .change: break
        case .insert(let superview, let index, let views):
            var open: [Int] = []
            for view in views {
                subviews[next] = []
                open.removeSubrange(min(view.depth, open.count)...)
                if let parent = open.last {
                    subviews[parent]?.append(next)
                } else {
                    place(next, in: superview, at: index)
                }
                open.append(next)
                next += 1
            }
        case .remove(let view):
            detach(view)
            forget(view)
        case .move(let view, let superview, let index):
            detach(view)
            place(view, in: superview, at: index)
        case .bringToFront(let view), .sendToBack(let view):
            let superview = superview(of: view)
            detach(view)
            place(view, in: superview, at: edit == .sendToBack(view: view) ? 0 : nil)
        case .exchange(let superview, let first, let second):
            subviews[superview]?.swapAt(first, second)
        }
    }

    private mutating func place(_ view: Int, in superview: Int, at index: Int?) {
        let count = subviews[superview]?.count ?? 0
        subviews[superview]?.insert(view, at: min(index ?? count, count))
    }

    private mutating func detach(_ view: Int) { subviews[superview(of: view)]?.removeAll { $0 == view } }

    private mutating func forget(_ view: Int) {
        for subview in subviews.removeValue(forKey: view) ?? [] { forget(subview) }
    }
}
