import PropertyList

/// Property-list values as bytes: exact to the last bit, NaN and -0.0 included, which binary property lists are not
/// when they share equal values.
///
/// A blob is a version byte and a value. A value is a tag byte and, by tag: nothing; eight bytes, the lowest first; a
/// length and that many bytes; a count and that many values; a count and that many pairs of string and value, sorted.
/// Lengths and counts are LEB128.
enum PropertyListBlob {
    /// The first byte of every blob.
    static let version: UInt8 = 1

    /// What a value begins with. Numbers are stored and never change.
    enum Tag: UInt8 {
        case no = 0
        case yes = 1
        case integer = 2
        case unsigned = 3
        case real = 4
        case string = 5
        case date = 6
        case data = 7
        case array = 8
        case dictionary = 9
    }

    /// Writes a value.
    static func encode(_ value: PropertyListValue) -> [UInt8] {
        var encoder = PropertyListBlobEncoder()
        encoder.append(value)
        return encoder.bytes
    }

    /// Reads a value.
    static func decode(_ bytes: [UInt8]) throws(SQLiteStorageError) -> PropertyListValue {
        var decoder = PropertyListBlobDecoder(bytes)
        return try decoder.value()
    }
}
