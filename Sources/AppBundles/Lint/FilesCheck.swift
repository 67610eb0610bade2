import Diagnostics
import PropertyList

/// Checks the files themselves: what reading them loses.
enum FilesCheck {
    /// The property lists and tables of a settings bundle that are read.
    static func findings(of bundle: SettingsBundle) -> [BundleFinding] {
        let lists = bundle.sources.values.joined().filter(\.isReadable).map(\.file)
        var found = lists.sorted().flatMap { findings(of: $0, in: bundle.files, bundle.limits) }
        // Tables are read once, for whoever asks.
        for file in bundle.tableFiles.sorted() where found.count < BundleLint.maximumFindings {
            guard let notes = StringsTable.read(file, in: bundle).table.notes else { continue }
            found += findings(of: file, notes)
        }
        return found + regions(of: bundle)
    }

    /// What one file loses.
    static func findings(of file: String, in files: any BundleFiles, _ limits: BundleLimits) -> [BundleFinding] {
        guard let bytes = try? files.read(file, limit: limits.maximumFileBytes) else { return [] }
        return self.findings(of: file, PropertyListNotes(of: bytes, limits: limits.propertyList))
    }

    private static func findings(of file: String, _ notes: PropertyListNotes) -> [BundleFinding] {
        var findings: [BundleFinding] = []
        if notes.repeatedKeys.count > 0 {
            let keys = notes.repeatedKeys.names.prefix(3).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
            let rest = notes.repeatedKeys.count > 3 ? " and \(notes.repeatedKeys.count - 3) more" : ""
            findings.append(
                BundleFinding(
                    "app.file.repeatedKey",
                    "“\(file)” has \(keys)\(rest) twice in a dictionary, and one of the values is lost.",
                    file: file,
                    line: notes.repeatedKeys.line
                )
            )
        }
        if let fault = notes.lostData.names.first {
            let count = notes.lostData.count
            findings.append(
                BundleFinding(
                    "app.file.lostData",
                    "“\(file)” has data with \(fault)\(count > 1 ? " and \(count - 1) more like it" : ""), which loses bytes.",
                    file: file,
                    line: notes.lostData.line
                )
            )
        }
        if notes.lacksMark {
            findings.append(
                BundleFinding("app.file.noMark", "“\(file)” is UTF-16 without a byte-order mark.", file: file)
            )
        }
        return findings
    }

    /// The regions that iOS itself is translated for.
    private static let regions: Set = [
        "en-gb", "en-au", "en-in", "fr-ca", "es-419", "es-mx", "es-us", "pt-br", "pt-pt", "zh-hk", "zh-tw", "zh-cn",
    ]

    /// Folders for a region that iOS has no translation for, beside a folder of the plain language, which Settings takes. What
    /// it does where there is no such folder is not known.
    private static func regions(of bundle: SettingsBundle) -> [BundleFinding] {
        let plain = Set(bundle.languages.map { $0.lowercased() })
        return bundle.languageFolders.compactMap { folder in
            guard let language = LanguageFolder(folder)?.language, let tag = LanguageTag(language),
                let region = tag.region,
                !regions.contains("\(tag.language)-\(region.lowercased())"), plain.contains(tag.language)
            else { return nil }
            return BundleFinding(
                "settings.language.region",
                "“\(folder)” is for a region that iOS 17 has no translation for, so Settings takes “\(tag.language)” there; the "
                    + "app itself takes the region.",
                file: folder
            )
        }
    }
}

/// Rows of one list that share a Key though each is for other devices: every device sees only one of them here, and iOS
/// takes them for one.
enum SharedIdiomKeys {
    static func findings(of source: PaneSource, in bundle: SettingsBundle) -> [BundleFinding] {
        guard bundle.isForSettings(source), case .pane(let contents) = bundle.contents(of: source) else { return [] }
        let rows = (contents["PreferenceSpecifiers"]?.arrayValue ?? []).prefix(bundle.limits.maximumRows)
        var first: [String: (title: String, idioms: Set<String>)] = [:]
        var findings: [BundleFinding] = []
        for (index, row) in rows.enumerated() {
            guard let key = row["Key"]?.stringValue, !key.isEmpty,
                let names = row["SupportedUserInterfaceIdioms"]?.coercedStringArray
            else { continue }
            let idioms = Set(names).intersection(InterfaceIdiom.allCases.map(\.rawValue))
            let title = row["Title"]?.coercedString ?? key
            guard let other = first[key] else {
                first[key] = (title, idioms)
                continue
            }
            guard !idioms.isEmpty, !other.idioms.isEmpty, idioms.isDisjoint(with: other.idioms) else { continue }
            findings.append(
                BundleFinding(
                    "settings.key.idioms",
                    "The rows “\(other.title.prefix(60))” for \(other.idioms.sorted().joined(separator: ", ")) and "
                        + "“\(title.prefix(60))” for \(idioms.sorted().joined(separator: ", ")) share the Key "
                        + "“\(key.prefix(60))”; iOS shows both on an iPad and none on an iPhone.",
                    file: source.file,
                    pane: source.name,
                    row: index,
                    key: key
                )
            )
        }
        return findings
    }
}
