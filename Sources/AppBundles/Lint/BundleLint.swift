public import Diagnostics
import OrderedCollections
import PropertyList

/// Checks a whole app: every pane in every file, for every device and language, its strings tables, Info.plist, icons.
public enum BundleLint {
    /// The most findings that are collected about one app.
    public static let maximumFindings = 10_000

    /// Everything that is checked, in the order of a reader's interest.
    public static let rules = paneRules + rowRules + choiceRules + stringsRules + appRules

    private static let rulesByID = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }

    /// A rule by its id.
    public static func rule(_ id: String) -> LintRule? { rulesByID[id] }

    /// What is wrong with an app, each finding once, by file and place. Files are relative to the app.
    ///
    /// - Parameter languages: the languages whose strings tables are checked; all of them when nil.
    public static func findings(of app: AppBundle, languages: [String]? = nil) -> [BundleFinding] {
        let words = ["findings", languages == nil ? "all" : "some"] + (languages ?? [])
        let kept = app.memory.kept(words.joined(separator: "\n")) { .findings(checked(app, languages)) }
        if case .findings(let findings) = kept { return findings }
        return []
    }

    private static func checked(_ app: AppBundle, _ languages: [String]?) -> [BundleFinding] {
        var seen: Set<BundleFinding> = []
        var findings: [BundleFinding] = []
        func add(_ found: [BundleFinding], in folder: String = "") {
            for finding in found where findings.count < maximumFindings {
                var finding = finding
                finding.file = finding.file.map { BundlePath.joining(folder, $0) }
                if seen.insert(finding).inserted { findings.append(finding) }
            }
        }
        add(AppCheck.findings(of: app))
        for (folder, settings) in app.settingsBundles {
            add(PaneFilesCheck.findings(of: settings), in: folder)
            add(KeyCheck.findings(of: settings), in: folder)
            add(StringsCheck.findings(of: settings, languages: languages ?? settings.languages), in: folder)
            add(FilesCheck.findings(of: settings), in: folder)
        }
        if findings.count >= maximumFindings {
            findings.append(
                BundleFinding("lint.tooMany", "Only the first \(maximumFindings) findings are listed.")
            )
        }
        return located(findings, in: app).sorted { isOrdered($0, $1) }.folded()
    }

    /// The findings about specifiers with the lines at which those begin, where their files have lines.
    private static func located(_ findings: [BundleFinding], in app: AppBundle) -> [BundleFinding] {
        let files = Set(findings.compactMap { $0.row == nil ? nil : $0.file })
        var lines: [String: [Int]] = [:]
        for file in files {
            guard let bytes = try? app.files.read(file, limit: app.limits.maximumFileBytes) else { continue }
            lines[file] = SpecifierLines.lines(in: bytes)
        }
        return findings.map { finding in
            guard finding.line == nil, let row = finding.row, let file = finding.file, let known = lines[file],
                known.indices.contains(row)
            else { return finding }
            var finding = finding
            finding.line = known[row]
            return finding
        }
    }

    private static func isOrdered(_ left: BundleFinding, _ right: BundleFinding) -> Bool {
        (left.file ?? "", left.line ?? 0, left.row ?? 0, left.rule, left.message)
            < (right.file ?? "", right.line ?? 0, right.row ?? 0, right.rule, right.message)
    }
}

/// Something that is wrong, doubtful or worth knowing about a bundle, with its place and its cure.
public struct BundleFinding: Sendable, Hashable {
    /// How much it matters.
    public var severity: Diagnostic.Severity
    /// The ``LintRule/id`` of the rule that was broken.
    public var rule: String
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The file it is about, relative to the bundle.
    public var file: String?
    /// The line in that file, counted from 1.
    public var line: Int?
    /// The pane it is about.
    public var pane: String?
    /// The place of the specifier among those of the pane, from 0.
    public var row: Int?
    /// The key of the row it is about.
    public var key: String?
    /// What to do about it.
    public var cure: String?
    /// Why it matters, and on which iOS.
    public var reason: String?

    /// Creates a finding; cure and reason are those of its rule, and so is how much it matters unless that is given.
    init(
        _ rule: String,
        _ message: String,
        severity: Diagnostic.Severity? = nil,
        file: String? = nil,
        line: Int? = nil,
        pane: String? = nil,
        row: Int? = nil,
        key: String? = nil
    ) {
        let known = BundleLint.rule(rule)
        self.severity = severity ?? known?.severity ?? .warning
        self.rule = rule
        self.message = message
        self.file = file
        self.line = line
        self.pane = pane
        self.row = row
        self.key = key
        cure = known?.cure
        reason = known?.explanation
    }

