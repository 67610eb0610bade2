import Diagnostics
import JSON
import TestSupport
import Testing
import ViewHierarchy

@testable import DumpFormats

@Suite("Every property of the table in dumps")
struct PropertyTableTests {
    /// A dump of one view with a frame and one property more, written as the API does.
    private static func document(_ property: ViewProperty) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if property != .className {
            writer.key("class")
            writer.string("UIView")
        }
        if property != .frame {
            writer.key("frame")
            writer.value(.rect(Rect(x: 10, y: 20, width: 30, height: 40)))
        }
        writer.key(property.name)
        writer.value(property.sample)
        writer.endObject()
        return writer.finish()
    }

    @Test("a value in JSON is read, kept by the tree, written and read again", arguments: ViewProperty.all)
    func dumps(property: ViewProperty) throws {
        let dump = try DumpReader.read(Self.document(property), format: .vitrineJSON)
        #expect(property.value(of: 0, in: dump.tree) == property.sample)
        #expect(dump.tree.attributes(of: 0).isEmpty)
        let written = DumpWriter.vitrineJSON(dump)
        // A center alone follows from the frame that it gives.
        if property != .center {
            #expect(try JSONValue(parsing: written)["windows"]?.arrayValue?.first?[property.name] != nil)
        }
        let again = try DumpReader.read(written, format: .vitrineJSON)
        #expect(property.value(of: 0, in: again.tree) == property.sample)
        #expect(again.tree.description(of: 0) == dump.tree.description(of: 0))
    }

    @Test("a value of the wrong kind is kept as an attribute", arguments: ViewProperty.all)
    func wrongKinds(property: ViewProperty) throws {
        let json = #"{"class":"UIView","frame":[0,0,1,1],"\#(property.name)":{"no":[]}}"#
        let windows = #"{"vitrine":1,"windows":[\#(json)]}"#
        guard property != .className, property != .frame else { return }
        let dump = try DumpReader.read(Array(windows.utf8))
        #expect(dump.tree.attributes(of: 0).map(\.name) == [property.name])
        #expect(dump.report.map(\.code).contains("document.wrongType"))
    }

    @Test("recursiveDescription prints it, or what is lost says so", arguments: ViewProperty.all)
    func losses(property: ViewProperty) {
        let own = ["class", "address", "text", "controller"]
        let isPrinted = ItemMapper.printed.values.contains(property) || own.contains(property.name)
        let isLost = DescriptionLosses.unprinted.contains { $0.properties.contains(property.name) }
        #expect(isPrinted || isLost)
    }
}
