import Diagnostics
import DumpFormats
import Foundation
import PropertyList
import Testing
import ViewHierarchy

@Suite("Tables of texts of interfaces")
struct StringsTableTests {
    private static let xib = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
        <objects><view id="roo"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
        <label text="Eggs" id="lab"><rect key="frame" x="0" y="0" width="80" height="20"/></label>
        <button id="but"><rect key="frame" x="0" y="0" width="80" height="20"/><state key="normal" title="Cook"/></button>
        <button id="con"><rect key="frame" x="0" y="0" width="80" height="20"/>\
        <buttonConfiguration key="configuration" style="plain" title="Plan"/></button>
        <textField placeholder="Name" id="fie"><rect key="frame" x="0" y="0" width="80" height="20"/></textField>
        <segmentedControl id="seg"><rect key="frame" x="0" y="0" width="80" height="20"/>\
        <segments><segment title="One"/><segment title="Two"/></segments></segmentedControl>
        </subviews></view></objects></document>
        """

    private func tree(_ parts: [DumpPart] = []) throws -> ViewTree {
        try DumpReader.read(Array(Self.xib.utf8), parts: parts).tree
    }

    private func table(_ text: String) throws -> ObjectStrings { try ObjectStrings(reading: Array(text.utf8)) }

    private static let german = """
        /* Class = "UILabel"; text = "Eggs"; ObjectID = "lab"; */
        "lab.text" = "Eier";

        "but.normalTitle" = "Kochen";
        "con.configuration.title" = "Planen";
        "fie.placeholder" = "Name des Gerichts";
        "seg.segmentTitles[1]" = "Zwei";
        """

    @Test("every property that a layout asks for becomes words, as reading the interface with the table does")
    func words() throws {
        let tree = try tree()
        let words = try table(Self.german).words(in: tree)
        #expect(words.keys.sorted() == [1, 2, 3, 4, 5])
        #expect(words[1]?.text == "Eier" && words[2]?.text == "Kochen" && words[3]?.text == "Planen")
        #expect(words[4]?.placeholder == "Name des Gerichts" && words[5]?.titles == ["One", "Zwei"])
        let part = DumpPart(name: "strings", bytes: Array(Self.german.utf8))
        #expect(words == tree.otherWords(in: try self.tree([part])))
    }

    @Test("what a view says already is joined and no other word")
    func same() throws {
        let table = try table("\"lab.text\" = \"Eggs\"; \"seg.segmentTitles[0]\" = \"One\";")
        #expect(try table.words(in: tree()).isEmpty)
        #expect(try table.join(to: tree()).joinedCount == 2)
    }

    @Test("what belongs to no view is told with its line")
    func missed() throws {
        let text = """
            "lab.text" = "Eier";
            "gone.text" = "weg";
            "lab.normalTitle" = "Eier";
            "seg.segmentTitles[7]" = "Sieben";
            "seg.segmentTitles[-1]" = "x";
            "roo.text" = "Wurzel";
            "noDot" = "x";
            "seg.text" = "x";
            "lab.shadowColor" = "x";
            """.replacing("\n", with: "\r\n")
        let join = try table(text).join(to: tree())
        #expect(join.joined.map(\.line) == [1, 3] && join.joined.map(\.view) == [1, 1])
        #expect(join.missed.map(\.line) == [2, 4, 5, 6, 7, 8, 9])
        #expect(join.joined.allSatisfy { $0.kind == .strings } && join.views == [1])
    }

    @Test("binary and XML tables are read, the former without lines")
    func sorts() throws {
        let list = PropertyListValue.dictionary(["lab.text": .string("Eier")])
        let binary = try ObjectStrings(reading: PropertyListWriter.binary(list))
        #expect(try binary.join(to: tree()).joined.map(\.line) == [nil])
        let xml = try table("<plist version=\"1.0\"><dict>\n<key>lab.text</key>\n<string>Eier</string></dict></plist>")
        #expect(try xml.join(to: tree()).joined.map(\.line) == [2])
        let wide = try #require("\"lab.text\" = \"Eier\";".data(using: .utf16))
        #expect(try ObjectStrings(reading: Array(wide)).words(in: tree())[1]?.text == "Eier")
    }

    @Test(
        "tables that are none are refused in words",
        arguments: ["\"lab.text\" = ", "(a, b)", "", "{}", "{a = (1);}"]
    )
    func refused(text: String) throws {
        let error = #expect(throws: DumpError.self) { try ObjectStrings(reading: Array(text.utf8)) }
        #expect(error?.message.hasPrefix("The table of texts") == true)
    }

    @Test("a table of too many bytes is refused")
    func large() throws {
        let bytes = [UInt8](repeating: 0x20, count: ObjectStrings.maximumBytes + 1)
        #expect(#expect(throws: DumpError.self) { try ObjectStrings(reading: bytes) }?.code == .tooLarge)
    }

    @Test("tables beside an interface are kept by their languages, the others are told")
    func beside() throws {
        func part(_ name: String, _ text: String = "\"lab.text\" = \"x\";") -> DumpPart {
            DumpPart(name: name, filename: "Main.strings", bytes: Array(text.utf8))
        }
        let parts = ["de", "pt-BR", "de", "Base", "a/b"].map { part("strings.\($0)") }
        let dump = try DumpReader.read(Array(Self.xib.utf8), parts: parts)
        #expect(dump.tables.bytes.keys.sorted() == ["de", "pt-BR"])
        #expect(dump.tree.text(of: 1) == "Eggs", "they are no texts of the interface itself")
        let told = dump.report.filter { $0.code == "interface.tables" }
        #expect(told.count == 1 && told.first?.message.contains("and 2 more") == true)
        #expect(dump.report.contains { $0.code == "upload.part" } == false)
        var tables = StringsTables()
        let taken = (0...StringsTables.maximumCount).map { tables.add([1], of: "aa-\($0)") }
        #expect(taken.count(where: \.self) == StringsTables.maximumCount && taken.last == false)
    }
}
