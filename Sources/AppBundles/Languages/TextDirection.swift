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
