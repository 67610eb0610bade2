import Glibc

/// An affine transform as `CGAffineTransform`: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct Transform: Sendable, Hashable {
    /// The matrix entries, named as in `CGAffineTransform`.
    public var a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double

    /// Creates a transform from its six entries.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The transform that changes nothing.
    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A pure translation.
    public init(translation: Point) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: translation.x, ty: translation.y)
    }

    /// Whether this is exactly the identity.
    public var isIdentity: Bool { self == .identity }

    /// Whether the linear part is exactly the identity, so that only the translation counts.
    public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// Whether all six entries are finite.
    public var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }

    /// The signed area scale; 0 for a singular matrix.
    package var determinant: Double { a * d - b * c }

    /// The same transform without its translation.
    var linear: Transform { Transform(a: a, b: b, c: c, d: d, tx: 0, ty: 0) }

    /// The translation (tx, ty).
    var translation: Point { Point(x: tx, y: ty) }

    /// This transform first, then `next` (`CGAffineTransformConcat`).
    public func then(_ next: Transform) -> Transform {
        Transform(
            a: a * next.a + b * next.c,
            b: a * next.b + b * next.d,
            c: c * next.a + d * next.c,
            d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty
        )
    }

    /// The transform that undoes this one; a singular matrix is returned unchanged, as `CGAffineTransformInvert` does.
    public var inverted: Transform {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return self }
        return Transform(
            a: d / determinant,
            b: -b / determinant,
            c: -c / determinant,
            d: a / determinant,
            tx: (c * ty - d * tx) / determinant,
            ty: (b * tx - a * ty) / determinant
        )
    }

    /// The point moved through the transform.
    public func apply(to point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// The vector turned and scaled by the linear part; the translation does not count.
    func applyLinear(to vector: Point) -> Point {
        Point(x: a * vector.x + c * vector.y, y: b * vector.x + d * vector.y)
    }

    /// The smallest upright rectangle that holds the four moved corners (`CGRectApplyAffineTransform`).
    ///
    /// A pure translation keeps the size exactly as it is, negative lengths included.
    public func apply(to rect: Rect) -> Rect {
        if isTranslation {
            return Rect(origin: Point(x: rect.origin.x + tx, y: rect.origin.y + ty), size: rect.size)
        }
        // The extremes of a·x + c·y over a rectangle lie at the extremes of each term.
        let (left, right) = Self.extremes(a, rect.minX, rect.maxX, c, rect.minY, rect.maxY)
        let (top, bottom) = Self.extremes(b, rect.minX, rect.maxX, d, rect.minY, rect.maxY)
        return Rect(x: left + tx, y: top + ty, width: right - left, height: bottom - top)
    }

    private static func extremes(
        _ first: Double,
        _ minX: Double,
        _ maxX: Double,
        _ second: Double,
        _ minY: Double,
        _ maxY: Double
    ) -> (least: Double, greatest: Double) {
        let (x0, x1) = (first * minX, first * maxX)
        let (y0, y1) = (second * minY, second * maxY)
        return (Swift.min(x0, x1) + Swift.min(y0, y1), Swift.max(x0, x1) + Swift.max(y0, y1))
    }
}

extension Transform {
    /// A rotation; positive angles turn clockwise on screen, where y points down (`CGAffineTransformMakeRotation`).
    /// - Parameter radians: the angle.
    public init(rotation radians: Double) {
        self.init(a: cos(radians), b: sin(radians), c: -sin(radians), d: cos(radians), tx: 0, ty: 0)
    }

    /// A scaling (`CGAffineTransformMakeScale`).
    public init(scaleX: Double, y scaleY: Double) {
        self.init(a: scaleX, b: 0, c: 0, d: scaleY, tx: 0, ty: 0)
    }

    /// How far the x axis is turned, in degrees from -180 to 180; 0 for a singular matrix.
    public var rotationInDegrees: Double {
        guard a != 0 || b != 0 else { return 0 }
        return atan2(b, a) * 180 / .pi
    }

    /// How much the x axis is stretched.
    public var scaleAlongX: Double { hypot(a, b) }

