/// How an animation speeds up and slows down (`UIViewAnimationCurve`).
public enum AnimationCurve: String, Sendable, Hashable, CaseIterable {
    /// Slow, fast, slow.
    case easeInOut
    /// Slow at first.
    case easeIn
    /// Slow at last.
    case easeOut
    /// The same speed throughout.
    case linear

    /// How much of the way is done when a share of the time has passed; both run from 0 to 1.
    ///
    /// The control points are those of Core Animation's functions of the same names (`CAMediaTimingFunctionName`).
    public func progress(at time: Double) -> Double {
        switch self {
        case .easeInOut: CubicTiming(x1: 0.42, y1: 0, x2: 0.58, y2: 1).value(at: time)
        case .easeIn: CubicTiming(x1: 0.42, y1: 0, x2: 1, y2: 1).value(at: time)
        case .easeOut: CubicTiming(x1: 0, y1: 0, x2: 0.58, y2: 1).value(at: time)
        case .linear: min(max(time, 0), 1)
        }
    }
}
