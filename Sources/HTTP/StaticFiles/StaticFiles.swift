import HTTPTypes
import Synchronization

/// The files of a folder, served from memory below a prefix such as `/static`.
///
/// `/static/<hash>/js/app.js` may be kept for ever: the hash is that of the whole folder, so that modules which import
/// each other by relative paths stay together. `/static/js/app.js` works too, but is asked for again each time.
/// Only what was found in the folder is served, so no path leads out of it.
public final class StaticFiles: Sendable {
    /// What the paths begin with, without a slash at the end.
    public let prefix: String
    private let root: String
    private let rereadsChanges: Bool
    private let state: Mutex<State>

    private struct State {
        var tree: FileTree
        var index: StaticFileIndex
    }

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - root: The path of the folder.
    ///   - prefix: What the paths begin with.
    ///   - rereadsChanges: Whether to look for changed files at each request, for work on the files themselves.
    /// - Throws: `HTTPError` with code `unreadableFiles`.
    public init(root: String, prefix: String = "/static", rereadsChanges: Bool = false) throws(HTTPError) {
        self.root = root
        self.prefix = prefix
        self.rereadsChanges = rereadsChanges
        let tree = try FileTree(root: root)
        state = Mutex(State(tree: tree, index: StaticFileIndex(files: try tree.contents())))
    }

    /// The paths of the files below the folder, sorted.
    public var paths: [String] { index.files.keys.sorted() }

    /// The URL of a file that may be kept for ever, such as `/static/0123456789abcdef/css/app.css`.
    ///
    /// A path that names no file gives a URL all the same, which is answered with 404.
    public func url(for path: String) -> String {
        "\(prefix)/\(index.hash)/\(path)"
    }

    /// The route that serves the files.
    public var route: Route {
        Route(
            .get,
            "\(prefix)/{path...}",
            bodyLimit: 0,
            handler: .immediate { _, parameters in
                try self.response(to: parameters.segments("path") ?? [])
            }
        )
    }

    /// Answers a request for a file by the decoded segments of its path behind the prefix.
    ///
    /// - Throws: `HTTPError` with code `notFound`.
    public func response(to segments: [String]) throws -> Response {
        let index = index
        if segments.first == index.hash, let file = index.file(segments.dropFirst()) {
            return Self.response(file, cacheControl: "public, max-age=31536000, immutable")
        }
        if let first = segments.first, Self.isHash(first), index.file(segments.dropFirst()) != nil {
            // A page from before a change asks for its files: it gets those of today.
            var response = Response.redirect(
                to: url(for: segments.dropFirst().joined(separator: "/")),
                status: .temporaryRedirect
            )
            response.headers[.cacheControl] = "no-store"
            return response
        }
        guard let file = index.file(segments[...]) else { throw HTTPError(.notFound, "There is no such file.") }
        return Self.response(file, cacheControl: "no-cache")
    }

    private static func response(_ file: StaticFile, cacheControl: String) -> Response {
        Response(
            headers: [
                .contentType: file.contentType, .eTag: file.entityTag, .cacheControl: cacheControl,
                .xContentTypeOptions: "nosniff",
            ],
            body: file.bytes
        )
    }

    private static func isHash(_ segment: String) -> Bool {
        segment.utf8.count == ContentHash.textLength
            && segment.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The files as they are now, or as they were when they could last be read.
    private var index: StaticFileIndex {
        state.withLock { state in
            if rereadsChanges, let tree = try? FileTree(root: root), tree != state.tree,
                let contents = try? tree.contents()
            {
                state = State(tree: tree, index: StaticFileIndex(files: contents))
            }
            return state.index
        }
    }
}

extension StaticFileIndex {
    fileprivate func file(_ segments: ArraySlice<String>) -> StaticFile? {
        // An encoded slash would otherwise be as good as a real one.
        segments.contains { $0.utf8.contains(UInt8(ascii: "/")) } ? nil : files[segments.joined(separator: "/")]
    }
}
