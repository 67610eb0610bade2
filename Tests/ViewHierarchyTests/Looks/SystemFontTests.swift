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

    @Test(
        "text sizes are named as SwiftUI, UIKit, simctl and Apple's tables name them",
        arguments: [
            ("large", TextSize.large), ("xSmall", .xSmall), ("XXXLarge", .xxxLarge),
            ("accessibility2", .accessibility2),
            ("accessibilityMedium", .accessibility1), ("accessibilityExtraExtraExtraLarge", .accessibility5),
            ("UICTContentSizeCategoryAccessibilityXXL", .accessibility4), ("UICTContentSizeCategoryXS", .xSmall),
            ("extra-extra-large", .xxLarge), ("accessibility-extra-large", .accessibility3), ("AX1", .accessibility1),
            ("huge", nil), ("", nil), ("accessibility6", nil), (String(repeating: "x", count: 9_000), nil),
        ] as [(String, TextSize?)]
    )
    func textSizes(_ name: String, _ size: TextSize?) { #expect(TextSize(named: name) == size) }

    @Test(
        "text styles have the sizes and the leading of Apple's table",
        arguments: [
            ("Body", [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53], 22),
            ("Title0", [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60], 41),
            ("Footnote", [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44], 18),
            ("Caption2", [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40], 13),
        ] as [(String, [Double], Double)]
    )
    func textStyles(_ name: String, _ sizes: [Double], _ leading: Double) throws {
        let font = try #require(TextFont("UICTFontTextStyle\(name), \(TextStyle.font(name))"))
        let style = try #require(font.style)
        #expect(TextSize.allCases.map { $0.metrics(of: style).size } == sizes)
        #expect(font.lineDistance == leading && TextFont("system 17")?.style == nil)
        #expect(font.height(ofLines: 2, scale: 2) == ((font.lineHeight + leading) * 2).rounded(.up) / 2)
    }

    @Test(
        "a font is described in another size as it was in its own",
        arguments: [
            ("UICTFontTextStyleBody, system 17", "UICTFontTextStyleBody, system 28"),
            ("Avenir-Book 17pt", "Avenir-Book 28pt"),
            (
                "<UICTFont: 0x60> font-family: \"UICTFontTextStyleBody\"; font-size: 17.00pt",
                "<UICTFont: 0x60> font-family: \"UICTFontTextStyleBody\"; font-size: 28pt"
            ),
        ]
    )
    func described(_ font: String, _ scaled: String) { #expect(TextFont.description(font, ofSize: 28) == scaled) }

    @Test(
        "pseudo languages say what Xcode's say",
        arguments: [
            ("double-length", "Tea time", "Tea time Tea time", false),
            ("Bounded String Pseudolanguage", "Tea", "[# Tea #]", false),
            ("Accented", "Tea", "T\u{301}e\u{308}a\u{308}", false), ("right-to-left", "Tea", "Tea", true),
            ("Right-to-Left Pseudolanguage With Right-to-Left Strings", "Tea", "\u{202E}Tea\u{202C}", true),
        ] as [(String, String, String, Bool)]
    )
    func pseudoLanguages(_ name: String, _ text: String, _ said: String, _ isRightToLeft: Bool) throws {
        let language = try #require(PseudoLanguage(named: name))
        #expect(language.words(text) == said && language.isRightToLeft == isRightToLeft)
        let font = TextFont(size: 17)
        if language != .doubleLength, language != .bounded { #expect(font.width(of: said) == font.width(of: text)) }
        #expect(language.words("") == "" && PseudoLanguage(named: "de") == nil)
    }

    @Test("a text in runs breaks between its words, each piece in its own font, and ends with an ellipsis in its last")
    func styledLines() throws {
        let said = StyledText.description([
            .init(count: 5, font: "system bold 30", color: "red"), .init(count: 9, font: "system 10", color: nil),
        ])
        let text = try #require(StyledText(said, of: "Earl grey tea "))
        let lines = text.lines(room: 85, most: 4)
        #expect(lines.map { $0.map(\.text) } == [["Earl ", "grey"], ["tea "]])
        #expect(lines[0].map(\.font.size) == [30, 10] && lines[0].map(\.color) == ["red", nil])
        #expect(text.lines(room: 90, most: 1)[0].last?.text.hasSuffix("…") == true)
        let longer = try #require(StyledText(said, of: "Earl grey tea Earl grey tea "))
        #expect(longer.lines(room: 1e4, most: 1)[0].map(\.text.count) == [10, 18])
        for fault in ["", "x", "5 | no font", "0 | system 3", "-1 | system 17"] {
            #expect(StyledText(fault, of: "a") == nil)
        }
    }
}
