internal import CZip

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
