/// A rectangle that hides what lies on lower layers behind it.
struct Sheet: Sendable, Hashable {
    /// Where it lies; never empty.
    var rect: GridRect
    /// How far in front it lies; several sheets may share a layer. Not negative.
    var layer: Int32

    /// The layer of what no sheet hides.
    static let ground: Int32 = -1
}
