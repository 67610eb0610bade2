import struct Foundation.Date

/// Dates as property lists write them: in UTC, by the proleptic Gregorian calendar.
enum PropertyListDate {
    /// The years 0 to 9999 in seconds since 2001-01-01T00:00:00Z, the range that four digits can write.
    static let range = -63_145_526_400.0..<252_423_993_600.0

    static func check(_ date: Date) throws(PropertyListError) {
        guard range.contains(date.timeIntervalSinceReferenceDate) else {
            throw PropertyListError(
                .unrepresentable,
                "A date lies outside the years 0 to 9999; property lists cannot carry it."
            )
        }
    }

    /// The date as `2026-01-02T03:04:05Z`, fractions of a second cut off; nil outside ``range``.
    static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard range.contains(seconds), let whole = Int(exactly: seconds.rounded(.down)) else { return nil }
        let (days, second) = whole.quotientAndRemainder(dividingByFloored: 86_400)
        let (year, month, day) = civil(daysSince2001: days)
        return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2)
            + "T" + digits(second / 3600, 2) + ":" + digits(second / 60 % 60, 2) + ":" + digits(second % 60, 2) + "Z"
    }

    /// The date as `NSDate` describes itself: `2026-01-02 03:04:05 +0000`; nil outside ``range``.
    static func description(_ date: Date) -> String? {
        text(date).map { $0.replacing("T", with: " ").replacing("Z", with: " +0000") }
    }

    /// Year, month and day, counted in 400-year eras that begin on 1 March
    /// (Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”).
    private static func civil(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days &+ 730_791).quotientAndRemainder(dividingByFloored: 146_097)
        let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
        let day = dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1
        let month = shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9
        return (yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0), month, day)
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width &- text.count)) + text
    }
}

extension Int {
    /// Quotient rounded down and a remainder that is never negative.
    fileprivate func quotientAndRemainder(dividingByFloored divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
    }
}
