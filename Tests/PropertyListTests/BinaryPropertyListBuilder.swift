/// Builds binary lists, broken ones included, from the bytes of their objects.
struct BinaryPropertyListBuilder {
    var objects: [[UInt8]] = []
    var top = 0
    var offsetSize: UInt8 = 4
    var referenceSize: UInt8 = 2
    /// Overrides for the trailer, for lists that lie about themselves.
    var objectCount: UInt64?
    var offsets: [UInt64]?
    var offsetTable: UInt64?

    static func reference(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    static func array(_ members: [Int]) -> [UInt8] {
        [0xA0 | UInt8(members.count)] + members.flatMap(reference)
    }

    func bytes() -> [UInt8] {
        var output = Array("bplist00".utf8)
        var places: [UInt64] = []
        for object in objects {
            places.append(UInt64(output.count))
            output += object
        }
        let table = UInt64(output.count)
        for place in offsets ?? places { output += Self.big(place, Int(offsetSize)) }
        output += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
        output += Self.big(objectCount ?? UInt64(objects.count), 8) + Self.big(UInt64(top), 8)
        output += Self.big(offsetTable ?? table, 8)
        return output
    }

    private static func big(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> (UInt64($0) * 8) : 0) }
    }
}
