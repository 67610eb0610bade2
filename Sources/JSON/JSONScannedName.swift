/// A name of an object that the scanner has passed, kept to find it a second time.
struct JSONScannedName {
    /// Where its opening quote is.
    let offset: Int
    /// A hash of its bytes, seeded by the process, so that nobody can prepare collisions.
    private let hash: Int
    /// Its bytes, unescaped.
    private let bytes: ArraySlice<UInt8>

    /// Takes the name between the quotes at both ends of a range that the scanner has found well-formed.
    init(_ source: [UInt8], quotedAt range: Range<Int>, hasEscape: Bool) {
        offset = range.lowerBound
        let inner = source[(range.lowerBound + 1)..<(range.upperBound - 1)]
        bytes = hasEscape ? ArraySlice(Self.unescape(inner)) : inner
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        hash = hasher.finalize()
    }

    /// The name as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The first name that another one before it equals byte for byte.
    static func firstDuplicate(in names: ArraySlice<JSONScannedName>) -> JSONScannedName? {
        guard names.count > 1 else { return nil }
        let sorted = names.sorted { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
        return zip(sorted, sorted.dropFirst())
            .filter { $0.hash == $1.hash && $0.bytes == $1.bytes }
            .map { $1 }
            .min { $0.offset < $1.offset }
    }

    /// Resolves the escapes of a name that the scanner has found well-formed.
    private static func unescape(_ escaped: ArraySlice<UInt8>) -> [UInt8] {
        var units: [UInt16] = []
        var rest = String(decoding: escaped, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == UInt16(UInt8(ascii: "\\")), let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch UInt8(truncatingIfNeeded: escape) {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16) ?? 0)
                rest = rest.dropFirst(4)
            default: units.append(escape)
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
