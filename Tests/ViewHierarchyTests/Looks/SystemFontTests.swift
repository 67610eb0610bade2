import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("Sizes of type")
struct SystemFontTests {
    private func size(_ text: String, _ width: Double, _ height: Double, isCut: Bool = false) -> [Double] {
        let found = SystemFont.size(of: text, isCut: isCut, in: Size(width: width, height: height))
        return [found.size, Double(found.lines)]
    }

    @Test(
        "a frame as high as one line tells the size, on screens of two and of three pixels a point",
        arguments: [
            (10, 12, 12), (11, 13.5, 13.3333), (12, 14.5, 14.3333), (13, 16, 15.6667), (14, 17, 17), (15, 18, 18),
            (16, 19.5, 19.3333), (17, 20.5, 20.3333), (18, 21.5, 21.6667), (20, 24, 24), (22, 26.5, 26.3333),
            (24, 29, 28.6667), (28, 33.5, 33.6667), (34, 41, 40.6667),
        ]
    )
    func oneLine(_ expected: Double, _ twice: Double, _ thrice: Double) {
        for height in [twice, thrice] {
            #expect(size("Some words", expected * 5.2, height) == [expected, 1], "\(height)")
        }
    }

    @Test("older layouts have lines of whole points")
    func whole() {
        #expect(size("Label", 42, 21) == [17, 1] && size("Label", 30, 15) == [12, 1])
        #expect(size("A few words of a label", 300, 51) == [17, 2], "too high to be one line of whole points")
    }

    @Test("several lines are known by their height and by how much text there is")
    func lines() {
        // The text styles have more room between their lines than a plain font.
        #expect(size("Getting the time from the...", 300, 98, isCut: true) == [15, 5])
        #expect(size("Getting the time from the...", 300, 118, isCut: true) == [15, 6])
        #expect(size("Getting the time from the...", 300, 81.5, isCut: true) == [17, 4])
        #expect(size("Getting the time from the...", 300, 67.5, isCut: true) == [28, 2])
        let text = String(repeating: "words ", count: 20)
        #expect(size(text, 300, 61) == [17, 3])
        #expect(size(String(text.prefix(75)), 300, 30) == [12.5, 2], "too long for its frame in larger letters")
        #expect(size("000 0000 0000", 238.3, 40.7)[0] == 34, "XCUITest prints one decimal")
    }

    @Test("a frame with room has the usual size, or what fits into it")
    func room() {
        #expect(size("Title", 200, 43.5) == [17, 2] || size("Title", 200, 43.5) == [17, 1])
        #expect(size("Title", 200, 44)[0] == 17 && size("Title", 200, 500)[0] == 17)
        let narrow = size("A title that is far too long", 120, 30)
        #expect(narrow[0] < 17 && narrow[0] >= 9)
        #expect(size("9", 300, 96)[0] == 17, "a single digit in a wide frame is not set in 80 points")
    }

    @Test("sizes without sense give the usual size", arguments: [0, -5, Double.infinity, .nan])
    func hostile(_ number: Double) {
        #expect(size("Text", number, number)[0] == 17)
        #expect(size("Text", number, 20.5)[0].isFinite)
        #expect(size("", 100, 20.5)[0] == 17)
    }

    @Test("scripts without blanks between words break between letters")
    func wrapWithoutBlanks() {
        let font = TextFont(size: 10)
        #expect(font.wrap("日本語の文字 abc", room: 30, lines: 3) == ["日本語", "の文字", "abc"])
        #expect(font.wrap("a  b", room: 100, lines: 2) == ["a  b"])
    }

    @Test("lines break between words and end with an ellipsis where text is left over")
    func wrapping() {
        let font = TextFont(size: 20)
        let lines = font.wrap("one two three four five six seven", room: 125, lines: 2)
        #expect(lines.count == 2 && lines[0] == "one two three" && lines[1].hasSuffix("…"))
        #expect(font.wrap("a\nb", room: 1_000, lines: 5) == ["a", "b"])
        #expect(font.wrap("", room: 1_000, lines: 5) == [""])
        #expect(font.cut("Stopwatch", room: 50, .middle).contains("…"))
        #expect(font.cut("Stopwatch", room: 50, .head).hasPrefix("…"))
        #expect(font.cut("Stopwatch", room: 0) == "…")
    }

