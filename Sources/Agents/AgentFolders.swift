import Foundation
import Synchronization

/// The files and folders that open may read from, and nothing beside them.
package struct AgentFolders: Sendable {
    private let roots: [String]

    /// - Parameter paths: as they were given when the program began.
    package init(_ paths: [String]) { roots = paths.compactMap(Self.real) }

    /// Whether there are none.
    var isEmpty: Bool { roots.isEmpty }

    /// A file that is one of those, with its bytes.
    /// - Throws: ``AgentError`` with a sentence that says what is wrong.
    func read(_ path: String, maximumBytes: Int) throws -> (name: String, bytes: [UInt8]) {
        guard !isEmpty else {
            throw AgentError(.invalidParams, "This server opens no paths: send what the file holds as “text”.")
        }
        // Where links lead is looked at first, and what is there is opened without following any more.
        guard let real = candidates(path).lazy.compactMap(Self.real).first(where: isInside) else {
            throw AgentError(.invalidParams, "The path is not inside the folders that the program was started with.")
        }
        let file = open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw AgentError(.invalidParams, "The file cannot be read.") }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw AgentError(.invalidParams, "The path is no file. Name one dump, interface file or archive of an app.")
        }
        guard status.st_size <= maximumBytes else {
            throw AgentError(.invalidParams, "The file is larger than \(maximumBytes >> 20) MiB.")
        }
        let data = try handle.read(upToCount: maximumBytes) ?? Data()
        return (String(real.split(separator: "/").last ?? "file"), [UInt8](data))
    }

    /// A path as it is, and below each of the folders.
    private func candidates(_ path: String) -> [String] {
        path.hasPrefix("/") ? [path] : roots.map { "\($0)/\(path)" }
    }

    private func isInside(_ path: String) -> Bool {
        roots.contains { path == $0 || path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }

    /// Where a path leads when all links are followed; nil where nothing is.
    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Numbers in their order, from 1.
final class AgentCounter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
