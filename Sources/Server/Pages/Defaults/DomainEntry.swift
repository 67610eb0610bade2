import Defaults
import PropertyList

/// One key of a domain as the editor lists it.
struct DomainEntry {
    /// A layer that has the key.
    struct Layer {
        var name: String
        var value: PropertyListValue
        /// Whether the app gets this value.
        var wins: Bool
    }

    var key: String
    /// What the view shows.
    var value: PropertyListValue
    /// Where that comes from.
    var origin: String
    /// What the domain itself stores.
    var stored: PropertyListValue?
    var known: KnownKey?
    /// Every layer of the search list with the key, the first to be asked first.
    var layers: [Layer]

    /// Whether something is stored that is not the very default.
    var isModified: Bool {
        guard let stored else { return false }
        return !(known?.defaultValue?.isIdentical(to: stored) ?? false)
    }

    /// Whether key, label or value contain a text, which is in lower case.
    func contains(_ text: String) -> Bool {
        if key.lowercased().contains(text) || known?.title.lowercased().contains(text) == true { return true }
        guard known?.isSecure != true else { return false }
        return ValueText.line(value, limit: 4_096).lowercased().contains(text)
    }

    /// The keys that a view shows, sorted.
    static func list(
        _ snapshot: DomainSnapshot,
        _ search: SearchList,
        known: [String: KnownKey],
        in view: DefaultsView
    ) -> [DomainEntry] {
        let values: [String: PropertyListValue] =
            switch view {
            case .stored: snapshot.values
            case .app: search.values
            case .settings:
                snapshot.values.merging(known.compactMapValues(\.defaultValue)) { stored, _ in stored }
                    .merging(search[.managed]) { $1 }
            }
        return values.map { key, value in
            let winner = search.lookUp(key)?.origin
            let layers = SearchList.Layer.allCases.compactMap { layer in
                search[layer][key].map { Layer(name: layer.rawValue, value: $0, wins: layer == winner) }
            }
            let stored = snapshot.values[key]
            let origin: String =
                switch view {
                case .stored: "stored"
                case .app: winner?.rawValue ?? "none"
                case .settings:
                    search[.managed][key] != nil ? "managed" : stored == nil ? "default" : "stored"
                }
            return DomainEntry(
                key: key,
                value: value,
                origin: origin,
                stored: stored,
                known: known[key],
                layers: layers
            )
        }.sorted { $0.key < $1.key }
    }
}
