import Diagnostics
public import struct Foundation.URL

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The files of a bundle that is a folder on disk.
///
/// Links are followed only to places inside the folder, and only regular files are opened, so that a pipe or a
/// device planted in a bundle cannot hold up or feed the reader.
public struct FolderFiles: BundleFiles {
    /// The folder's name.
    public let name: String
    /// The folder's real path, free of links.
    private let root: String

    /// Opens a folder.
    ///
    /// - Throws: ``AppBundleError`` when there is no folder at `root`.
    public init(root url: URL) throws(AppBundleError) {
        let path = url.path(percentEncoded: false)
        guard let real = Self.realPath(path), Self.kind(at: real) == .folder else {
            throw AppBundleError(.missingFile, "There is no folder at “\(path)”; check the path.")
        }
        root = real
        // A link keeps the name it was opened by.
        name = url.standardizedFileURL.lastPathComponent
    }

    /// The files and folders directly inside a folder, sorted by name; pipes, devices, and links that leave are
    /// left out.
    public func entries(in folder: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
        let path = try resolve(folder)
        guard let stream = opendir(path) else {
            DescriptorTable.noteFailure()
            throw AppBundleError(.missingFile, "There is no folder “\(folder)” in “\(name)”.")
        }
        defer { closedir(stream) }
        var entries: [BundleEntry] = []
        var seen = 0
        while let entry = readdir(stream) {
            let entryName = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let entryName, entryName != ".", entryName != ".." else { continue }
            seen &+= 1
            guard seen <= limit else {
                throw AppBundleError(
                    .tooManyFiles,
                    "“\(name)” has more than \(limit) files in one folder. Remove unneeded files."
                )
            }
            switch Int(entry.pointee.d_type) {
            case Int(DT_REG): entries.append(BundleEntry(name: entryName, kind: .file))
            case Int(DT_DIR): entries.append(BundleEntry(name: entryName, kind: .folder))
            // Some file systems do not tell.
            case Int(DT_LNK), Int(DT_UNKNOWN):
                guard let kind = kind(of: BundlePath.joining(folder, entryName)) else { continue }
                let isLink = Self.kind(at: path + "/" + entryName) == nil
                entries.append(BundleEntry(name: entryName, kind: kind, isLink: isLink))
            default: break
            }
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// What is at a path.
    public func kind(of path: String) -> BundleEntry.Kind? {
        guard let real = try? resolve(path) else { return nil }
        return Self.kind(at: real)
    }

    /// The bytes of a file.
    public func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe waits for a writer that may never come.
        let descriptor = open(try resolve(path), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            DescriptorTable.noteFailure()
            throw unreadable(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path) }
        guard let size = Int(exactly: status.st_size), size <= limit else {
            throw AppBundleError(.tooLarge, "“\(path)” has more than \(limit) bytes; make it smaller.")
        }
        var bytes = [UInt8](repeating: 0, count: size)
        var filled = 0
        while filled < size {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Self.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            guard count >= 0 else { throw unreadable(path) }
            guard count > 0 else { break }
            filled += count
        }
        bytes.removeLast(size - filled)
        return bytes
    }

    private func unreadable(_ path: String) -> AppBundleError {
        AppBundleError(.unreadableFile, "“\(path)” cannot be read as a file; check what it is and its permissions.")
    }

    /// The real path behind a path of the bundle.
    private func resolve(_ path: String) throws(AppBundleError) -> String {
        guard let normalized = BundlePath.normalized(path) else {
            throw AppBundleError(.unsafePath, "“\(path)” leads out of “\(name)”; use a path inside it.")
        }
        guard !normalized.isEmpty else { return root }
        guard let real = Self.realPath(root + "/" + normalized) else {
            throw AppBundleError(.missingFile, "There is no “\(path)” in “\(name)”.")
        }
        guard real == root || real.hasPrefix(root == "/" ? root : root + "/") else {
            throw AppBundleError(.unsafePath, "“\(path)” is a link that leads out of “\(name)”; copy the file instead.")
        }
        return real
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    private static func kind(at path: String) -> BundleEntry.Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return nil
        }
    }

    /// Reads once, again after a signal.
    private static func read(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            #if canImport(Glibc)
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
            let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
            let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
