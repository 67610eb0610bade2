import Logging
import Synchronization

/// Keeps what is logged.
final class LogRecorder: Sendable {
    struct Line: Sendable {
        var message: String
        var metadata: [String: String]
    }

    private let lines = Mutex<[Line]>([])

    var logger: Logger {
        Logger(label: "test") { _ in Handler(recorder: self) }
    }

    func lines(_ message: String) -> [Line] {
        lines.withLock { $0.filter { $0.message == message } }
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(
                message: event.message.description,
                metadata: (event.metadata ?? [:]).mapValues { "\($0)" }
            )
            recorder.lines.withLock { $0.append(line) }
        }
    }
}
