public import Diagnostics
public import OrderedCollections

/// One screen of a settings bundle, in one language, without anybody's values.
public struct SettingsPane: Sendable, Hashable {
    /// Its name: the `File` of the rows that open it, `Root` for the first.
    public var name: String
    /// The text over the screen: the title of the row that opens it where that is known, else its own `Title`, which
    /// Apple's schema does not have; nil for the root, which is titled with the app's name.
    public var title: String?
    /// The file it was read from, relative to the settings bundle.
    public var file: String
    /// The language of its text, as its folder is spelled; nil where nothing is localised.
    public var language: String?
    /// The direction in which its language is written.
    public var direction: TextDirection
    /// The strings table it names.
    public var stringsTable: String?
    /// The app group whose defaults it reads and writes instead of the app's own.
    public var applicationGroup: String?
    /// Its groups, top to bottom.
    public var groups: [SettingsGroup]
    /// What is wrong with it, with the rows it is about.
    public var findings: [BundleFinding]

    /// What is wrong with it.
    public var report: [Diagnostic] { findings.map(\.diagnostic) }

    /// All its rows, top to bottom.
    public var rows: [SettingsRow] { groups.flatMap(\.rows) }

    /// The rows that show the value of a key, which may be several.
    public func rows(forKey key: String) -> [SettingsRow] { rows.filter { $0.key == key } }
}

/// Rows in one box, with a heading above and a note below.
public struct SettingsGroup: Sendable, Hashable {
    /// The heading, nil when there is none.
    public var title: String?
    /// The note below, nil when there is none.
    public var footer: String?
    /// The name by which InAppSettingsKit hides the group or asks for its heading, nil when it has none.
    public var key: String?
    /// Its rows; a radio group or a list is a group whose first row it is.
    public var rows: [SettingsRow] = []
}

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

    /// The rows that show the value of a key, with the names of their panes.
    public func rows(forKey key: String) -> [(pane: String, row: SettingsRow)] {
        panes.values.flatMap { pane in pane.rows(forKey: key).map { (pane.name, $0) } }
    }
}

/// The kind of device a pane is shown on, with the names that `SupportedUserInterfaceIdioms` uses.
public enum InterfaceIdiom: String, Sendable, Hashable, CaseIterable {
    /// An iPhone or iPod touch.
    case phone = "Phone"
    /// An iPad.
    case pad = "Pad"

    /// The end of a file's name that keeps it for this idiom, such as `~ipad`.
    var fileSuffix: String {
        switch self {
        case .phone: "~iphone"
        case .pad: "~ipad"
        }
    }
}
