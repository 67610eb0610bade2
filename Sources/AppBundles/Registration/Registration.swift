import OrderedCollections
public import PropertyList

/// What an app should pass to `register(defaults:)`, so that it sees what Settings shows before anything is stored.
public struct Registration: Sendable, Hashable {
    /// The defaults of the app, or of one of its groups.
    public struct Domain: Sendable, Hashable {
        /// The app group, nil for the app's own defaults.
        public var group: String?
        /// The `DefaultValue` of every editable row by its key; of rows that share a key the last one counts.
        public var values: [String: PropertyListValue]
    }

    /// The app's own defaults first, then those of the groups that its panes name.
    public let domains: [Domain]

    /// Gathers the defaults of every pane that can be reached, on any kind of device.
    public init(of bundle: SettingsBundle) {
        var own: [String: PropertyListValue] = [:]
        var groups: OrderedDictionary<String, [String: PropertyListValue]> = [:]
        for idiom in InterfaceIdiom.allCases {
            for pane in bundle.allPanes(idiom: idiom).panes.values {
                for row in pane.rows where row.isEditable {
                    guard let key = row.key, !key.isEmpty, let value = row.defaultValue else { continue }
                    if let group = pane.applicationGroup {
                        groups[group, default: [:]][key] = value
                    } else {
                        own[key] = value
                    }
                }
            }
        }
        domains = [Domain(group: nil, values: own)] + groups.map { Domain(group: $0.key, values: $0.value) }
    }

    /// The same for one app group only; nil when no pane uses it.
    public func narrowed(to group: String) -> Registration? {
        domains.first { $0.group == group }.map { Registration(domains: [$0]) }
    }

    private init(domains: [Domain]) {
        self.domains = domains
    }
}
