public import Diagnostics

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
        if let settings = app.settings {
            let folder = app.settingsFolder ?? ""
            add(PaneFilesCheck.findings(of: settings), in: folder)
            add(KeyCheck.findings(of: settings), in: folder)
            add(StringsCheck.findings(of: settings, languages: languages ?? settings.languages), in: folder)
        }
        if findings.count >= maximumFindings {
            findings.append(
                BundleFinding("lint.tooMany", "Only the first \(maximumFindings) findings are listed.")
            )
        }
        return located(findings, in: app).sorted { isOrdered($0, $1) }
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
