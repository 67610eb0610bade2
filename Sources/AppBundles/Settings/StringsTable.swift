import Diagnostics
import PropertyList

/// The texts of one strings table in one language.
struct StringsTable {
    private let texts: [String: PropertyListValue]

    static let empty = StringsTable(texts: [:])

    private init(texts: [String: PropertyListValue]) {
        self.texts = texts
    }

    /// Loads a table: from the language's folder, else from `Base`, else from beside the panes. A table that cannot
    /// be found or read is empty, so that every key shows as it is, and the report says so.
    static func load(
        _ name: String,
        language: String?,
        folders: [String],
        from files: any BundleFiles,
        limits: BundleLimits,
        report: inout [Diagnostic]
    ) -> StringsTable {
        guard let table = BundlePath.normalized(name), !table.isEmpty else {
            report.append(
                Diagnostic(
                    .error,
                    "settings.strings.unsafeName",
                    "The strings table “\(name)” leads out of the bundle; give a plain name."
                )
            )
            return .empty
        }
        let languages = [language, "Base"].compactMap { $0 }
        let places = languages.flatMap { language in
            folders.filter { LanguageFolder($0)?.language.lowercased() == language.lowercased() }
        }
        let candidates = (places + [""]).map { BundlePath.joining($0, table + ".strings") }
        guard let file = candidates.first(where: files.isFile) else {
            report.append(missing(name, language: language, isLocalized: !folders.isEmpty))
            return .empty
        }
        do {
            let value = try PropertyListFile.read(file, from: files, limits: limits)
            if let texts = value.dictionaryValue { return StringsTable(texts: texts) }
            report.append(unreadable(file, "it holds a \(value.typeName), not pairs of key and text", line: nil))
        } catch {
            report.append(unreadable(file, error.reason, line: error.line))
        }
        return .empty
    }

    /// The text for a key, the key itself where the table has none.
    func text(for key: String) -> String {
        texts[key]?.coercedString ?? key
    }

    private static func missing(_ name: String, language: String?, isLocalized: Bool) -> Diagnostic {
        let place = language.map { " for the language “\($0)”" } ?? ""
        return Diagnostic(
            isLocalized ? .warning : .info,
            "settings.strings.missing",
            "There is no strings table “\(name).strings”\(place); keys are shown as they are."
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
