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

/// What the name of an entry says: where it is and whether it is a folder (APPNOTE.TXT, section 4.4.17: relative, with
/// forward slashes, a folder's with one at its end).
struct ArchivePath {
    /// The names on the way, none of them empty, `.` or `..`.
    let components: [Substring]
    /// Whether the name ends like that of a folder.
    let isFolder: Bool

    /// - Throws: `unsafePath`.
    init(_ name: String, limits: ArchiveLimits) throws(ArchiveError) {
        func refused(_ reason: String) -> ArchiveError {
            ArchiveError(.unsafePath, "The entry “\(Self.shown(name))” \(reason).", entry: Self.shown(name))
        }
        let bytes = name.utf8
        guard bytes.count <= limits.maximumPathBytes else {
            throw refused("has a path of more than \(limits.maximumPathBytes) bytes")
        }
        guard bytes.first != UInt8(ascii: "/") else {
            throw refused("has an absolute path; paths in an archive are relative to it")
        }
        guard !bytes.contains(UInt8(ascii: "\\")) else {
            throw refused("has a backslash in its path; make the archive with forward slashes")
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw refused("has a control character in its path")
        }
        guard bytes.dropFirst().first != UInt8(ascii: ":") else {
            throw refused("names a drive; paths in an archive are relative to it")
        }
        components = bytes.split(separator: UInt8(ascii: "/")).map { Substring($0) }.filter { $0 != "." }
        guard !components.contains("..") else {
            throw refused("climbs out of the archive with “..”")
        }
        // To Swift a slash and an accent after it are one letter, at which nobody would split.
        guard components.joined(separator: "/").split(separator: "/").count == components.count else {
            throw refused("has a name that begins with a combining mark")
        }
        isFolder = bytes.last == UInt8(ascii: "/")
        guard !components.isEmpty || isFolder else { throw refused("has no name") }
        guard components.count <= limits.maximumDepth &+ 1 else {
            throw refused("is nested deeper than \(limits.maximumDepth) folders")
        }
    }

    /// The path without what it does not need.
    var text: String { components.joined(separator: "/") }

    /// Whether it is one of the files that macOS puts beside others: resource forks and the state of Finder windows.
    var isJunk: Bool {
        components.first == "__MACOSX"
            || components.last.map { $0 == ".DS_Store" || $0.hasPrefix("._") } ?? true
    }

    /// A name of any length and content as a sentence can show it.
    static func shown(_ name: String) -> String {
        String(name.prefix(200).map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "�" : $0 })
    }
}

/// The paths of an archive as a tree, to find those that would be one file, or a file and a folder, on the disks of
/// Macs and phones. Takes time in the length of the paths only.
struct EntryTree {
    private struct Place: Hashable {
        var folder: Int
        /// The name in lower case; strings are equal whether their marks are composed or not.
        var name: String
    }

    private struct Node {
        var spelling: Substring
        var isFile: Bool
        var number: Int
    }

    private var nodes: [Place: Node] = [:]
    private let limit: Int

    /// - Parameter limit: the most files and folders, those too that only the paths of files name.
    init(limit: Int) { self.limit = limit }

    /// Adds a path; a folder may be added again.
    /// - Throws: `collision`, `tooManyEntries`.
    mutating func insert(_ path: ArchivePath) throws(ArchiveError) {
        var folder = 0
        for (depth, name) in path.components.enumerated() {
            let isFile = !path.isFolder && depth == path.components.count - 1
            let place = Place(folder: folder, name: name.lowercased())
            guard let known = nodes[place] else {
                guard nodes.count < limit else {
                    throw ArchiveError(.tooManyEntries, "The archive has more than \(limit) files and folders.")
                }
                let node = Node(spelling: name, isFile: isFile, number: nodes.count + 1)
                nodes[place] = node
                folder = node.number
                continue
            }
            guard !known.isFile, !isFile, known.spelling == name else {
                throw Self.refusal(of: path, depth: depth, known: known, isFile: isFile)
            }
            folder = known.number
        }
    }

    private static func refusal(of path: ArchivePath, depth: Int, known: Node, isFile: Bool) -> ArchiveError {
        let shown = ArchivePath.shown(path.text)
        let name = path.components[depth]
        let reason: String
        if known.spelling != name {
            reason = "is also there as “\(ArchivePath.shown(String(known.spelling)))”; the two differ in case only"
        } else if known.isFile != isFile {
            reason = "is a file and a folder at once"
        } else {
            reason = "is there twice"
        }
        let part = depth == path.components.count - 1 ? "" : " (its folder “\(ArchivePath.shown(String(name)))”)"
        return ArchiveError(.collision, "The entry “\(shown)”\(part) \(reason).", entry: shown)
    }
}

/// The central directory of an archive as its bytes have it (APPNOTE.TXT, sections 4.3.12 and 4.3.16): what libzip does
/// not tell of it. That is where each entry's data lies, and the names as they are: libzip makes blanks of NULs.
struct CentralDirectory {
    /// One entry of the directory.
    struct Record {
        /// Where the entry's local header begins.
        var start: Int
        /// The first byte that cannot belong to it any more, at the least: the header without its extra field, which
        /// may be longer than the directory says, and the compressed bytes.
        var end: Int
        /// The name as the bytes have it, for messages.
        var name: String
    }

    private(set) var records: [Record] = []
    private let bytes: UnsafeBufferPointer<UInt8>

