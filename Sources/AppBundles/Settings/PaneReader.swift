import Diagnostics
import PropertyList

/// Reads the specifiers of one pane into groups and rows.
struct PaneReader {
    private let source: PaneSource
    private let idiom: InterfaceIdiom
    private let limits: BundleLimits
    private var rows: RowReader
    private var groups: [SettingsGroup] = []
    private var report: [Diagnostic]

    /// Reads a pane; what is wrong with it is appended to the findings so far.
    static func read(
        _ contents: [String: PropertyListValue],
        of source: PaneSource,
        language: String?,
        idiom: InterfaceIdiom,
        in bundle: SettingsBundle,
        report: [Diagnostic]
    ) -> SettingsPane {
        var report = report
        let tableName = contents["StringsTable"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        let table =
            tableName.map { name in
                StringsTable.load(
                    name,
                    language: language,
                    folders: bundle.languageFolders,
                    from: bundle.files,
                    limits: bundle.limits,
                    report: &report
                )
            } ?? .empty
        var reader = PaneReader(
            source: source,
            idiom: idiom,
            limits: bundle.limits,
            rows: RowReader(file: source.file, table: table, language: language, bundle: bundle),
            report: report
        )
        reader.read(contents["PreferenceSpecifiers"]?.arrayValue ?? [])
        return SettingsPane(
            name: source.name,
            title: source.name == bundle.entryName
                ? nil
                : contents["Title"]?.stringValue.map(table.text(for:)) ?? SettingsBundle.fallbackTitle(of: source.name),
            file: source.file,
            language: language,
            direction: TextDirection(language: language),
            stringsTable: tableName,
            applicationGroup: contents["ApplicationGroupContainerIdentifier"]?.stringValue,
            groups: reader.groups,
            report: reader.report + reader.rows.report
        )
    }

    /// The finding about a list that should be a pane and cannot be read.
    static func unreadable(_ file: String, _ reason: String, line: Int?) -> Diagnostic {
        Diagnostic(.error, "settings.pane.unreadable", "“\(file)” is not shown: \(reason)", line: line, file: file)
    }

    private init(
        source: PaneSource,
        idiom: InterfaceIdiom,
        limits: BundleLimits,
        rows: RowReader,
        report: [Diagnostic]
    ) {
        self.source = source
        self.idiom = idiom
        self.limits = limits
        self.rows = rows
        self.report = report
    }

    private mutating func read(_ specifiers: [PropertyListValue]) {
        if specifiers.count > limits.maximumRows {
            report.append(
                Diagnostic(
                    .error,
                    "settings.pane.tooManyRows",
                    "Only the first \(limits.maximumRows) of \(specifiers.count) rows are read; split the pane.",
                    file: source.file
                )
            )
        }
        let types = specifiers.prefix(limits.maximumRows)
        if let first = types.first?.dictionaryValue?["Type"]?.stringValue,
            SpecifierType(rawValue: first)?.beginsGroup != true
        {
            report.append(
                Diagnostic(
                    .warning,
                    "settings.pane.noLeadingGroup",
                    "The pane does not begin with a group; iOS 13 showed such panes empty. Put a group first.",
                    file: source.file
                )
            )
        }
        for (index, value) in types.enumerated() {
            guard let specifier = rows.specifier(value, at: index), isShown(specifier) else { continue }
            append(specifier)
        }
    }

    private mutating func append(_ specifier: Specifier) {
        switch specifier.type {
        case .group:
            groups.append(rows.group(specifier))
        case .radioGroup:
            var group = rows.group(specifier)
            group.rows = [rows.row(specifier)]
            groups.append(group)
        default:
            // Rows before the first group form one without a heading.
            var group = groups.popLast() ?? SettingsGroup()
            group.rows.append(rows.row(specifier))
            groups.append(group)
        }
    }

    /// Whether the element is for this idiom. A hidden heading leaves the rows below it visible, as on the device.
    private mutating func isShown(_ specifier: Specifier) -> Bool {
        guard let declared = specifier["SupportedUserInterfaceIdioms"] else { return true }
        guard let names = declared.coercedStringArray, !names.isEmpty else {
            rows.note(
                .warning,
                "settings.row.idioms",
                "lists no idioms in SupportedUserInterfaceIdioms and is always shown",
                specifier
            )
            return true
        }
        return names.contains { $0.lowercased() == idiom.rawValue.lowercased() }
    }
}
