import Markup
import Testing

@Suite("Reading XML")
struct MarkupParserTests {
    /// Writes down what it is told, and stops after so many elements.
    private final class Notes: MarkupHandler {
        var lines: [String] = []
        var most = Int.max

        func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool {
            lines.append("<\(name)\(attributes.map { " \($0.name)=\($0.value)" }.joined())> \(line)")
            return lines.count < most
        }

        func end(_ name: String) { lines.append("</\(name)>") }
        func text(_ text: String) { lines.append(text) }
    }

    private func read(_ text: String, most: Int = .max, depth: Int = 100) -> (lines: [String], error: MarkupError?) {
        read(Array(text.utf8), most: most, depth: depth)
    }

    private func read(
        _ bytes: [UInt8],
        isUTF8: Bool = false,
        most: Int = .max,
        depth: Int = 100
    ) -> (lines: [String], error: MarkupError?) {
        let notes = Notes()
        notes.most = most
        let error = MarkupParser.parse(
            bytes,
            isUTF8: isUTF8,
            limits: .init(maximumDepth: depth),
            handler: notes
        )
        return (notes.lines, error)
    }

    @Test("elements come with their attributes in order, their lines, and their text")
    func document() {
        let (lines, error) = read(
            "<?xml version=\"1.0\"?>\n<a x=\"1\" y=\"&lt;&#10;&quot;&amp;\">\n<b/><![CDATA[<&]]></a>"
        )
        #expect(lines == ["<a x=1 y=<\n\"&> 2", "\n", "<b> 3", "</b>", "<&", "</a>"])
        #expect(error == nil)
    }

    @Test("an attribute is found by its name")
    func attribute() {
        final class Finder: MarkupHandler {
            var found: [String?] = []
            func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool {
                found = [attributes["b"], attributes["p:b"], attributes["c"]]
                return true
            }
            func end(_ name: String) {}
        }
        let finder = Finder()
        _ = MarkupParser.parse(Array("<a xmlns:p='u' p:b='2' b='1'/>".utf8), handler: finder)
        #expect(finder.found == ["1", "2", nil])
    }

    @Test("a name has one number, as an element and as an attribute, with its prefix")
    func numbers() {
        final class Numbers: MarkupHandler {
            var found: [String] = []
            func begin(_ name: String, _ attributes: MarkupAttributes, line: Int) -> Bool {
                found.append("\(name)=\(attributes.elementNumber)")
                for place in attributes.indices {
                    let number = attributes.nameNumber(at: place)
                    found.append("\(attributes.name(number))=\(number):\(attributes.value(at: place))")
                }
                return attributes.nameNumber(at: 9) == 0 && attributes.value(at: -1).isEmpty
                    && attributes.name(99).isEmpty
            }
            func end(_ name: String) {}
        }
        let numbers = Numbers()
        _ = MarkupParser.parse(Array("<a xmlns:p='u' b='1' p:b='2'><b a='3'/><p:b/></a>".utf8), handler: numbers)
        #expect(numbers.found == ["a=0", "b=1:1", "p:b=2:2", "b=1", "a=0:3", "p:b=2"])
    }

    @Test("what stands before a cut is handed over, every open element is ended, and the line is told")
    func cut() {
        let (lines, error) = read("<a>\n<b>\n<c/>\n<d x=\"1")
        #expect(lines.filter { $0.hasPrefix("<") } == ["<a> 1", "<b> 2", "<c> 3", "</c>", "</b>", "</a>"])
        #expect(error?.code == .malformed)
        #expect(error?.line == 4)
        #expect(error?.message.isEmpty == false)
    }

    @Test("elements deeper than the limit end the reading")
    func deep() {
        let (lines, error) = read(String(repeating: "<a>", count: 200), depth: 100)
        #expect(error?.code == .tooDeep)
        #expect(lines.count { $0.hasPrefix("<a") } == 101)
        #expect(read(String(repeating: "<a>", count: 5_000), depth: 10_000).lines.count == 10_000)
    }

    @Test("the handler may stop the reading")
    func stop() {
        #expect(read("<a><b/><c/></a>", most: 2).lines == ["<a> 1", "<b> 1", "</b>", "</a>"])
    }

    @Test(
        "entities of the document are not expanded, nor files read",
        arguments: [
            "<!DOCTYPE a [<!ENTITY x \"xx\"><!ENTITY y \"&x;&x;&x;\">]><a>before&y;after</a>",
            "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>before&x;after</a>",
            "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a>before&x;after</a>",
            "<!DOCTYPE a [<!ENTITY x \"xx\">]><a b=\"&x;\">before</a>",
        ]
    )
    func entities(text: String) {
        let (lines, _) = read(text)
        #expect(!lines.contains { $0.contains("xx") || $0.contains("root:") })
        #expect(lines.contains { $0.hasPrefix("<a") } || text.contains("b="))
    }

    @Test("the encoding that is declared counts, unless the bytes were decoded before")
    func encodings() {
        let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(read(latin).lines == ["<a> 1", "é", "</a>"])
        let wrong = Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>é</a>".utf8)
        #expect(read(wrong, isUTF8: true).lines == ["<a> 1", "é", "</a>"])
    }

    @Test(
        "what is no XML is an error on its line",
        arguments: ["", " ", "words", "<a", "<a><b></a>", "<a/><b/>", "<a b=1/>"]
    )
    func malformed(text: String) {
        #expect(read(text).error?.code == .malformed)
        #expect(read(text).error?.line == 1)
    }
}
