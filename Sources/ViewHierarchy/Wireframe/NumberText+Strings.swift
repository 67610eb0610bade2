extension NumberText {
    /// The number rounded to thousandths, without a fraction where there is none.
    public static func short(_ value: Double) -> String { text(value, appendShort) }

    /// The number rounded to millionths, for matrix entries.
    public static func fine(_ value: Double) -> String { text(value, appendFine) }

    private static func text(_ value: Double, _ append: (Double, inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        append(value, &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
