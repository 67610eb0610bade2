import FoundationEssentials

/// Dates in the text of dumps: RFC 3339, with or without fractions of a second.
enum DumpDate {
    /// The instant, or nil.
    static func parse(_ text: String) -> Date? {
        if let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) { return date }
        return try? Date.ISO8601FormatStyle().parse(text)
    }

    /// The text, with milliseconds where there are any.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        let isWhole = seconds == seconds.rounded()
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }
}
