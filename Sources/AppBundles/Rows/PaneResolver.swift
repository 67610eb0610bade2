public import PropertyList

/// Combines a pane with the values of a domain.
public enum PaneResolver {
    /// What every row shows, by the row's index. Rows that share a key show the same value.
    ///
    /// - Parameters:
    ///   - stored: the values of the pane's domain.
    ///   - managed: the values that a profile forces; they hide the stored ones, and their rows cannot be changed.
    public static func values(
        of pane: SettingsPane,
        stored: [String: PropertyListValue],
        managed: [String: PropertyListValue] = [:]
    ) -> [Int: RowValue] {
        var values: [Int: RowValue] = [:]
        for row in pane.rows {
            values[row.index] = RowValue(
                row,
                stored: row.key.flatMap { stored[$0] },
                mask: row.key.flatMap { managed[$0] }.map { ($0, .managed) }
            )
        }
        return values
    }
}
