/// A cubic Bézier curve from (0, 0) to (1, 1) that says where an animation is at which time, as
/// `CAMediaTimingFunction(controlPoints:)`.
struct CubicTiming: Sendable {
    /// How near x(t) comes to the time asked for. A curve is at most three times as steep, so a movement over 10,000
    /// points is exact to less than a ten-thousandth of a point.
    static let tolerance = 1e-9

    private let x: Cubic
    private let y: Cubic

    /// - Parameters x1, x2: within 0...1, so that every time has one value.
    init(x1: Double, y1: Double, x2: Double, y2: Double) {
        x = Cubic(x1, x2)
        y = Cubic(y1, y2)
    }

    /// The share of the way at a share of the time; times outside 0...1 count as the nearer end.
    func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        return y.value(at: parameter(at: time))
    }

    /// Solves x(t) = time: by Newton's method and, where that does not converge, by bisection.
    private func parameter(at time: Double) -> Double {
        var t = time
        for _ in 0..<8 {
            let miss = x.value(at: t) - time
            if abs(miss) < Self.tolerance { return t }
            let slope = x.slope(at: t)
            guard abs(slope) > 1e-6 else { break }
            t -= miss / slope
        }
        var low = 0.0
        var high = 1.0
        t = time
        while high - low > Self.tolerance {
            let miss = x.value(at: t) - time
            if abs(miss) < Self.tolerance { return t }
            if miss < 0 { low = t } else { high = t }
            t = (low + high) / 2
        }
        return t
    }

    /// One coordinate: a Bézier polynomial whose ends are 0 and 1.
    private struct Cubic: Sendable {
        private let a: Double
        private let b: Double
        private let c: Double

        init(_ first: Double, _ second: Double) {
            c = 3 * first
            b = 3 * (second - first) - c
            a = 1 - c - b
        }

        func value(at t: Double) -> Double { ((a * t + b) * t + c) * t }

        func slope(at t: Double) -> Double { (3 * a * t + 2 * b) * t + c }
    }
}
