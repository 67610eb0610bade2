import Testing

@testable import AppBundles

@Suite("Mistakes in strings tables")
struct StringsSyntaxTests {
    @Test(
        "the first mistake has its line and a name",
        arguments: [
            ("a = b\nc = d;", 1, "a semicolon is missing"),
            ("/* x\ny */\n\"a\" = \"b\"\n", 3, "a semicolon is missing"),
            ("a = \"b\";\n\"c = d;\n", 2, "a quotation mark is never closed"), ("a =;", 1, "a value is missing"),
            ("a = b;\r\n= c;", 2, "a key is missing"), ("a\r=\rb\rc;", 1, "a semicolon is missing"),
            ("a = b; /* c", 1, "a comment is never closed"), ("a = ü;", 1, "needs quotation marks"),
            ("\"a\\\"\n\" = b;\n;", 3, "a key is missing"), ("a", 1, "a semicolon is missing"),
        ]
    )
    func mistakes(text: String, line: Int, words: String) throws {
        let found = try #require(StringsSyntax.firstMistake(in: Array(text.utf8)))
        #expect(found.line == line && found.message.contains(words))
        let units = Array(text.utf16)
        let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(StringsSyntax.firstMistake(in: little) == found && StringsSyntax.firstMistake(in: big) == found)
    }

    @Test(
        "a table in order has none",
        arguments: [
            "", "a = b;", "a;", "\"a\" = \"b\\\"c\"; // d\n/* e */ 'f' = g;", "\u{FEFF}a = b;", "a.b-c = $d_e:/f;",
        ]
    )
    func clean(text: String) {
        #expect(StringsSyntax.firstMistake(in: Array(text.utf8)) == nil)
    }

    @Test("no prefix of a table crashes")
    func prefixes() {
        let bytes: [UInt8] =
            [0xFF, 0xFE] + "\"a\\\" = /* b */ 'c';".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for length in 0...bytes.count { _ = StringsSyntax.firstMistake(in: Array(bytes.prefix(length))) }
    }
}
