import Foundation
import PropertyList
import Testing

@Suite("Old-style property lists and strings tables")
struct OldStylePropertyListReaderTests {
    static let readings: [(text: String, value: PropertyListValue)] = [
        ("hello", .string("hello")), ("'x\"y'", .string("x\"y")), ("", .dictionary([:])),
        ("/* never closed", .dictionary([:])), ("<0A 0b>", .data(Data([10, 11]))), ("{a=<>;}", member(.data(Data()))),
        ("{a=(1,2,);}", member(.array([.string("1"), .string("2")]))), ("{a=();}", member(.array([]))),
        ("a = (); b;", .dictionary(["a": .array([]), "b": .string("b")])),
        ("{a=//x\nb;}", member(.string("b"))), ("{a=/* c */ b // d\n;} // e", member(.string("b"))),
        ("{a=/x;}", member(.string("/x"))), ("{a=b/c:d.e-f_g$h;}", member(.string("b/c:d.e-f_g$h"))),
        ("{a=\n\u{2028}b;}", member(.string("b"))), ("{\"\";}", .dictionary(["": .string("")])),
        ("\"a\" = \"b\"; }", member(.string("b"))), ("a=b; (junk", member(.string("b"))),
        ("{a=1;a=2;}", member(.string("2"))), ("{a = \"é😀\";}", member(.string("é😀"))),
        ("{a = \"\\Ud83d\\Ude00\\U41z\\Uzz\";}", member(.string("😀Az\0zz"))),
        ("{a = \"\\351\\101\\1\\0\";}", member(.string("ØA\u{1}\0"))), ("{a = \"\\x\\e\\'\";}", member(.string("xe'"))),
        ("{a = \"\\a\\b\\f\\n\\r\\t\\v\\\\\\\"\\\n\";}", member(.string("\u{7}\u{8}\u{c}\n\r\t\u{b}\\\"\n"))),
    ]

    private static func member(_ value: PropertyListValue) -> PropertyListValue { .dictionary(["a": value]) }

    private static func wide(_ text: String) -> [UInt8] {
        text.utf16.reduce(into: [0xFF, 0xFE]) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
    }

    @Test("what Foundation reads is read as it does", arguments: readings)
    func reads(text: String, value: PropertyListValue) throws {
        guard !text.isEmpty else { return }
        let read = try PropertyListReader.read(Array(text.utf8))
        #expect(read.isIdentical(to: value), "\(read)")
    }

    @Test(
        "a mistake is told by its line and a name",
        arguments: [
            ("a = b\nc = d;", 1, "a semicolon is missing"),
            ("/* x\ny */\n\"a\" = \"b\"\n", 3, "a semicolon is missing"),
            ("a = \"b\";\n\"c = d;\n", 2, "a quotation mark is never closed"), ("a =;", 1, "a value is missing"),
            ("a = b;\r\n{", nil, ""), ("{a = b;\r\n= c;}", 2, "a key is missing"), ("a\r=\rb\rc;", 3, "a semicolon"),
            ("a = ü;", 1, "“ü” needs quotation marks"), ("{\n  a = (\n    Hello!\n  );\n}", 3, "“!” needs quotation"),
            ("{\n a = b+c;}", 2, "“+” needs quotation marks"), ("{a=b;;}", 1, "a key is missing"),
            ("{a b;}", 1, "a semicolon is missing"), ("(a b)", 1, "a comma"), ("(a,,b)", 1, "a value is missing"),
            ("{a=b;} junk", 1, "behind the end"), ("hello world", 1, "a semicolon is missing"),
            ("{a=<4x>;}", 1, "half a byte"), ("{a=<zz>;}", 1, "odd character"), ("{a=<41", 1, "“>”"),
            ("(", 1, "“)”"), ("{", 1, "“}”"), ("{(a)=b;}", 1, "a key is missing"), ("{a={b=c};}", 1, "a semicolon"),
            ("{\"a\": 1}", 1, "This is JSON"), ("[1, 2]", 1, "This is JSON"),
            ("{\n\"a\": {\"b\": []}}", 2, "This is JSON"),
        ] as [(String, Int?, String)]
    )
    func mistakes(text: String, line: Int?, words: String) {
        for bytes in [Array(text.utf8), Self.wide(text)] {
            do throws(PropertyListError) {
                _ = try PropertyListReader.read(bytes)
                #expect(line == nil)
            } catch {
                #expect(error.line == line && error.message.contains(words), "\(error.message)")
            }
        }
    }

    @Test("Foundation reads and refuses the same", arguments: readings.map(\.text))
    func foundation(text: String) throws {
        guard !text.isEmpty else { return }
        let parsed = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let again = try PropertyListSerialization.data(fromPropertyList: parsed, format: .binary, options: 0)
        let read = try PropertyListReader.read(Array(text.utf8))
        #expect(try PropertyListReader.read([UInt8](again)).isIdentical(to: read))
    }

