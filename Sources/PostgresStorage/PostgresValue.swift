/// One parameter of a statement, sent in PostgreSQL's binary format.
enum PostgresValue: Sendable {
    case null
    /// A text. PostgreSQL keeps no U+0000; the sign for it, U+2400, is kept in its place.
    case text(String)
    case integer(Int)
    case real(Double)
    case flag(Bool)
    case bytes([UInt8])
    /// A part of bytes.
    case slice(ArraySlice<UInt8>)

    static func text(orNull text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }
    static func integer(orNull number: Int?) -> PostgresValue { number.map { .integer($0) } ?? .null }
    static func real(orNull number: Double?) -> PostgresValue { number.map { .real($0) } ?? .null }
    static func bytes(orNull bytes: [UInt8]?) -> PostgresValue { bytes.map { .bytes($0) } ?? .null }

    /// The number of its type in `pg_type` (https://www.postgresql.org/docs/15/catalog-pg-type.html), 0 where the server is
    /// to find out.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .text: PostgresType.text
        case .integer: PostgresType.int8
        case .real: PostgresType.float8
        case .flag: PostgresType.bool
        case .bytes, .slice: PostgresType.bytea
        }
    }

    /// How many bytes it has, nearly.
    var size: Int {
        switch self {
        case .null, .integer, .real, .flag: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .slice(let bytes): bytes.count
        }
    }

    /// Writes the value as it goes over the wire; nothing for NULL.
    func write(to buffer: inout [UInt8]) {
        switch self {
        case .null: break
        case .text(let text):
            for byte in text.utf8 {
                if byte == 0 { buffer += "\u{2400}".utf8 } else { buffer.append(byte) }
            }
        case .integer(let number): Self.write(UInt64(bitPattern: Int64(number)), to: &buffer)
        case .real(let number): Self.write(number.bitPattern, to: &buffer)
        case .flag(let flag): buffer.append(flag ? 1 : 0)
        case .bytes(let bytes): buffer += bytes
        case .slice(let bytes): buffer += bytes
        }
    }

    private static func write(_ word: UInt64, to buffer: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            buffer.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }

    var isNull: Bool { if case .null = self { true } else { false } }
}

/// The types that the storage speaks of.
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let int8: UInt32 = 20
    static let text: UInt32 = 25
    static let float8: UInt32 = 701
}

/// Parameters of one statement as libpq takes them: one buffer with all values, and where each of them is.
struct PostgresParameters {
    private(set) var buffer: [UInt8] = []
    private(set) var types: [UInt32] = []
    private(set) var lengths: [Int32] = []
    /// Where each value begins; nil for NULL.
    private(set) var offsets: [Int?] = []

    init(_ values: [PostgresValue]) {
        buffer.reserveCapacity(values.reduce(1) { $0 + $1.size })
        for value in values {
            types.append(value.type)
            offsets.append(value.isNull ? nil : buffer.count)
            let start = buffer.count
            value.write(to: &buffer)
            lengths.append(Int32(clamping: buffer.count - start))
        }
        // A value without bytes needs an address all the same.
        buffer.append(0)
    }
}
