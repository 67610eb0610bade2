/// A folder of localised files, such as `de.lproj`.
struct LanguageFolder {
    /// The language as the folder spells it.
    let language: String

    /// Reads a folder's name; nil when it is no language folder.
    init?(_ name: String) {
        let end = ".lproj"
        guard name.utf8.count > end.utf8.count, name.lowercased().hasSuffix(end) else { return nil }
        language = String(name.dropLast(end.count))
    }

    /// Whether a name looks like a language folder that was misspelt, such as `da-lproj`.
    static func isMisspelt(_ name: String) -> Bool {
        LanguageFolder(name) == nil && name.lowercased().hasSuffix("lproj")
    }
}
