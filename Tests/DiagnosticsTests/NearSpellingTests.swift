import Testing

@testable import Diagnostics

@Suite("Words that were nearly meant")
struct NearSpellingTests {
    @Test(
        "near spellings are found, far ones are not: of three letters two may be wrong, of one none",
        arguments: [
            ("widht", "width"), ("Visable", "visible"), ("tip", "tag"), ("tg", "tag"), ("ti", nil), ("y", nil),
            ("colour", nil), ("", nil), (String(repeating: "w", count: 10_000), nil),
        ] as [(String, String?)]
    )
    func spelling(word: String, meant: String?) {
        let known = ["width", "height", "x", "tag", "visible", "touchable"]
        #expect(NearSpelling.nearest(to: word, among: known) == meant)
    }
}
