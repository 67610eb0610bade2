import Diagnostics
import Foundation
import Glibc
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
        let details = details(of: event).map { "  \($0.key)=\($0.value.description.terminalSafe)" }.joined()
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
        for (key, value) in details(of: event) {
            writer.key(key)
            writer.string(value.description)
        }
        writer.endObject()
        LogOutput.write(writer.finish())
    }
}

extension LogHandler {
    /// What is said beside the message, the logger's own and the event's, by name.
    fileprivate func details(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        let own = event.metadata ?? [:]
        let all = metadata.isEmpty ? own : metadata.merging(own, uniquingKeysWith: { $1 })
        return all.sorted { $0.key < $1.key }
    }
}

/// The one place where log lines reach standard error, whole and in order.
enum LogOutput {
    private static let lock = Mutex(())

    /// Writes a line; the line break is added.
    static func write(_ line: [UInt8]) {
        var line = line
        line.append(UInt8(ascii: "\n"))
        lock.withLock { _ in
            line.withUnsafeBytes { bytes in
                var rest = bytes
                while !rest.isEmpty {
                    let written = Glibc.write(STDERR_FILENO, rest.baseAddress, rest.count)
                    guard written >= 0 || errno == EINTR else { return }
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(written, 0)))
                }
            }
        }
    }

    /// Whether a person reads standard output at a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}
