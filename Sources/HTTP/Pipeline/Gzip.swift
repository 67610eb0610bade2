internal import CZlib

/// Compression in the gzip format (RFC 1952) through zlib.
enum Gzip {
    /// How hard zlib tries, from 1 to 9: the level at which text stops getting much smaller for the time.
    private static let level: Int32 = 5

    /// The bytes compressed; nil when there are too many of them or no memory is left.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        let bound = cz_gzip_bound(UInt(bytes.count))
        guard let size = UInt32(exactly: bytes.count), let capacity = UInt32(exactly: bound) else { return nil }
        let compressed = [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
            count = Int(clamping: cz_gzip(bytes, size, buffer.baseAddress, capacity, level))
        }
        return compressed.isEmpty ? nil : compressed
    }

    /// The bytes expanded; nil when they are not gzip or become more than the limit.
    static func expand(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard let size = UInt32(exactly: bytes.count), let capacity = UInt32(exactly: limit) else { return nil }
        var isValid = false
        let expanded = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let written = cz_gunzip(bytes, size, buffer.baseAddress, capacity)
            isValid = written >= 0
            count = max(0, written)
        }
        return isValid ? expanded : nil
    }
}
