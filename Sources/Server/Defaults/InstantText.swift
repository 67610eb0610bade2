import Foundation

/// Instants as RFC 3339 writes them, exact to the last bit of a `Date`.
enum InstantText {
    /// The years 0 to 9999 in seconds since 2001-01-01T00:00:00Z, the range that four digits can write.
    private static let range = -63_145_526_400.0..<252_423_993_600.0

    /// `2026-01-02T03:04:05Z`, with no more digits of a second than it takes to read the same instant back; nil
    /// outside the years 0 to 9999.
    static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard range.contains(seconds) else { return nil }
        let whole = seconds.rounded(.down)
        let style = Date.ISO8601FormatStyle()
        let text = style.format(Date(timeIntervalSinceReferenceDate: whole))
        guard seconds != whole, let digits = fraction(of: seconds, above: whole) else { return text }
        return text.dropLast() + ".\(digits)Z"
    }

    /// Reads an instant with any offset from UTC and any number of digits; nil for other texts.
    static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 64 else { return nil }
        // Seconds and their fraction are read apart: the style rounds a fraction to milliseconds.
        let point = text.firstIndex(of: ".") ?? text.endIndex
        let digits: Substring = text[point...].dropFirst().prefix { $0.isASCII && $0.isWholeNumber }
        guard point == text.endIndex || !digits.isEmpty else { return nil }
        let rest = point == text.endIndex ? text : String(text[..<point]) + text[digits.endIndex...]
        guard let whole = try? Date.ISO8601FormatStyle().parse(rest) else { return nil }
        let seconds = whole.timeIntervalSinceReferenceDate + value(ofFraction: Array(digits.utf8.prefix(17)))
        guard range.contains(seconds) else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func fraction(of seconds: Double, above whole: Double) -> String? {
        var scale = 1.0
        for count in 1...17 {
            scale *= 10
            let scaled = ((seconds - whole) * scale).rounded()
            // Rounded up to a whole second, the digits would say the second before.
            guard scaled < scale, let number = Int(exactly: scaled) else { continue }
            let digits = String(number)
            let padded = String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
            if whole + value(ofFraction: Array(padded.utf8)) == seconds { return padded }
        }
        return nil
    }

    /// The value of the digits behind a point, at most 17 of them.
    private static func value(ofFraction digits: [UInt8]) -> Double {
        Double("0." + String(decoding: digits, as: UTF8.self) + "0") ?? 0
    }
}
