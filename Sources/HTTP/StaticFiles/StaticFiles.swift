import Diagnostics
import Glibc
import HTTPTypes

/// The files of a folder as they were at the start, served from memory below a prefix such as `/static`.
///
/// `/static/<hash>/js/app.js` may be kept for ever: the hash is that of the whole folder, so that modules which import
/// each other by relative paths stay together. `/static/js/app.js` works too, but is asked for again each time.
/// Only what was found in the folder is served, so no path leads out of it.
public struct StaticFiles: Sendable {
    private let prefix: String
    private let files: [String: StaticFile]
    /// A fingerprint of all paths and contents.
    private let hash: String

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - root: The path of the folder.
    ///   - prefix: What the paths begin with, without a slash at the end.
    /// - Throws: `HTTPError` with code `unreadableFiles`.
    public init(root: String, prefix: String = "/static") throws(HTTPError) {
        self.prefix = prefix
        let contents = try FileTree(root: root).contents()
        var hash = ContentHash()
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            hash.combine(path.utf8)
            hash.combine([0])
            hash.combine(bytes)
            hash.combine([0])
        }
        files = Dictionary(uniqueKeysWithValues: contents.map { ($0, StaticFile(name: $0, bytes: $1)) })
        self.hash = hash.text
    }

    /// The paths of the files below the folder, sorted.
    public var paths: [String] { files.keys.sorted() }

    /// The bytes of a file by its path below the folder; nil where there is none.
    public func contents(of path: String) -> [UInt8]? { files[path]?.bytes }

    /// The URL of a file that may be kept for ever, such as `/static/0123456789abcdef/css/app.css`.
    ///
    /// A path that names no file gives a URL all the same, which is answered with 404.
    public func url(for path: String) -> String {
        "\(prefix)/\(hash)/\(path)"
    }

    /// The route that serves the files.
    public var route: Route {
        Route(
            .get,
            "\(prefix)/{path...}",
            bodyLimit: 0,
            immediate: { _, parameters in try response(to: parameters.segments("path") ?? []) }
        )
    }

    /// The route that serves the files of one folder below an address of their own, such as `/exporter/Vitrine.swift`.
    ///
    /// They are asked for again each time: the address stays when they change.
    public func route(folder: String) -> Route {
        Route(
            .get,
            "/\(folder)/{path...}",
            bodyLimit: 0,
            immediate: { _, parameters in try response(to: [folder] + (parameters.segments("path") ?? [])) }
        )
    }

    /// Answers a request for a file by the decoded segments of its path behind the prefix.
    ///
    /// - Throws: `HTTPError` with code `notFound`.
    func response(to segments: [String]) throws -> Response {
        if segments.first == hash, let file = file(segments.dropFirst()) {
            return Self.response(file, cacheControl: "public, max-age=31536000, immutable")
        }
        if let first = segments.first, Self.isHash(first), file(segments.dropFirst()) != nil {
            // A page from before a change asks for its files: it gets those of today.
            var response = Response.redirect(
                to: url(for: segments.dropFirst().joined(separator: "/")),
                status: .temporaryRedirect
            )
            response.headers[.cacheControl] = "no-store"
            return response
        }
        guard let file = file(segments[...]) else { throw HTTPError(.notFound, "This file does not exist.") }
        return Self.response(file, cacheControl: "no-cache")
    }

    private static func response(_ file: StaticFile, cacheControl: String) -> Response {
        Response(
            headers: [
                .contentType: file.contentType, .eTag: file.entityTag, .acceptRanges: "bytes",
                .cacheControl: cacheControl, .xContentTypeOptions: "nosniff",
            ],
            body: file.bytes
        )
    }

    private static func isHash(_ segment: String) -> Bool {
        segment.utf8.count == ContentHash.textLength
            && segment.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private func file(_ segments: ArraySlice<String>) -> StaticFile? {
        // An encoded slash would otherwise be as good as a real one.
        segments.contains { $0.utf8.contains(UInt8(ascii: "/")) } ? nil : files[segments.joined(separator: "/")]
    }
}

/// One file that is served as it is.
struct StaticFile: Sendable, Hashable {
    let bytes: [UInt8]
    let contentType: String
    /// A strong entity tag made from the bytes.
    let entityTag: String

    init(name: String, bytes: [UInt8]) {
        self.bytes = bytes
        contentType = MediaType.forFile(named: name)
        entityTag = EntityTag.strong(hashing: bytes)
    }
}

/// The regular files below a folder: no symbolic links, nothing whose name begins with a dot.
public struct FileTree {
    /// The most files a tree may have.
    static let maximumFiles = 10_000
    /// The most folders one inside the other.
    static let maximumDepth = 32
    /// The most bytes one file may have.
    static let maximumFileBytes = 16 << 20
    /// The most bytes all files may have.
    static let maximumBytes = 256 << 20

    private let root: String
    /// The paths of the files below the root.
    private var paths: [String] = []

    /// Walks through a folder.
    /// - Throws: `HTTPError` with code `unreadableFiles`, also where the folder has more than can be served.
    public init(root: String) throws(HTTPError) {
        self.root = root
        var pending: [(path: String, depth: Int)] = [("", 0)]
        var bytes = 0
        while let folder = pending.popLast() {
            for name in try Self.names(in: folder.path.isEmpty ? root : "\(root)/\(folder.path)") {
                let path = folder.path.isEmpty ? name : "\(folder.path)/\(name)"
                var status = stat()
                guard lstat("\(root)/\(path)", &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR where folder.depth < Self.maximumDepth: pending.append((path, folder.depth + 1))
                case S_IFREG:
                    guard status.st_size <= Self.maximumFileBytes, status.st_size <= Self.maximumBytes - bytes,
                        paths.count < Self.maximumFiles
                    else { throw HTTPError(.unreadableFiles, "\(root)/\(path) makes the folder too large to serve.") }
                    bytes += status.st_size
                    paths.append(path)
                default: continue
                }
            }
        }
    }

    /// The names in a folder that are UTF-8 and do not begin with a dot.
    private static func names(in folder: String) throws(HTTPError) -> [String] {
        guard let directory = opendir(folder) else {
            throw HTTPError(.unreadableFiles, "Cannot read the folder \(folder): \(String(cString: strerror(errno))).")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(validating: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// The bytes of every file, by its path below the folder.
    /// - Throws: `HTTPError` with code `unreadableFiles`.
    public func contents() throws(HTTPError) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for path in paths { contents[path] = try Self.read("\(root)/\(path)") }
        return contents
    }

    private static func read(_ path: String) throws(HTTPError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HTTPError(.unreadableFiles, "Cannot read \(path): \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        let pieceSize = 64 * 1024
        while bytes.count <= maximumFileBytes {
            let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
                count = max(0, Glibc.read(descriptor, buffer.baseAddress, pieceSize))
            }
            guard !piece.isEmpty else { break }
            bytes += piece
        }
        return bytes
    }
}
