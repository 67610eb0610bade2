/// The syntaxes a property list can have.
public enum PropertyListFormat: String, Sendable, Hashable, CaseIterable {
    /// Markup with a `plist` element.
    case xml
    /// The compact form that begins with `bplist00`.
    case binary
    /// The brace-and-semicolon text of NeXT days, which is also the syntax of strings tables.
    case openStep

    /// The syntax that some bytes follow, judged by their beginning; nothing is checked beyond that.
    public init(detectedIn bytes: [UInt8]) {
        if BinaryPropertyListReader.hasMagic(bytes) {
            self = .binary
            return
        }
        // The bytes of every byte-order mark are above ASCII; zeros are halves of UTF-16 units.
        let first = bytes.first { !PropertyListText.isSpace($0) && $0 != 0 && $0 < 0x80 }
        self = first == UInt8(ascii: "<") ? .xml : .openStep
    }
}
