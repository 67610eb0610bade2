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

/// Why an archive is refused. Nothing of it should be used then.
public struct ArchiveError: Error, Sendable, Hashable {
    /// What kind of refusal it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The bytes are no zip archive.
        case notAnArchive = "not-an-archive"
        /// The archive ends early, or its parts contradict each other.
        case damaged = "damaged-archive"
        /// It lists more entries than the limit.
        case tooManyEntries = "archive-too-many-entries"
        /// A file, or all files together, would expand to more bytes than the limit.
        case tooLarge = "archive-too-large"
        /// A file, or the archive, expands to more times its size than the limit, or files share the same bytes.
        case bomb = "archive-bomb"
        /// A path is absolute or climbs, has a backslash, a drive or control characters, or is too long or too deep.
        case unsafePath = "archive-unsafe-path"
        /// A name is in no encoding that it could be in.
        case unreadableName = "archive-unreadable-name"
        /// An entry is a symbolic link, a device or a pipe.
        case specialFile = "archive-special-file"
        /// Two entries have the same path, or paths that differ in upper and lower case only, or one is a folder of
        /// the other and a file.
        case collision = "archive-collision"
        /// An entry is encrypted.
        case encrypted = "archive-encrypted"
        /// An entry is compressed in a way other than deflate.
        case unsupportedCompression = "archive-unsupported-compression"
    }

    /// What kind of refusal it is.
    public var code: Code
    /// One sentence for people: what, which entry, what to do.
    public var message: String
    /// The path of the entry it is about, as far as it can be shown.
    public var entry: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, entry: String? = nil) {
        self.code = code
        self.message = message
        self.entry = entry
    }
}

extension ArchiveError {
    /// What kept libzip from opening an archive (libzip manual, zip_errors).
    init(_ error: zip_error_t) {
        var error = error
        switch zip_error_code_zip(&error) {
        case ZIP_ER_NOZIP:
            self.init(.notAnArchive, "This is not a zip archive. Send an app as .zip or .ipa.")
        case ZIP_ER_MEMORY:
            self.init(.tooLarge, "There is not enough memory to read the archive.")
        default:
            self.init(.damaged, "The archive is damaged: its parts contradict each other. Create or send it again.")
        }
    }
}

/// How much an archive may ask of its reader.
public struct ArchiveLimits: Sendable, Hashable {
    /// The most files and folders it may have, those too that only paths name.
    package var maximumEntries: Int
    /// The most bytes of its table of contents, which is mostly names.
    package var maximumDirectoryBytes: Int
    /// The most bytes that one file may expand to.
    package var maximumEntryBytes: Int
    /// The most bytes that all files together may expand to.
    package var maximumTotalBytes: Int
    /// How many times its compressed size a file, or the whole archive, may expand to.
    package var maximumRatio: Int
    /// Up to so many bytes the ratio does not matter: blank pictures and tables are small and compress well.
    package var ratioFloorBytes: Int
    /// The longest path, in UTF-8 bytes.
    package var maximumPathBytes: Int
    /// The most folders below one another.
    package var maximumDepth: Int

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumEntries: Int = 50_000,
        maximumDirectoryBytes: Int = 16 << 20,
        maximumEntryBytes: Int = 1 << 30,
        maximumTotalBytes: Int = 4 << 30,
        maximumRatio: Int = 200,
        ratioFloorBytes: Int = 16 << 20,
        maximumPathBytes: Int = 1_024,
        maximumDepth: Int = 32
    ) {
        self.maximumEntries = maximumEntries
        self.maximumDirectoryBytes = maximumDirectoryBytes
        self.maximumEntryBytes = maximumEntryBytes
        self.maximumTotalBytes = maximumTotalBytes
        self.maximumRatio = maximumRatio
        self.ratioFloorBytes = ratioFloorBytes
        self.maximumPathBytes = maximumPathBytes
        self.maximumDepth = maximumDepth
    }

    /// 50,000 entries, 1 GiB a file, 4 GiB together, 200 times the compressed size beyond 16 MiB, 32 folders deep.
    public static let standard = ArchiveLimits()
}