    @Test(
        "texts are as wide as Interface Builder and UIKit set them, to one point",
        arguments: [
            ("Button", 17, 400, 51), ("Button", 15, 400, 46), ("Label", 17, 400, 41.5), ("Save", 15, 400, 33),
            ("Save", 18, 400, 39.5), ("Title", 20, 400, 38.5), ("Button", 17, 700, 53.5), ("Button", 17, 600, 53),
        ] as [(String, Double, Int, Double)]
    )
    func widths(_ text: String, _ size: Double, _ weight: Int, _ width: Double) {
        #expect(isClose(TextFont(size: size, weight: weight).width(of: text), width, within: 1), "\(text)")
    }

    @Test("letters with accents are as wide as those without, and marks of their own take no room")
    func accents() {
        let font = TextFont(size: 17)
        for (accented, bare) in [("Müller", "Muller"), ("ÀÉÎÕÜ", "AEIOU"), ("e\u{301}", "e")] {
            #expect(font.width(of: accented) == font.width(of: bare))
        }
    }

    @Test("letters of Chinese, Japanese and Korean are as wide as the type is high")
    func wide() { #expect(TextFont(size: 10).width(of: "世界時計") == 40) }

    @Test("several lines are rounded up to a pixel once, and those of Avenir Next are higher")
    func heights() {
        #expect(
            TextFont(size: 17).height(ofLines: 3, scale: 2) == 61
                && TextFont(size: 17).height(ofLines: 1, scale: 2) == 20.5
        )
        #expect(isClose(TextFont("AvenirNext-Medium 20")?.lineHeight ?? 0, 27.32, within: 0.001))
    }

    @Test(
        "typefaces whose letters differ in width are told apart by their names",
        arguments: [
            ("system bold 17", .system), ("Body, system 17", .system), ("17", .system), ("semibold 17", .system),
            ("<UICTFont: 0x60> font-family: \".SFUI-Regular\"; font-weight: normal; font-size: 17.00pt", .system),
            ("Helvetica-Bold 17", .other), ("Lato 12", .other), ("AvenirNext-Medium 14", .avenirNext),
            ("Menlo-Regular 11", .monospaced),
            ("<UICTFont: 0x60> font-family: \"Lato\"; font-weight: normal; font-size: 17.00pt", .other),
        ] as [(String, TextFont.Family)]
    )
    func families(_ text: String, _ family: TextFont.Family) { #expect(TextFont(text)?.family == family, "\(text)") }

    @Test(
        "fonts are read as UIKit describes them and as people write them",
        arguments: [
            (
                "<UICTFont: 0x60> font-family: \".SFUI-Semibold\"; font-weight: bold; font-style: normal; font-size: 17.00pt",
                17, 600
            ),
            (
                "<UICTFont: 0x60> font-family: \".SFUI-Regular\"; font-weight: normal; font-style: normal; font-size: 13.50pt",
                13.5, 400
            ),
            ("HelveticaNeue-Light 28", 28, 300), ("system 34 thin", 34, 200), ("system-bold 12pt", 12, 700),
            ("System Medium 10.0", 10, 500), ("ultralight 80", 80, 100), ("17", 17, 400),
        ] as [(String, Double, Int)]
    )
    func fonts(_ text: String, _ size: Double, _ weight: Int) {
        let font = TextFont(text)
        #expect(font?.size == size && font?.weight == weight, "\(text)")
    }

    @Test(
        "a text without a size that makes sense is no font",
        arguments: ["", "Helvetica", "system 0", "system 9999", "nan"]
    )
    func noFont(_ text: String) { #expect(TextFont(text) == nil) }
}
