import AppBundles
import PropertyList
import Testing

@Suite("Strings tables")
struct StringsTableTests {
    private let root = pane("{ Type = PSGroupSpecifier; Title = KEY; }", extra: "StringsTable = T;")

    private func title(_ table: [UInt8], at path: String = "en.lproj/T.strings") throws -> (String?, [String]) {
        let files = MemoryFiles(["Root.plist": root, "en.lproj/x": ""], bytes: [path: table])
        let pane = try SettingsBundle(files: files).pane(languages: ["en"])
        return (pane.groups.first?.title, pane.codes)
    }

    @Test("every encoding that Apple's tools write is read")
    func encodings() throws {
        let text = "\"KEY\" = \"Äé😀\";"
        let units = Array(text.utf16)
        let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let value = PropertyListValue.dictionary(["KEY": .string("Äé😀")])
        let tables = [
            little, big, Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), try PropertyListWriter.xml(value),
            try PropertyListWriter.binary(value),
        ]
        for table in tables {
            let (title, codes) = try title(table)
            #expect(title == "Äé😀")
            #expect(codes.isEmpty)
        }
    }

    @Test("syntax of text tables: comments, bare words, shorthand, escapes, the last of a key")
    func syntax() throws {
        for (text, expected) in [
            ("// c\n/* d */ KEY = word;", "word"), ("KEY;", "KEY"), ("KEY = \"a\\\"b\\n\\U00e9\\101\";", "a\"b\néA"),
            ("KEY = a; KEY = b;", "b"), ("KEY = \"two\nlines\";", "two\nlines"), ("OTHER = a;", "KEY"),
        ] {
            #expect(try title(Array(text.utf8)).0 == expected, "\(text)")
        }
    }

    @Test("a table that cannot be read shows keys and is told")
    func broken() throws {
        for table in [
            [], Array("KEY = \"a\"".utf8), Array("KEY = \"a;".utf8), [0x4B, 0x3D, 0xE9, 0x3B], Array("(a)".utf8),
        ] {
            let (title, codes) = try title(table)
            #expect(title == "KEY")
            #expect(codes == ["settings.strings.unreadable"])
        }
    }

    @Test("a table is looked for in the language, in Base, and beside the panes")
    func places() throws {
        #expect(try title(Array("KEY = base;".utf8), at: "Base.lproj/T.strings").0 == "base")
        #expect(try title(Array("KEY = top;".utf8), at: "T.strings").0 == "top")
        #expect(try title(Array("KEY = other;".utf8), at: "de.lproj/T.strings").0 == "KEY")
        #expect(try title(Array("KEY = other;".utf8), at: "de.lproj/T.strings").1 == ["settings.strings.missing"])
    }

    @Test("a table's name cannot leave the bundle")
    func unsafeName() throws {
        let text = pane("{ Type = PSGroupSpecifier; Title = KEY; }", extra: "StringsTable = \"../../secret\";")
        #expect(try rootPane(text).codes == ["settings.strings.unsafeName"])
    }
}
