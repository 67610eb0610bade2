import Foundation
import Glibc

/// A file that takes some space of the disk, to be given up when there is no other left: deleting writes, too.
struct SpaceReserve: Sendable {
    /// What deleting the largest dump or app takes, many times over: SQLite writes one page for a thousand that it frees.
    static let byteCount = 4 << 20
    /// How much the disk must have left besides it.
    private static let least = 2 << 20

    let path: String

    /// Takes the space, where it is not taken and there is enough left.
    func fill() {
        var info = stat()
        if stat(path, &info) == 0, info.st_size >= Self.byteCount { return }
        guard let available = DiskSpace(of: (path as NSString).deletingLastPathComponent)?.available,
            available >= Self.least + Self.byteCount
        else { return }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A part of it would only be missed elsewhere.
        if posix_fallocate(descriptor, 0, off_t(Self.byteCount)) != 0 { unlink(path) }
    }

    /// Gives the space up.
    /// - Returns: whether there was any.
    func release() -> Bool { unlink(path) == 0 }
}

/// What the disk below a folder has left.
struct DiskSpace: Sendable, Hashable {
    /// How many bytes programs without special rights can still write.
    let available: Int
    /// Whether the disk is mounted for reading only.
    let isReadOnly: Bool

    /// Asks for the disk of a path; nil where the system does not tell.
    init?(of path: String) {
        var info = statvfs()
        guard statvfs(path, &info) == 0 else { return nil }
        let (bytes, overflows) = Int(clamping: info.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: info.f_frsize)
        )
        available = overflows ? .max : bytes
        // ST_RDONLY of statvfs(3).
        isReadOnly = info.f_flag & 1 != 0
    }
}