    @Test("no prefix of a list crashes")
    func prefixes() {
        let text = "\"a\\U00e9\\101\" = /* b */ { 'c' = (1, <0a>); }; d; // e"
        for bytes in [Array(text.utf8), Self.wide(text)] {
            for length in 0...bytes.count { _ = try? PropertyListReader.read(Array(bytes.prefix(length))) }
        }
    }
}

@Suite("What is doubtful about a property list")
struct PropertyListNotesTests {
    private static func list(_ objects: [[UInt8]]) -> [UInt8] {
        var builder = BinaryPropertyListBuilder(objects: objects)
        builder.referenceSize = 1
        return builder.bytes()
    }

    private func notes(_ text: String) -> PropertyListNotes { PropertyListNotes(of: Array(text.utf8)) }

    @Test(
        "keys that a dictionary has twice are told with their line",
        arguments: [
            ("<plist><dict>\n<key>a</key><true/>\n<key>a</key><true/></dict></plist>", ["a"], 3),
            ("<plist><dict><key>a</key><dict><key>a</key><true/></dict></dict></plist>", [], nil),
            ("<plist><dict><key>a</key><dict/><key>a</key><true/></dict></plist>", ["a"], 1),
            ("<dict><!-- <key>a</key> --><key>a</key><true/></dict>", [], nil),
            ("{a=1;\n\"a\"=2; b={a=1;};}", ["a"], 2), ("a=1;\nb;\nb;\na;", ["b", "a"], 3), ("{a=1;a=2", [], nil),
        ] as [(String, [String], Int?)]
    )
    func repeats(text: String, keys: [String], line: Int?) {
        #expect(notes(text).repeatedKeys.names == keys)
        #expect(notes(text).repeatedKeys.line == line)
    }

    @Test("of a binary dictionary's equal keys the first counts, as in Foundation, and the other is told")
    func binary() throws {
        let list = Self.list([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]])
        #expect(try PropertyListReader.read(list) == .dictionary(["a": .integer(1)]))
        let parsed = try PropertyListSerialization.propertyList(from: Data(list), format: nil)
        #expect((parsed as? [String: Int]) == ["a": 1])
        #expect(PropertyListNotes(of: list).repeatedKeys.names == ["a"])
    }

    @Test("bytes beyond ASCII in a string of ASCII are Latin-1, as in Foundation")
    func latin() throws {
        let list = Self.list([[0xD1, 1, 2], [0x52, 0x61, 0xE9], [0x53, 0x80, 0xFF, 0x62]])
        let value = try PropertyListReader.read(list)
        #expect(value == .dictionary(["aé": .string("\u{80}ÿb")]))
        let parsed = try PropertyListSerialization.propertyList(from: Data(list), format: nil)
        #expect(
            (parsed as? [String: String]).map { $0.mapValues { PropertyListValue.string($0) } } == value.dictionaryValue
        )
    }

    @Test("an object reference is a dictionary with CF$UID, also at the top, where Foundation has no list")
    func reference() throws {
        let value = PropertyListValue.dictionary(["CF$UID": .integer(5)])
        #expect(try PropertyListReader.read(Self.list([[0x80, 5]])) == value)
        let xml = "<plist><dict><key>CF$UID</key><integer>5</integer></dict></plist>"
        #expect(try PropertyListReader.read(Array(xml.utf8)) == value)
    }

    @Test(
        "data that is no base 64 is told",
        arguments: [
            ("QUJDRA==", false), ("QUJ\n\tD", false), ("", false), ("QUJ!DRA==", true), ("QUJDRA", true),
            ("QUJDR", true),
            ("QUJD=RA==", true), ("QUJ_-RA=", true), ("====", true),
        ]
    )
    func data(text: String, isTold: Bool) {
        let lost = notes("<plist>\n<array><data>\(text)</data></array></plist>").lostData
        #expect((lost.count == 1) == isTold && lost.line == (isTold ? 2 : nil))
    }

    @Test("old-style text in UTF-32, and in UTF-16 of the low byte first without a mark, is read")
    func wide() throws {
        let text = "\"A\" = \"Sträucher\";"
        let value = PropertyListValue.dictionary(["A": .string("Sträucher")])
        let little: [UInt8] = text.utf16.reduce(into: []) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
        let big: [UInt8] = text.utf16.reduce(into: []) { $0 += [UInt8($1 >> 8), UInt8($1 & 0xFF)] }
        #expect(try PropertyListReader.read(little) == value)
        #expect(PropertyListNotes(of: little).lacksMark && !PropertyListNotes(of: [0xFF, 0xFE] + little).lacksMark)
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(big) }
        let scalars: [UInt32] = [0xFEFF] + text.unicodeScalars.map(\.value)
        let wide: [UInt8] = scalars.flatMap { unit in (0..<4).map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) } }
        let widest: [UInt8] = scalars.flatMap { unit in (0..<4).map { UInt8(truncatingIfNeeded: unit >> (24 - $0 * 8)) }
        }
        #expect(try [wide, widest].map { try PropertyListReader.read($0) } == [value, value])
    }
}
