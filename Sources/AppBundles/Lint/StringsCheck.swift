import Diagnostics
import PropertyList

/// Checks the strings tables of every language against the panes that use them.
enum StringsCheck {
    /// The most tables that are looked for, each language counted.
    private static let maximumLookups = 100_000

    static func findings(of bundle: SettingsBundle, languages: [String]) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        var uses: [String: TableUse] = [:]
        var unnamed: [(source: PaneSource, table: String)] = []
        for name in bundle.paneNames {
            for source in bundle.sources[name] ?? [] {
                guard case .pane(let contents) = bundle.contents(of: source) else { continue }
                guard let table = PaneTexts.tableName(of: contents, source, in: bundle) else {
                    if let table = Self.unnamedTable(of: contents, source, in: bundle) {
                        unnamed.append((source, table))
                    }
                    continue
                }
                guard BundlePath.normalized(table).map({ !$0.isEmpty }) == true else {
                    findings.append(BundleFinding(StringsTable.unsafe(table, file: source.file), pane: name))
                    continue
                }
                uses[table, default: TableUse(file: source.file, pane: name)].keys
                    .formUnion(LocalizableTexts.all(of: contents, limits: bundle.limits))
            }
        }
        // Bundles with so many tables and languages are made to hold up readers.
        let most = maximumLookups / max(languages.count, 1)
        for (table, use) in uses.sorted(by: { $0.key < $1.key }).prefix(most) {
            findings += self.findings(of: table, use, languages: languages, in: bundle)
        }
        findings += unnamed.map { self.unnamed($0.table, of: $0.source, in: bundle) }
        let told = Set(uses.keys.compactMap(BundlePath.normalized)).union(unnamed.map(\.table))
        // The library takes tables by names that no pane gives.
        for table in bundle.tableNames.subtracting(told).sorted() where !bundle.usesLibrary {
            findings.append(
                BundleFinding(
                    "settings.strings.unnamed",
                    "No pane names the strings table “\(table.prefix(60)).strings” in its StringsTable, so it is not read.",
                    file: bundle.tableFiles.filter { StringsTable.name(ofFile: $0) == table }.min()
                )
            )
        }
        return findings + catalogs(of: bundle)
    }

    /// The table that a pane without one would be localised by: that with its name, or `Root` where that has its texts.
    private static func unnamedTable(
        of contents: [String: PropertyListValue],
        _ source: PaneSource,
        in bundle: SettingsBundle
    ) -> String? {
        let own = source.name.split(separator: "/").last.map(String.init) ?? ""
        let texts = LocalizableTexts.all(of: contents, limits: bundle.limits)
        return [own, SettingsBundle.rootName].first { name in
            let files = bundle.tableFiles.filter { StringsTable.name(ofFile: $0) == name }
            return files.contains { file in
                let table = StringsTable.read(file, in: bundle).table
                return texts.contains(where: table.holds)
            }
        }
    }

    private static func unnamed(_ table: String, of source: PaneSource, in bundle: SettingsBundle) -> BundleFinding {
        let count = bundle.tableFiles.count { StringsTable.name(ofFile: $0) == table }
        let languages = count == 1 ? "there" : "there in \(count) languages"
        return BundleFinding(
            "settings.strings.unnamed",
            "“\(source.file)” has no StringsTable although “\(table.prefix(60)).strings” is \(languages), so Settings shows "
                + "the keys; InAppSettingsKit takes the pane's name.",
            file: source.file,
            pane: source.name
        )
    }

    private static func catalogs(of bundle: SettingsBundle) -> [BundleFinding] {
        bundle.catalogFiles.map { file in
            let table = catalogTable(file)
            return BundleFinding(
                "settings.strings.catalog",
                "“\(file)” is not read from a settings bundle: Xcode copies the bundle as it is and compiles no catalog in "
                    + "it. Make “\(table).strings” in a language folder.",
                file: file
            )
        }
    }

    /// The name of the table that a catalog would be compiled to.
    private static func catalogTable(_ file: String) -> String {
        String((file.split(separator: "/").last ?? "").prefix { $0 != "." })
    }

    /// Who uses a table, and which keys it should have.
    private struct TableUse {
        let file: String
        let pane: String
        var keys: Set<String> = []
    }

    private static func findings(
        of name: String,
        _ use: TableUse,
        languages: [String],
        in bundle: SettingsBundle
    ) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        var tables: [(file: String, keys: Set<String>)] = []
        var lacking: [String] = []
        var seen: Set<String> = []
        for language in languages.isEmpty ? [nil] : languages.map(Optional.some) {
            guard let file = StringsTable.file(name, language: language, in: bundle) else {
                lacking.append(language ?? "")
                continue
            }
            // Languages without the table share the one in Base.
            guard seen.insert(file).inserted else { continue }
            let (table, notes) = StringsTable.read(file, in: bundle)
            findings += notes.map { BundleFinding($0) }
            if notes.isEmpty { tables.append((file, use.keys.filter { table.holds($0) })) }
        }
        if !lacking.isEmpty {
            let isExpected = tables.isEmpty || lacking.allSatisfy { bundle.isSourceLanguage($0) }
            findings.append(
                missing(name, use, in: lacking, isNowhere: tables.isEmpty, isExpected ? .info : .warning, bundle)
            )
        }
        let known = tables.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        for table in tables where table.keys.count < known.count {
            findings.append(untranslated(known.subtracting(table.keys).sorted(), file: table.file))
        }
        return findings
    }

    private static func missing(
        _ name: String,
        _ use: TableUse,
        in languages: [String],
        isNowhere: Bool,
        _ severity: Diagnostic.Severity,
        _ bundle: SettingsBundle
    ) -> BundleFinding {
        let some = languages.prefix(5).joined(separator: ", ") + (languages.count > 5 ? ", …" : "")
        let place =
            isNowhere
            ? "in the bundle" : "for \(languages.count == 1 ? some : "\(languages.count) languages (\(some))")"
        let catalog = bundle.catalogFiles.first { catalogTable($0) == name }
        // StringsTable is the name without its ending, in the letters that the file has.
        let plain = name.hasSuffix(".strings") ? String(name.dropLast(".strings".count)) : name
        let meant = bundle.tableNames.filter { $0 != name && $0.lowercased() == plain.lowercased() }.min()
        return BundleFinding(
            "settings.strings.missing",
            "The strings table “\(name.prefix(60)).strings” is missing \(place); its keys are shown instead."
                + (catalog.map { " The catalog “\($0)” is not read." } ?? "")
                + (meant.map { " There is “\($0.prefix(60)).strings”: StringsTable is “\($0.prefix(60))”." } ?? ""),
            severity: severity,
            file: use.file,
            pane: use.pane
        )
    }

    /// A table that lacks texts which another language has.
    static func untranslated(_ keys: [String], file: String) -> BundleFinding {
        let some = keys.prefix(3).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        return BundleFinding(
            "settings.strings.missingKeys",
            "“\(file)” lacks \(keys.count == 1 ? "a text" : "\(keys.count) texts") that another language has: \(some)"
                + (keys.count > 3 ? ", …" : "."),
            file: file
        )
    }
}
