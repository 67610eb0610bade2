import Diagnostics
import Foundation
import JSON
import Logging
import PropertyList
import Synchronization

/// Writes log entries for a person at a terminal: time, level when it matters, message, details. What a stranger's
/// request could make a terminal do is shown, not obeyed.
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
            .map { "  \($0.key)=\($0.value.description.terminalSafe)" }.joined()
        LogOutput.write(Array("\(time)\(level) \(event.message.description.terminalSafe)\(details)".utf8))
    }
}

/// Writes each log entry as one JSON object on a line of standard error, for collectors.
struct JSONLinesLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(level: Logger.Level) {
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("time")
        writer.string(Instant.text(.now, to: .seconds))
        writer.key("level")
        writer.string(event.level.rawValue)
        writer.key("message")
        writer.string(event.message.description)
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: {
            $0.key < $1.key
        }) {
            writer.key(key)
            writer.string(value.description)
        }
        writer.endObject()
        LogOutput.write(writer.finish())
    }
}

/// The one place where log lines reach standard error, whole and in order.
enum LogOutput {
    private static let lock = Mutex(())

    /// Writes a line; the line break is added.
    static func write(_ line: [UInt8]) {
        lock.withLock { _ in
            try? FileHandle.standardError.write(contentsOf: Data(line + [10]))
        }
    }

    /// Whether a person reads standard output at a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}
