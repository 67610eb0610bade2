/// A 64-bit fingerprint of bytes (FNV-1a), the same on every machine: it names versions of content that is trusted.
struct ContentHash: Sendable, Hashable {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: [UInt8] = []) {
        combine(bytes)
    }

    /// Takes more bytes in.
    mutating func combine(_ bytes: some Sequence<UInt8>) {
        var value = value
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        self.value = value
    }

    /// How many characters `text` has.
    static let textLength = 16

    /// The fingerprint as 16 lowercase hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: Self.textLength - digits.count) + digits
    }
}
