import Glibc

/// Looking for bytes in bytes by their first one with memchr(3). The standard library's own `firstRange(of:)` goes
/// through generic steps, each of which costs more than the comparison.
extension UnsafeBufferPointer<UInt8> {
    /// Where bytes first stand; nil when they do not, and when there are none to look for.
    /// - Complexity: at worst the product of both lengths: meant for what is sought in a line, with few bytes.
    public func firstIndex(ofBytes bytes: Self) -> Int? {
        guard let start = baseAddress, let sought = bytes.baseAddress, let first = bytes.first else { return nil }
        // The last index at which there is room for the bytes.
        let last = count &- bytes.count
        var index = 0
        while index <= last, let place = memchr(start + index, Int32(first), last &- index &+ 1) {
            index = UnsafeRawPointer(place) - UnsafeRawPointer(start)
            if memcmp(start + index, sought, bytes.count) == 0 { return index }
            index &+= 1
        }
        return nil
    }
}

extension Collection<UInt8> {
    /// Where a literal first stands; nil when it does not. Bytes that do not lie side by side, as those of arrays,
    /// slices and native strings do, are copied first.
    public func firstRange(ofBytes literal: StaticString) -> Range<Index>? {
        literal.withUTF8Buffer { firstRange(ofBytes: $0) }
    }

    /// Where bytes first stand; nil when they do not, and when there are none to look for.
    public func firstRange(ofBytes bytes: UnsafeBufferPointer<UInt8>) -> Range<Index>? {
        let found = withContiguousStorageIfAvailable { $0.firstIndex(ofBytes: bytes) }
        guard let offset = found ?? Array(self).withUnsafeBufferPointer({ $0.firstIndex(ofBytes: bytes) }) else {
            return nil
        }
        let start = index(startIndex, offsetBy: offset)
        return start..<index(start, offsetBy: bytes.count)
    }
}
