import JSON
import Testing

@Suite("JSON values")
struct JSONValueTests {
    @Test("a copied value says the same as its text")
    func copying() throws {
        let text = #"{"b":[1,2.5,"x",null,false],"a":{"n":{}}}"#
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(value == ["b": [1, 2.5, "x", nil, false], "a": ["n": [:]]])
        #expect(value.serialized() == Array(text.utf8))
    }

    @Test("whole numbers and numbers with a fraction are different values")
    func typedNumbers() throws {
        #expect(try JSONValue(parsing: Array("1".utf8)) == .integer(1))
        #expect(try JSONValue(parsing: Array("1.0".utf8)) == .number(1))
        #expect(JSONValue.integer(1) != .number(1))
    }

    @Test("getters answer for their own kind only")
    func getters() {
        let value: JSONValue = ["flag": true, "count": 3, "ratio": 0.5, "name": "n", "list": [1], "none": nil]
        #expect(value["flag"]?.boolValue == true)
        #expect(value["count"]?.integerValue == 3)
        #expect(value["count"]?.doubleValue == 3)
        #expect(value["ratio"]?.integerValue == nil)
        #expect(value["name"]?.stringValue == "n")
        #expect(value["list"]?.arrayValue == [1])
        #expect(value["list"]?.objectValue == nil)
        #expect(value["none"] == .null)
        #expect(value["absent"] == nil)
        #expect(value.objectValue?.map(\.name) == ["flag", "count", "ratio", "name", "list", "none"])
        #expect(value["none"]?.kind == .null)
    }
}
