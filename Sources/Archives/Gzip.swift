/// Expands gzip data (RFC 1952) within limits.
///
/// gzip and zip share deflate: the data is put into a zip archive of one file, in memory, and libzip expands it, with the
/// size and the check sum that the gzip trailer gives.
public enum Gzip {
    /// Whether some bytes begin as gzip data does.
    public static func hasMagic(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// The bytes of gzip data with a single member.
    ///
    /// - Parameter limit: The most bytes to expand to.
    /// - Throws: ``ArchiveError`` for data that is damaged or that expands to more.
    public static func expanded(_ bytes: [UInt8], limit: Int) throws(ArchiveError) -> [UInt8] {
        guard let start = headerEnd(of: bytes), start <= bytes.count - trailerLength else {
            throw ArchiveError(.damaged, "The gzip data ends within its header or its trailer; send it whole.")
        }
        let trailer = bytes.count - trailerLength
        let archive = archive(
            of: bytes[start..<trailer],
            checksum: bytes[trailer..<trailer + 4],
            size: bytes[(trailer + 4)...]
        )
        let limits = ArchiveLimits(maximumEntries: 1, maximumEntryBytes: limit, maximumTotalBytes: limit)
        return try Archive.reading(archive[...], limits: limits) { archive throws(ArchiveError) in
            guard let entry = archive.entries.first else {
                throw ArchiveError(.damaged, "The gzip data holds nothing.")
            }
            return try archive.read(entry)
        }
    }

    /// The check sum and the size.
    private static let trailerLength = 8

    /// Behind the header: ten bytes, and what its flags say that there is besides (section 2.3).
    private static func headerEnd(of bytes: [UInt8]) -> Int? {
        guard hasMagic(bytes), bytes.count >= 18 else { return nil }
        let flags = bytes[3]
        var position = 10
        if flags & 4 != 0 {
            guard position + 2 <= bytes.count else { return nil }
            position += 2 + Int(bytes[position]) + Int(bytes[position + 1]) << 8
        }
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { return nil }
            position = end + 1
        }
        if flags & 2 != 0 { position += 2 }
        return position
    }

    /// An archive with one deflated file (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16).
    private static func archive(
        of data: ArraySlice<UInt8>,
        checksum: ArraySlice<UInt8>,
        size: ArraySlice<UInt8>
    ) -> [UInt8] {
        let name = Array("data".utf8)
        let length = UInt32(truncatingIfNeeded: data.count).littleEndianBytes
        let shared: [UInt8] =
            [20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0] + checksum + length + size + [UInt8(name.count), 0, 0, 0]
        var archive: [UInt8] = [0x50, 0x4B, 3, 4] + shared + name + data
        let directory = archive.count
        archive += [0x50, 0x4B, 1, 2, 20, 0] + shared + [UInt8](repeating: 0, count: 14) + name
        let directoryLength = UInt32(truncatingIfNeeded: archive.count - directory).littleEndianBytes
        archive += [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + directoryLength
        archive += UInt32(truncatingIfNeeded: directory).littleEndianBytes + [0, 0]
        return archive
    }
}

extension UInt32 {
    fileprivate var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * UInt32($0))) } }
}
