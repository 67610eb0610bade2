import DumpFormats
import Foundation
import PropertyList
import Testing
import ViewHierarchy

/// What `script/fuzz` found, each made as small as it gets.
@Suite("Inputs that readers fell over")
struct FuzzFindingTests {
    /// A NUL in a text of a property list was kept, and became another character once the dump was written as JSON.
    @Test(
        "A NUL in a property list is read as JSON reads it, so that the dump stays the same when it is kept",
        arguments: [PropertyListFormat.xml, .binary]
    )
    func nul(_ form: PropertyListFormat) throws {
        let view: PropertyListValue = .dictionary([
            "class": .string("UI\0View"), "frame": .string("{{0, 0}, {1, 1}}"), "te\0xt": .string("\0"),
        ])
        let list: PropertyListValue = .dictionary(["vitrine": .integer(1), "windows": .array([view])])
        let bytes = form == .xml ? try PropertyListWriter.xml(list) : try PropertyListWriter.binary(list)
        let dump = try DumpReader.read(bytes, format: .propertyList)
        #expect(dump.tree.className(of: 0) == "UI\u{FFFD}View")
        let again = try DumpReader.read(DumpWriter.vitrineJSON(dump), format: .vitrineJSON)
        #expect(again.outline == dump.outline)
        #expect(again.tree.attributes(of: 0) == dump.tree.attributes(of: 0))
    }
}
