import Foundation
import PropertyList

/// Writes property-list values as blobs, without recursion.
struct PropertyListBlobEncoder {
    private(set) var bytes = [PropertyListBlob.version]

    private enum Piece {
        case value(PropertyListValue)
        case key(String)
    }

    /// Writes a value.
    mutating func append(_ value: PropertyListValue) {
        var pending = [Piece.value(value)]
        while let piece = pending.popLast() {
            switch piece {
            case .key(let key):
                append(Array(key.utf8))
            case .value(.array(let elements)):
                append(tag: .array)
                append(count: elements.count)
                pending.append(contentsOf: elements.reversed().map { .value($0) })
            case .value(.dictionary(let members)):
                append(tag: .dictionary)
                append(count: members.count)
                for (key, member) in members.sorted(by: { $0.key > $1.key }) {
                    pending.append(.value(member))
                    pending.append(.key(key))
                }
            case .value(let scalar):
                append(scalar: scalar)
            }
        }
    }

    private mutating func append(scalar value: PropertyListValue) {
        switch value {
        case .bool(let value):
            append(tag: value ? .yes : .no)
        case .integer(let value):
            append(.integer, UInt64(bitPattern: value))
        case .unsigned(let value):
            append(.unsigned, value)
        case .real(let value):
            append(.real, value.bitPattern)
        case .date(let value):
            append(.date, value.timeIntervalSinceReferenceDate.bitPattern)
        case .string(let value):
            append(tag: .string)
            append(Array(value.utf8))
        case .data(let value):
            append(tag: .data)
            append([UInt8](value))
        case .array, .dictionary:
            return
        }
    }

    private mutating func append(tag: PropertyListBlob.Tag) {
        bytes.append(tag.rawValue)
    }

    private mutating func append(_ tag: PropertyListBlob.Tag, _ word: UInt64) {
        append(tag: tag)
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ content: [UInt8]) {
        append(count: content.count)
        bytes.append(contentsOf: content)
    }

    private mutating func append(count: Int) {
        var rest = UInt64(count.magnitude)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
