import TestSupport
import Testing

@testable import JSON

/// The document reads texts itself; json-c reads them too, where values are copied out.
@Suite("Two readers of JSON")
struct JSONReadingTests {
    @Test("a document says what json-c says", arguments: 0..<40)
    func agreement(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let text = Self.value(depth: 5, &random)
        let bytes = Array(text.utf8)
        let read = try JSONValue(JSONDocument(parsing: bytes, limits: .dump).root)
        #expect(read == (try JSONValue(parsing: bytes, limits: .dump)), "\(text)")
    }

    @Test("a text that is cut or changed in one byte is refused by both, or read alike", arguments: 0..<40)
    func mutations(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(Self.value(depth: 3, &random).utf8)
        let place = Int.random(in: bytes.indices, using: &random)
        if seed % 2 == 0 {
            bytes.removeSubrange(place...)
        } else {
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        let read = try? JSONDocument(parsing: bytes, limits: .dump)
        #expect(read.map { JSONValue($0.root) } == (try? JSONValue(parsing: bytes, limits: .dump)))
    }

    @Test("a decimal number of few digits is the double that strtod gives")
    func decimals() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let digits = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                "\(Int.random(in: 0...9, using: &random))"
            }
            let fraction = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                "\(Int.random(in: 0...9, using: &random))"
            }
            let sign = Bool.random(using: &random) ? "-" : ""
            let text = sign + digits.joined() + (fraction.isEmpty ? "" : "." + fraction.joined())
            let read = Array(text.utf8).withUnsafeBufferPointer { DecimalText.number($0) }
            if let read { #expect(read.bitPattern == Double(text)?.bitPattern, "\(text)") }
            #expect(read != nil || digits.count + fraction.count > 15, "\(text)")
        }
    }

    @Test(
        "what is no plain decimal number is left to strtod",
        arguments: ["", "-", ".5", "5.", "1e3", "+1", "1.2.3", "inf"]
    )
    func noDecimals(text: String) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { DecimalText.number($0) } == nil)
    }

    @Test("equal names have one number, whatever they are escaped as, and different ones have others")
    func names() throws {
        let members = (0..<2_000).map { "{\"name\($0)\":0,\"x\":1,\"\\u0078\($0)\":2}" }.joined(separator: ",")
        let root = try JSONDocument(parsing: Array("[\(members)]".utf8), limits: .dump).root
        var numbers: [String: Int] = [:]
        for object in root.elements {
            for value in object.memberValues {
                let (name, number) = (try #require(value.name), try #require(value.nameNumber))
                #expect(numbers[name, default: number] == number)
                numbers[name] = number
            }
        }
        #expect(Set(numbers.values).count == 4_001)
        #expect(root.element(at: 1_999)?["x1999"]?.integerValue == 2)
        #expect(root.element(at: 1_999)?["x1998"] == nil)
    }

    @Test("names that are alike in length and at both ends are told apart, also from ones that are nowhere")
    func alike() throws {
        let root = try JSONDocument(parsing: Array(#"{"a1cd":1,"a2cd":2,"b":3}"#.utf8)).root
        #expect(["a1cd", "a2cd", "b"].map { root[$0]?.integerValue } == [1, 2, 3])
        #expect(root["a3cd"] == nil && root["c"] == nil && root[""] == nil && root["a1cd"]?["b"] == nil)
        #expect(try JSONDocument(parsing: Array("{}".utf8)).root["b"] == nil)
    }

    @Test("an element, and the whole document, has no name")
    func nameless() throws {
        let root = try JSONDocument(parsing: Array(#"{"a":[[],{"b":1},2]}"#.utf8)).root
        #expect(root.name == nil)
        let list = try #require(root["a"])
        #expect(list.name == "a")
        #expect(list.elements.map(\.name) == [nil, nil, nil])
        #expect(list.elements.map(\.kind) == [.array, .object, .integer])
        #expect(Array(list.memberValues).isEmpty && Array(root.elements).isEmpty)
    }

    // MARK: Texts

    private static let scalars = [
        "null", "true", "false", "0", "-0", "17", "-9223372036854775808", "18446744073709551615", "0.5", "-12.25e-3",
        "1E+2", "123456789012345678901.5", "1e-400", "5e-324", "\"\"", "\"plain\"", "\"é😀\"",
        #""\"\\\/\b\f\n\r\t""#, #""\u00e9\ud83d\ude00\u2028""#, #""\u003cCALayer: 0x60>""#,
    ]

    private static func value(depth: Int, _ random: inout SeededGenerator) -> String {
        let kind = depth > 0 ? Int.random(in: 0...4, using: &random) : 4
        let space = [" ", "", "\n\t"].randomElement(using: &random) ?? ""
        let count = Int.random(in: 0...4, using: &random)
        switch kind {
        case 0, 1:
            return "[" + (0..<count).map { _ in space + value(depth: depth - 1, &random) }.joined(separator: ",")
                + space + "]"
        case 2, 3:
            let members = (0..<count).map { place in
                let name = ["\"k\(place)\"", "\"\\u006b\(place)\"", "\"a longer name \(place)\""][place % 3]
                return "\(space)\(name)\(space):" + value(depth: depth - 1, &random)
            }
            return "{" + members.joined(separator: ",") + space + "}"
        default: return scalars.randomElement(using: &random) ?? "0"
        }
    }
}

@Suite("U+0000 in JSON")
struct JSONNullCharacterTests {
    @Test("the escape is a character like others, in texts and in names")
    func escape() throws {
        let bytes = Array(#"{"a":1,"a\u0000b":"\u0000c\u0000"}"#.utf8)
        let value = try JSONValue(parsing: bytes)
        #expect(value.objectValue?.map(\.name) == ["a", "a\0b"])
        #expect(value["a\0b"]?.stringValue == "\0c\0")
        #expect(JSONValue(try JSONDocument(parsing: bytes).root) == value)
        #expect(try JSONValue(parsing: value.serialized()) == value)
    }

    @Test("names that differ behind one are different names")
    func names() throws {
        let document = try JSONDocument(parsing: Array(#"{"a\u0000b":1,"a\u0000c":2}"#.utf8))
        #expect(Array(document.root.memberValues).count == 2)
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(#"{"\u0000":1,"\u0000":2}"#.utf8)) }
    }
}
