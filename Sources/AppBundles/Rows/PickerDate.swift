public import FoundationEssentials
import PropertyList

/// Dates as date pickers of forms write them: `2026-01-02T10:00`, in UTC, by the proleptic Gregorian calendar (HTML,
/// “Local dates and times”; seconds and a `Z` may follow).
public enum PickerDate {
    /// What stands in for a day or a time that is not given: the first instant of Foundation's reference date.
    private static let (anyDay, anyTime) = ("2001-01-01", "00:00")

    /// Reads a day, a time, or both; a time alone is on 1 January 2001, a day alone at midnight. Nil for other texts
    /// and for days that the calendar does not have.
    public static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 32, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let body = text.hasSuffix("Z") ? String(text.dropLast()) : text
        let parts = body.split(separator: "T", omittingEmptySubsequences: false).map(String.init)
        let whole: String
        switch parts.count {
        case 1: whole = parts[0].contains(":") ? anyDay + "T" + parts[0] : parts[0] + "T" + anyTime
        case 2: whole = body
        default: return nil
        }
        let instant = whole.count == "2001-01-01T00:00".count ? whole + ":00Z" : whole + "Z"
        guard instant.utf8.count == "2001-01-01T00:00:00Z".utf8.count, !instant.hasSuffix(":60Z") else { return nil }
        return Instant.date(instant)
    }

    /// The date as a picker of a mode writes it: `2026-01-02`, `10:00` or `2026-01-02T10:00`, seconds only where
    /// there are some; nil outside the years 0 to 9999.
    public static func text(_ date: Date, mode: DatePickerTraits.Mode) -> String? {
        guard let instant = Instant.text(date, to: .seconds) else { return nil }
        let day = instant.prefix(10)
        let time = instant.dropFirst(11).prefix(instant.hasSuffix(":00Z") ? 5 : 8)
        switch mode {
        case .date: return String(day)
        case .time: return String(time)
        case .dateAndTime: return day + "T" + time
        }
    }
}
