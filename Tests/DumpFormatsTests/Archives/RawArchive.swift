/// Writes binary property lists that no encoder writes: equal keys, keys and values that are objects of their own, and
/// references to anything.
indirect enum RawValue {
    case text(String)
    /// A text in UTF-16.
    case wide(String)
    case integer(Int64)
    case real(Double)
    case data([UInt8])
    case place(UInt64)
    case array([RawValue])
    case pairs([(String, RawValue)])

    /// The list that holds the value, each object written as often as it comes.
    var list: [UInt8] {
        var writer = RawWriter()
        let top = writer.add(self)
        return writer.finish(top: top)
    }

    /// A keyed archive of these objects, the root being the object at place 1.
    static func archive(_ objects: [RawValue]) -> [UInt8] {
        RawValue.pairs([
            ("$archiver", .text("NSKeyedArchiver")), ("$top", .pairs([("root", .place(1))])),
            ("$objects", .array([.text("$null")] + objects)),
        ])
        .list
    }

    /// What describes a class.
    static func ofClass(_ names: String...) -> RawValue {
        .pairs([("$classname", .text(names[0])), ("$classes", .array(names.map { .text($0) }))])
    }
}

private struct RawWriter {
    private var objects: [[UInt8]] = []

    mutating func add(_ value: RawValue) -> Int {
        let number = objects.count
        objects.append([])
        switch value {
        case .text(let text): objects[number] = Self.marker(0x50, text.utf8.count) + Array(text.utf8)
        case .wide(let text):
            objects[number] = Self.marker(0x60, text.utf16.count) + text.utf16.flatMap { Self.big(UInt64($0), 2) }
        case .integer(let whole): objects[number] = [0x13] + Self.big(UInt64(bitPattern: whole), 8)
        case .real(let real): objects[number] = [0x23] + Self.big(real.bitPattern, 8)
        case .data(let bytes): objects[number] = Self.marker(0x40, bytes.count) + bytes
        case .place(let place): objects[number] = [0x87] + Self.big(place, 8)
        case .array(let elements):
            let members = elements.map { add($0) }
            objects[number] = Self.marker(0xA0, elements.count) + members.flatMap { Self.big(UInt64($0), 4) }
        case .pairs(let pairs):
            let members = pairs.map { key(.text($0.0)) } + pairs.map { add($0.1) }
            objects[number] = Self.marker(0xD0, pairs.count) + members.flatMap { Self.big(UInt64($0), 4) }
        }
        return number
    }

    /// A key that begins with a star is written in UTF-16 without it.
    private mutating func key(_ key: RawValue) -> Int {
        guard case .text(let text) = key, text.first == "*" else { return add(key) }
        return add(.wide(String(text.dropFirst())))
    }

    func finish(top: Int) -> [UInt8] {
        var output = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += Self.big(UInt64(output.count), 4)
            output += object
        }
        let table = UInt64(output.count)
        output += offsets + [0, 0, 0, 0, 0, 0, 4, 4]
        return output + Self.big(UInt64(objects.count), 8) + Self.big(UInt64(top), 8) + Self.big(table, 8)
    }

    private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 0xF, 0x12] + big(UInt64(count), 4)
    }

    private static func big(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
    }
}
