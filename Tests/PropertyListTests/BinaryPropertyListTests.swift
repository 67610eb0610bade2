import PropertyList
import Testing

@Suite("Binary property lists where they lie")
struct BinaryPropertyListTests {
    private typealias Builder = BinaryPropertyListBuilder

    private func list(_ objects: [[UInt8]]) throws -> BinaryPropertyList {
        try BinaryPropertyList(Builder(objects: objects).bytes(), limits: .standard)
    }

    /// A dictionary of the keys at 1, 2 and 3, of which two are `a`, with the values at 4, 5 and 6.
    private static let dictionary: [[UInt8]] = [
        [0xD3] + [1, 2, 3, 4, 5, 6].flatMap(Builder.reference),
        [0x51, 0x61], [0x51, 0x62], [0x61, 0x00, 0x61], [0x10, 0x01], [0x09], [0x82, 0x01, 0x02, 0x03],
    ]

    @Test("equal keys have one number")
    func keys() throws {
        let list = try list(Self.dictionary)
        let top = try #require(list.object(list.top))
        #expect(list.keys == ["a", "b"])
        #expect((0..<4).map { list.key($0, of: top) } == [0, 1, 0, nil])
        #expect((0..<4).map { list.value($0, of: top) } == [4, 5, 6, nil])
        #expect(list.value(named: "a", of: top) == 4 && list.value(named: "c", of: top) == nil)
        #expect(try list.value() == .dictionary(["a": .integer(1), "b": .bool(true)]))
    }

    @Test("a key that is a value too counts once as either")
    func keyAsValue() throws {
        let list = try list([[0xD1] + [1, 1].flatMap(Builder.reference), [0x51, 0x61]])
        #expect(try list.value() == .dictionary(["a": .string("a")]))
        let dictionary = [0xD1] + [2, 2].flatMap(Builder.reference)
        let reverse = try self.list([Builder.array([2, 1]), dictionary, [0x51, 0x61]])
        #expect(try reverse.value() == .array([.string("a"), .dictionary(["a": .string("a")])]))
    }

    @Test("what is not there is nil", arguments: [-1, 7, Int.max])
    func nowhere(number: Int) throws {
        let list = try list(Self.dictionary)
        let top = try #require(list.object(list.top))
        #expect(list.object(number) == nil)
        #expect(list.element(number, of: top) == nil && list.key(number, of: top) == nil)
        #expect(list.value(number, of: top) == nil)
    }

    @Test("contents are those of their kind")
    func contents() throws {
        let list = try list(Self.dictionary)
        let texts = try (0..<7).map { list.text(of: try #require(list.object($0))) }
        #expect(texts == [nil, "a", "b", "a", nil, nil, nil])
        let numbers = try (0..<7).map { try #require(list.object($0)).number(in: list.bytes) }
        #expect(numbers == [nil, nil, nil, nil, 1, nil, 0x1_0203])
        #expect(try #require(list.object(6)).count == 3)
    }

    @Test("a dictionary whose key holds itself is refused, and one whose key is no text")
    func badKeys() {
        for key in [0, 2] {
            #expect(throws: PropertyListError.self) {
                try list([[0xD1] + [key, 1].flatMap(Builder.reference), [0x09], [0xA0]])
            }
        }
    }
}
