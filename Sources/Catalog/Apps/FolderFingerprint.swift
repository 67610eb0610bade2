import AppBundles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What tells that any file of a folder was written, added, renamed or removed, without reading one.
struct FolderFingerprint: Sendable, Hashable {
    private var state = 0
    private var count = 0

    /// Looks at the names, kinds, sizes and times of the files below a folder; as many of them as a bundle may have.
    init(of url: URL, limits: CatalogLimits) {
        var pending = [(path: url.plainPath, depth: 0)]
        while let (path, depth) = pending.popLast(), count < limits.maximumAppFiles, let stream = opendir(path) {
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard name != ".", name != ".." else { continue }
                count += 1
                let inner = "\(path)/\(name)"
                var status = stat()
                // Links count as what they lead to; folders behind them are not entered, so that the walk ends.
                guard stat(inner, &status) == 0 else { continue }
                // Folders are listed in no order, so the parts are summed up.
                state &+= Self.part(inner, status)
                if status.st_mode & S_IFMT == S_IFDIR, depth < limits.bundle.maximumFolderDepth, !Self.isLink(inner) {
                    pending.append((inner, depth + 1))
                }
            }
        }
    }

    private static func part(_ path: String, _ status: stat) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(status.st_mode)
        hasher.combine(status.st_ino)
        // The size of a folder, and its time, say nothing that its entries do not.
        if status.st_mode & S_IFMT != S_IFDIR {
            hasher.combine(status.st_size)
            for time in [status.st_mtim, status.st_ctim] {
                hasher.combine(time.tv_sec)
                hasher.combine(time.tv_nsec)
            }
        }
        return hasher.finalize()
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFLNK
    }
}
