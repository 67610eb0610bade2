@testable import DumpFormats
import PastedText
import Testing

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
