import struct Foundation.Data
import struct Foundation.Date

/// Writes `bplist00` without recursion: every object first gets a number, then all are laid out.
struct BinaryPropertyListWriter {
    /// An object with its members' numbers; dictionaries list their keys before their values.
    private struct Object {
        let value: PropertyListValue
        var members: [Int] = []
    }

    /// Text compared by its bytes; `String` takes composed and decomposed letters for the same.
    private struct ExactText: Hashable {
        let utf8: [UInt8]

        init(_ text: String) { utf8 = Array(text.utf8) }
    }

    private var objects: [Object] = []
    private var numbers: [ExactText: Int] = [:]
    private var output = Array("bplist00".utf8)

    mutating func write(_ value: PropertyListValue) throws(PropertyListError) -> [UInt8] {
        number(value)
        let referenceSize = Self.size(of: objects.count)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(output.count)
            try append(object, referenceSize: referenceSize)
        }
        let table = output.count
        let offsetSize = Self.size(of: table)
        for offset in offsets { append(UInt64(offset), size: offsetSize) }
        output.append(contentsOf: repeatElement(0, count: 6))
        output.append(UInt8(offsetSize))
        output.append(UInt8(referenceSize))
        append(UInt64(objects.count), size: 8)
        append(0, size: 8)
        append(UInt64(table), size: 8)
        return output
    }

    /// Numbers the value and everything below it, level by level; equal text shares a number.
    private mutating func number(_ value: PropertyListValue) {
        _ = add(value)
        var next = 0
        while next < objects.count {
            switch objects[next].value {
            case .array(let elements):
                objects[next].members = elements.map { add($0) }
            case .dictionary(let members):
                let sorted = members.sortedByKeyBytes()
                objects[next].members = sorted.map { add(.string($0.key)) } + sorted.map { add($0.value) }
            default:
                break
            }
            next &+= 1
        }
    }

    private mutating func add(_ value: PropertyListValue) -> Int {
        let number = objects.count
        if case .string(let text) = value {
            let known = numbers[ExactText(text), default: number]
            guard known == number else { return known }
            numbers[ExactText(text)] = number
        }
        objects.append(Object(value: value))
        return number
    }

    private mutating func append(_ object: Object, referenceSize: Int) throws(PropertyListError) {
        switch object.value {
        case .bool(let flag):
            output.append(flag ? 0x09 : 0x08)
        case .integer(let number):
            append(number)
        case .unsigned(let number):
            // Eight bytes are signed, so what lies above takes sixteen.
            output.append(0x14)
            append(0, size: 8)
            append(number, size: 8)
        case .real(let number):
            output.append(0x23)
            append(number.bitPattern, size: 8)
        case .date(let date):
            try Instant.check(date)
            output.append(0x33)
            append(date.timeIntervalSinceReferenceDate.bitPattern, size: 8)
        case .data(let data):
            appendMarker(0x40, count: data.count)
            output.append(contentsOf: data)
        case .string(let text):
            append(text)
        case .array(let elements):
            appendMarker(0xA0, count: elements.count)
            for member in object.members { append(UInt64(member), size: referenceSize) }
        case .dictionary(let members):
            appendMarker(0xD0, count: members.count)
            for member in object.members { append(UInt64(member), size: referenceSize) }
        }
    }

    private mutating func append(_ number: Int64) {
        switch number {
        case 0...0xFF:
            output.append(0x10)
            append(UInt64(bitPattern: number), size: 1)
        case 0...0xFFFF:
            output.append(0x11)
            append(UInt64(bitPattern: number), size: 2)
        case 0...0xFFFF_FFFF:
            output.append(0x12)
            append(UInt64(bitPattern: number), size: 4)
        default:
            output.append(0x13)
            append(UInt64(bitPattern: number), size: 8)
        }
    }

    private mutating func append(_ text: String) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            appendMarker(0x50, count: text.utf8.count)
            output.append(contentsOf: text.utf8)
        } else {
            appendMarker(0x60, count: text.utf16.count)
            for unit in text.utf16 { append(UInt64(unit), size: 2) }
        }
    }

    private mutating func appendMarker(_ type: UInt8, count: Int) {
        if count < 0xF {
            output.append(type | UInt8(count))
        } else {
            output.append(type | 0xF)
            append(Int64(count))
        }
    }

    private mutating func append(_ bits: UInt64, size: Int) {
        for shift in (0..<size).reversed() { output.append(UInt8(truncatingIfNeeded: bits >> (shift &* 8))) }
    }

    /// The bytes that numbers up to `count` take: 1, 2, 4 or 8.
    private static func size(of count: Int) -> Int {
        switch count {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
