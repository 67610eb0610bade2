public import Diagnostics
public import OrderedCollections

/// The panes that can be reached from the root.
public struct SettingsPaneSet: Sendable {
    /// The panes by name, in the order in which they are reached, the root first.
    public var panes: OrderedDictionary<String, SettingsPane>
    /// What is wrong with the bundle and with each of its panes.
    public var report: [Diagnostic]

    /// The panes in the order in which they are reached.
    public var inOrder: [SettingsPane] { Array(panes.values) }

    /// The pane of a name; nil when it cannot be reached.
    public subscript(name: String) -> SettingsPane? { panes[name] }

    /// The keys whose values show as bullets somewhere.
    public var secureKeys: Set<String> {
        Set(panes.values.lazy.flatMap(\.rows).filter(\.isSecure).compactMap(\.key))
    }

    /// The rows that show the value of a key, with the names of their panes.
    public func rows(forKey key: String) -> [(pane: String, row: SettingsRow)] {
        panes.values.flatMap { pane in pane.rows(forKey: key).map { (pane.name, $0) } }
    }
}
