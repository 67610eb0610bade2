/// Short decimal text of coordinates: `12`, `-0.5`, `1e+20`, `inf`, `nan`.
public enum NumberText {
    /// Appends the number rounded to thousandths, without a fraction where there is none.
    package static func appendShort(_ value: Double, to bytes: inout [UInt8]) {
        append(value, digits: 3, 1000, to: &bytes)
    }

    /// Appends the number rounded to millionths, for matrix entries.
    package static func appendFine(_ value: Double, to bytes: inout [UInt8]) {
        append(value, digits: 6, 1_000_000, to: &bytes)
    }

    private static func append(_ value: Double, digits: Int, _ unit: UInt, to bytes: inout [UInt8]) {
        // Larger numbers have no thousandths worth rounding, and scaling would only blur them.
        guard abs(value) < 1e9, let scaled = Int(exactly: (value * Double(unit)).rounded()) else {
            bytes.append(contentsOf: (Int(exactly: value)?.description ?? value.description).utf8)
            return
        }
        var (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: unit)
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(&whole, atLeast: 1, to: &bytes)
        guard fraction != 0 else { return }
        var places = digits
        while fraction.isMultiple(of: 10) {
            fraction /= 10
            places -= 1
        }
        bytes.append(UInt8(ascii: "."))
        appendDigits(&fraction, atLeast: places, to: &bytes)
    }

    private static func appendDigits(_ number: inout UInt, atLeast places: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        while number > 0 || bytes.count - start < places {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
            number /= 10
        }
        bytes[start...].reverse()
    }
}

extension NumberText {
    /// The number rounded to thousandths, without a fraction where there is none.
    public static func short(_ value: Double) -> String { text(value, appendShort) }

    /// The number rounded to hundredths, as people are told it.
    public static func told(_ value: Double) -> String { text(value) { append($0, digits: 2, 100, to: &$1) } }

    /// The number rounded to millionths, for matrix entries.
    public static func fine(_ value: Double) -> String { text(value, appendFine) }

    private static func text(_ value: Double, _ append: (Double, inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        append(value, &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
