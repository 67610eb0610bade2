/// Reading and writing of the hexadecimal addresses that dumps name objects by.
enum MemoryAddress {
    /// The number that `0x7f8a10`, `0X07F8A10` or `7f8a10` stands for; nil for anything else or more than 64 bits.
    static func number(_ text: String) -> UInt64? {
        var digits = Substring(text)
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits = digits.dropFirst(2) }
        guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
        return UInt64(digits, radix: 16)
    }

    /// The address as debuggers print it.
    static func text(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }
}
