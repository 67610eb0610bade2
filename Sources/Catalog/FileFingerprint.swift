import Foundation

/// What tells that a file has been written to, without reading it.
struct FileFingerprint: Sendable, Hashable {
    /// When it was last written.
    var modifiedAt: Date
    /// Its length in bytes.
    var size: Int

    /// Looks at a file; nil when there is none, or when it is a folder, a pipe or a device.
    init?(of url: URL) {
        // A new URL, because a URL remembers the values it gave before.
        let fresh = URL(filePath: url.plainPath)
        guard
            let values = try? fresh.resourceValues(forKeys: [
                .isRegularFileKey, .fileSizeKey, .contentModificationDateKey,
            ]),
            values.isRegularFile == true, let size = values.fileSize, let modifiedAt = values.contentModificationDate
        else { return nil }
        self.size = size
        self.modifiedAt = modifiedAt
    }
}
