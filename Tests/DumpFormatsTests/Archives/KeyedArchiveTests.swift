import Diagnostics
import DumpFormats
import Foundation
import ObjectArchives
import PropertyList
import Testing
import TestSupport
import ViewHierarchy

@Suite("Keyed archives where they lie")
struct KeyedArchiveTests {
    /// An archive whose root holds one item of these members, with other objects from place 6 on.
    private func archive(_ members: [(String, RawValue)], _ others: [RawValue] = []) -> [UInt8] {
        RawValue.archive(
            [
                .pairs([("1", .array([.place(2)])), ("$class", .place(3))]),
                .pairs([("$class", .place(4)), ("viewObject", .place(5))] + members),
                .ofClass("LookinHierarchyInfo", "NSObject"),
                .ofClass("LookinDisplayItem", "NSObject"),
                .pairs([("classChainList", .array([.text("UILabel"), .text("UIView")])), ("$class", .place(4))]),
            ] + others
        )
    }

    private static let frame = ("frame", RawValue.text("{{1, 2}, {3, 4}}"))

    /// The group of one attribute at place 6, its section at 7 and the attribute at 8.
    private func group(_ value: RawValue) -> [RawValue] {
        [
            .pairs([("attrSections", .array([.place(7)])), ("$class", .place(4))]),
            .pairs([("attributes", .array([.place(8)])), ("$class", .place(4))]),
            .pairs([("identifier", .text("zz")), ("value", value), ("$class", .place(4))]),
        ]
    }

    /// What the attribute with that value is read as.
    private func read(_ value: RawValue, _ others: [RawValue] = []) throws -> String? {
        let bytes = archive([Self.frame, ("attributesGroupList", .array([.place(6)]))], group(value) + others)
        let tree = try DumpReader.read(bytes).tree
        #expect(tree.count == 1 && tree.className(of: 0) == "UILabel")
        return tree.attribute("zz", of: 0)
    }

