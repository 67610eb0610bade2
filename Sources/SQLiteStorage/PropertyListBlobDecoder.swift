import Foundation
import PropertyList

/// Reads blobs back, without recursion, and believes no byte of them: a file may be damaged.
struct PropertyListBlobDecoder {
    private let bytes: [UInt8]
    private var offset = 0
    private var containers: [Container] = []

    /// An array or dictionary that is not complete yet.
    private struct Container {
        var count: Int
        /// The key of the next value; nil in an array.
        var key: String?
        var elements: [PropertyListValue] = []
        var members: [String: PropertyListValue] = [:]
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the value, which takes all bytes.
    mutating func value() throws(SQLiteStorageError) -> PropertyListValue {
        guard try byte() == PropertyListBlob.version else { throw damaged }
        while true {
            var complete = try begin()
            // A value may complete the container around it, and that the next one.
            while let value = complete {
                guard !containers.isEmpty else { return try finished(value) }
                complete = try add(value)
            }
        }
    }

    private func finished(_ value: PropertyListValue) throws(SQLiteStorageError) -> PropertyListValue {
        guard offset == bytes.count else { throw damaged }
        return value
    }

    /// Reads the beginning of a value; nil when it is a container that has values to come.
    private mutating func begin() throws(SQLiteStorageError) -> PropertyListValue? {
        guard let tag = PropertyListBlob.Tag(rawValue: try byte()) else { throw damaged }
        switch tag {
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .integer: return .integer(Int64(bitPattern: try word()))
        case .unsigned: return .unsigned(try word())
        case .real: return .real(Double(bitPattern: try word()))
        case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try word())))
        case .string: return .string(try string())
        case .data: return .data(Data(try content()))
        case .array:
            let count = try count()
            guard count > 0 else { return .array([]) }
            containers.append(Container(count: count))
            return nil
        case .dictionary:
            let count = try count()
            guard count > 0 else { return .dictionary([:]) }
            containers.append(Container(count: count, key: try string()))
            return nil
        }
    }

    /// Adds a value to the innermost container and gives that when it is complete.
    private mutating func add(_ value: PropertyListValue) throws(SQLiteStorageError) -> PropertyListValue? {
        // Changed in its place: a copy of the container for every element would take quadratic time.
        let last = containers.count - 1
        if let key = containers[last].key {
            guard containers[last].members.updateValue(value, forKey: key) == nil else { throw damaged }
            guard containers[last].members.count == containers[last].count else {
                containers[last].key = try string()
                return nil
            }
            return .dictionary(containers.removeLast().members)
        }
        containers[last].elements.append(value)
        guard containers[last].elements.count == containers[last].count else { return nil }
        return .array(containers.removeLast().elements)
    }

    private mutating func byte() throws(SQLiteStorageError) -> UInt8 {
        guard offset < bytes.count else { throw damaged }
        defer { offset += 1 }
        return bytes[offset]
    }

    private mutating func word() throws(SQLiteStorageError) -> UInt64 {
        var word: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { word |= UInt64(try byte()) << shift }
        return word
    }

    private mutating func count() throws(SQLiteStorageError) -> Int {
        var count = 0
        // Five groups of seven bits hold every length that a blob can have.
        for shift in stride(from: 0, to: 35, by: 7) {
            let byte = try byte()
            count |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return count }
        }
        throw damaged
    }

    private mutating func content() throws(SQLiteStorageError) -> ArraySlice<UInt8> {
        let count = try count()
        guard count <= bytes.count - offset else { throw damaged }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }

    private mutating func string() throws(SQLiteStorageError) -> String {
        guard let text = String(validating: try content(), as: UTF8.self) else { throw damaged }
        return text
    }

    private var damaged: SQLiteStorageError {
        SQLiteStorageError(.corrupt, "The database holds a value that cannot be read.")
    }
}
