import AppBundles

/// The `Accept-Language` header (RFC 9110, section 12.5.4).
enum AcceptLanguage {
    /// The most languages that are taken from one header.
    static let maximumCount = 32

    /// The languages of a header, most wanted first; those of equal weight keep their order. `*`, what weighs 0 and
    /// what is no language tag are left out.
    static func languages(in header: String) -> [String] {
        var weighted: [(tag: String, weight: Double)] = []
        for item in String(decoding: header.utf8.prefix(4096), as: UTF8.self).split(separator: ",") {
            guard weighted.count < maximumCount else { break }
            let parts = item.split(separator: ";").map(trimmed)
            guard let tag = parts.first, LanguageTag(tag) != nil, let weight = weight(parts.dropFirst()) else {
                continue
            }
            weighted.append((tag, weight))
        }
        // The standard sort is stable, which RFC 9110 expects of equal weights.
        return weighted.sorted { $0.weight > $1.weight }.map(\.tag)
    }

    /// The weight among an item's parameters, 1 when there is none; nil for 0 and for what is no weight.
    private static func weight(_ parameters: ArraySlice<String>) -> Double? {
        guard let parameter = parameters.first(where: { $0.lowercased().hasPrefix("q=") }) else { return 1 }
        guard let weight = Double(String(parameter.dropFirst(2))), weight > 0, weight <= 1 else { return nil }
        return weight
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var trimmed = text.drop(while: isSpace)
        while let last = trimmed.last, isSpace(last) { trimmed.removeLast() }
        return String(trimmed)
    }
}
