import PropertyList

/// The texts of a pane that are looked up in a strings table: titles, footers, titles of choices, and the texts that
/// InAppSettingsKit adds. Values never are.
enum LocalizableTexts {
    private static let plain = ["Title", "FooterText", "IASKSubtitle", "IASKPlaceholder", "IASKChildTitle"]
    private static let lists = ["Titles", "ShortTitles"]

    /// Every such text of a pane's list, as it is written there.
    static func all(of contents: [String: PropertyListValue], limits: BundleLimits) -> Set<String> {
        var texts: Set<String> = []
        for specifier in (contents["PreferenceSpecifiers"]?.arrayValue ?? []).prefix(limits.maximumRows) {
            let found =
                plain.flatMap { key -> [PropertyListValue] in
                    guard let value = specifier[key] else { return [] }
                    return value.dictionaryValue.map { Array($0.values) } ?? [value]
                } + lists.flatMap { specifier[$0]?.arrayValue ?? [] }
            // Numbers are shown in digits and need no translation.
            texts.formUnion(found.compactMap(\.stringValue).filter { !$0.isEmpty })
        }
        return texts
    }
}
