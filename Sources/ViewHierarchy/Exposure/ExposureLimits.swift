/// How much work is done to find out what covers what, whatever the dump.
///
/// Staircases of a hundred thousand views stay far below; a lattice of as many bars, which has billions of openings,
/// does not. Past a limit an answer leaves covers out, so that it says too much rather than too little is seen, and is
/// marked as not exact.
public struct ExposureLimits: Sendable, Hashable {
    /// Into how many pieces the window may fall.
    public var maximumPieces = 1_000_000
    /// How many of the largest covers are still looked at when there would be more pieces: any arrangement of so many
    /// has less than `maximumPieces`.
    public var largestCovers = 400
    /// How many pieces, or groups of pieces, are looked at to measure all views.
    public var maximumSteps = 100_000_000
    /// How many rectangles the area of one view may fall into; past that they are replaced by the one around them.
    public var maximumRects = 1_000

    /// The limits that the server uses.
    public static let standard = ExposureLimits()

    /// Creates the standard limits.
    public init() {}
}
