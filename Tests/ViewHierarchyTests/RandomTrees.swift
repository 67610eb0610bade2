import TestSupport
import ViewHierarchy

/// Trees of views at random places, turned, scaled and scrolled.
struct RandomTrees {
    var generator: SeededGenerator
    /// Whether views may refuse touches, have matrices that cannot be inverted or be at no finite place.
    var areHostile = false

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next(atMost limit: Int) -> ViewTree {
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
    mutating func point() -> Point { Point(x: whole(-20, 220), y: whole(-20, 220)) }

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
