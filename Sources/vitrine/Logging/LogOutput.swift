import Foundation
import Synchronization

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
