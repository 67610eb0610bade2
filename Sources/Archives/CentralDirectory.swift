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
