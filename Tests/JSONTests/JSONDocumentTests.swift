import JSON
import Testing

@Suite("Reading JSON")
struct JSONDocumentTests {
    private func root(_ text: String, limits: JSONLimits = .standard) throws -> JSONNode {
        try JSONDocument(parsing: Array(text.utf8), limits: limits).root
    }

    @Test("each kind of value is told apart")
    func kinds() throws {
        let node = try root(#"[null,true,1,1.0,1e2,"x",[],{}]"#)
        let kinds = (0..<node.arrayCount).compactMap { node.element(at: $0)?.kind }
        #expect(kinds == [.null, .bool, .integer, .number, .number, .string, .array, .object])
    }

    @Test("a bare value is a text", arguments: ["7", "-0", "1.5", "true", "null", "\"a\"", " 12 \n"])
    func bareValues(text: String) throws {
        #expect(try root(text).kind != .array)
    }

    @Test("getters do not convert between kinds")
    func noCoercion() throws {
        let node = try root(#"["12abc",1e300,1,null]"#)
        #expect(node.element(at: 0)?.integerValue == nil)
        #expect(node.element(at: 1)?.integerValue == nil)
        #expect(node.element(at: 2)?.stringValue == nil)
        #expect(node.element(at: 2)?.boolValue == nil)
        #expect(node.element(at: 2)?.doubleValue == 1)
        #expect(node.element(at: 3)?.stringValue == nil)
        #expect(node.element(at: 3)?.isNull == true)
    }

    @Test("whole numbers keep all 64 bits")
    func exactIntegers() throws {
        let node = try root("[9223372036854775807,-9223372036854775808]")
        #expect(node.element(at: 0)?.integerValue == .max)
        #expect(node.element(at: 1)?.integerValue == .min)
    }

    @Test("unsigned whole numbers are numbers where the limits allow them")
    func unsignedIntegers() throws {
        let text = "[9223372036854775808,18446744073709551615]"
        let node = try root(text, limits: .dump)
        #expect(node.element(at: 0)?.kind == .number)
        #expect(node.element(at: 0)?.integerValue == nil)
        #expect(node.element(at: 1)?.unsignedValue == .max)
        #expect(node.element(at: 1)?.doubleValue == Double(UInt64.max))
        #expect(throws: JSONError.self) { try root(text) }
    }

    @Test("out of range there is no element")
    func elementBounds() throws {
        let node = try root("[1]")
        #expect(node.element(at: -1) == nil)
        #expect(node.element(at: 1) == nil)
        #expect(try root("{}").element(at: 0) == nil)
    }

    @Test("members come in the order in which they were written")
    func memberOrder() throws {
        let node = try root(#"{"z":1,"a":null,"m":{"k":[]}}"#)
        var names: [String] = []
        node.forEachMember { name, _ in names.append(name) }
        #expect(names == ["z", "a", "m"])
        #expect(node.memberCount == 3)
        #expect(node["a"]?.isNull == true)
        #expect(node["m"]?["k"]?.kind == .array)
        #expect(node["b"] == nil)
        #expect(node["z\0"] == nil)
        #expect(try root("3")["z"] == nil)
    }

    @Test("a node keeps its document alive")
    func nodeOutlivesDocument() throws {
        var node: JSONNode? = try root(#"{"a":["deep"]}"#)["a"]
        #expect(node?.element(at: 0)?.stringValue == "deep")
        node = nil
    }

    @Test("escapes are resolved, surrogate pairs included")
    func escapes() throws {
        #expect(try root(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#).stringValue == "\"\\/\u{8}\u{C}\n\r\té😀")
    }

    @Test("a text of exactly the greatest depth is read, and freed")
    func greatestDepth() throws {
        let limits = JSONLimits.dump
        let depth = limits.maximumDepth
        let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        var node = try root(text, limits: limits)
        var levels = 0
        while let inner = node.element(at: 0) {
            node = inner
            levels += 1
        }
        #expect(levels == depth)
        let value = try JSONValue(parsing: Array(text.utf8), limits: limits)
        #expect(value.serialized() == Array(text.utf8))
    }
}
