internal import CPostgres

/// What a statement gave, freed when it goes.
struct PostgresResult: ~Copyable {
    private let handle: OpaquePointer

    /// Takes over a result of libpq.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var count: Int { Int(PQntuples(handle)) }

    /// What was carried out: `COMMIT`, `INSERT 0 1`.
    var tag: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

    /// How many rows a statement wrote.
    var affected: Int { PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Reads all rows. A row is valid in the closure only.
    borrowing func map<Value>(_ body: (PostgresRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for row in 0..<count { values.append(try body(PostgresRow(handle: handle, row: Int32(row)))) }
        return values
    }

    /// Reads the first row; nil where there is none.
    borrowing func first<Value>(_ body: (PostgresRow) throws -> Value) throws -> Value? {
        count > 0 ? try body(PostgresRow(handle: handle, row: 0)) : nil
    }

    /// The number in the first row: a count or a sum, which there always is.
    borrowing func number() throws -> Int {
        guard let number = try first({ try $0.integer(0) }) else { throw PostgresStorageError.damaged(0) }
        return number
    }
}

/// One row, with values in the binary format.
struct PostgresRow {
    fileprivate let handle: OpaquePointer
    fileprivate let row: Int32

    /// The text in a column.
    func text(_ column: Int) throws -> String {
        guard let text = try optionalText(column) else { throw PostgresStorageError.damaged(column) }
        return text
    }

    func optionalText(_ column: Int) throws -> String? {
        guard let bytes = value(column) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    func integer(_ column: Int) throws -> Int {
        guard let number = try optionalInteger(column) else { throw PostgresStorageError.damaged(column) }
        return number
    }

    func optionalInteger(_ column: Int) throws -> Int? {
        guard let bytes = value(column) else { return nil }
        switch bytes.count {
        case 8: return Int(Int64(bitPattern: Self.word(bytes)))
        case 4: return Int(Int32(truncatingIfNeeded: Self.word(bytes)))
        case 2: return Int(Int16(truncatingIfNeeded: Self.word(bytes)))
        default: throw PostgresStorageError.damaged(column)
        }
    }

    func real(_ column: Int) throws -> Double {
        guard let number = try optionalReal(column) else { throw PostgresStorageError.damaged(column) }
        return number
    }

    func optionalReal(_ column: Int) throws -> Double? {
        guard let bytes = value(column) else { return nil }
        guard bytes.count == 8 else { throw PostgresStorageError.damaged(column) }
        return Double(bitPattern: Self.word(bytes))
    }

    func flag(_ column: Int) throws -> Bool {
        guard let bytes = value(column), let byte = bytes.first, bytes.count == 1 else {
            throw PostgresStorageError.damaged(column)
        }
        return byte != 0
    }

    func bytes(_ column: Int) throws -> [UInt8] {
        guard let bytes = value(column) else { throw PostgresStorageError.damaged(column) }
        return [UInt8](bytes)
    }

    func optionalBytes(_ column: Int) -> [UInt8]? { value(column).map { [UInt8]($0) } }

    /// The bytes of a value in libpq's own memory; nil for NULL.
    private func value(_ column: Int) -> UnsafeRawBufferPointer? {
        let column = Int32(clamping: column)
        guard column < PQnfields(handle), PQgetisnull(handle, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(handle, row, column),
            count: Int(PQgetlength(handle, row, column))
        )
    }

    private static func word(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

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
