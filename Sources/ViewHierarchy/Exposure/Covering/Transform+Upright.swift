extension Transform {
    /// How much of one axis may show on the other, in proportion, through rounding: less than a pixel on any screen.
    private static let tiltTolerance = 1e-7

    /// Whether upright rectangles stay upright: translations, scales, mirrorings and quarter turns.
    var keepsUpright: Bool {
        let straight = abs(a) + abs(d)
        let crossed = abs(b) + abs(c)
        return crossed <= Self.tiltTolerance * straight || straight <= Self.tiltTolerance * crossed
    }
}
