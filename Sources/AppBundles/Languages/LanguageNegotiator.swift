/// Chooses the one language in which a bundle speaks to somebody.
///
/// Each preference is tried in turn: the very language, then its less specific forms (Apple's QA1828), with the
/// relatives that CLDR's parent locales name (TN2418). Then come other regions of a preferred language, the
/// development region, and at last `Base`.
public enum LanguageNegotiator {
    /// The name of the folder of strings that speak the development language.
    private static let base = "Base"

    /// The best of the available languages, spelled as it is there; nil when there is none at all.
    ///
    /// - Parameters:
    ///   - available: names of `.lproj` folders without the extension, such as `zh_CN` or `pt-BR`.
    ///   - preferences: language tags, most wanted first.
    ///   - developmentRegion: the bundle's `CFBundleDevelopmentRegion`.
    public static func choose(
        available: [String],
        preferences: [String],
        developmentRegion: String? = nil
    ) -> String? {
        let offers = available.sorted().compactMap { name in LanguageTag(name).map { Offer(name: name, tag: $0) } }
        let wanted = preferences.compactMap { LanguageTag($0) }
        for preference in wanted {
            if let name = match(preference, among: offers) { return name }
        }
        for preference in wanted {
            if let name = sibling(of: preference, among: offers) { return name }
        }
        let fallbacks = developmentRegion.map { [$0] } ?? ["en"]
        for fallback in fallbacks.compactMap({ LanguageTag($0) }) {
            if let name = match(fallback, among: offers) ?? sibling(of: fallback, among: offers) { return name }
        }
        return available.first { $0.lowercased() == base.lowercased() } ?? offers.first?.name ?? available.min()
    }

    private struct Offer {
        let name: String
        let tag: LanguageTag
    }

    /// The language itself, or a less specific form of it.
    private static func match(_ preference: LanguageTag, among offers: [Offer]) -> String? {
        for (language, regions) in chain(of: preference) {
            let candidates = offers.filter {
                $0.tag.language == language && scriptsAgree($0.tag, preference, language: language)
            }
            for region in regions {
                if let offer = candidates.first(where: { $0.tag.region == region }) { return offer.name }
            }
            // Who asks for no region takes any.
            if preference.region == nil, let offer = candidates.first { return offer.name }
        }
        return nil
    }

    /// The same language and script in a region that was not asked for.
    private static func sibling(of preference: LanguageTag, among offers: [Offer]) -> String? {
        let candidates = offers.filter {
            $0.tag.language == preference.language && $0.tag.script == preference.script
        }
        let likely = candidates.first { $0.tag.region == likelyRegions[preference.language] }
        return (likely ?? candidates.first)?.name
    }

    private static func scriptsAgree(_ offer: LanguageTag, _ preference: LanguageTag, language: String) -> Bool {
        if offer.script == preference.script { return true }
        // Where scripts tell readers apart a tag always has one; elsewhere an unnamed script is the usual one.
        let isMixed = language == "zh" || language == "sr"
        return !isMixed && (offer.script == nil || preference.script == nil)
    }

    /// The languages and, for each, the regions in which to look for them, nil standing for no region.
    private static func chain(of tag: LanguageTag) -> [(language: String, regions: [String?])] {
        var regions: [String?] = tag.region.map { [$0] } ?? []
        switch (tag.language, tag.region) {
        case ("es", let region?) where region != "ES": regions += ["419", nil]
        case ("en", let region?) where !americanEnglish.contains(region): regions += ["001", "GB", nil]
        case ("pt", let region?) where region != "BR": regions += ["PT", nil]
        case ("zh", "MO"): regions += ["HK", nil, "TW"]
        case ("zh", _): regions += [nil, tag.script == "Hant" ? "TW" : "CN"]
        default: regions += [nil, likelyRegions[tag.language], "001"]
        }
        var chain = [(language: tag.language, regions: regions)]
        if tag.language == "nn" { chain.append(("nb", [nil, "NO"])) }
        return chain
    }

    /// Regions whose English has no parent but `en` itself (CLDR parent locales).
    private static let americanEnglish: Set<String> = ["US", "PH", "PR", "GU", "AS", "MH", "MP", "UM", "VI"]

    /// The region that a language without one most likely means (CLDR likely subtags).
    private static let likelyRegions = [
        "en": "US", "pt": "BR", "es": "ES", "fr": "FR", "de": "DE", "it": "IT", "nl": "NL", "ar": "001", "fa": "IR",
    ]
}
