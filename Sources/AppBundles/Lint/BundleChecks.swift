import Diagnostics
import OrderedCollections
import PropertyList

/// Checks what is around the settings: the bundle as a whole, Info.plist and its tables, icons.
enum AppCheck {
    static func findings(of app: AppBundle) -> [BundleFinding] {
        var notes = app.report + app.icon().report
        for language in app.infoLanguages { _ = app.infoStrings(of: language, report: &notes) }
        var findings = notes.map { BundleFinding($0) }
        let identifier = app.info["CFBundleIdentifier"]?.stringValue ?? ""
        // A settings bundle on its own needs no identifier.
        if !app.info.isEmpty, app.settingsFolder?.isEmpty != true, identifier.isEmpty || identifier.contains("$") {
            let state = identifier.isEmpty ? "has no" : "has not filled in its"
            findings.append(
                BundleFinding(
                    "app.info.noIdentifier",
                    "Info.plist \(state) CFBundleIdentifier, which names the app's defaults.",
                    file: AppBundle.infoFile
                )
            )
        }
        return findings + others(in: app)
    }

    /// Settings bundles beside the one that is shown.
    private static func others(in app: AppBundle) -> [BundleFinding] {
        let top = (try? app.files.entries(in: "", limit: app.limits.maximumFiles)) ?? []
        let bundles = top.filter { $0.kind == .folder && $0.name.lowercased().hasSuffix(".bundle") }.map(\.name)
        return bundles.filter { name in
            name != app.settingsFolder
                && SettingsBundle.isPresent(in: SubfolderFiles(app.files, folder: name), limits: app.limits)
        }.map { name in
            BundleFinding(
                "app.settings.others",
                "The app also has “\(name)”, which is not checked; open it by itself.",
                file: name
            )
        }
    }
}

/// Checks every file of every pane, for every kind of device, in the bundle's own language.
enum PaneFilesCheck {
    static func findings(of bundle: SettingsBundle) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        for name in bundle.paneNames where findings.count < BundleLint.maximumFindings {
            let sources = bundle.sources[name] ?? []
            for source in sources { findings += self.findings(of: source, in: bundle) }
            if let top = sources.first(where: { $0.language == nil }),
                let localised = sources.first(where: { $0.language != nil })
            {
                let shown = bundle.isForSettings(top) ? "the one at the top" : "the one of the language"
                findings.append(
                    BundleFinding(
                        "settings.pane.twoPlaces",
                        "“\(localised.file)” and “\(top.file)” are the same pane; \(shown) is shown.",
                        file: top.file,
                        pane: name
                    )
                )
            }
        }
        for name in bundle.unreachablePanes {
            findings.append(
                BundleFinding(
                    "settings.pane.unreachable",
                    "No row that can be reached opens the pane “\(name)”.",
                    file: bundle.sources[name]?.first?.file,
                    pane: name
                )
            )
        }
        return findings
    }

    private static func findings(
        of source: PaneSource,
        in bundle: SettingsBundle
    ) -> [BundleFinding] {
        // Unreadable files are told by the bundle.
        guard case .pane(let contents) = bundle.contents(of: source) else { return [] }
        let idioms = source.idiom.map { [$0] } ?? InterfaceIdiom.allCases
        let language = source.language ?? bundle.sourceLanguage
        var texts = PaneTexts.load(for: contents, of: source, language: language, in: bundle)
        // Tables are checked by themselves, in every language.
        texts.report = []
        return idioms.flatMap {
            PaneReader.read(contents, of: source, texts: texts, idiom: $0, in: bundle).findings
        }
    }
}

/// Checks the keys of the rows that can be reached, within each domain: whether they agree with one another, and what
/// the app has to register.
enum KeyCheck {
    private struct Use {
        let pane: SettingsPane
        let row: SettingsRow
    }

    /// A key in the defaults of the app, or of one of its groups.
    private struct Place: Hashable {
        let group: String?
        let key: String
    }

    static func findings(of bundle: SettingsBundle) -> [BundleFinding] {
        var findings: OrderedSet<BundleFinding> = []
        var registered: Set<Place> = []
        for idiom in InterfaceIdiom.allCases {
            var first: [Place: Use] = [:]
            for pane in bundle.allPanes(idiom: idiom).panes.values {
                for row in pane.rows where row.isEditable {
                    guard let key = row.key, !key.isEmpty else { continue }
                    let place = Place(group: pane.applicationGroup, key: key)
                    if row.defaultValue != nil { registered.insert(place) }
                    let use = Use(pane: pane, row: row)
                    guard let other = first[place] else {
                        first[place] = use
                        continue
                    }
                    findings.append(contentsOf: conflicts(of: use, with: other, key: key))
                }
            }
        }
        if !registered.isEmpty { findings.append(unregistered(registered.map(\.key).sorted())) }
        return Array(findings)
    }

    private static func conflicts(of use: Use, with other: Use, key: String) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        func note(_ rule: String, _ message: String) {
            findings.append(
                BundleFinding(
                    rule,
                    "The Key “\(key.prefix(60))” \(message)",
                    file: use.pane.file,
                    pane: use.pane.name,
                    row: use.row.index,
                    key: key
                )
            )
        }
        let place = "row \(other.row.index) of “\(other.pane.file)”"
        if use.row.control.storage != other.row.control.storage {
            note(
                "settings.key.typeConflict",
                "belongs to a row of type \(use.row.typeName) here and of type \(other.row.typeName) in \(place)."
            )
        }
        if let own = use.row.defaultValue, let others = other.row.defaultValue, !own.matchesLoosely(others) {
            note("settings.key.defaultConflict", "has another DefaultValue here than in \(place).")
        }
        return findings
    }

    private static func unregistered(_ keys: [String]) -> BundleFinding {
        let some = keys.prefix(3).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        let rest = keys.count > 3 ? " and \(keys.count - 3) more" : ""
        return BundleFinding(
            "settings.defaults.notRegistered",
            "The app does not see the DefaultValue of \(some)\(rest) unless it registers "
                + (keys.count == 1 ? "it." : "them.")
        )
    }
}
