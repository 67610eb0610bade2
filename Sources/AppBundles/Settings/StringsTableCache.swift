import Diagnostics

/// The strings tables that were read so far, so that panes which share one read it once.
struct StringsTableCache {
    private var tables: [String: (table: StringsTable, report: [Diagnostic])] = [:]

    /// The table of a file, read on first use; what is wrong with it is told every time.
    mutating func table(_ file: String, in bundle: SettingsBundle, report: inout [Diagnostic]) -> StringsTable {
        if let known = tables[file] {
            report += known.report
            return known.table
        }
        var notes: [Diagnostic] = []
        let table = StringsTable.read(file, in: bundle, report: &notes)
        tables[file] = (table, notes)
        report += notes
        return table
    }
}
