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
