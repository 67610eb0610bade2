import Diagnostics

/// What is checked of strings tables and language folders.
extension BundleLint {
    static let stringsRules: [LintRule] = [
        LintRule(
            .warning,
            "settings.strings.missing",
            "Every strings table exists in every language",
            "Settings shows the keys as they are where a table is missing.",
            cure: "Add the table to the language's folder."
        ),
        LintRule(
            .info,
            "settings.strings.missingKeys",
            "Translations are complete",
            "Settings shows the key as it is where a table does not have it.",
            cure: "Add the keys to the table."
        ),
        LintRule(
            .error,
            "settings.strings.unreadable",
            "Strings tables can be read",
            "One mistake, such as a missing semicolon, loses the whole table, so all its texts show as keys.",
            cure: "Correct the file at that line; UTF-8 and UTF-16 with a byte-order mark are read."
        ),
        LintRule(
            .error,
            "settings.strings.unsafeName",
            "Strings tables are in the bundle",
            "A StringsTable that climbs out of the bundle names nothing.",
            cure: "Give the plain name of the table, without .strings."
        ),
        LintRule(
            .warning,
            "settings.language.folderName",
            "Language folders end in .lproj",
            "iOS ignores folders with other names, so the language is missing.",
            cure: "Rename the folder."
        ),
    ]
}