    /// Lengths of the fixed parts of the records.
    private enum Length {
        static let end = 22
        static let entry = 46
        static let local = 30
        static let comment = 0xFFFF
    }

    /// - Throws: `notAnArchive`, `damaged`, `tooManyEntries`, `tooLarge`, `unsafePath`, `unreadableName`, `bomb`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ArchiveLimits) throws(ArchiveError) {
        self.bytes = bytes
        let end = try findEnd()
        guard let count = short(end &+ 10), let size = long(end &+ 12), let start = long(end &+ 16),
            short(end &+ 4) == 0, short(end &+ 6) == 0, short(end &+ 8) == count
        else { throw ArchiveError(.damaged, "The archive is one part of several; send it as one file.") }
        guard count <= limits.maximumEntries, count < 0xFFFF else {
            throw ArchiveError(
                .tooManyEntries,
                "The archive lists more than \(min(limits.maximumEntries, 0xFFFE)) entries."
            )
        }
        guard start < 0xFFFF_FFFF, size < 0xFFFF_FFFF else {
            throw ArchiveError(.tooLarge, "The archive is in the Zip64 form, for more than 4 GiB.")
        }
        guard size <= limits.maximumDirectoryBytes else {
            throw ArchiveError(
                .tooLarge,
                "The archive's table of contents has more than \(limits.maximumDirectoryBytes) bytes."
            )
        }
        guard start &+ size <= end else { throw Self.damaged }
        try readRecords(count, from: start, to: start &+ size)
        try checkOverlaps(before: start)
    }

    private static let damaged = ArchiveError(
        .damaged,
        "The archive is damaged: its table of contents does not fit its bytes. Create it again, or send it again."
    )

    /// The record at the end, which nothing but its own comment may follow.
    private func findEnd() throws(ArchiveError) -> Int {
        var offset = bytes.count &- Length.end
        let last = max(0, offset &- Length.comment)
        while offset >= last {
            if bytes[offset] == UInt8(ascii: "P"), long(offset) == 0x0605_4B50,
                short(offset &+ 20) == bytes.count &- offset &- Length.end
            {
                return offset
            }
            offset &-= 1
        }
        guard long(0) == 0x0403_4B50 else {
            throw ArchiveError(.notAnArchive, "This is not a zip archive. Send an app as .zip or .ipa.")
        }
        throw ArchiveError(.damaged, "The archive ends early: its table of contents is missing. Send it again.")
    }

    private mutating func readRecords(_ count: Int, from start: Int, to end: Int) throws(ArchiveError) {
        records.reserveCapacity(count)
        var offset = start
        for _ in 0..<count {
            guard offset &+ Length.entry <= end, long(offset) == 0x0201_4B50, let flags = short(offset &+ 8),
                let compressed = long(offset &+ 20), let nameLength = short(offset &+ 28),
                let extraLength = short(offset &+ 30), let commentLength = short(offset &+ 32),
                let local = long(offset &+ 42), offset &+ Length.entry &+ nameLength <= end
            else { throw Self.damaged }
            let nameStart = offset &+ Length.entry
            let name = UnsafeBufferPointer(rebasing: bytes[nameStart..<(nameStart &+ nameLength)])
            let shown = ArchivePath.shown(String(decoding: name, as: UTF8.self))
            guard !name.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw ArchiveError(
                    .unsafePath,
                    "The entry “\(shown)” has a control character in its path.",
                    entry: shown
                )
            }
            // Bit 11: the name is UTF-8 (APPNOTE.TXT, section 4.4.4).
            if flags & 0x800 != 0, String(validating: name, as: UTF8.self) == nil {
                throw ArchiveError(
                    .unreadableName,
                    "The entry “\(shown)” has a name that is not UTF-8, although the archive says it is.",
                    entry: shown
                )
            }
            guard compressed < 0xFFFF_FFFF, local < 0xFFFF_FFFF else {
                throw ArchiveError(.tooLarge, "The entry “\(shown)” is in the Zip64 form, for more than 4 GiB.")
            }
            records.append(
                Record(start: local, end: local &+ Length.local &+ nameLength &+ compressed, name: shown)
            )
            offset = nameStart &+ nameLength &+ extraLength &+ commentLength
        }
        guard offset <= end else { throw Self.damaged }
    }

    /// Entries that share bytes make a small archive expand without end
    /// (<https://www.bamsoftware.com/hacks/zipbomb/>).
    private func checkOverlaps(before limit: Int) throws(ArchiveError) {
        let ordered = records.sorted { $0.start < $1.start }
        for (index, record) in ordered.enumerated() {
            let next = index &+ 1 < ordered.count ? ordered[index &+ 1].start : limit
            guard record.end <= limit else { throw Self.damaged }
            guard record.end <= next else {
                throw ArchiveError(
                    .bomb,
                    "The entries “\(record.name)” and “\(ordered[index &+ 1].name)” share the same bytes, "
                        + "as no program that makes archives does.",
                    entry: record.name
                )
            }
        }
    }

    private func short(_ offset: Int) -> Int? { number(offset, length: 2) }
    private func long(_ offset: Int) -> Int? { number(offset, length: 4) }

    /// A number with its least byte first; nil beyond the end.
    private func number(_ offset: Int, length: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count &- length else { return nil }
        return (0..<length).reduce(0) { $0 | Int(bytes[offset &+ $1]) << (8 &* $1) }
    }
}
