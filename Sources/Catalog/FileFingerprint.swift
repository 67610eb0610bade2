import Foundation

/// What tells that a file has been written to, without reading it.
struct FileFingerprint: Sendable, Hashable {
    /// When it was last written.
    var modifiedAt: Date
    /// Its length in bytes.
    var size: Int

    init(modifiedAt: Date, size: Int) {
        self.modifiedAt = modifiedAt
        self.size = size
    }

    /// A short text that another content hardly has.
    var text: String {
        let bits = modifiedAt.timeIntervalSinceReferenceDate.bitPattern &* 0x9E37_79B9_7F4A_7C15
        let mixed = (bits ^ bits >> 29 ^ UInt64(truncatingIfNeeded: size)) &* 0xBF58_476D_1CE4_E5B9
        return String(mixed ^ mixed >> 32, radix: 36)
    }

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
