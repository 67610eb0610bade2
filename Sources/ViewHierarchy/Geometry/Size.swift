/// A size in points. Sizes read from dumps may be negative or not finite; nothing here forbids them.
public struct Size: Sendable, Hashable {
    /// Horizontal extent.
    public var width: Double
    /// Vertical extent.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No extent.
    public static let zero = Size(width: 0, height: 0)

    /// Whether both lengths are finite numbers.
    public var isFinite: Bool { width.isFinite && height.isFinite }
}
