import Glibc

/// The regular files below a folder: no symbolic links, nothing whose name begins with a dot.
struct FileTree: Sendable, Hashable {
    /// The most files a tree may have.
    static let maximumFiles = 10_000
    /// The most folders one inside the other.
    static let maximumDepth = 32
    /// The most bytes one file may have.
    static let maximumFileBytes = 16 << 20
    /// The most bytes all files may have.
    static let maximumBytes = 256 << 20

    /// What tells that a file has changed.
    struct Stamp: Sendable, Hashable {
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    let root: String
    /// The files by their paths below the root.
    private(set) var stamps: [String: Stamp] = [:]

    /// Walks through a folder.
    init(root: String) throws(HTTPError) {
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
                        stamps.count < Self.maximumFiles
                    else { throw HTTPError(.unreadableFiles, "\(root)/\(path) makes the folder too large to serve.") }
                    bytes += status.st_size
                    stamps[path] = Stamp(
                        size: status.st_size,
                        seconds: status.st_mtim.tv_sec,
                        nanoseconds: status.st_mtim.tv_nsec
                    )
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

    /// Reads every file.
    func contents() throws(HTTPError) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for path in stamps.keys { contents[path] = try Self.read("\(root)/\(path)") }
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
