@testable import Services
import AppBundles
import HTTP
import HTTPTesting
import HTTPTypes
import Testing

@Suite("Accept-Language")
struct AcceptedLanguagesTests {
    private static func languages(_ header: String) throws -> [String] {
        try Request(method: .get, target: "/", headers: [.acceptLanguage: header]).acceptedLanguages
    }

    @Test(
        "languages come in the order of their weights",
        arguments: [
            ("da, en-GB;q=0.8, en;q=0.7", ["da", "en-GB", "en"]), ("en;q=0.5,de", ["de", "en"]),
            ("a1,de;q=0,fr;Q=0.1", ["fr"]), ("*,de;q=0.2, *;q=0.1", ["de"]), ("", []), (",,;;=,", []),
            ("de;q=0.5 , fr ; q=0.5,\tit;q=0.5", ["de", "fr", "it"]), ("de;q=2,fr;q=x,it;q=-1,es", ["es"]),
            ("pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7", ["pt-BR", "pt", "en-US", "en"]),
            ("de;level=1;q=0.3,fr;q=0.4", ["fr", "de"]), ("de;q=nan,fr", ["fr"]),
        ] as [(String, [String])]
    )
    func weights(header: String, languages: [String]) throws {
        #expect(try Self.languages(header) == languages)
    }

    @Test("a header without end gives a bounded list")
    func bounded() throws {
        let header = String(repeating: "de,", count: 100_000)
        #expect(try Self.languages(header).count == Request.maximumLanguages)
    }

    @Test(
        "a browser's header is answered with what it weighs most and there is",
        arguments: [
            ("fr;q=0.3, de;q=0.8", ["de", "en", "fr"], "de"), ("pt-PT,pt;q=0.9,en;q=0.8", ["en", "pt-BR"], "pt-BR"),
            ("zh-TW,zh;q=0.9,en;q=0.8", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"), ("ja,*;q=0.5", ["de", "en"], "en"),
            ("de;q=0,fr", ["de", "fr"], "fr"), ("es-MX,es;q=0.9", ["en", "es", "es-419"], "es-419"),
        ] as [(String, [String], String)]
    )
    func headers(header: String, available: [String], expected: String) throws {
        let preferences = try Self.languages(header)
        #expect(LanguageNegotiator.choose(available: available, preferences: preferences) == expected)
    }
}