    /// A note about a bundle as a finding.
    init(_ note: Diagnostic, pane: String? = nil) {
        self.init(note.code, note.message, severity: note.severity, file: note.file, line: note.line, pane: pane)
    }

    /// The finding as a note about the bundle.
    public var diagnostic: Diagnostic { Diagnostic(severity, rule, message, line: line, file: file) }
}

extension [BundleFinding] {
    /// So many findings of one rule about the panes of one folder are listed one by one.
    static var mostAlike: Int { 50 }

    /// The findings with what a generator repeats told once, with its number: one rule, no error, about more rows or panes of
    /// one folder than anybody reads.
    public func folded() -> [BundleFinding] {
        func kind(_ finding: BundleFinding) -> String? {
            guard finding.severity != .error, finding.pane != nil else { return nil }
            return finding.rule + " " + (finding.file ?? "").split(separator: "/").dropLast().joined(separator: "/")
        }
        let counts = reduce(into: [String: Int]()) { counts, finding in
            if let kind = kind(finding) { counts[kind, default: 0] += 1 }
        }
        var told: Set<String> = []
        return compactMap { finding in
            guard let kind = kind(finding), let count = counts[kind], count > Self.mostAlike else { return finding }
            guard told.insert(kind).inserted else { return nil }
            var finding = finding
            finding.message += " There are \(count - 1) more like it."
            return finding
        }
    }
}

extension BundleFinding {
    /// The one version of iOS that it is about, as far as is known; nil for all.
    public var version: String? { BundleLint.versions[rule] }

    /// Whether it matters as much as a severity, or more.
    public func isAtLeast(_ least: Diagnostic.Severity) -> Bool { severity.isAtLeast(least) }
}

extension Diagnostic {
    /// A note that a rule was broken, which matters as much as the rule says.
    init(_ rule: String, _ message: String, line: Int? = nil, file: String? = nil) {
        self = BundleFinding(rule, message, file: file, line: line).diagnostic
    }
}

/// Checks what is around the settings: the bundle as a whole, Info.plist and its tables, icons.
enum AppCheck {
    static func findings(of app: AppBundle) -> [BundleFinding] {
        var notes = app.report + app.icon().report
        for language in app.infoLanguages { _ = app.infoStrings(of: language, report: &notes) }
        var findings = notes.map { BundleFinding($0) }
        let tables = app.infoLanguages.map { BundlePath.joining(app.layout.resources, "\($0).lproj/InfoPlist.strings") }
        for file in [app.layout.infoFile] + tables {
            findings += FilesCheck.findings(of: file, in: app.files, app.limits)
        }
        let identifier = app.info["CFBundleIdentifier"]?.stringValue ?? ""
        // A settings bundle on its own needs no identifier.
        if !app.info.isEmpty, app.settingsFolder?.isEmpty != true, identifier.isEmpty || identifier.contains("$") {
            let state = identifier.isEmpty ? "has no" : "has not filled in its"
            findings.append(
                BundleFinding(
                    "app.info.noIdentifier",
                    "Info.plist \(state) CFBundleIdentifier, which names the app's defaults.",
                    file: app.layout.infoFile
                )
            )
        }
        return findings + others(in: app)
    }

    /// Settings bundles beside the one that is shown.
    private static func others(in app: AppBundle) -> [BundleFinding] {
        let top = (try? app.files.entries(in: app.layout.resources, limit: app.limits.maximumFiles)) ?? []
        let folders = AppBundle.settingsFolders(among: top, in: app.files, limits: app.limits)
        let known = app.settingsBundles.map(\.folder)
        let others = folders.filter { !known.contains($0) }.map { folder in
            BundleFinding(
                "app.settings.others",
                "The app also has “\(folder)”, which is not checked; open it by itself.",
                file: folder
            )
        }
        return others
            + app.settingsBundles.filter(\.bundle.isForWatch).map { folder, _ in
                BundleFinding(
                    "app.settings.watch",
                    "“\(folder.isEmpty ? app.files.name : folder)” is shown by the Watch app on the iPhone, not by Settings.",
                    file: folder.isEmpty ? nil : folder
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
            for source in sources {
                findings += self.findings(of: source, in: bundle)
                findings += SharedIdiomKeys.findings(of: source, in: bundle)
            }
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
