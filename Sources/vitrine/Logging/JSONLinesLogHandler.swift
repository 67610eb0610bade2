import Foundation
import JSON
import Logging
import PropertyList
import Synchronization

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
