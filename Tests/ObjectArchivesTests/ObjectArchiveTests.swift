@testable import ObjectArchives
import PropertyList
import Testing

@Suite("Archives of objects")
struct ObjectArchiveTests {
    private struct Excess: Error, Equatable { var sentence: String }

    private func place(_ place: Int64) -> PropertyListValue { .dictionary(["CF$UID": .integer(place)]) }

    /// A list of objects: under its class, those that it holds.
    private func list(_ places: Int64...) -> PropertyListValue {
        .dictionary(["$class": place(1), "NS.objects": .array(places.map(place))])
    }

    /// The archive whose root is at place 2, of objects from there on.
    private func archive(_ objects: PropertyListValue...) throws -> ObjectArchive {
        let names: PropertyListValue = .dictionary([
            "$classname": .string("NSArray"), "$classes": .array([.string("NSArray"), .string("NSObject")]),
        ])
        return try #require(
            KeyedArchive.read(
                .dictionary([
                    "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary(["root": place(2)]),
                    "$objects": .array([.string("$null"), names] + objects),
                ])
            )
        )
    }

    @Test("references are followed to elements, texts and numbers; null and what is not there are left out")
    func contents() throws {
        let root = try #require(
            try archive(list(3, 0, 99, 4, 5), .string("a"), .integer(7), .string("{{1, 2}, {3, 4}}")).root(.root)
        )
        #expect(root.classNames == ["NSArray", "NSObject"] && root.place == 2)
        #expect(root.elements.map(\.string) == ["a", nil, "{{1, 2}, {3, 4}}"])
        #expect(root.elements.map(\.integer) == [nil, 7, nil])
        #expect(root.elements.last?.numbers(4).map { [$0[0], $0[1], $0[2], $0[3]] } == [1, 2, 3, 4])
        #expect(root.has(.objects) && !root.has(.keys) && root.firstElement?.string == "a")
    }

    @Test("a walk meets each object once, and ends where they come again too often")
    func walk() throws {
        // The root holds 3 and 4, and each of these the root and the other.
        let root = try #require(try archive(list(3, 4), list(2, 4), list(2, 3)).root(.root))
        var (seen, repeated): ([String], [Int]) = ([], [])
        func visit(_ maximum: Int) throws(Excess) {
            (seen, repeated) = ([], [])
            try ArchiveWalk(key: .objects, maximumRepeats: maximum).visit([root]) { (node, depth) throws(Excess) in
                seen.append("\(node.place ?? 0)@\(depth)")
                return true
            } isRepeated: {
                repeated.append($0.place ?? 0)
            } excess: {
                Excess(sentence: $0)
            }
        }
        try visit(4)
        #expect(seen == ["2@0", "3@1", "4@2"] && repeated == [2, 2, 3, 4])
        #expect(throws: Excess(sentence: "More than 1 objects of the archive come again.")) { try visit(1) }
    }

    @Test("what is no keyed archive is none")
    func others() {
        let lists: [PropertyListValue] = [
            .array([]), .dictionary(["$objects": .array([])]),
            .dictionary(["$objects": .array([]), "$top": .dictionary([:]), "$archiver": .string("NSArchiver")]),
        ]
        #expect(lists.allSatisfy { KeyedArchive.read($0) == nil })
    }

    @Test("members of a large object lie in the order of their keys, each key once, so that halving finds them")
    func order() {
        var tables = ArchiveTables()
        let keys = (0..<2_000).map { ($0 * 7_919) % 1_000 }
        for (place, key) in keys.enumerated() { tables.append(.integer(Int64(place)), key: Int32(key)) }
        let run = tables.members(from: 0)
        #expect(Array(tables.keys[run.places]) == (0..<1_000).map { Int32($0) })
        let wrong = (-1...1_000).filter { (key: Int) -> Bool in
            let found: Int64? =
                if case .integer(let place) = tables.value(of: Int32(key), in: run) { place } else { nil }
            let last: Int? = keys.lastIndex(of: key)
            return found != last.map(Int64.init)
        }
        #expect(wrong.isEmpty)
    }
}
