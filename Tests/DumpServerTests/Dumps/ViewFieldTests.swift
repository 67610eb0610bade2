import Diagnostics
import Foundation
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Shapes
import TestSupport
import Testing

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
        ViewWriter(tree: tree, geometry: WindowGeometry(tree), notes: NotesByView([]), fields: [field]).writeMembers(
            of: 0,
            to: &writer
        )
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

    @Test("the panel has a line in words for every property but those of geometry")
    func panel() async throws {
        let server = try TestServer(paths: [])
        let members = ViewProperty.all.filter { $0.kind == .text }.map { "\"\($0.name)\":\"\($0.name) of it\"" }
        // What a dump does not say has no line.
        let said = ViewProperty.all.compactMap { property -> String? in
            guard case .bool(let usual)? = property.usual, property.name != "clipsToBounds" else { return nil }
            return "\"\(property.name)\":\(usual)"
        }
        let all = (members + said + [#""contentMode":"scaleToFill""#, #""tag":0"#]).joined(separator: ",")
        let view = #"{"frame":[0,0,9,9],"clipsToBounds":true,"alpha":0.5,\#(all)}"#
        let reply = try await server.send(.post, "/api/v1/dumps", json: #"{"vitrine":1,"windows":[\#(view)]}"#)
        let id = try reply.json()["id"]?.stringValue ?? ""
        let page = try await server.get("/dumps/\(id)?view=0", [.accept: "text/html"]).text
        let attributes = page.firstRange(of: "Assumed for drawing").map { page[..<$0.lowerBound] } ?? page[...]
        let lines = attributes.split(separator: "<div").compactMap { line in
            line.firstRange(of: "<dt>").map {
                (line[$0.upperBound...].prefix { $0 != "<" }, line.hasPrefix(" class=\"changed\""))
            }
        }
        let names = [
            "Class", "Address", "Controller", "Text", "Identifier", "Label", "Value", "Alpha", "Hidden", "Opaque",
            "Clips to bounds", "Content mode", "User interaction", "Multiple touch", "Exclusive touch",
            "Autoresizes subviews", "Tag",
        ]
        #expect(lines.map(\.0).map(String.init) == names)
        #expect(lines.filter(\.1).map(\.0) == ["Alpha", "Clips to bounds"])
        for property in ViewProperty.all where property.kind == .text {
            #expect(page.contains("\(property.name) of it"))
        }
    }

    @Test("the description of the JSON format names every property", arguments: ViewProperty.all)
    func schema(property: ViewProperty) throws {
        let file = Fixtures.repository.appending(path: "Public/dump.schema.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("\"\(property.name)\": {"))
    }
}
