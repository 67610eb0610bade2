import PropertyList

/// Keys outside every schema that make a row conditional: build scripts and forks of libraries filter by them.
enum RowCondition {
    /// The keys, with the words that go before their values.
    private static let phrases = [
        ("Platform", "only on"), ("Platforms", "only on"), ("OnlyDisplayOnInterfaceIdiom", "only on"),
        ("IncludeTargets", "only in"), ("ExcludeTargets", "not in"), ("ExcludePlatforms", "not on"),
    ]

    static let keys = Set(phrases.map(\.0))

    /// When the element is there, in words such as “only on iOS; not in iOS-Remote”; nil when it always is.
    static func words(_ specifier: Specifier) -> String? {
        let parts = phrases.compactMap { key, phrase -> String? in
            guard let value = specifier[key] else { return nil }
            let names = value.arrayValue?.compactMap(\.coercedString) ?? [value.coercedString].compactMap { $0 }
            return names.isEmpty ? nil : "\(phrase) \(names.joined(separator: ", "))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
