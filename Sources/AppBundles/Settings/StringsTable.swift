import Diagnostics
import PropertyList

/// The texts of one strings table in one language.
struct StringsTable {
    private let texts: [String: PropertyListValue]

    static let empty = StringsTable(texts: [:])

    private init(texts: [String: PropertyListValue]) {
        self.texts = texts
    }

    /// The text for a key, the key itself where the table has none.
    func text(for key: String) -> String {
        texts[key]?.coercedString ?? key
    }

    /// Whether the table has a text for a key.
    func holds(_ key: String) -> Bool { texts[key]?.coercedString != nil }

    /// Loads a table. One that cannot be found or read is empty, so that every key shows as it is, and the report
    /// says so.
    static func load(
        _ name: String,
        language: String?,
        in bundle: SettingsBundle,
        cache: inout StringsTableCache,
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
        return cache.table(file, in: bundle, report: &report)
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

    /// Reads a table; one mistake in it loses it as a whole, as on the device.
    static func read(_ file: String, in bundle: SettingsBundle, report: inout [Diagnostic]) -> StringsTable {
        do {
            let value = try PropertyListFile.read(file, from: bundle.files, limits: bundle.limits)
            if let texts = value.dictionaryValue { return StringsTable(texts: texts) }
            report.append(unreadable(file, "it holds a \(value.typeName), not pairs of key and text", line: nil))
        } catch {
            // Foundation's line is that of its attempt to read XML.
            let mistake = try? StringsSyntax.firstMistake(
                in: bundle.files.read(file, limit: bundle.limits.maximumFileBytes)
            )
            report.append(
                unreadable(file, mistake.map { $0.message + "." } ?? error.reason, line: mistake?.line ?? error.line)
            )
        }
        return .empty
    }

    static func unsafe(_ name: String, file: String? = nil) -> Diagnostic {
        Diagnostic(
            .error,
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
            "There is no strings table “\(name.prefix(60)).strings”\(place); keys are shown as they are."
        )
    }

    private static func unreadable(_ file: String, _ reason: String, line: Int?) -> Diagnostic {
        Diagnostic(
            .error,
            "settings.strings.unreadable",
            "The strings table “\(file)” is lost as a whole, so keys are shown as they are: \(reason)",
            line: line,
            file: file
        )
    }
}
