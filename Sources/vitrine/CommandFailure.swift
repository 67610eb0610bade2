import Foundation

/// A failure that ends a command with one sentence on standard error and exit code 1.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) { description = sentence }
}

extension FileHandle {
    /// Writes a line of text; a reader that went away is no error.
    func write(line: String) {
        try? write(contentsOf: Data((line + "\n").utf8))
    }
}
