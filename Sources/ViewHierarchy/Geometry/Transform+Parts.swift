import Glibc

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
