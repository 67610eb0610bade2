public import Diagnostics
public import PropertyList

extension AppBundle {
    /// The name under the icon: `CFBundleDisplayName`, else `CFBundleName`, each localised, else the folder's name.
    public func name(languages preferences: [String] = []) -> String {
        declaredName(languages: preferences) ?? Self.stem(of: files.name)
    }

    /// The name that Info.plist gives the app, localised; nil where it gives none.
    public func declaredName(languages preferences: [String] = []) -> String? {
        var report: [Diagnostic] = []
        let texts = infoStrings(languages: preferences, report: &report)
        for key in ["CFBundleDisplayName", "CFBundleName"] {
            let text = texts[key]?.stringValue ?? info[key]?.stringValue ?? ""
            // Build settings that nobody filled in say nothing.
            if !text.isEmpty, !text.contains("$("), !text.contains("${") { return text }
        }
        return nil
    }

    /// The keys of Info.plist in alphabetical order, `InfoPlist.strings` of the best language applied, and what was
    /// wrong with that table.
    public func info(languages preferences: [String] = []) -> (entries: [InfoEntry], report: [Diagnostic]) {
        var report: [Diagnostic] = []
        let texts = infoStrings(languages: preferences, report: &report)
        let entries = info.keys.sorted().compactMap { key -> InfoEntry? in
            guard let value = texts[key] ?? info[key] else { return nil }
            return InfoEntry(
                key: key,
                value: value,
                meaning: InfoTerms.meaning(ofKey: key),
                isLocalized: texts[key] != nil
            )
        }
        return (entries, report)
    }

    /// The strings of `InfoPlist.strings` in the best language; values that are no text are left out.
    private func infoStrings(
        languages preferences: [String],
        report: inout [Diagnostic]
    ) -> [String: PropertyListValue] {
        let language = LanguageNegotiator.choose(
            available: infoLanguages,
            preferences: preferences,
            developmentRegion: info["CFBundleDevelopmentRegion"]?.stringValue
        )
        return language.map { infoStrings(of: $0, report: &report) } ?? [:]
    }

    /// The strings of `InfoPlist.strings` in one of the app's languages.
    func infoStrings(of language: String, report: inout [Diagnostic]) -> [String: PropertyListValue] {
        let file = "\(language).lproj/InfoPlist.strings"
        guard files.isFile(file) else { return [:] }
        do {
            let value = try PropertyListFile.read(file, from: files, limits: limits)
            return value.dictionaryValue?.filter { $0.value.stringValue != nil } ?? [:]
        } catch {
            report.append(
                Diagnostic(
                    "app.infoStrings.unreadable",
                    "“\(file)” cannot be used, so names are not localised: \(error.reason)",
                    line: error.line,
                    file: file
                )
            )
            return [:]
        }
    }
}

/// One key of an app's `Info.plist`.
public struct InfoEntry: Sendable, Hashable {
    /// The key.
    public var key: String
    /// Its value, localised by `InfoPlist.strings` where that has the key.
    public var value: PropertyListValue
    /// What the key is for, in one line, where it is a well-known one.
    public var meaning: String?
    /// Whether the value comes from `InfoPlist.strings`.
    public var isLocalized: Bool

    /// The name of the value's type: boolean, integer, real, string, date, data, array or dictionary.
    public var typeName: String { value.typeName }
}
