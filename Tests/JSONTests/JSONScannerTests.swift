import JSON
import Testing

@Suite("What is refused as JSON")
struct JSONScannerTests {
    private func refusal(_ bytes: [UInt8], limits: JSONLimits = .standard) -> JSONError? {
        do throws(JSONError) {
            _ = try JSONDocument(parsing: bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(_ text: String, limits: JSONLimits = .standard) -> JSONError? {
        refusal(Array(text.utf8), limits: limits)
    }

    @Test(
        "each reason has its code",
        arguments: [
            ("", .empty), (" \n\t", .empty), ("[1", .truncated), ("\"a", .truncated), ("tru", .truncated),
            ("-", .truncated), ("1.", .truncated), ("{\"a\"", .truncated), ("[1.]", .syntax), ("NaN", .syntax),
            ("[Infinity]", .syntax), ("-Infinity", .syntax), ("[01]", .syntax), ("[+1]", .syntax), ("[.5]", .syntax),
            ("[1,]", .syntax), ("{\"a\":1,}", .syntax), ("{a:1}", .syntax), ("['a']", .syntax), ("TRUE", .syntax),
            ("[1 2]", .syntax), ("{\"a\" 1}", .syntax), ("[1}", .syntax), ("/* */ 1", .syntax), ("nulL", .syntax),
            ("1e", .truncated), ("[1e+]", .syntax), ("\u{FEFF}1", .syntax), ("1 2", .trailingData),
            ("{} x", .trailingData), ("[]]", .trailingData), ("\"a\u{1}b\"", .controlCharacter),
            ("{\"a\nb\":1}", .controlCharacter), ("\"\\x\"", .invalidEscape), ("\"\\u12g4\"", .invalidEscape),
            ("\"\\ud800\"", .invalidEscape), ("\"\\ud800\\u0041\"", .invalidEscape), ("\"\\udc00\"", .invalidEscape),
            ("\"a\0b\"", .nullCharacter), ("{\"a\0\":1}", .nullCharacter),
            ("1\0", .trailingData), ("[\0]", .nullCharacter), ("[1e999]", .numberOutOfRange),
            ("-1e309", .numberOutOfRange), ("9223372036854775808", .numberOutOfRange),
            ("-9223372036854775809", .numberOutOfRange), ("18446744073709551616", .numberOutOfRange),
        ] as [(String, JSONError.Code)]
    )
    func codes(text: String, code: JSONError.Code) {
        #expect(refusal(text)?.code == code)
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0xAF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x28, 0xA1], [0xC3, 0x28],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        #expect(refusal([0x22] + bytes + [0x22])?.code == .invalidUTF8)
    }

    @Test("every well-formed length of UTF-8 is read", arguments: ["é", "€", "\u{D7FF}\u{E000}", "\u{10FFFF}", "😀"])
    func validUTF8(text: String) throws {
        #expect(try JSONValue(parsing: Array("\"\(text)\"".utf8)) == .string(text))
    }

    @Test("numbers at the edge of a double are read", arguments: ["1.7976931348623157e308", "0e999", "0.0001e311"])
    func largeNumbers(text: String) {
        #expect(refusal(text) == nil)
    }

    @Test("very long numbers are refused")
    func longNumbers() {
        #expect(refusal("0." + String(repeating: "1", count: 2_000))?.code == .numberOutOfRange)
        #expect(refusal(String(repeating: "1", count: 400) + ".5")?.code == .numberOutOfRange)
        #expect(refusal("1e" + String(repeating: "9", count: 500))?.code == .numberOutOfRange)
    }

    @Test("an escaped backslash before u0000 is text")
    func escapedBackslash() throws {
        #expect(try JSONValue(parsing: Array(#""\\u0000""#.utf8)) == .string("\\u0000"))
    }

    @Test(
        "equal names in one object are refused, however they are written",
        arguments: [
            #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"😀":1,"\ud83d\ude00":2}"#, #"[{"x":{"n":1,"m":2,"n":3}}]"#,
            #"{"\n":1,"\u000a":2}"#, #"{"\/":1,"/":2}"#,
        ]
    )
    func duplicateNames(text: String) {
        #expect(refusal(text)?.code == .duplicateKey)
    }

    /// Were the names around an object copied whenever it ends, time would grow with the square of their number.
    @Test("objects inside of one with many names take no longer than elsewhere")
    func manyNamesAround() {
        let members = (0..<40_000).map { "\"name\($0)\":{\"a\":{}}" }.joined(separator: ",")
        #expect(throws: Never.self) { try JSONDocument(parsing: Array("{\(members)}".utf8), limits: .dump) }
    }

    @Test("a duplicate is found among few names and among many", arguments: [2, 11, 12, 13, 14, 40])
    func duplicateAmong(count: Int) {
        let members = (0..<count).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(refusal("{\(members)}") == nil)
        #expect(refusal("{\(members),\"\(count / 2)\":0}")?.code == .duplicateKey)
        #expect(refusal("{\(members),\"\(count / 2)\":0,\"0\":0}")?.message.contains("“\(count / 2)”") == true)
    }

    @Test("equal names in different objects are no duplicates")
    func separateObjects() {
        #expect(refusal(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"A":1}"#) == nil)
    }

    @Test("a duplicate is reported by name and place")
    func duplicatePlace() {
        let error = refusal("{\"a\": 1,\n \"k\": 2,\n  \"k\": 3}")
        #expect(error?.message.contains("“k”") == true)
        #expect(error?.line == 3)
        #expect(error?.column == 3)
        #expect(error?.offset == 20)
    }

    @Test("an error names its line and column")
    func place() {
        let error = refusal("[\n  1,\n  oops\n]")
        #expect(error?.line == 3)
        #expect(error?.column == 3)
        #expect(error?.description == "Expected a value, found “o”. (line 3, column 3)")
    }

    @Test("size, depth and count have limits")
    func limits() {
        let limits = JSONLimits(maximumBytes: 20, maximumDepth: 3, maximumContainers: 4)
        #expect(refusal(String(repeating: " ", count: 19) + "1", limits: limits) == nil)
        #expect(refusal(String(repeating: " ", count: 20) + "1", limits: limits)?.code == .tooLarge)
        #expect(refusal("[[[1]]]", limits: limits) == nil)
        #expect(refusal("[[[[]]]]", limits: limits)?.code == .tooDeep)
        #expect(refusal("[[],{},[]]", limits: limits) == nil)
        #expect(refusal("[[],{},[],[]]", limits: limits)?.code == .tooManyContainers)
    }

    @Test("limits that a C library cannot keep are lowered")
    func greatestLimits() {
        let limits = JSONLimits(maximumBytes: .max, maximumDepth: .max)
        #expect(limits.maximumBytes == 1 << 30)
        #expect(limits.maximumDepth == 2_000)
    }

    @Test("a million open brackets cost no stack")
    func manyBrackets() {
        let limits = JSONLimits(maximumBytes: 2 << 20, maximumDepth: 2_000, maximumContainers: .max)
        #expect(refusal(String(repeating: "[", count: 1_000_000), limits: limits)?.code == .tooDeep)
    }

    @Test("an object with many names is checked without comparing each with each")
    func manyNames() {
        let members = (0..<50_000).map { "\"name\($0)\":\($0)" }.joined(separator: ",")
        #expect(refusal("{\(members)}") == nil)
        #expect(refusal("{\(members),\"name7\":0}")?.code == .duplicateKey)
    }

    @Test("every cut of a text is refused and none is misread")
    func truncation() {
        let text = Array(#"{"a":[1,-2.5e3,"é\u00e9\ud83d\ude00",true,null],"b":{}}"#.utf8)
        for end in 0..<text.count {
            let code = refusal(Array(text[..<end]))?.code
            #expect(code == (end == 0 ? .empty : .truncated), "cut at \(end)")
        }
    }
}
