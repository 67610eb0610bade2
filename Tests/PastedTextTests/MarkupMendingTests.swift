import Markup
import PastedText
import Testing

@Suite("Markup that is no document")
struct MarkupMendingTests {
    private func mended(_ text: String) -> String {
        String(decoding: MarkupMending(Array(text.utf8)) { $0 == "a" || $0 == "b" }.bytes, as: UTF8.self)
    }

    @Test(
        "pieces become one document, on their lines",
        arguments: [
            ("<a/>\n<b/>", "<a/>\n<b/>"), ("<a>\n<b>", "<a>\n<b></b></a>"), ("</a><b/>", "<b/>"),
            ("<a x=1 y='2' z>", "<a x=\"1\" y=\"2\" z=\"true\"></a>"), ("<a x=\"1\" x=\"2\"/>", "<a x=\"1\" />"),
            ("<a ... x=\"1\"…/>", "<a  x=\"1\"/>"), ("<a x=\"p \"q\" r\"/>", "<a x=\"p &quot;q&quot; r\"/>"),
            ("<a x=\"1 & &amp; &#65; <\"/>", "<a x=\"1 &amp; &amp; &#65; &lt;\"/>"),
            ("<a>1 < 2</a>", "<a>1 &lt; 2</a>"),
            ("<a><b></a>", "<a><b></b></a>"), ("<a></b></a>", "<a></a>"), ("<a x=\"1\" y=\"2", "<a x=\"1\" ></a>"),
            ("<a", ""), ("<a x", ""), ("<a x=\"1", ""), ("<a:b $=1/>", "<a_b __=\"1\"/>"), ("<a/><?xml?><a/>", "<a/>"),
            ("<a><![CDATA[<&]]></a>", "<a>&lt;&amp;</a>"), ("words <a/> more", "<a/>"), ("<!-- <a/> --><b/>", "<b/>"),
        ]
    )
    func documents(text: String, document: String) {
        #expect(mended(text) == "<pieces>\(document)</pieces>")
    }

    @Test("what comes out is well-formed XML whatever went in")
    func wellFormed() {
        let parts = [
            "<a", "</a>", "<b ", ">", "/>", "=", "\"", "'", " x", "...", "&", "&#1", ";", "<", "!", "--", "[", "]]>",
            "?", "\n", "é",
        ]
        var seed: UInt64 = 7
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<12 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += parts[Int(seed >> 33) % parts.count]
            }
            let error = MarkupParser.parse(Array(mended(text).utf8), isUTF8: true, handler: Deaf())
            // Whoever takes references to characters that XML forbids puts these right.
            #expect(error == nil || text.contains("&#1;"), "\(text) became \(mended(text)): \(error?.message ?? "")")
        }
    }

    private final class Deaf: MarkupHandler {
        func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool { true }
        func end(_ name: String) {}
    }
}
