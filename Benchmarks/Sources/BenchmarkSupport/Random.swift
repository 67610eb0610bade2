/// Numbers that are the same in every run.
public struct Random {
    private var state: UInt64 = 1

    /// Creates the first of them.
    public init() {}

    /// A number from 0 to a limit.
    public mutating func next(_ limit: Double) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53 as UInt64) * limit
    }
}
