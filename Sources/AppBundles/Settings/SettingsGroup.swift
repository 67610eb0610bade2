/// Rows in one box, with a heading above and a note below.
public struct SettingsGroup: Sendable, Hashable {
    /// The heading, nil when there is none.
    public var title: String?
    /// The note below, nil when there is none.
    public var footer: String?
    /// Its rows; a radio group is a group whose first row is the choice.
    public var rows: [SettingsRow]

    /// Creates a group.
    public init(title: String? = nil, footer: String? = nil, rows: [SettingsRow] = []) {
        self.title = title
        self.footer = footer
        self.rows = rows
    }
}
