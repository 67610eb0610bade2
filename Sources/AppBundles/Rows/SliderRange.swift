/// The bounds of a slider and the pictures at its ends.
public struct SliderRange: Sendable, Hashable {
    /// The least value, at the leading end.
    public var minimum: Double
    /// The greatest value.
    public var maximum: Double
    /// The name of the picture at the leading end, as declared.
    public var minimumImage: String?
    /// The name of the picture at the trailing end, as declared.
    public var maximumImage: String?

    /// Creates a range.
    public init(minimum: Double, maximum: Double, minimumImage: String? = nil, maximumImage: String? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumImage = minimumImage
        self.maximumImage = maximumImage
    }

    /// Whether there is anything between the bounds; a slider without can only be shown.
    public var isUsable: Bool { minimum < maximum }

    /// The number nearest to one that lies between the bounds; the number itself where the range is not usable.
    public func clamped(_ number: Double) -> Double {
        isUsable ? min(max(number, minimum), maximum) : number
    }
}
