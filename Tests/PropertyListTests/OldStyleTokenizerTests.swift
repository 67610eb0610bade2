import PropertyList
import Testing

@Suite("Tokens of old-style text")
struct OldStyleTokenizerTests {
    private func tokens(_ text: String) -> [(token: OldStyleTokenizer.Token, line: Int)] {
        var tokenizer = OldStyleTokenizer(Array(text.utf8))
        var tokens: [(OldStyleTokenizer.Token, Int)] = []
        while let token = tokenizer.next() { tokens.append((token, tokenizer.line)) }
        return tokens
    }

    private func mark(_ character: Unicode.Scalar) -> OldStyleTokenizer.Token { .mark(UInt8(ascii: character)) }

    @Test("text, words and marks follow one another")
    func kinds() {
        let found = tokens("{ \"a b\" = 'c'; d/e.f-1 = (x, $y); }").map(\.token)
        #expect(
            found == [
                mark("{"), .text, mark("="), .text, mark(";"), .text, mark("="), mark("("), .text, mark(","), .text,
                mark(")"), mark(";"), mark("}"),
            ]
        )
    }

    @Test("marks in quotation marks are text, and an escaped quotation mark ends none")
    func quoted() {
        #expect(tokens(#""{(\";" 'a"b' "\\""#).map(\.token) == [.text, .text, .text])
    }

    @Test("comments are passed over, but not inside a word")
    func comments() {
        #expect(tokens("// { \n a /* ( \n */ b // end").map(\.token) == [.text, .text])
        #expect(tokens("http://a/*b").map(\.token) == [.text, .unexpected, .text])
        #expect(tokens("/* **/a").map(\.token) == [.text])
        #expect(tokens("/*/ a").map(\.token) == [.unclosedComment])
    }

    @Test("what is never closed takes the rest")
    func unclosed() {
        #expect(tokens("a \"b\nc;").map(\.token) == [.text, .unclosedText])
        #expect(tokens("\"\\").map(\.token) == [.unclosedText])
        #expect(tokens("a\n/* b\nc").map(\.line) == [1, 2])
    }

    @Test("other characters stand alone")
    func unexpected() {
        #expect(tokens("é<").map(\.token) == [.unexpected, .unexpected, .unexpected])
    }

    @Test("lines end with a line feed, a carriage return, or both")
    func lines() {
        #expect(tokens("a\nb\rc\r\nd \"\n\r\n\r\" e").map(\.line) == [1, 2, 3, 4, 4, 7])
        var tokenizer = OldStyleTokenizer(Array("a\n\n".utf8))
        while tokenizer.next() != nil {}
        #expect(tokenizer.line == 3)
    }
}
