internal import CZip

/// Looks at all that an archive lists, before anything is expanded.
struct ArchiveListing {
    private(set) var entries: [ArchiveEntry] = []

    /// Used while the archive is opened only.
    private let handle: OpaquePointer
    private let limits: ArchiveLimits
    private var tree: EntryTree
    private var total = 0

    init(
        _ handle: borrowing ArchiveHandle,
        directory: CentralDirectory,
        byteCount: Int,
        limits: ArchiveLimits
    ) throws(ArchiveError) {
        self.handle = handle.pointer
        self.limits = limits
        tree = EntryTree(limit: limits.maximumEntries)
        let count = directory.records.count
        guard zip_get_num_entries(self.handle, 0) == Int64(count) else {
            throw ArchiveError(.damaged, "The archive has two tables of contents that differ; make it again.")
        }
        entries.reserveCapacity(count)
        for index in 0..<count { try add(index, shown: directory.records[index].name) }
        guard total <= limits.ratioFloorBytes || total / limits.maximumRatio <= byteCount else {
            throw ArchiveError(.bomb, "The archive expands to more than \(limits.maximumRatio) times its size.")
        }
    }

    private mutating func add(_ index: Int, shown: String) throws(ArchiveError) {
        // Without the flag for UTF-8 a name is UTF-8 where it can be, as macOS writes it, else in the code page 437
        // (APPNOTE.TXT, appendix D).
        guard let bytes = zip_get_name(handle, UInt64(index), ZIP_FL_ENC_GUESS),
            let name = String(validatingCString: bytes)
        else {
            throw ArchiveError(.unreadableName, "The entry “\(shown)” has a name that cannot be read.", entry: shown)
        }
        let path = try ArchivePath(name, limits: limits)
        guard !path.isJunk else { return }
        let text = path.text
        try checkKind(index, text, path)
        try tree.insert(path)
        var status = zip_stat_t()
        zip_stat_init(&status)
        guard zip_stat_index(handle, UInt64(index), 0, &status) == 0 else {
            throw ArchiveError(.damaged, "The entry “\(shown)” cannot be read; make the archive again.", entry: shown)
        }
        let size = path.isFolder ? 0 : try checkedSize(status, text)
        entries.append(
            ArchiveEntry(path: text, isFolder: path.isFolder, size: size, checksum: status.crc, index: index)
        )
    }

    /// Only plain files and folders: the upper half of the attributes is the mode of Unix where a program sets it, and
    /// 0 elsewhere (APPNOTE.TXT, section 4.4.15; the types are those of POSIX `<sys/stat.h>`).
    private func checkKind(_ index: Int, _ text: String, _ path: ArchivePath) throws(ArchiveError) {
        var system: UInt8 = 0
        var attributes: UInt32 = 0
        guard zip_file_get_external_attributes(handle, UInt64(index), 0, &system, &attributes) == 0 else { return }
        let shown = ArchivePath.shown(text)
        switch attributes >> 16 & 0o170000 {
        case 0o040000 where path.isFolder, 0o100000 where !path.isFolder, 0: return
        case 0o120000:
            throw ArchiveError(
                .specialFile,
                "The entry “\(shown)” is a symbolic link; make the archive with the files in place of links.",
                entry: shown
            )
        case 0o040000, 0o100000:
            throw ArchiveError(.collision, "The entry “\(shown)” is a file and a folder at once.", entry: shown)
        default:
            throw ArchiveError(
                .specialFile,
                "The entry “\(shown)” is a device or a pipe; leave it out of the archive.",
                entry: shown
            )
        }
    }

    private mutating func checkedSize(_ status: zip_stat_t, _ text: String) throws(ArchiveError) -> Int {
        let shown = ArchivePath.shown(text)
        guard status.encryption_method == UInt16(ZIP_EM_NONE) else {
            throw ArchiveError(.encrypted, "The entry “\(shown)” is encrypted; send it without.", entry: shown)
        }
        guard [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(status.comp_method)) else {
            throw ArchiveError(
                .unsupportedCompression,
                "The entry “\(shown)” is compressed by method \(status.comp_method); only deflate is read.",
                entry: shown
            )
        }
        guard let size = Int(exactly: status.size), size <= limits.maximumEntryBytes else {
            throw ArchiveError(
                .tooLarge,
                "The entry “\(shown)” expands to more than \(limits.maximumEntryBytes) bytes.",
                entry: shown
            )
        }
        total &+= size
        guard total <= limits.maximumTotalBytes else {
            throw ArchiveError(.tooLarge, "The archive expands to more than \(limits.maximumTotalBytes) bytes.")
        }
        guard size <= limits.ratioFloorBytes || UInt64(size / limits.maximumRatio) <= status.comp_size else {
            throw ArchiveError(
                .bomb,
                "The entry “\(shown)” expands to more than \(limits.maximumRatio) times its size.",
                entry: shown
            )
        }
        return size
    }
}
