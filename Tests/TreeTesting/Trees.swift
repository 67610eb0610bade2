package import TestSupport
package import ViewHierarchy

/// A view with a frame, and whatever else the closure sets.
package func view(
    _ className: String,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ change: (inout ViewDescription) -> Void = { _ in }
) -> ViewDescription {
    var view = ViewDescription(className: className, frame: Rect(x: x, y: y, width: width, height: height))
    change(&view)
    return view
}

/// A `UIView` with a frame.
package func view(
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ change: (inout ViewDescription) -> Void = { _ in }
) -> ViewDescription {
    view("UIView", x, y, width, height, change)
}

/// A tree of views in depth-first order, each with its depth.
package func tree(_ views: (depth: Int, view: ViewDescription)...) -> ViewTree {
    var builder = ViewTreeBuilder()
    for (depth, view) in views { builder.append(view, depth: depth) }
    return builder.build()
}

/// A chain in which each of so many views is the subview of the one before.
package func chain(_ count: Int, of view: ViewDescription) -> ViewTree {
    var builder = ViewTreeBuilder()
    for depth in 0..<count { builder.append(view, depth: depth) }
    return builder.build()
}

package func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-3) -> Bool { abs(a - b) <= tolerance }

package func isClose(_ a: Point?, _ b: Point, within tolerance: Double = 1e-3) -> Bool {
    guard let a else { return false }
    return isClose(a.x, b.x, within: tolerance) && isClose(a.y, b.y, within: tolerance)
}

package func isClose(_ a: Rect?, _ b: Rect, within tolerance: Double = 1e-3) -> Bool {
    guard let a else { return false }
    return isClose(a.origin, b.origin, within: tolerance) && isClose(a.size.width, b.size.width, within: tolerance)
        && isClose(a.size.height, b.size.height, within: tolerance)
}

extension Transform {
    package init(cosine: Double, sine: Double) { self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0) }

    package static let quarterTurn = Transform(cosine: 0, sine: 1)
    package static let eighthTurn = Transform(cosine: 0.5.squareRoot(), sine: 0.5.squareRoot())
    package static let sixthPart = Transform(cosine: 0.75.squareRoot(), sine: 0.5)
}

/// Trees of views at random places, turned, scaled and scrolled.
package struct RandomTrees {
    package var generator: SeededGenerator
    /// Whether views may refuse touches, have matrices that cannot be inverted or be at no finite place.
    package var areHostile = false

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    package mutating func next(atMost limit: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        var depth = 0
        for index in 0..<Int.random(in: 1...limit, using: &generator) {
            depth = index == 0 ? 0 : Int.random(in: 0...depth + 1, using: &generator)
            if depth == 0, index > 0, !generator.once(in: 4) { depth = 1 }
            builder.append(view(isRoot: depth == 0), depth: depth)
        }
        return builder.build()
    }

    /// A point in or near a window of 200 by 200.
    package mutating func point() -> Point { Point(x: whole(-20, 220), y: whole(-20, 220)) }

    private mutating func view(isRoot: Bool) -> ViewDescription {
        var view = ViewDescription(className: "UIView", frame: .zero)
        let size = isRoot ? Size(width: 200, height: 200) : Size(width: whole(0, 160), height: whole(0, 160))
        view.bounds = Rect(origin: .zero, size: size)
        view.center = Point(x: whole(0, 200), y: whole(0, 200))
        if generator.once(in: 4) { view.bounds?.origin = Point(x: whole(-50, 50), y: whole(-50, 50)) }
        if generator.once(in: 3) { view.transform = transform() }
        if generator.once(in: 6) { view.anchorPoint = Point(x: unit(), y: unit()) }
        if areHostile { spoil(&view) }
        return view
    }

    /// A rotation and scales from ½ to 2, so that little is lost on the way back.
    private mutating func transform() -> Transform {
        let turn = Transform(rotation: Double.random(in: -.pi...(.pi), using: &generator))
        let scale = Transform(
            scaleX: Double.random(in: 0.5...2, using: &generator),
            y: (generator.once(in: 5) ? -1 : 1) * Double.random(in: 0.5...2, using: &generator)
        )
        return turn.then(scale).then(Transform(translation: Point(x: whole(-30, 30), y: whole(-30, 30))))
    }

    private mutating func spoil(_ view: inout ViewDescription) {
        view.isHidden = generator.once(in: 12)
        view.isUserInteractionEnabled = !generator.once(in: 12)
        view.clipsToBounds = generator.once(in: 3)
        if generator.once(in: 8) { view.alpha = [0, 0.0099, 0.01, 0.5].randomElement(using: &generator) ?? 1 }
        if generator.once(in: 30) { view.transform = Transform(scaleX: 0, y: generator.once(in: 2) ? 0 : 1) }
        if generator.once(in: 40) { view.center?.x = generator.once(in: 2) ? .infinity : .nan }
        if generator.once(in: 12) { view.className = "UIInputSetContainerView" }
    }

    private mutating func whole(_ low: Int, _ high: Int) -> Double {
        Double(Int.random(in: low...high, using: &generator))
    }

    private mutating func unit() -> Double { Double(Int.random(in: 0...4, using: &generator)) / 4 }
}

/// A tree as UIKit has it, of lists of subviews: the slow and simple model that edits are held against.
package struct NestedTree: Equatable {
    /// The ids of the subviews of each view, back to front; -1 has the roots.
    package var subviews: [Int: [Int]] = [-1: []]
    package var next: Int

    package init(_ tree: ViewTree) {
        next = tree.count
        for index in tree.indices {
            guard let id = tree.id(at: index) else { continue }
            subviews[id] = tree.subviews(of: index).compactMap { tree.id(at: $0) }
        }
        subviews[-1] = tree.roots.compactMap { tree.id(at: $0) }
    }

    package func superview(of view: Int) -> Int { subviews.first { $0.value.contains(view) }?.key ?? -1 }

    package func isInside(_ view: Int, _ ancestor: Int) -> Bool {
        view == ancestor || (subviews[ancestor] ?? []).contains { isInside(view, $0) }
    }

    package mutating func apply(_ edit: TreeEdit) {
        switch edit {
        case .change, .changes, .changeConstraint, .addConstraint, .removeConstraint, .changeLayout: break
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

/// A view in a line of a small tree: `  UILabel “Rome” #city @1`, two blanks for each level.
package func tree(_ text: String) -> ViewTree {
    var builder = ViewTreeBuilder()
    for line in text.split(separator: "\n") {
        let depth = line.prefix { $0 == " " }.count / 2
        var words = line.drop { $0 == " " }.split(separator: " ")
        var view = ViewDescription(
            className: String(words.removeFirst()),
            frame: Rect(x: 0, y: 0, width: 10, height: 10)
        )
        for word in words {
            switch word.first {
            case "“": view.texts.text = String(word.dropFirst().dropLast())
            case "#": view.texts.identifier = String(word.dropFirst())
            case "@": view.address = "0x\(word.dropFirst())"
            default: break
            }
        }
        builder.append(view, depth: depth)
    }
    return builder.build()
}
