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
