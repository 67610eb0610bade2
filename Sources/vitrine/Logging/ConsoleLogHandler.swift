import Foundation
import Logging
import PropertyList

/// Writes log entries for a person at a terminal: time, level when it matters, message, details.
struct ConsoleLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(level: Logger.Level) { logLevel = level }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = Instant.text(.now, to: .seconds)?.dropFirst("2001-01-01T".count).dropLast() ?? ""
        let level = event.level >= .warning ? " \(event.level.rawValue.uppercased())" : ""
        let details = metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })
            .sorted { $0.key < $1.key }
            .map { "  \($0.key)=\(Self.printable($0.value.description))" }.joined()
        LogOutput.write(Array("\(time)\(level) \(Self.printable(event.message.description))\(details)".utf8))
    }

    /// Control characters that a stranger's request could send to a terminal are shown, not obeyed.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
    }
}
