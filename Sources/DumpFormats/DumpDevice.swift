/// What a dump says about the device it was taken on.
public struct DumpDevice: Sendable, Hashable {
    /// The product name, such as `iPhone 8`.
    public var name: String?
    /// The screen's width in points.
    public var width: Double?
    /// The screen's height in points.
    public var height: Double?
    /// Pixels for each point.
    public var scale: Double?
    /// `phone`, `pad` or another interface idiom, as written.
    public var idiom: String?

    /// Creates a device of which everything given is known.
    public init(
        name: String? = nil,
        width: Double? = nil,
        height: Double? = nil,
        scale: Double? = nil,
        idiom: String? = nil
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.scale = scale
        self.idiom = idiom
    }
}
