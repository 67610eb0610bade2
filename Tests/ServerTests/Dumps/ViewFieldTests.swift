import Foundation
import JSON
import TestSupport
import Testing

@testable import Server
@testable import ViewHierarchy

@Suite("Properties of the table in the API")
struct ViewFieldTests {
    @Test("every property is a member of a view, null only where there is no value", arguments: ViewProperty.all)
    func fields(property: ViewProperty) throws {
        let field = try #require(ViewField.standard.first { $0.name == property.name })
        var builder = ViewTreeBuilder()
        builder.append(ViewDescription(className: "UIView", frame: Rect(x: 1, y: 2, width: 3, height: 4)), depth: 0)
        let tree = builder.build()
        var writer = JSONWriter()
        writer.beginObject()
        ViewWriter(tree: tree, geometry: WindowGeometry(tree), fields: [field]).writeMembers(of: 0, to: &writer)
        writer.endObject()
        let written = try JSONValue(parsing: writer.finish())
        #expect((written[property.name] == .null) == (property.value(of: 0, in: tree) == nil))
        if case .bool(let usual) = property.usual { #expect(written[property.name] == .bool(usual)) }
        if !property.kind.components.isEmpty, let value = property.value(of: 0, in: tree) {
            let group = written[property.name]
            let numbers = group?.arrayValue ?? property.kind.components.compactMap { group?[$0] }
            #expect(numbers.compactMap(\.doubleValue) == value.numbers)
        }
    }

    @Test("the description of the JSON format names every property", arguments: ViewProperty.all)
    func schema(property: ViewProperty) throws {
        let file = Fixtures.repository.appending(path: "Public/dump.schema.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("\"\(property.name)\": {"))
    }
}
