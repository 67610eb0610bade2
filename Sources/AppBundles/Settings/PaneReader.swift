import Diagnostics
import PropertyList

/// Reads the specifiers of one pane into groups and rows.
struct PaneReader {
    private let source: PaneSource
    private let idiom: InterfaceIdiom
    private let limits: BundleLimits
    private let isForSettings: Bool
    private var rows: RowReader
    private var groups: [SettingsGroup] = []
    private var findings: [BundleFinding] = []

    /// Reads a pane in the texts of one language.
    static func read(
        _ contents: [String: PropertyListValue],
        of source: PaneSource,
        texts: PaneTexts,
        idiom: InterfaceIdiom,
        in bundle: SettingsBundle
    ) -> SettingsPane {
        var reader = PaneReader(
            source: source,
            idiom: idiom,
            limits: bundle.limits,
            isForSettings: bundle.isForSettings(source),
            rows: RowReader(source: source, table: texts.table, language: texts.language, bundle: bundle)
        )
        reader.read(contents["PreferenceSpecifiers"]?.arrayValue ?? [])
        let group = PaneSource.applicationGroup(in: contents)
        if let group { reader.check(group: group) }
        return SettingsPane(
            name: source.name,
            title: bundle.entryNames.contains(source.name)
                ? nil
                : contents["Title"]?.stringValue.map(texts.table.text(for:))
                    ?? SettingsBundle.fallbackTitle(of: source.name),
            file: source.file,
            language: texts.language,
            direction: TextDirection(language: texts.language),
            stringsTable: texts.tableName,
            applicationGroup: group.flatMap { $0.isEmpty ? nil : $0 },
            groups: reader.groups,
            findings: texts.report.map { BundleFinding($0, pane: source.name) } + reader.findings
                + reader.rows.findings
        )
    }

    /// The finding about a list that should be a pane and cannot be read.
    static func unreadable(_ file: String, _ reason: String, line: Int?) -> Diagnostic {
        Diagnostic("settings.pane.unreadable", "“\(file)” is not shown: \(reason)", line: line, file: file)
    }

    private init(
        source: PaneSource,
        idiom: InterfaceIdiom,
        limits: BundleLimits,
        isForSettings: Bool,
        rows: RowReader
    ) {
        self.source = source
        self.idiom = idiom
        self.limits = limits
        self.isForSettings = isForSettings
        self.rows = rows
    }

    private mutating func note(_ rule: String, _ message: String) {
        findings.append(BundleFinding(rule, message, file: source.file, pane: source.name))
    }

    private mutating func check(group: String) {
        guard !group.hasPrefix("group.") else { return }
        note(
            "settings.pane.applicationGroup",
            group.isEmpty
                ? "The pane names no app group in ApplicationGroupContainerIdentifier and uses the app's defaults."
                : "The pane uses the app group “\(group.prefix(60))”, whose name does not begin with “group.”."
        )
    }

    private mutating func read(_ specifiers: [PropertyListValue]) {
        if specifiers.count > limits.maximumRows {
            note(
                "settings.pane.tooManyRows",
                "Only the first \(limits.maximumRows) of \(specifiers.count) rows are read; split the pane."
            )
        }
        let types = specifiers.prefix(limits.maximumRows)
        if let first = types.first?.dictionaryValue?["Type"]?.stringValue,
            RowType.named(first).map({ $0.place == .row }) ?? true, isForSettings
        {
            note(
                "settings.pane.noLeadingGroup",
                "The pane does not begin with a group; iOS 13 showed such panes empty. Put a group first."
            )
        }
        if specifiers.isEmpty {
            note("settings.pane.empty", "“\(source.file)” has no rows, so it opens an empty screen.")
        }
        for (index, value) in types.enumerated() {
            guard let specifier = rows.specifier(value, at: index), isShown(specifier) else { continue }
            append(specifier)
        }
    }

    private mutating func append(_ specifier: Specifier) {
        switch specifier.type?.place {
        case .heading:
            groups.append(rows.group(specifier))
        case .headOfGroup:
            var group = rows.group(specifier)
            group.rows = [rows.row(specifier)]
            groups.append(group)
        case .row, nil:
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
                "settings.row.idioms",
                "lists no idioms in SupportedUserInterfaceIdioms and is always shown",
                specifier
            )
            return true
        }
        return names.contains { $0.lowercased() == idiom.rawValue.lowercased() }
    }
}
