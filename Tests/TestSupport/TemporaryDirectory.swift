public import Foundation

/// A folder that exists as long as this object, one for each test.
public final class TemporaryDirectory: Sendable {
    /// Where it is.
    public let url: URL

    /// Creates an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file below the folder, with the folders on its way, and returns where it is.
    @discardableResult
    public func write(_ contents: [UInt8], to path: String) throws -> URL {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(contents).write(to: file)
        return file
    }

    /// Writes a text file below the folder.
    @discardableResult
    public func write(_ text: String, to path: String) throws -> URL {
        try write(Array(text.utf8), to: path)
    }
}
