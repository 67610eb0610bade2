import Foundation
import JSON
import PropertyList
import Testing

@testable import Services

@Suite("Decoded data")
struct DecodedDataTests {
    private static func uid(_ place: Int) -> PropertyListValue { .dictionary(["CF$UID": .integer(Int64(place))]) }

    private static func archive(_ objects: [PropertyListValue], root: Int = 1) throws -> Data {
        let list: PropertyListValue = .dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
            "$top": .dictionary(["root": uid(root)]), "$objects": .array([.string("$null")] + objects),
        ])
        return Data(try PropertyListWriter.xml(list))
    }

    private static func isOf(_ name: String) -> PropertyListValue {
        .dictionary(["$classname": .string(name), "$classes": .array([.string(name), .string("NSObject")])])
    }

    private static func written(_ data: Data) throws -> JSONValue? {
        guard let decoded = DecodedData(data) else { return nil }
        return try JSONValue(parsing: JSONWriter.object { decoded.write(to: &$0) })
    }

    @Test(
        "what data holds is told by its bytes",
        arguments: [
            (#"{"opened": 3, "names": ["a", null]}"#, #"{"as":"json","value":{"opened":3,"names":["a",null]}}"#),
            ("[1,2]", #"{"as":"json","value":[1,2]}"#), ("{half", #"{"as":"text","value":"{half"}"#),
            ("grüße\n", #"{"as":"text","value":"grüße\n"}"#),
            ("2026-01-02T03:04:05Z", #"{"as":"date","value":{"$date":"2026-01-02T03:04:05Z"}}"#),
            (
                "<plist version=\"1.0\"><dict><key>a</key><real>1</real></dict></plist>",
                #"{"as":"propertyList","value":{"a":{"$real":1}}}"#
            ),
            ("GIF89a....", #"{"as":"image","value":{"type":"image/gif"}}"#),
        ]
    )
    func kinds(text: String, json: String) throws {
        #expect(try Self.written(Data(text.utf8)) == (try JSONValue(parsing: Array(json.utf8))))
    }

    @Test(
        "bytes of which nothing can be told stay bytes",
        arguments: [[], [1, 2, 3], [0x41, 0x42], [0xFF, 0xFE, 0xFD, 0], [65, 66, 0, 67]]
    )
    func bytes(_ bytes: [UInt8]) {
        #expect(DecodedData(Data(bytes)) == nil)
        let value: PropertyListValue = .array([.data(Data(bytes))])
        #expect(value.decoded.isIdentical(to: value))
    }

    @Test("a keyed archive is a tree with classes; Foundation's own objects are what they stand for")
    func archives() throws {
        let data = try Self.archive([
            .dictionary([
                "$class": Self.uid(2), "name": Self.uid(3), "when": Self.uid(4), "tags": Self.uid(6),
                "none": Self.uid(0),
            ]),
            Self.isOf("Clock.Alarm"), .string("Early"),
            .dictionary(["$class": Self.uid(5), "NS.time": .real(0)]), Self.isOf("NSDate"),
            .dictionary(["$class": Self.uid(7), "NS.objects": .array([Self.uid(3), Self.uid(1)])]),
            Self.isOf("NSArray"),
        ])
        let expected = """
            {"as":"keyedArchive","value":{"$$class":"Clock.Alarm","name":"Early","none":"nil",
            "tags":["Early","…"],"when":{"$date":"2001-01-01T00:00:00Z"}}}
            """
        #expect(try Self.written(data) == (try JSONValue(parsing: Array(expected.utf8))))
    }

    @Test("archives that refer to themselves or grow without end are bounded")
    func hostileArchives() throws {
        let alone = try Self.archive([Self.uid(1)])
        #expect(DecodedData(alone)?.kind == .keyedArchive)
        // Each array holds the next one twice: 2^40 values if all were followed.
        let levels = 40
        let arrays = (1...levels).map { level -> PropertyListValue in
            .dictionary([
                "$class": Self.uid(levels + 2), "NS.objects": .array([Self.uid(level + 1), Self.uid(level + 1)]),
            ])
        }
        let bomb = try Self.archive(arrays + [.string("end"), Self.isOf("NSArray")])
        let decoded = try #require(DecodedData(bomb))
        #expect(decoded.kind == .keyedArchive && decoded.text.utf8.count < 4 << 20)
    }

    @Test("a value with what its data holds beside it is the same value when it is written back")
    func roundTrip() throws {
        let value: PropertyListValue = .array([.data(Data(#"{"a":1}"#.utf8)), .data(Data([0, 1]))])
        var writer = JSONWriter()
        PropertyListEnvelope.write(value, to: &writer, decodes: true)
        let json = try JSONValue(parsing: writer.finish())
        #expect(json.arrayValue?.first?["decoded"]?["as"] == "json" && json.arrayValue?.last?["decoded"] == nil)
        #expect(try PropertyListEnvelope.value(JSONPlace(json)).isIdentical(to: value))
    }
}
