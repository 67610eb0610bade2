/// A dump as UTF-8 text, whatever the encoding it came in.
struct DumpText: Sendable {
    /// The text, without a byte-order mark and without NUL characters.
    let text: ByteText
    /// What had to be done, in a sentence; nil when the bytes were plain UTF-8.
    let note: String?

    /// Reads UTF-8, or UTF-16 with a byte-order mark or with the zeros that ASCII text has in it. Bytes that are no
    /// UTF-8 are kept here and come out as U+FFFD where they are read.
    init(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.init(utf8: Array(bytes.dropFirst(3)), note: nil)
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            self.init(utf16: bytes.dropFirst(2), isBigEndian: false)
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self.init(utf16: bytes.dropFirst(2), isBigEndian: true)
        } else if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0, bytes[0] != 0 {
            self.init(utf16: bytes[...], isBigEndian: false)
        } else if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0, bytes[1] != 0 {
            self.init(utf16: bytes[...], isBigEndian: true)
        } else {
            self.init(utf8: bytes, note: nil)
        }
    }

    private init(utf16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index &+ 1 < bytes.endIndex {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index &+ 1])
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index &+= 2
        }
        let text = String(decoding: units, as: UTF16.self)
        self.init(utf8: Array(text.utf8), note: "The text is UTF-16; it was read as such.")
    }

    private init(utf8 bytes: [UInt8], note: String?) {
        guard bytes.contains(0) else {
            text = ByteText(bytes)
            self.note = note
            return
        }
        // No text holds NUL, and JSON could not carry it on.
        text = ByteText(bytes.map { $0 == 0 ? 0x20 : $0 })
        self.note = note ?? "The text holds NUL characters; each was read as a space."
    }
}
