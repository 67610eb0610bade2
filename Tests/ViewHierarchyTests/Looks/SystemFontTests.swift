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

    @Test("lines break between words and end with an ellipsis where text is left over")
    func wrapping() {
        let lines = SystemFont.wrap("one two three four five six seven", room: 6, lines: 2)
        #expect(lines.count == 2 && lines[0] == "one two three" && lines[1].hasSuffix("…"))
        #expect(SystemFont.wrap("a\nb", room: 50, lines: 5) == ["a", "b"])
        #expect(SystemFont.wrap("", room: 50, lines: 5) == [""])
        #expect(SystemFont.cut("Stopwatch", room: 2.5, .middle).contains("…"))
        #expect(SystemFont.cut("Stopwatch", room: 2.5, .head).hasPrefix("…"))
        #expect(SystemFont.cut("Stopwatch", room: 0) == "…")
    }

    @Test("letters of Chinese, Japanese and Korean are as wide as the type is high")
    func wide() {
        #expect(SystemFont.width(of: "世界時計") == 4 && SystemFont.width(of: "e\u{301}") == SystemFont.width(of: "e"))
        #expect(isClose(SystemFont.width(of: "The quick brown fox") / 19, 0.51, within: 0.05))
    }

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
        let font = FontText(text)
        #expect(font?.size == size && font?.weight == weight, "\(text)")
    }

    @Test(
        "a text without a size that makes sense is no font",
        arguments: ["", "Helvetica", "system 0", "system 9999", "nan"]
    )
    func noFont(_ text: String) { #expect(FontText(text) == nil) }
}
