extension [UInt8] {
    /// The unsigned number in `size` bytes from `index`, nil when it lies outside or does not fit `Int`.
    func bigEndian(at index: Int, size: Int) -> Int? {
        bits(at: index, size: size).flatMap { Int(exactly: $0) }
    }

    /// The bits in `size` bytes from `index`, at most 8, nil when they lie outside.
    func bits(at index: Int, size: Int) -> UInt64? {
        guard index >= 0, size >= 0, size <= 8, index <= count, size <= count - index else { return nil }
        var value: UInt64 = 0
        for offset in 0..<size { value = value << 8 | UInt64(self[index &+ offset]) }
        return value
    }
}
