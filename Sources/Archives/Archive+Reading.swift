internal import CZip

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
            "The entry “\(entry.path)” is damaged: its bytes do not give what the archive says. Make or send it again.",
            entry: entry.path
        )
    }
}