    @Test("equal keys are one key under whatever numbers, and the last one counts")
    func equalKeys() throws {
        let tree = try DumpReader.read(
            archive([("alpha", .real(0.25)), ("*alpha", .real(0.5)), ("*frame", .wide("{{1, 2}, {3, 4}}"))])
        )
        .tree
        #expect(tree.alpha(of: 0) == 0.5)
        #expect(tree.frame(of: 0) == Rect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("a member is found among any number of others")
    func manyMembers() throws {
        let before = (0..<40).map { ("before\($0)", RawValue.integer(Int64($0))) }
        let after = (0..<40).map { ("after\($0)", RawValue.array([.integer(1)])) }
        let tree = try DumpReader.read(
            archive(before + [("alpha", .real(0.25)), Self.frame, ("alpha", .real(0.75))] + after)
        )
        .tree
        #expect(tree.alpha(of: 0) == 0.75)
        #expect(tree.frame(of: 0) == Rect(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("a dictionary of CF$UID alone refers as an identifier does, one of more does not")
    func references() throws {
        let text = RawValue.text("found")
        #expect(try read(.place(9), [text]) == "found")
        #expect(try read(.pairs([("CF$UID", .integer(9))]), [text]) == "found")
        #expect(try read(.pairs([("CF$UID", .integer(1)), ("*CF$UID", .integer(9))]), [text]) == "found")
        #expect(try read(.pairs([("CF$UID", .integer(9)), ("more", .integer(9))]), [text]) == nil)
        #expect(try read(.pairs([("CF$UID", .place(9))]), [text]) == nil)
        #expect(try read(.pairs([]), [text]) == nil)
    }

    @Test(
        "what refers to nothing is nothing",
        arguments: [RawValue.place(0), .place(999), .place(.max), .pairs([("CF$UID", .integer(-1))])]
    )
    func nowhere(value: RawValue) throws { #expect(try read(value) == nil) }

    @Test("numbers, lists and what has no text keep their meanings")
    func values() throws {
        #expect(try read(.integer(-3)) == "-3")
        #expect(try read(.real(1.5)) == "1.5")
        #expect(try read(.array([.integer(1), .text("a"), .array([.text("b")])])) == "1.0, a, <>")
        #expect(try read(.data([1, 2])) == nil)
        #expect(try read(.place(9), [.pairs([("$class", .place(10))]), .ofClass("Other", "NSObject")]) == "<Other>")
        #expect(try read(.place(9), [.pairs([("$class", .place(77))])]) == "<NSObject>")
        #expect(try read(.place(9), [.pairs([("$class", .text("none"))])]) == nil)
    }

    @Test("a text is the same for all that refer to it, be it long")
    func longText() throws {
        let text = String(repeating: "long ", count: 100)
        let object = RawValue.pairs([("NS.bytes", .data(Array(text.utf8))), ("$class", .place(4))])
        #expect(try read(.array([.place(9), .place(9)]), [.text(text)]) == "\(text), \(text)")
        #expect(try read(.array([.place(9), .place(9)]), [.wide(text)]) == "\(text), \(text)")
        #expect(try read(.array([.place(9), .place(9)]), [object]) == "\(text), \(text)")
    }

    @Test(
        "an object that stands for itself ends",
        arguments: ["NSString", "NS.objects", "NS.dblval", "NS.intval", "NS.string", "NS.rectval", "NS.keys", "value"]
    )
    func itself(key: String) throws {
        let object = RawValue.pairs([(key, .place(9)), ("$class", .place(10))])
        #expect(try read(.place(9), [object, .ofClass("NSAttributedString", "NSObject")]) == "<NSAttributedString>")
    }

    @Test("no NUL stays in texts and keys")
    func nul() throws {
        #expect(try read(.text("a\0b")) == "a\u{FFFD}b")
        #expect(try read(.wide("a\0b")) == "a\u{FFFD}b")
        let tree = try DumpReader.read(archive([Self.frame, ("alpha\0", .real(0.5))])).tree
        #expect(tree.alpha(of: 0) == 1)
    }

    @Test("an archive as XML says the same")
    func xml() throws {
        for name in ["kitchen.lookin", "kitchen-old.nib"] {
            let bytes = try Fixtures.bytes("dumps/\(name)")
            let list = try PropertyListReader.read(bytes)
            #expect(
                try DumpWriter.vitrineJSON(DumpReader.read(PropertyListWriter.xml(list)))
                    == DumpWriter.vitrineJSON(DumpReader.read(bytes))
            )
        }
    }

    @Test("an archive cut anywhere is refused")
    func cut() throws {
        let bytes = archive([Self.frame])
        for length in 8..<bytes.count - 1 {
            let error = #expect(throws: DumpError.self) {
                try DumpReader.read(Array(bytes.prefix(length)), format: .lookin)
            }
            // What comes to stand where the trailer was may tell of too many objects.
            #expect(error?.code == .unreadable || error?.code == .tooLarge)
        }
    }

    @Test("an archive of too many bytes or values is refused with the name of the limit")
    func limits() throws {
        let bytes = archive([Self.frame])
        let long = #expect(throws: DumpError.self) {
            try DumpReader.read(bytes, format: .lookin, limits: DumpLimits(maximumJSONBytes: 40))
        }
        #expect(long?.code == .tooLarge && long?.message.contains("maximumJSONBytes") == true)
        let many = #expect(throws: DumpError.self) {
            try DumpReader.read(bytes, format: .lookin, limits: DumpLimits(maximumViews: 4))
        }
        #expect(many?.code == .tooLarge && many?.message.contains("maximumValues") == true)
    }

    @Test("a long text is decoded once for all that ask for it")
    func sharedText() throws {
        let text = String(repeating: "long ", count: 100)
        let object = RawValue.pairs([("NS.bytes", .data(Array(text.utf8))), ("$class", .place(4))])
        for value in [RawValue.text(text), .wide(text), object] {
            let list = try BinaryPropertyList(
                RawValue.archive([value, .text("spare"), .text("spare"), .ofClass("NSString")]),
                limits: .standard
            )
            let root = try #require(BinaryKeyedArchive.read(list)?.root(.root))
            let (first, second) = (try #require(root.string), try #require(root.string))
            #expect(first == text)
            #expect(try address(first) == address(second))
        }
    }

    /// Where the bytes of a text lie that is too long to lie in its value.
    private func address(_ text: String) throws -> UnsafePointer<UInt8> {
        try #require(text.utf8.withContiguousStorageIfAvailable(\.baseAddress) ?? nil)
    }

    @Test("thousands of items may share one large object")
    func sharing() throws {
        let count = 4_000
        let members = (0..<20_000).map { ("m\($0)", RawValue.integer(1)) }
        let text = RawValue.text(String(repeating: "x", count: 200_000))
        let shared = RawValue.pairs(members + [("memoryAddress", .place(5)), ("$class", .place(4))])
        let items = (0..<count).map { _ in
            RawValue.pairs([("viewObject", .place(6)), Self.frame, ("$class", .place(4))])
        }
        let bytes = RawValue.archive(
            [
                .pairs([("1", .array((0..<count).map { .place(UInt64(7 + $0)) })), ("$class", .place(3))]),
                .text("spare"), .ofClass("LookinHierarchyInfo"), .ofClass("LookinDisplayItem"), text, shared,
            ] + items
        )
        #expect(try DumpReader.read(bytes).tree.count == count)
    }

    @Test("items that all hold the same items are read once each, and too many that come again are refused")
    func sharedItems() throws {
        let count = 60
        let item = RawValue.pairs([("subitems", .place(5)), Self.frame, ("$class", .place(4))])
        let items = (0..<count).map { RawValue.place(UInt64(6 + $0)) }
        let bytes = RawValue.archive(
            [
                .pairs([("1", .array([.place(6)])), ("$class", .place(3))]), .text("spare"),
                .ofClass("LookinHierarchyInfo"), .ofClass("LookinDisplayItem"),
                .pairs([("NS.objects", .array(items)), ("$class", .place(4))]),
            ] + [RawValue](repeating: item, count: count)
        )
        let dump = try DumpReader.read(bytes)
        #expect(dump.tree.count == count && dump.tree.maximumDepth == count - 1)
        #expect(dump.report.contains { $0.code == "archive.repeated" })
        let many = #expect(throws: DumpError.self) {
            try DumpReader.read(bytes, limits: DumpLimits(maximumViews: 200))
        }
        #expect(many?.code == .tooLarge && many?.message.contains("come again") == true)
    }
}
