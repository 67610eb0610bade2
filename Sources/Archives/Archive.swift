internal import CZip

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

extension Archive {
    /// The bytes of a file. The size that the archive gives bounds what is expanded, and is checked by it.
    ///
    /// - Throws: `damaged` when the bytes are not those that the archive says by size and check sum, `tooLarge` when
    ///   all that was read together passes the limit.
    public mutating func read(_ entry: ArchiveEntry) throws(ArchiveError) -> [UInt8] {
        guard !entry.isFolder else { return [] }
        guard entry.size <= limits.maximumTotalBytes - expanded else {
            throw ArchiveError(.tooLarge, "The archive expands to more than \(limits.maximumTotalBytes) bytes.")
        }
        guard let file = zip_fopen_index(handle.pointer, UInt64(entry.index), 0) else { throw error(of: entry) }
        defer { zip_fclose(file) }
        var isReadable = true
        // One byte more than there should be: to reach the end, where libzip compares the check sum, and to notice
        // bytes beyond it.
        let bytes = [UInt8](unsafeUninitializedCapacity: entry.size + 1) { buffer, filled in
            while filled < buffer.count {
                let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                guard let address = free.baseAddress else { return }
                let count = Int(zip_fread(file, address, UInt64(free.count)))
                guard count > 0 else {
                    isReadable = count == 0
                    return
                }
                filled += count
            }
        }
        expanded += bytes.count
        guard isReadable else { throw error(of: entry) }
        guard bytes.count == entry.size else { throw mismatch(entry) }
        return bytes
    }

    private func mismatch(_ entry: ArchiveEntry) -> ArchiveError {
        ArchiveError(
            .damaged,
            "The entry “\(entry.path)” does not have the \(entry.size) bytes that the archive says.",
            entry: entry.path
        )
    }

    private func error(of entry: ArchiveEntry) -> ArchiveError {
        ArchiveError(
            .damaged,
            "The entry “\(entry.path)” is damaged: its bytes do not give what the archive says. Create it again, or send it again.",
            entry: entry.path
        )
    }
}

/// A file or folder that an archive lists, with a path that is safe to use.
public struct ArchiveEntry: Sendable, Hashable {
    /// The path: relative, `/` between components, without `.` and `..`, without a slash at its end.
    public let path: String
    /// Whether it is a folder, which has no bytes.
    public let isFolder: Bool
    /// How many bytes the archive says the file has.
    public let size: Int
    /// The check sum (CRC-32) that the archive gives for the file's bytes.
    public let checksum: UInt32

    /// Its number in the archive's central directory.
    let index: Int
}

/// An archive that libzip has open over bytes in memory, closed with this value.
struct ArchiveHandle: ~Copyable {
    let pointer: OpaquePointer

    deinit { zip_discard(pointer) }

    /// - Parameter bytes: what libzip reads in place; they must stay where they are as long as the handle is there.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ArchiveError) {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = zip_source_buffer_create(bytes.baseAddress, UInt64(bytes.count), 0, &error) else {
            throw ArchiveError(error)
        }
        // Without ZIP_CHECKCONS, which refuses more than it says: what local headers repeat is not used anywhere.
        // An open archive owns its source; one that could not be opened leaves it.
        guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
            zip_source_free(source)
            throw ArchiveError(error)
        }
        pointer = archive
    }
}
