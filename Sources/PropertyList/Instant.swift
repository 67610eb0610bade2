public import struct Foundation.Date

/// Instants as text: in UTC, by the proleptic Gregorian calendar, as RFC 3339 writes them.
///
/// The years are those that four digits can write, which are also those that property lists carry. Nothing here asks a
/// locale, a time zone or a calendar of the machine.
public enum Instant {
    /// How many digits of a second a text has.
    public enum Precision: Sendable {
        /// None; fractions are cut off.
        case seconds
        /// No more than it takes to read the same instant back, to the last bit of a `Date`. Within a second of
        /// 2001-01-01T00:00:00Z, where a `Date` has bits for less than any clock tells, at most 17.
        case exact
    }

    /// The years 0 to 9999 in seconds since 2001-01-01T00:00:00Z.
    static let range = -63_145_526_400.0..<252_423_993_600.0

    /// The date as `2026-01-02T03:04:05Z`, with a fraction of the second where there is one and `precision` asks for
    /// it; nil outside the years 0 to 9999.
    public static func text(_ date: Date, to precision: Precision = .exact) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        let below = seconds.rounded(.down)
        // So little before a whole second no digits tell it apart.
        let floor = seconds - below == 1 ? below + 1 : below
        guard range.contains(seconds), let whole = Int(exactly: floor) else { return nil }
        let (days, second) = whole.quotientAndRemainder(dividingByFloored: 86_400)
        let (year, month, day) = civil(daysSince2001: days)
        let fraction = precision == .exact && seconds != floor ? fraction(of: seconds, above: floor) : nil
        return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2)
            + "T" + digits(second / 3600, 2) + ":" + digits(second / 60 % 60, 2) + ":" + digits(second % 60, 2)
            + (fraction.map { "." + $0 } ?? "") + "Z"
    }

    /// The date as `NSDate` describes itself: `2026-01-02 03:04:05 +0000`; nil outside the years 0 to 9999.
    static func description(_ date: Date) -> String? {
        text(date, to: .seconds).map { $0.replacing("T", with: " ").replacing("Z", with: " +0000") }
    }

    /// The date for people: `2026-01-02 03:04:05 UTC`; nil outside the years 0 to 9999.
    public static func words(_ date: Date) -> String? {
        text(date, to: .seconds).map { $0.replacing("T", with: " ").replacing("Z", with: " UTC") }
    }

    /// The date, or the first or last that can be written where it lies outside the years 0 to 9999: the clocks and file
    /// systems that say when something was know times that no calendar here has.
    public static func nearest(_ date: Date) -> Date {
        let seconds = date.timeIntervalSinceReferenceDate
        guard !range.contains(seconds) else { return date }
        return Date(timeIntervalSinceReferenceDate: seconds > 0 ? range.upperBound - 1 : range.lowerBound)
    }

    /// The date as ``text(_:to:)`` writes it, and outside the years 0 to 9999 in seconds: what is a value is not changed.
    public static func anyText(_ date: Date, to precision: Precision = .exact) -> String {
        text(date, to: precision) ?? "\(date.timeIntervalSinceReferenceDate) s after 2001-01-01T00:00:00Z"
    }

    /// Refuses dates that property lists cannot carry.
    static func check(_ date: Date) throws(PropertyListError) {
        guard isRepresentable(date) else {
            throw PropertyListError(
                .unrepresentable,
                "A date is outside the years 0 to 9999; property lists cannot carry it."
            )
        }
    }

    /// Whether a date lies in the years 0 to 9999, so that it can be written.
    public static func isRepresentable(_ date: Date) -> Bool {
        range.contains(date.timeIntervalSinceReferenceDate)
    }

    /// Reads what RFC 3339 allows: a day, `T`, a time with any number of digits of a second, and `Z` or an offset, in
    /// which the colon or the minutes may be missing. Nil for other texts, for days that are not there, and outside the years 0 to
    /// 9999 in UTC.
    public static func date(_ text: String) -> Date? { InstantReader.date(text, isLoose: false) }

    /// Reads what people write: as ``date(_:)``, but a blank may stand for `T` and before the offset, and what is missing
    /// from the end is midnight, a whole minute, and UTC.
    public static func date(loose text: String) -> Date? { InstantReader.date(text, isLoose: true) }

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

    /// The days from 2001-01-01 to a day, which is nil when the calendar does not have it (Hinnant, as above).
    fileprivate static func days(year: Int, month: Int, day: Int) -> Int? {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard lengths.indices.contains(month - 1), (1...lengths[month - 1]).contains(day) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainder(dividingByFloored: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 730_791
    }

    private static func fraction(of seconds: Double, above whole: Double) -> String? {
        var (scale, nearest): (Double, String?) = (1, nil)
        for count in 1...17 {
            scale *= 10
            let scaled = ((seconds - whole) * scale).rounded()
            // Rounded up to a whole second, the digits would say the second before.
            guard scaled < scale, let number = Int(exactly: scaled) else { continue }
            let text = digits(number, count)
            if whole + value(ofFraction: Array(text.utf8)) == seconds { return text }
            if number > 0 { nearest = text }
        }
        return nearest
    }

    /// The value of the digits behind a point, at most 17 of them.
    fileprivate static func value(ofFraction digits: some Collection<UInt8>) -> Double {
        Double("0." + String(decoding: digits.prefix(17), as: UTF8.self) + "0") ?? 0
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width &- text.utf8.count)) + text
    }
}

/// Reads the text of one instant from its beginning to its end.
private struct InstantReader {
    private var rest: ArraySlice<UInt8>
    private let isLoose: Bool

    static func date(_ text: String, isLoose: Bool) -> Date? {
        guard text.utf8.count <= 64 else { return nil }
        var reader = InstantReader(rest: Array(text.utf8)[...], isLoose: isLoose)
        guard let seconds = reader.seconds(), reader.rest.isEmpty, Instant.range.contains(seconds) else { return nil }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private mutating func seconds() -> Double? {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
            let days = Instant.days(year: year, month: month, day: day)
        else { return nil }
        let midnight = days * 86_400
        if isLoose, rest.isEmpty { return Double(midnight) }
        guard take("T") || isLoose && take(" "), let hour = number(2), hour < 24, take(":"), let minute = number(2),
            minute < 60
        else { return nil }
        var (second, fraction) = (0, 0.0)
        if take(":") {
            // 60 is a leap second, which counts as the one after it.
            guard let whole = number(2), whole <= 60 else { return nil }
            second = whole
            if take(".") {
                let digits = rest.prefix(while: Self.isDigit)
                guard !digits.isEmpty else { return nil }
                fraction = Instant.value(ofFraction: digits)
                rest = rest.dropFirst(digits.count)
            }
        } else if !isLoose {
            return nil
        }
        guard let offset = offset() else { return nil }
        return Double(midnight + hour * 3600 + minute * 60 + second - offset) + fraction
    }

    /// The seconds that the clock is ahead of UTC.
    private mutating func offset() -> Int? {
        if isLoose, rest.isEmpty || take(" ") && rest.isEmpty { return 0 }
        if take("Z") { return 0 }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard take("+") || take("-"), let hours = number(2), hours < 24 else { return nil }
        guard take(":") || !rest.isEmpty else { return (isBehind ? -1 : 1) * hours * 3600 }
        guard let minutes = number(2), minutes < 60 else { return nil }
        return (isBehind ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// The number that exactly so many digits make.
    private mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Int {
    /// Quotient rounded down and a remainder that is never negative.
    fileprivate func quotientAndRemainder(dividingByFloored divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
    }
}
