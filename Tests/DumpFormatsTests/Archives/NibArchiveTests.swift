import Diagnostics
import DumpFormats
import Foundation
import Testing
import TestSupport
import ViewHierarchy

@Suite("Tables of compiled nibs")
struct NibArchiveTests {
    private static let keys = [
        "UINibTopLevelObjectsKey", "UINibEncoderEmptyKey", "UIAlpha", "UITag", "zz", "UISubviews",
    ]

    /// A nib whose objects are the root, an array and a view, with these values of the array and of the view.
    private func nib(
        array: [(Int, [UInt8])],
        view: [(Int, [UInt8])],
        keys: [String] = Self.keys
    ) -> [UInt8] {
        let names = ["NSObject", "NSArray", "UIView"]
        let object: (Int, [UInt8]) = (0, [10, 1, 0, 0, 0])
        let values: [(Int, [UInt8])] = [object] + array + view
        let runs: [[Int]] = [[0, 0, 1], [1, 1, array.count], [2, 1 + array.count, view.count]]
        let classes: [[UInt8]] = names.map {
            Self.variable($0.utf8.count + 1) + Self.variable(0) + Array($0.utf8) + [0]
        }
        let tables: [(Int, [UInt8])] = [
            (3, runs.flatMap { $0.flatMap(Self.variable) }),
            (keys.count, keys.flatMap { Self.variable($0.utf8.count) + Array($0.utf8) }),
            (values.count, values.flatMap { Self.variable($0.0) + $0.1 }),
            (3, classes.flatMap(\.self)),
        ]
        var header = Array("NIBArchive".utf8) + Self.word(1) + Self.word(9)
        var offset = 50
        for (count, table) in tables {
            header += Self.word(count) + Self.word(offset)
            offset += table.count
        }
        return header + tables.flatMap(\.1)
    }

    private static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }

    private static func variable(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number) | 0x80] : [UInt8(number & 0x7F), UInt8(number >> 7) | 0x80]
    }

    private static let view: (Int, [UInt8]) = (1, [10, 2, 0, 0, 0])

    private static func subviews(_ place: Int) -> (Int, [UInt8]) { (5, [10] + word(place)) }

    private static func real(_ number: Float) -> [UInt8] {
        [6] + (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(8 * $0)) }
    }

    @Test("elements are found wherever they stand among members")
    func mixed() throws {
        let tree = try DumpReader.read(
            nib(
                array: [Self.view, (4, [4]), (1, [9]), (1, [10, 99, 0, 0, 0])],
                view: [Self.subviews(0), (1, [9]), (2, Self.real(0.5)), (3, [0, 7])]
            )
        )
        .tree
        #expect(tree.count == 1 && tree.alpha(of: 0) == 0.5 && tree.tag(of: 0) == 7)
    }

    @Test("of equal keys the last one counts, among few and among many")
    func equalKeys() throws {
        for others in [0, 40] {
            let keys = Self.keys + (0..<others).map { "other\($0)" }
            let many = (0..<others).map { (Self.keys.count + $0, [UInt8]([0, 1])) }
            let tree = try DumpReader.read(
                nib(
                    array: [Self.view],
                    view: [Self.subviews(0), (3, [0, 1]), (4, [4])] + many + [(3, [0, 2]), (4, [5])],
                    keys: keys
                )
            )
            .tree
            #expect(tree.tag(of: 0) == 2)
            #expect(tree.attributes(of: 0).filter { $0.name == "zz" }.map(\.value) == ["NO"])
            #expect(tree.attributes(of: 0).map(\.name) == (["zz"] + many.indices.map { "other\($0)" }).sorted())
        }
    }

    @Test("a value whose key is not listed is refused by its object")
    func noKey() {
        let bytes = nib(array: [Self.view], view: [Self.subviews(0), (77, [4])])
        let error = #expect(throws: DumpError.self) { try DumpReader.read(bytes) }
        #expect(error?.code == .unreadable && error?.message.contains("a value of object 2 has no key") == true)
    }
}