    /// How much the y axis is stretched; negative for a mirrored view.
    public var scaleAlongY: Double { determinant < 0 ? -hypot(c, d) : hypot(c, d) }
}

extension Transform {
    /// How much of one axis may show on the other, in proportion, through rounding: less than a pixel on any screen.
    private static let tiltTolerance = 1e-7

    /// Whether upright rectangles stay upright: translations, scales, mirrorings and quarter turns.
    package var keepsUpright: Bool {
        let straight = abs(a) + abs(d)
        let crossed = abs(b) + abs(c)
        return crossed <= Self.tiltTolerance * straight || straight <= Self.tiltTolerance * crossed
    }
}

/// A transform taken apart as Core Animation does to interpolate it: scale, shear, rotation, translation, in the order
/// in which they apply.
///
/// The entries of two matrices are not mixed one by one, which would shrink a view halfway through a turn. The method is
/// that of Graphics Gems II, “Decomposing a Matrix into Simple Transformations”, in two dimensions.
struct TransformParts: Sendable, Hashable {
    var scaleX: Double
    var scaleY: Double
    /// How far x is shifted for each unit of y, after the scaling.
    var shear: Double
    /// The angle in radians, within -π...π; nil when the matrix has no direction left.
    var rotation: Double?
    var translation: Point

    /// A mirrored matrix counts as mirrored along the axis that points more to the left or to the top.
    init(_ transform: Transform) {
        var (first, second) = (Point(x: transform.a, y: transform.b), Point(x: transform.c, y: transform.d))
        let isMirrored = transform.determinant < 0
        let mirrorsX = isMirrored && transform.a < transform.d
        if mirrorsX { first = Point(x: -first.x, y: -first.y) }
        if isMirrored, !mirrorsX { second = Point(x: -second.x, y: -second.y) }

        scaleX = hypot(first.x, first.y)
        shear = 0
        if scaleX > 0 {
            rotation = atan2(first.y, first.x)
            let along = (first.x * second.x + first.y * second.y) / scaleX
            scaleY = hypot(second.x - along * first.x / scaleX, second.y - along * first.y / scaleX)
            if scaleY > 0 { shear = along / scaleY }
        } else {
            scaleY = hypot(second.x, second.y)
            rotation = scaleY > 0 ? atan2(-second.x, second.y) : nil
        }
        if mirrorsX { scaleX = -scaleX }
        if isMirrored, !mirrorsX { scaleY = -scaleY }
        translation = transform.translation
    }

    /// The matrix put together again.
    var transform: Transform {
        let (cosine, sine) = (cos(rotation ?? 0), sin(rotation ?? 0))
        return Transform(
            a: scaleX * cosine,
            b: scaleX * sine,
            c: scaleY * (shear * cosine - sine),
            d: scaleY * (shear * sine + cosine),
            tx: translation.x,
            ty: translation.y
        )
    }
}

extension Transform {
    /// The transform a share of the way to another: their parts are mixed, and a turn takes the shorter way, clockwise
    /// when it is exactly half a turn.
    package func interpolated(to end: Transform, progress: Double) -> Transform {
        guard progress > 0 else { return self }
        guard progress < 1 else { return end }
        guard self != end else { return end }
        if linear == end.linear {
            var between = self
            between.tx += (end.tx - tx) * progress
            between.ty += (end.ty - ty) * progress
            return between
        }
        let (from, to) = (TransformParts(self), TransformParts(end))
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
        var parts = from
        parts.scaleX = mix(from.scaleX, to.scaleX)
        parts.scaleY = mix(from.scaleY, to.scaleY)
        parts.shear = mix(from.shear, to.shear)
        parts.translation.x = mix(from.translation.x, to.translation.x)
        parts.translation.y = mix(from.translation.y, to.translation.y)
        // A view without extent has no direction: it appears in that of the other end.
        let start = from.rotation ?? to.rotation ?? 0
        parts.rotation = start + progress * Self.shorterTurn((to.rotation ?? start) - start)
        return parts.transform
    }

    /// The same turn within -π..<=π.
    private static func shorterTurn(_ angle: Double) -> Double {
        let turn = remainder(angle, 2 * .pi)
        return turn <= -.pi + 1e-9 ? turn + 2 * .pi : turn
    }
}
