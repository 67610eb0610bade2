/// Turns the indentation of lines into numbers that can be compared: five for each bar, as UIKit prints them, or the
/// width where there are no bars.
struct Indentation: Sendable {
    /// What one level of bars is worth.
    static let step = 5

    /// The width of the first line without bars: code blocks indent everything.
    private var base: Int?

    /// How far the line is indented.
    mutating func depth(of shape: LineShape) -> Int {
        if shape.bars > 0 { return shape.bars &* Self.step }
        if base == nil { base = shape.columns }
        return max(0, shape.columns &- (base ?? 0))
    }
}
