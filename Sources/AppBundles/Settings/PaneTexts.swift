import Diagnostics
import PropertyList

/// The texts in which a pane is read.
struct PaneTexts {
    var table: StringsTable
    /// The name of the table, nil when the pane is not localised.
    var tableName: String?
    /// The language, as its folder is spelled.
    var language: String?
    /// What is wrong with the table.
    var report: [Diagnostic] = []

    /// Loads the table that a pane names, in a language.
    static func load(
        for contents: [String: PropertyListValue],
        of source: PaneSource,
        language: String?,
        in bundle: SettingsBundle,
        cache: inout StringsTableCache
    ) -> PaneTexts {
        var texts = PaneTexts(table: .empty, language: language)
        guard let name = tableName(of: contents, source, in: bundle) else { return texts }
        texts.tableName = name
        texts.table = StringsTable.load(name, language: language, in: bundle, cache: &cache, report: &texts.report)
        if texts.report.isEmpty, let gap = gap(in: texts, contents, bundle, &cache) { texts.report.append(gap) }
        return texts
    }

    /// The table that a pane names. InAppSettingsKit, where a pane names none, takes the one with the pane's name,
    /// else `Root`; Settings then localises nothing.
    static func tableName(
        of contents: [String: PropertyListValue],
        _ source: PaneSource,
        in bundle: SettingsBundle
    ) -> String? {
        if let name = contents["StringsTable"]?.stringValue, !name.isEmpty { return name }
        guard bundle.usesLibrary else { return nil }
        let file = source.name.split(separator: "/").last.map(String.init) ?? ""
        let name = file.hasSuffix(PaneSource.inAppSuffix) ? String(file.dropLast(PaneSource.inAppSuffix.count)) : file
        return [name, SettingsBundle.rootName].first(where: bundle.tableNames.contains)
    }

    /// The texts that the table lacks though the bundle's own language has them.
    private static func gap(
        in texts: PaneTexts,
        _ contents: [String: PropertyListValue],
        _ bundle: SettingsBundle,
        _ cache: inout StringsTableCache
    ) -> Diagnostic? {
        guard let name = texts.tableName, let file = StringsTable.file(name, language: texts.language, in: bundle),
            let origin = StringsTable.file(name, language: bundle.sourceLanguage, in: bundle), origin != file
        else { return nil }
        var ignored: [Diagnostic] = []
        let original = cache.table(origin, in: bundle, report: &ignored)
        let lacking = LocalizableTexts.all(of: contents, limits: bundle.limits).filter {
            !texts.table.holds($0) && original.holds($0)
        }
        return lacking.isEmpty ? nil : StringsCheck.untranslated(lacking.sorted(), file: file).diagnostic
    }
}
