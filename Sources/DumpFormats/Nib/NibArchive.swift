import Foundation
import PropertyList

/// Reads the form that compiled nibs have since iOS 6: four tables of objects, keys, values and class names, found by
/// the offsets in a header.
///
/// The layout is described at <https://github.com/matsmattsson/nibsqueeze/blob/master/NibArchive.md>.
struct NibArchive {
    /// What the bytes begin with.
    static let magic = Array("NIBArchive".utf8)
    /// The key of an array's elements.
    private static let elementKey = "UINibEncoderEmptyKey"

    private let bytes: [UInt8]
    private var position = 0

    /// Whether some bytes are such an archive.
    static func hasMagic(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// Why an archive cannot be read: a sentence that says where it breaks off.
    struct Damage: Error {
        var message: String

        init(_ reason: String) { message = "The compiled nib is damaged: \(reason). Compile or export it again." }
    }

    /// Reads an archive.
    static func read(_ bytes: [UInt8]) throws(Damage) -> ObjectArchive {
        var reader = NibArchive(bytes: bytes)
        return try reader.read()
    }

    private mutating func read() throws(Damage) -> ObjectArchive {
        position = Self.magic.count &+ 8
        var tables: [(count: Int, offset: Int)] = []
        for name in ["objects", "keys", "values", "class names"] {
            let (count, offset) = (try word(), try word())
            // Everything takes at least a byte, which bounds what the counts can ask for.
            guard offset <= bytes.count, count <= bytes.count &- offset else {
                throw Damage("its table of \(name) lies beyond the end")
            }
            tables.append((count, offset))
        }
        position = tables[3].offset
        var classNames: [String] = []
        for _ in 0..<tables[3].count {
            let length = try variable()
            let extras = try variable()
            guard extras <= 16 else { throw Damage("the class name \(classNames.count) has \(extras) extra numbers") }
            _ = try take(extras &* 4)
            classNames.append(String(decoding: try take(length).prefix { $0 != 0 }, as: UTF8.self))
        }
        position = tables[1].offset
        var keys: [String] = []
        for _ in 0..<tables[1].count { keys.append(String(decoding: try take(try variable()), as: UTF8.self)) }
        position = tables[2].offset
        var values: [(key: Int, value: ObjectArchive.Value)] = []
        for _ in 0..<tables[2].count { values.append((try variable(), try value())) }
        position = tables[0].offset
        return try objects(tables[0].count, classNames, keys, values)
    }

    private mutating func objects(
        _ count: Int,
        _ classNames: [String],
        _ keys: [String],
        _ values: [(key: Int, value: ObjectArchive.Value)]
    ) throws(Damage) -> ObjectArchive {
        var objects: [ObjectArchive.Object] = []
        var told = 0
        for number in 0..<count {
            let (className, first, length) = (try variable(), try variable(), try variable())
            told &+= length
            guard classNames.indices.contains(className) else {
                throw Damage("object \(number) has a class that is not listed")
            }
            // Objects that shared values could be made to hold any number of them.
            guard first <= values.count, length <= values.count &- first, told <= values.count else {
                throw Damage("object \(number) has values that are not listed")
            }
            var object = ObjectArchive.Object(classNames: [classNames[className]])
            for (key, value) in values[first..<first &+ length] {
                guard keys.indices.contains(key) else { throw Damage("a value of object \(number) has no key") }
                if keys[key] == Self.elementKey {
                    object.elements.append(value)
                } else {
                    object.members[keys[key]] = value
                }
            }
            objects.append(object)
        }
        return ObjectArchive(objects: objects, top: objects.first?.members ?? [:])
    }

    // MARK: Bytes

    private mutating func take(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count &- position else { throw Damage("it ends at byte \(bytes.count)") }
        defer { position &+= count }
        return bytes[position..<position &+ count]
    }

    private mutating func word() throws(Damage) -> Int { Int(truncatingIfNeeded: try number(4)) }

    private mutating func number(_ size: Int) throws(Damage) -> UInt64 {
        try take(size).enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 &* $1.offset) }
    }

    /// A number in groups of seven bits, the lowest first; the last byte has its high bit set.
    private mutating func variable() throws(Damage) -> Int {
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            guard let byte = try take(1).first else { break }
            value |= Int(byte & 0x7F) << shift
            if byte & 0x80 != 0 { return value }
        }
        throw Damage("a number before byte \(position) does not end")
    }

    private mutating func value() throws(Damage) -> ObjectArchive.Value {
        guard let kind = try take(1).first else { return .nothing }
        switch kind {
        case 0: return .plain(.integer(Int64(Int8(truncatingIfNeeded: try number(1)))))
        case 1: return .plain(.integer(Int64(Int16(truncatingIfNeeded: try number(2)))))
        case 2: return .plain(.integer(Int64(Int32(truncatingIfNeeded: try number(4)))))
        case 3: return .plain(.integer(Int64(bitPattern: try number(8))))
        case 4: return .plain(.bool(true))
        case 5: return .plain(.bool(false))
        case 6: return .plain(.real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(4))))))
        case 7: return .plain(.real(Double(bitPattern: try number(8))))
        case 8: return .plain(.data(Data(try take(try variable()))))
        case 9: return .nothing
        case 10: return .reference(try word())
        default: throw Damage("a value before byte \(position) has the unknown type \(kind)")
        }
    }
}
