/// The way from a view's bounds space to the window: a whole transform, or less where less says the same.
protocol WindowWay {
    /// The way of a view that is the window.
    static var identity: Self { get }

    /// The way from the view's bounds space to its superview's.
    init(toSuperviewOf index: Int, in tree: ViewTree)

    /// This way first, then `next`.
    func then(_ next: Self) -> Self

    /// The smallest upright rectangle that holds the four moved corners.
    func apply(to rect: Rect) -> Rect

    /// Whether every number is finite.
    var isFinite: Bool { get }

    /// The ways of many views, kept as they are.
    static func together(_ ways: [Self]) -> WindowWays
}

extension Transform: WindowWay {
    @inline(__always)
    init(toSuperviewOf index: Int, in tree: ViewTree) { self = tree.toSuperview(of: index) }

    static func together(_ ways: [Transform]) -> WindowWays { .transforms(ways) }
}

/// The way from a view that is not turned or scaled, nor any of its superviews: a third of the memory of a transform.
struct Translation: WindowWay, Sendable {
    private var x: Double
    private var y: Double

    static let identity = Translation(x: 0, y: 0)

    private init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    @inline(__always)
    init(toSuperviewOf index: Int, in tree: ViewTree) {
        let origin = tree.frames[index].origin
        guard tree.geometries.has(index) else {
            self.init(x: origin.x, y: origin.y)
            return
        }
        let translation = tree.toSuperview(of: index).translation
        self.init(x: translation.x, y: translation.y)
    }

    /// What ``Transform/then(_:)`` gives: products with zero count, as they are no numbers of what is not finite.
    @inline(__always)
    func then(_ next: Translation) -> Translation {
        Translation(x: x + y * 0 + next.x, y: x * 0 + y + next.y)
    }

    @inline(__always)
    func apply(to rect: Rect) -> Rect {
        Rect(origin: Point(x: rect.origin.x + x, y: rect.origin.y + y), size: rect.size)
    }

    @inline(__always)
    var isFinite: Bool { x.isFinite && y.isFinite }

    static func together(_ ways: [Translation]) -> WindowWays { .translations(ways) }

    /// The same as a transform.
    var transform: Transform { Transform(translation: Point(x: x, y: y)) }
}

/// The ways of many views to the window.
enum WindowWays: Sendable {
    /// Of views none of which is turned or scaled.
    case translations([Translation])
    /// Of any views.
    case transforms([Transform])

    /// The way of the view at a place.
    subscript(slot: Int) -> Transform {
        switch self {
        case .translations(let translations): translations[slot].transform
        case .transforms(let transforms): transforms[slot]
        }
    }

    /// Whether all of them are known to be translations.
    var areTranslations: Bool {
        if case .translations = self { true } else { false }
    }
}
