import Diagnostics
import PropertyList

/// The texts of one strings table in one language.
struct StringsTable {
    private let texts: [String: PropertyListValue]
    /// What is doubtful about its file.
    let notes: PropertyListNotes?

    static let empty = StringsTable(texts: [:], notes: nil)

    private init(texts: [String: PropertyListValue], notes: PropertyListNotes?) {
        self.texts = texts
        self.notes = notes
    }

    /// The text for a key, the key itself where the table has none.
    func text(for key: String) -> String {
        texts[key]?.coercedString ?? key
    }

    /// About how many bytes it takes.
    var cost: Int {
        texts.reduce(0) { $0 &+ 160 &+ $1.key.utf8.count &+ ($1.value.stringValue?.utf8.count ?? 0) }
    }

    /// Whether the table has a text for a key.
    func holds(_ key: String) -> Bool { texts[key]?.coercedString != nil }

    /// Loads a table. One that cannot be found or read is empty, so that every key shows as it is, and the report
    /// says so.
    static func load(
        _ name: String,
        language: String?,
        in bundle: SettingsBundle,
        report: inout [Diagnostic]
    ) -> StringsTable {
        guard let table = BundlePath.normalized(name), !table.isEmpty else {
            report.append(unsafe(name))
            return .empty
        }
        guard let file = file(table, language: language, in: bundle) else {
            report.append(missing(name, language: language, isLocalized: !bundle.languageFolders.isEmpty))
            return .empty
        }
        let (texts, notes) = read(file, in: bundle)
        report += notes
        return texts
    }

    /// Where a table is: in the language's folder, else in `Base`, else beside the panes; nil when it is nowhere.
    static func file(_ name: String, language: String?, in bundle: SettingsBundle) -> String? {
        guard let table = BundlePath.normalized(name), !table.isEmpty else { return nil }
        let places = [language, "Base"].compactMap { $0 }.flatMap { bundle.foldersByLanguage[$0.lowercased()] ?? [] }
        return (places + [""]).map { BundlePath.joining($0, table + fileSuffix) }.first(
            where: bundle.tableFiles.contains
        )
    }

    static let fileSuffix = ".strings"

    /// The name of the table that a file holds: its path without language folder and extension.
    static func name(ofFile file: String) -> String {
        let path = file.dropLast(fileSuffix.count)
        guard let end = path.firstIndex(of: "/"), LanguageFolder(String(path[..<end])) != nil else {
            return String(path)
        }
        return String(path[end...].dropFirst())
    }

    /// The table of a file, read on first use, and what is wrong with it.
    static func read(_ file: String, in bundle: SettingsBundle) -> (table: StringsTable, report: [Diagnostic]) {
        let kept = bundle.memory.kept("table " + file) {
            var report: [Diagnostic] = []
            let table = parse(file, in: bundle, report: &report)
            return .table(table, report: report)
        }
        guard case .table(let table, let report) = kept else { return (.empty, []) }
        return (table, report)
    }

    /// One mistake loses a table as a whole, as on the device.
    private static func parse(_ file: String, in bundle: SettingsBundle, report: inout [Diagnostic]) -> StringsTable {
        do throws(PropertyListFile.Failure) {
            let bytes = try PropertyListFile.bytes(of: file, from: bundle.files, limits: bundle.limits)
            let value = try PropertyListFile.value(of: bytes, limits: bundle.limits)
            if let texts = value.dictionaryValue {
                return StringsTable(
                    texts: texts,
                    notes: PropertyListNotes(of: bytes, limits: bundle.limits.propertyList)
                )
            }
            report.append(unreadable(file, "it holds a \(value.typeName), not pairs of key and text", line: nil))
        } catch {
            report.append(unreadable(file, error.reason, line: error.line))
        }
        return .empty
    }

    static func unsafe(_ name: String, file: String? = nil) -> Diagnostic {
        Diagnostic(
            "settings.strings.unsafeName",
            "The strings table “\(name.prefix(60))” leads out of the bundle; give a plain name.",
            file: file
        )
    }

    private static func missing(_ name: String, language: String?, isLocalized: Bool) -> Diagnostic {
        let place = language.map { " for the language “\($0)”" } ?? ""
        return Diagnostic(
            isLocalized ? .warning : .info,
            "settings.strings.missing",
            "The strings table “\(name.prefix(60)).strings”\(place); keys are shown as they are."
        )
    }

    private static func unreadable(_ file: String, _ reason: String, line: Int?) -> Diagnostic {
        Diagnostic(
            "settings.strings.unreadable",
            "The strings table “\(file)” is lost as a whole, so keys are shown as they are: \(reason)",
            line: line,
            file: file
        )
    }
}

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
        in bundle: SettingsBundle
    ) -> PaneTexts {
        var texts = PaneTexts(table: .empty, language: language)
        guard let name = tableName(of: contents, source, in: bundle) else { return texts }
        texts.tableName = name
        texts.table = StringsTable.load(name, language: language, in: bundle, report: &texts.report)
        if texts.report.isEmpty, let gap = gap(in: texts, contents, bundle) { texts.report.append(gap) }
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
        _ bundle: SettingsBundle
    ) -> Diagnostic? {
        guard let name = texts.tableName, let file = StringsTable.file(name, language: texts.language, in: bundle),
            let origin = StringsTable.file(name, language: bundle.sourceLanguage, in: bundle), origin != file
        else { return nil }
        let original = StringsTable.read(origin, in: bundle).table
        let lacking = LocalizableTexts.all(of: contents, limits: bundle.limits).filter {
            !texts.table.holds($0) && original.holds($0)
        }
        return lacking.isEmpty ? nil : StringsCheck.untranslated(lacking.sorted(), file: file).diagnostic
    }
}

/// The texts of a pane that are looked up in a strings table: titles, footers, titles of choices, and the texts that
/// InAppSettingsKit adds. Values never are.
enum LocalizableTexts {
    private static let plain = ["Title", "FooterText", "IASKSubtitle", "IASKPlaceholder", "IASKChildTitle"]
    private static let lists = ["Titles", "ShortTitles"]

    /// Every such text of a pane's list, as it is written there.
    static func all(of contents: [String: PropertyListValue], limits: BundleLimits) -> Set<String> {
        var texts: Set<String> = []
        for specifier in (contents["PreferenceSpecifiers"]?.arrayValue ?? []).prefix(limits.maximumRows) {
            let found =
                plain.flatMap { key -> [PropertyListValue] in
                    guard let value = specifier[key] else { return [] }
                    return value.dictionaryValue.map { Array($0.values) } ?? [value]
                } + lists.flatMap { specifier[$0]?.arrayValue ?? [] }
            // Numbers are shown in digits and need no translation.
            texts.formUnion(found.compactMap(\.stringValue).filter { !$0.isEmpty })
        }
        return texts
    }
}
