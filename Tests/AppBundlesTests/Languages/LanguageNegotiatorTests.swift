import AppBundles
import Testing

@Suite("Choosing a language")
struct LanguageNegotiatorTests {
    @Test(
        "preferences meet what is available",
        arguments: [
            // the very language
            (["de"], ["en", "de"], "de"), (["pt-BR"], ["pt", "pt-BR"], "pt-BR"),
            // case and underscore
            (["pt-br"], ["PT_BR", "en"], "PT_BR"), (["nb-NO"], ["nb-no", "en"], "nb-no"), (["DE"], ["de"], "de"),
            // less specific forms, before the next preference
            (["en-GB", "de"], ["en", "de"], "en"), (["de-AT", "en"], ["de", "en"], "de"),
            (["fr", "de"], ["de", "en"], "de"),
            // whoever asks for no region takes any, the likely one first
            (["de", "en"], ["de-de", "en"], "de-de"), (["en"], ["en-GB", "en-US"], "en-US"),
            (["pt"], ["pt-PT", "pt-BR"], "pt-BR"),
            // Chinese
            (["zh-CN"], ["zh-Hans", "zh-Hant"], "zh-Hans"), (["zh-SG"], ["zh-Hans", "zh-Hant"], "zh-Hans"),
            (["zh-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"), (["zh-HK"], ["zh-Hant", "zh-HK"], "zh-HK"),
            (["zh-MO"], ["zh-Hant", "zh-HK"], "zh-HK"), (["zh-MO"], ["zh-Hans", "zh-Hant"], "zh-Hant"),
            (["zh-HK"], ["zh-Hans", "zh_TW"], "zh_TW"),
            (["zh-Hant"], ["zh-Hans", "zh-TW"], "zh-TW"), (["zh-Hans"], ["zh_cn", "zh-TW"], "zh_cn"),
            (["zh-Hant-HK"], ["zh-Hant", "zh-HK"], "zh-HK"), (["zh"], ["zh-Hant", "zh-Hans"], "zh-Hans"),
            (["zh-Hans-CN"], ["zh", "en"], "zh"), (["zh-Hant"], ["zh", "en"], "en"),
            (["zh-TW", "ja"], ["zh-Hans", "ja"], "ja"),
            // old codes
            (["he"], ["iw", "en"], "iw"), (["iw"], ["he", "en"], "he"), (["id"], ["in", "en"], "in"),
            (["fil"], ["tl", "en"], "tl"), (["nb"], ["no", "en"], "no"), (["no"], ["nb", "en"], "nb"),
            (["nn"], ["nb", "en"], "nb"), (["nn-NO"], ["nn", "nb"], "nn"), (["nb"], ["nn", "en"], "en"),
            // Portuguese
            (["pt-PT"], ["pt", "pt-BR"], "pt"), (["pt-PT", "en"], ["pt-BR", "en"], "en"),
            (["pt-PT"], ["pt-BR", "en"], "pt-BR"), (["pt-AO"], ["pt-BR", "pt-PT"], "pt-PT"),
            // Spanish outside Spain
            (["es-MX"], ["es", "es-419"], "es-419"), (["es-MX"], ["es", "es_AR"], "es"),
            (["es-ES"], ["es", "es-419"], "es"), (["es-AR"], ["es_AR", "es-419"], "es_AR"),
            // English outside America
            (["en-IN"], ["en", "en-GB"], "en-GB"), (["en-AU"], ["en", "en-AU", "en-GB"], "en-AU"),
            (["en-US"], ["en", "en-GB"], "en"), (["en-US"], ["en-GB", "de"], "en-GB"),
            // scripts
            (["sr-Latn"], ["sr", "en"], "en"), (["sr-Latn"], ["sr", "sr-Latn"], "sr-Latn"),
            (["sr-RS"], ["sr-Latn", "sr"], "sr"), (["sh"], ["sr", "sr-Latn"], "sr-Latn"),
            // Arabic of the world
            (["ar-EG"], ["ar-001", "en"], "ar-001"), (["ar"], ["ar-sa", "en"], "ar-sa"),
            (["ar-SA"], ["ar-001", "ar-sa"], "ar-sa"), (["ar"], ["ar-001", "ar-eg"], "ar-001"),
            // Swiss German has no other form
            (["gsw-CH"], ["gsw-CH", "de"], "gsw-CH"), (["gsw"], ["gsw-CH", "de"], "gsw-CH"),
            (["gsw-CH", "de"], ["de", "en"], "de"),
            // Kodi's names in lower case
            (["am"], ["am-et", "en-gb"], "am-et"), (["he-IL"], ["he-il", "ar-sa"], "he-il"),
            (["fa"], ["fa-af", "fa-ir"], "fa-ir"), (["no"], ["nb-no", "en-gb"], "nb-no"),
            // Argentina, then Latin America, then Spain
            (["es-AR"], ["es-419", "es"], "es-419"), (["es-AR"], ["es", "en"], "es"),
            (["es-AR"], ["es-ES", "en"], "es-ES"),
            (["es"], ["es-419", "en"], "es-419"), (["es"], ["es", "es-419"], "es"),
            // China before any Chinese, Hong Kong before Taiwan
            (["zh-CN"], ["zh_CN", "zh-Hans"], "zh_CN"), (["zh_CN"], ["zh-Hant", "zh-Hans"], "zh-Hans"),
            (["zh-TW"], ["zh-HK", "zh-Hant"], "zh-Hant"), (["zh-TW"], ["zh-HK", "en"], "zh-HK"),
            (["zh-HK"], ["zh-Hant", "zh-TW"], "zh-Hant"),
            // old and new names both ways
            (["in"], ["id", "en"], "id"), (["tl"], ["fil", "en"], "fil"), (["nn"], ["no", "en"], "no"),
            (["iw-IL"], ["he", "en"], "he"), (["yi"], ["ji", "en"], "ji"), (["no"], ["nn", "en"], "en"),
            // Base is nobody's language
            (["de"], ["Base", "fr"], "Base"), (["en"], ["Base", "en"], "en"), ([], ["Base"], "Base"),
            (["en-GB"], ["base", "en"], "en"),
            // names of early Xcode
            (["de"], ["English", "German"], "German"), (["fr"], ["English", "German"], "English"),
            // nothing fits
            (["xx"], ["de", "en"], "en"), ([], ["de", "en"], "en"), (["fr"], ["Base", "de"], "Base"),
            (["de"], ["Base", "de"], "de"), (["fr"], ["it", "de"], "de"), (["base"], ["Base", "en"], "en"),
            (["not a tag", "", "-", "de"], ["en", "de"], "de"),
        ] as [([String], [String], String)]
    )
    func table(preferences: [String], available: [String], expected: String) {
        #expect(LanguageNegotiator.choose(available: available, preferences: preferences) == expected)
    }

    @Test("the development region comes before Base, and before English")
    func developmentRegion() {
        func choose(_ available: [String], _ region: String?) -> String? {
            LanguageNegotiator.choose(available: available, preferences: ["ja"], developmentRegion: region)
        }
        #expect(choose(["Base", "de", "en"], "de") == "de")
        #expect(choose(["Base", "de", "en"], "de_DE") == "de")
        #expect(choose(["Base", "de", "en"], "German") == "de")
        #expect(choose(["Base", "en"], "fr") == "Base")
        #expect(choose([], "en") == nil)
        #expect(choose(["???"], nil) == "???")
    }

    @Test(
        "several preferences are answered with the first that there is",
        arguments: [
            (["de", "fr"], ["de", "en", "fr"], "de"), (["pt-PT", "pt", "en"], ["en", "pt-BR"], "pt-BR"),
            (["zh-TW", "zh", "en"], ["en", "zh-Hans", "zh-Hant"], "zh-Hant"), (["ja"], ["de", "en"], "en"),
            (["fr"], ["de", "fr"], "fr"), (["es-MX", "es"], ["en", "es", "es-419"], "es-419"),
        ] as [([String], [String], String)]
    )
    func preferences(_ preferences: [String], available: [String], expected: String) {
        #expect(LanguageNegotiator.choose(available: available, preferences: preferences) == expected)
    }

    @Test("the order of what is available does not matter")
    func order() {
        let available = ["zh-Hant", "zh-HK", "en", "en-GB", "pt", "pt-PT", "es-419", "es"]
        for preference in ["zh-HK", "en-AU", "pt-PT", "es-PE", "ko"] {
            let forward = LanguageNegotiator.choose(available: available, preferences: [preference])
            let backward = LanguageNegotiator.choose(available: available.reversed(), preferences: [preference])
            #expect(forward == backward)
        }
    }
}

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
