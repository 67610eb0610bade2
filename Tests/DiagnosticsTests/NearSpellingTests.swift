import Testing

@testable import Diagnostics

@Suite("Words that were nearly meant")
struct NearSpellingTests {
    @Test("near spellings are found, far ones are not")
    func spelling() {
        let known = ["width", "height", "x", "visible", "touchable"]
        #expect(NearSpelling.nearest(to: "widht", among: known) == "width")
        #expect(NearSpelling.nearest(to: "Visable", among: known) == "visible")
        #expect(NearSpelling.nearest(to: "colour", among: known) == nil)
        #expect(NearSpelling.nearest(to: "", among: known) == nil)
        #expect(NearSpelling.nearest(to: String(repeating: "w", count: 10_000), among: known) == nil)
    }
}
