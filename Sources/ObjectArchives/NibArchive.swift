/// Reads the form that compiled nibs have since iOS 6: four tables of objects, keys, values and class names, found by
/// the offsets in a header.
///
/// The layout is described at <https://github.com/matsmattsson/nibsqueeze/blob/master/NibArchive.md>.
package struct NibArchive {
    /// What the bytes begin with.
    static let magic = Array("NIBArchive".utf8)

    private let bytes: [UInt8]
    private var position = 0
    private var tables = ArchiveTables()

    /// Whether some bytes are such an archive.
    package static func hasMagic(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

    /// Why an archive cannot be read: a sentence that says where it breaks off.
    package struct Damage: Error {
        package var message: String

        init(_ reason: String) { message = "The compiled nib is damaged: \(reason). Compile or export it again." }
    }

    /// Reads an archive.
    package static func read(_ bytes: [UInt8]) throws(Damage) -> ObjectArchive {
        var reader = NibArchive(bytes)
        try reader.read()
        return ObjectArchive(reader.tables, in: .nib(bytes))
    }

    /// The bytes of a value whose length stands at a place; nil where there are none.
    static func contents(at place: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        guard bytes.indices.contains(place) else { return nil }
        var reader = NibArchive(bytes)
        reader.position = place
        guard let range = try? reader.take(reader.variable()) else { return nil }
        return bytes[range]
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() throws(Damage) {
        position = Self.magic.count &+ 8
        var parts: [(count: Int, offset: Int)] = []
        for name in ["objects", "keys", "values", "class names"] {
            let (count, offset) = (try word(), try word())
            // Everything takes at least a byte, which bounds what the counts can ask for.
            guard offset <= bytes.count, count <= bytes.count &- offset else {
                throw Damage("its table of \(name) is beyond the end")
            }
            parts.append((count, offset))
        }
        position = parts[3].offset
        for _ in 0..<parts[3].count {
            let length = try variable()
            let extras = try variable()
            let number = tables.classes.count
            guard extras <= 16 else { throw Damage("the class name \(number) has \(extras) extra numbers") }
            _ = try take(extras &* 4)
            let name = String(decoding: bytes[try take(length)].prefix { $0 != 0 }, as: UTF8.self)
            tables.classes.append(ObjectArchive.Class([name]))
        }
        position = parts[1].offset
        var keys: [Int32] = []
        for _ in 0..<parts[1].count {
            keys.append(tables.names.number(of: String(decoding: bytes[try take(try variable())], as: UTF8.self)))
        }
        position = parts[2].offset
        tables.values.reserveCapacity(parts[2].count)
        tables.keys.reserveCapacity(parts[2].count)
        for _ in 0..<parts[2].count {
            let key = try variable()
            tables.append(try value(), key: keys.indices.contains(key) ? keys[key] : Self.noKey)
        }
        position = parts[0].offset
        tables.objects.reserveCapacity(parts[0].count)
        for number in 0..<parts[0].count { tables.objects.append(try object(number, of: parts[2].count)) }
        tables.top = tables.objects.first?.members ?? ObjectArchive.Run()
    }

    /// The number of a key that is not listed.
    private static let noKey: Int32 = -2
    private var told = 0

    private mutating func object(_ number: Int, of valueCount: Int) throws(Damage) -> ObjectArchive.Object {
        let (className, first, length) = (try variable(), try variable(), try variable())
        told &+= length
        guard tables.classes.indices.contains(className) else {
            throw Damage("object \(number) has a class that is not listed")
        }
        // Objects that shared values could be made to hold any number of them.
        guard first <= valueCount, length <= valueCount &- first, told <= valueCount else {
            throw Damage("object \(number) has values that are not listed")
        }
        let places = first..<first &+ length
        // The elements of an array stand behind its members.
        var end = places.upperBound
        while end > first, tables.keys[end &- 1] == ArchiveKey.arrayElement.rawValue { end &-= 1 }
        var isPlain = ArchiveTables.isShort(end &- first)
        for place in first..<end {
            guard tables.keys[place] != Self.noKey else { throw Damage("a value of object \(number) has no key") }
            if tables.keys[place] == ArchiveKey.arrayElement.rawValue { isPlain = false }
        }
        var object = ObjectArchive.Object()
        object.classNumber = Int32(truncatingIfNeeded: className)
        if isPlain {
            object.members = tables.run(first..<end)
            object.elements = tables.run(end..<places.upperBound)
        } else {
            arrange(places, in: &object)
        }
        return object
    }

    /// Gives an object copies of its values, the elements and the members apart.
    private mutating func arrange(_ places: Range<Int>, in object: inout ObjectArchive.Object) {
        let elements = tables.values.count
        for place in places where tables.keys[place] == ArchiveKey.arrayElement.rawValue {
            tables.append(tables.values[place])
        }
        object.elements = tables.run(from: elements)
        let members = tables.values.count
        for place in places where tables.keys[place] != ArchiveKey.arrayElement.rawValue {
            tables.append(tables.values[place], key: tables.keys[place])
        }
        object.members = tables.members(from: members)
    }

    // MARK: Bytes

    private mutating func take(_ count: Int) throws(Damage) -> Range<Int> {
        guard count >= 0, count <= bytes.count &- position else { throw Damage("it ends at byte \(bytes.count)") }
        defer { position &+= count }
        return position..<position &+ count
    }

    private mutating func word() throws(Damage) -> Int { Int(truncatingIfNeeded: try number(4)) }

    /// The number in so many bytes, the lowest first.
    private mutating func number(_ size: Int) throws(Damage) -> UInt64 {
        var number: UInt64 = 0
        for place in try take(size).reversed() { number = number << 8 | UInt64(bytes[place]) }
        return number
    }

    /// A number in groups of seven bits, the lowest first; the last byte has its high bit set.
    private mutating func variable() throws(Damage) -> Int {
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            let byte = try byte()
            value |= Int(byte & 0x7F) << shift
            if byte & 0x80 != 0 { return value }
        }
        throw Damage("a number before byte \(position) does not end")
    }

    private mutating func byte() throws(Damage) -> UInt8 {
        guard position < bytes.count else { throw Damage("it ends at byte \(bytes.count)") }
        defer { position &+= 1 }
        return bytes[position]
    }

    private mutating func value() throws(Damage) -> ObjectArchive.Value {
        let kind = try byte()
        switch kind {
        case 0: return .integer(Int64(Int8(truncatingIfNeeded: try number(1))))
        case 1: return .integer(Int64(Int16(truncatingIfNeeded: try number(2))))
        case 2: return .integer(Int64(Int32(truncatingIfNeeded: try number(4))))
        case 3: return .integer(Int64(bitPattern: try number(8)))
        case 4: return .bool(true)
        case 5: return .bool(false)
        case 6: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(4)))))
        case 7: return .real(Double(bitPattern: try number(8)))
        case 8:
            let start = position
            _ = try take(try variable())
            return .stored(start)
        case 9: return .nothing
        case 10: return .reference(try word())
        default: throw Damage("a value before byte \(position) has the unknown type \(kind)")
        }
    }
}
