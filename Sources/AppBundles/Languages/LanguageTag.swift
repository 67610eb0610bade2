/// A language as folders, preferences and browsers name it, in one canonical form (BCP 47, subtags of CLDR).
public struct LanguageTag: Sendable, Hashable {
    /// The language, in lower case, old names replaced: `iw` is `he`, `no` is `nb`.
    public var language: String
    /// The script, such as `Hant`, filled in for languages that are written in several.
    public var script: String?
    /// The region, such as `GB` or `419`.
    public var region: String?

    /// Reads a tag; case does not matter and `_` is `-`. Nil when it does not begin like one, and for `Base`.
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let whole = text.lowercased()
        let parts = (Self.namedLanguages[whole] ?? whole).split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let first = parts.first, (2...3).contains(first.utf8.count), first.utf8.allSatisfy(Self.isLetter),
            whole != "base"
        else { return nil }
        language = Self.replacedLanguages[String(first)] ?? String(first)
        script = first == "sh" ? "Latn" : nil
        region = nil
        for part in parts.dropFirst() {
            if script == nil, region == nil, part.utf8.count == 4, part.utf8.allSatisfy(Self.isLetter) {
                script = part.prefix(1).uppercased() + part.dropFirst()
            } else if region == nil, Self.isRegion(part) {
                region = part.uppercased()
            } else {
                break
            }
        }
        script = script ?? Self.likelyScript(of: language, in: region)
    }

    /// The one of some languages, as they are spelled, that somebody asks for: the very same, or the same in a region or without
    /// one; nil where there is none.
    public static func match(_ wanted: String, among languages: [String]) -> String? {
        if let same = languages.first(where: { $0.lowercased() == wanted.lowercased() }) { return same }
        guard let tag = LanguageTag(wanted) else { return nil }
        let close = languages.filter {
            LanguageTag($0).map { $0.language == tag.language && $0.script == tag.script } ?? false
        }
        return close.first { LanguageTag($0) == tag } ?? close.first { LanguageTag($0)?.region == nil } ?? close.first
    }

    /// The script that languages written in several take when a tag names none (CLDR likely subtags).
    private static func likelyScript(of language: String, in region: String?) -> String? {
        switch language {
        case "zh": ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
        case "sr": "Cyrl"
        default: nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isRegion(_ part: Substring) -> Bool {
        part.utf8.count == 2 && part.utf8.allSatisfy(isLetter)
            || part.utf8.count == 3 && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static let replacedLanguages = [
        "iw": "he", "in": "id", "tl": "fil", "no": "nb", "ji": "yi", "mo": "ro", "sh": "sr",
    ]

    /// The folder names that early Xcode versions gave.
    private static let namedLanguages = [
        "english": "en", "french": "fr", "german": "de", "japanese": "ja", "italian": "it", "spanish": "es",
        "dutch": "nl", "korean": "ko", "portuguese": "pt", "danish": "da", "swedish": "sv", "norwegian": "nb",
        "finnish": "fi", "russian": "ru", "polish": "pl",
    ]
}

/// A folder of localised files, such as `de.lproj`.
package struct LanguageFolder {
    /// The language as the folder spells it.
    package let language: String

    /// Reads a folder's name; nil when it is no language folder.
    package init?(_ name: String) {
        let end = ".lproj"
        guard name.utf8.count > end.utf8.count, name.lowercased().hasSuffix(end) else { return nil }
        language = String(name.dropLast(end.count))
    }

    /// Whether a name looks like a language folder that was misspelt, such as `da-lproj`.
    static func isMisspelt(_ name: String) -> Bool {
        LanguageFolder(name) == nil && name.lowercased().hasSuffix("lproj")
    }
}

/// The direction in which a language is written; the raw values are those of HTML's `dir`.
public enum TextDirection: String, Sendable, Hashable, CaseIterable {
    /// From left to right.
    case leftToRight = "ltr"
    /// From right to left.
    case rightToLeft = "rtl"

    /// The direction of a language by its script, or else by the script it is usually written in; left to right for
    /// anything unknown.
    public init(language: String?) {
        guard let tag = language.flatMap({ LanguageTag($0) }) else {
            self = .leftToRight
            return
        }
        let isMirrored =
            tag.script.map { Self.scripts.contains($0) } ?? Self.languages.contains(tag.language)
            || tag.language == "pa" && tag.region == "PK"
        self = isMirrored ? .rightToLeft : .leftToRight
    }

    private static let scripts: Set<String> = [
        "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
    ]

    private static let languages: Set<String> = [
        "ar", "arc", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "ks", "lrc", "mzn", "nqo", "pnb", "prs", "ps",
        "sd", "skr", "syr", "ug", "ur", "yi",
    ]
}

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
