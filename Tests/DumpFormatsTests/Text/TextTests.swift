@testable import DumpFormats
import PastedText
import Testing

@Suite("Lists of numbers")
struct NumberListTests {
    @Test(
        "every way of printing is read",
        arguments: [
            "(0 20; 320 460)", "{{0, 20}, {320, 460}}", "0,20,320,460", "[0, 20, 320, 4.6e2]",
            "(0.000000, 20, 320, 460)",
        ]
    )
    func forms(text: String) {
        #expect(NumberList.parse(text, count: 4) == [0, 20, 320, 460])
    }

    @Test(
        "anything else is no list",
        arguments: ["(0 20; 320)", "(0 20; 320 460 1)", "(0 x; 320 460)", "", "(0 2 0; )"]
    )
    func misfits(text: String) {
        #expect(NumberList.parse(text, count: 4) == nil)
    }

    @Test("infinities and tiny numbers are numbers")
    func special() {
        #expect(NumberList.parse("{-inf, 1e-05}", count: 2) == [-.infinity, 1e-05])
    }
}

@Suite("Escapes in texts")
struct TextEscapesTests {
    @Test("escaped characters are read, pairs of surrogates as one")
    func escapes() {
        #expect(TextEscapes.decoded(#"\u624b\u673A! \ud83d\udc4b"#) == "手机! 👋")
    }

    @Test(
        "what is no whole escape stays",
        arguments: [#"\u62"#, #"a\nb"#, #"\ud83d alone"#, #"\u0000"#, #"\"#, #"C:\users"#]
    )
    func others(text: String) {
        #expect(TextEscapes.decoded(text) == text)
    }
}
