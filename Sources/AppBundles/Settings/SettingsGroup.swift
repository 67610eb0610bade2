/// Rows in one box, with a heading above and a note below.
public struct SettingsGroup: Sendable, Hashable {
    /// The heading, nil when there is none.
    public var title: String?
    /// The note below, nil when there is none.
    public var footer: String?
    /// The name by which InAppSettingsKit hides the group or asks for its heading, nil when it has none.
    public var key: String?
    /// Its rows; a radio group or a list is a group whose first row it is.
    public var rows: [SettingsRow]

    /// Creates a group.
    public init(title: String? = nil, footer: String? = nil, key: String? = nil, rows: [SettingsRow] = []) {
        self.title = title
        self.footer = footer
        self.key = key
        self.rows = rows
    }
}
