/// A zip archive in memory, read through libzip (<https://libzip.org/documentation/>).
///
/// Whatever its bytes are, reading ends, stays within the limits, and gives either what the archive holds or an error.
public struct Archive: ~Copyable {
    /// The files and folders that it lists, in its order. What macOS puts beside files is left out.
    public let entries: [ArchiveEntry]
    /// How much is read.
    public let limits: ArchiveLimits

    let handle: ArchiveHandle
    /// How many bytes were expanded so far.
    var expanded = 0

    /// Opens an archive, checks all that it lists, and hands it out. It is closed when `body` returns.
    ///
    /// - Throws: ``ArchiveError`` for what it is or lists, or what `body` throws.
    public static func reading<Value>(
        _ bytes: ArraySlice<UInt8>,
        limits: ArchiveLimits = .standard,
        _ body: (inout Archive) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        // libzip reads the bytes in place, so the archive must not leave this function.
        try bytes.withUnsafeBufferPointer { bytes throws(ArchiveError) in
            let directory = try CentralDirectory(bytes, limits: limits)
            let handle = try ArchiveHandle(bytes)
            let entries = try ArchiveListing(handle, directory: directory, byteCount: bytes.count, limits: limits)
                .entries
            var archive = Archive(entries: entries, limits: limits, handle: handle)
            return try body(&archive)
        }
    }

    private init(entries: [ArchiveEntry], limits: ArchiveLimits, handle: consuming ArchiveHandle) {
        self.entries = entries
        self.limits = limits
        self.handle = handle
    }
}
