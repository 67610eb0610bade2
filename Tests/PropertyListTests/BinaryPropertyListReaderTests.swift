import PropertyList
import Testing

@Suite("Binary property lists")
struct BinaryPropertyListReaderTests {
    private typealias Builder = BinaryPropertyListBuilder

    private func code(_ builder: Builder, limits: PropertyListLimits = .standard) -> PropertyListError.Code? {
        do {
            _ = try PropertyListReader.read(builder.bytes(), limits: limits)
            return nil
        } catch { return error.code }
    }

    @Test("forty arrays that hold the next one twice are refused at once")
    func sharedReferenceBomb() {
        let chain = (1...40).map { Builder.array([$0, $0]) }
        #expect(code(Builder(objects: chain + [[0x09]])) == .tooManyValues)
    }

    @Test("a shared value is read as often as it is named")
    func sharedReference() throws {
        let list = try PropertyListReader.read(Builder(objects: [Builder.array([1, 1]), [0x51, 0x61]]).bytes())
        #expect(list == .array([.string("a"), .string("a")]))
    }

    @Test("shared text counts for every place it appears in")
    func sharedText() {
        let text: [UInt8] = [0x5F, 0x11, 0x40, 0x00] + [UInt8](repeating: 0x61, count: 0x4000)
        let tens = (0..<4).map { Builder.array(Array(repeating: $0 + 1, count: 10)) }
        #expect(
            code(Builder(objects: tens + [text]), limits: PropertyListLimits(maximumExpandedBytes: 1 << 20))
                == .tooLarge
        )
    }

    @Test("objects that overlap the same bytes do not multiply them")
    func overlappingObjects() {
        let text: [UInt8] = [0x4F, 0x11, 0x40, 0x00] + [UInt8](repeating: 0x61, count: 0x4000)
        var builder = Builder(objects: [Builder.array(Array(1...14)), text])
        builder.objectCount = 15
        builder.offsets = [8] + Array(repeating: 8 + 29, count: 14)
        #expect(code(builder, limits: PropertyListLimits(maximumBytes: 0x10000)) == .tooLarge)
    }

    @Test("a container that holds itself is refused", arguments: [[[0]], [[1], [2], [0]]])
    func cycles(members: [[Int]]) {
        #expect(code(Builder(objects: members.map(Builder.array))) == .cycle)
    }

    @Test("nesting is allowed up to the limit and not beyond")
    func depth() {
        func nested(_ levels: Int) -> Builder {
            Builder(objects: (1..<levels).map { Builder.array([$0]) } + [[0xA0]])
        }
        #expect(code(nested(256)) == nil)
        #expect(code(nested(257)) == .tooDeep)
    }

    @Test("depth counts through a subtree that was met before at a lower place")
    func depthThroughSharing() {
        // The top names the chain's middle first, then the chain's start.
        var objects = [Builder.array([100, 1])]
        objects += (1..<200).map { Builder.array([$0 + 1]) } + [[0xA0]]
        #expect(code(Builder(objects: objects), limits: PropertyListLimits(maximumDepth: 150)) == .tooDeep)
        #expect(code(Builder(objects: objects), limits: PropertyListLimits(maximumDepth: 201)) == nil)
    }

    @Test("a trailer that lies is refused, not followed")
    func absurdTrailers() {
        let top: [[UInt8]] = [[0x09]]
        for count in [0, 2, 1_000_000, UInt64.max] {
            #expect(code(Builder(objects: top, objectCount: count)) != nil, "count \(count)")
        }
        for offset in [0, 7, 9, 10_000, UInt64(UInt32.max)] {
            #expect(code(Builder(objects: top, offsets: [offset])) == .unreadable, "offset \(offset)")
        }
        for table in [0, 8, 1 << 40, UInt64.max] {
            #expect(code(Builder(objects: top, offsetTable: table)) == .unreadable, "table \(table)")
        }
        #expect(code(Builder(objects: top, top: 1)) == .unreadable)
        #expect(code(Builder(objects: top, offsetSize: 0)) == .unreadable)
        #expect(code(Builder(objects: top, offsetSize: 9)) == .unreadable)
        #expect(code(Builder(objects: top, referenceSize: 0)) == .unreadable)
    }

    @Test(
        "objects that cannot be are refused",
        arguments: [
            [0x00], [0x0F], [0x15], [0x22], [0x3F], [0x70], [0xB0], [0xC0], [0xE0],
            [0x5F], [0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x5F, 0x14], [0x5E], [0x6E, 0x00],
            [0xA1, 0xFF, 0xFF], [0xD1, 0x00], [0xAF, 0x12, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], [0x14] + Array(repeating: 0x7F, count: 16),
        ] as [[UInt8]]
    )
    func impossibleObjects(object: [UInt8]) {
        #expect(code(Builder(objects: [object])) != nil)
    }

    @Test("a dictionary whose key is no string is refused")
    func keyThatIsNoString() {
        #expect(code(Builder(objects: [[0xD1, 0, 1, 0, 1], [0x10, 0x05]])) == .unreadable)
    }

    @Test("every prefix of a list is refused without a crash")
    func truncation() throws {
        let whole = try PropertyListWriter.binary(.dictionary(["a": .array([.integer(1), .string("é"), .real(2)])]))
        for length in 6..<whole.count {
            #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(whole.prefix(length))) }
        }
    }

    @Test("no change of a single byte crashes the reader")
    func mutations() throws {
        let whole = try PropertyListWriter.binary(
            .dictionary(["a": .array([.integer(1), .string("é"), .real(2)]), "b": .dictionary(["c": .bool(true)])])
        )
        for index in whole.indices {
            for byte in stride(from: UInt8(0), through: 250, by: 10) {
                var changed = whole
                changed[index] = byte
                _ = try? PropertyListReader.read(changed)
            }
        }
    }

    @Test("an object reference of a keyed archive becomes a dictionary with CF$UID")
    func archiveReference() throws {
        let list = try PropertyListReader.read(Builder(objects: [[0x81, 0x01, 0x02]]).bytes())
        #expect(list == .dictionary(["CF$UID": .integer(258)]))
    }

    @Test("integers of every width keep their value")
    func integerWidths() throws {
        let objects: [([UInt8], PropertyListValue)] = [
            ([0x10, 0xFF], .integer(255)), ([0x11, 0xFF, 0xFF], .integer(65_535)),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
            ([0x13] + Array(repeating: 0xFF, count: 8), .integer(-1)),
            ([0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8), .unsigned(.max)),
            ([0x14] + Array(repeating: 0xFF, count: 16), .integer(-1)),
            ([0x22, 0x3F, 0xC0, 0, 0], .real(1.5)),
        ]
        for (object, value) in objects {
            #expect(try PropertyListReader.read(Builder(objects: [object]).bytes()) == value)
        }
    }
}

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
