import AppBundles
import Testing

@Suite("Text direction")
struct TextDirectionTests {
    @Test(
        "languages run in the direction of their script",
        arguments: [
            ("ar", .rightToLeft), ("ar-sa", .rightToLeft), ("ar-001", .rightToLeft), ("he", .rightToLeft),
            ("iw", .rightToLeft), ("fa_AF", .rightToLeft), ("ur", .rightToLeft), ("ps", .rightToLeft),
            ("ckb", .rightToLeft), ("yi", .rightToLeft), ("pa-PK", .rightToLeft), ("pa-Arab", .rightToLeft),
            ("az-Arab", .rightToLeft), ("en", .leftToRight), ("ur-Latn", .leftToRight), ("pa", .leftToRight),
            ("zh-Hant", .leftToRight), ("Base", .leftToRight), ("", .leftToRight), (nil, .leftToRight),
        ] as [(String?, TextDirection)]
    )
    func table(language: String?, direction: TextDirection) {
        #expect(TextDirection(language: language) == direction)
    }
}
