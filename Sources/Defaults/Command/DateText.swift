import FoundationEssentials

/// Dates as people write them on a command line.
enum DateText {
    /// Reads `2026-01-02`, with a time behind a blank or `T`, and with an offset such as `+0000`, `+01:00` or `Z`; what
    /// names no offset is in UTC. Nil for other texts and for years that have no four digits.
    static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 40, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard let day = parts.first, parts.count <= 3, day.utf8.count == 10 else { return nil }
        var time = parts.dropFirst().joined()
        if time.isEmpty { time = "00:00:00" }
        if !time.contains(where: { "Z+-".contains($0) }) { time += "Z" }
        return try? Date.ISO8601FormatStyle().parse("\(day)T\(time)")
    }
}
