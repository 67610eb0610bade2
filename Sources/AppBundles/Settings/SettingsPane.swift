public import Diagnostics

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
