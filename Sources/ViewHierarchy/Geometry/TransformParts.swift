import Glibc

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
