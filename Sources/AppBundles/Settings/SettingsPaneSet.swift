public import Diagnostics
public import OrderedCollections
public import PropertyList

/// The panes that can be reached from the root.
public struct SettingsPaneSet: Sendable {
    /// The panes by name, in the order in which they are reached, the root first.
    public var panes: OrderedDictionary<String, SettingsPane>
    /// What is wrong with the bundle and with each of its panes.
    public var report: [Diagnostic]

    /// The rows that show the value of a key, with the names of their panes.
    public func rows(forKey key: String) -> [(pane: String, row: SettingsRow)] {
        panes.values.flatMap { pane in pane.rows(forKey: key).map { (pane.name, $0) } }
    }

    /// The `DefaultValue` of every editable row by its key: what the app should pass to `register(defaults:)`. Of
    /// rows that share a key the last one counts.
    public var registrationDefaults: [String: PropertyListValue] {
        var defaults: [String: PropertyListValue] = [:]
        for row in panes.values.flatMap(\.rows) where row.isEditable {
            guard let key = row.key, let value = row.defaultValue else { continue }
            defaults[key] = value
        }
        return defaults
    }
}
