public import PropertyList

/// Combines a pane with the values of a domain.
public enum PaneResolver {
    /// What every row shows, by the row's index. Rows that share a key show the same value.
    public static func values(
        of pane: SettingsPane,
        stored: [String: PropertyListValue]
    ) -> [Int: RowValue] {
        var values: [Int: RowValue] = [:]
        for row in pane.rows {
            values[row.index] = RowValue(row, stored: row.key.flatMap { stored[$0] })
        }
        return values
    }
}
