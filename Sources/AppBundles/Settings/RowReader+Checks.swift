import Diagnostics
import PropertyList

/// What rows of every type can have wrong.
extension RowReader {
    mutating func check(_ specifier: Specifier, _ type: SpecifierType) {
        checkLibraryType(specifier, type)
        if !specifier.isPart {
            if type.storesValue { checkKey(specifier) }
            for key in type.requiredKeys where specifier[key] == nil {
                note(.warning, "settings.row.missingMember", "has no \(key), which its type needs", specifier)
            }
        }
        if let words = RowCondition.words(specifier) {
            note(.info, "settings.row.condition", "is meant for some builds: \(words)", specifier)
        }
        checkUnknownKeys(specifier, type)
    }

    /// Settings never opens what is named for InAppSettingsKit, so nothing is amiss there.
    private mutating func checkLibraryType(_ specifier: Specifier, _ type: SpecifierType) {
        guard type.isOfLibrary, bundle.isForSettings(source) else { return }
        note(
            .info,
            "settings.row.libraryType",
            "has InAppSettingsKit's type “\(type.rawValue)”, which the Settings app does not show",
            specifier
        )
    }

    private mutating func checkKey(_ specifier: Specifier) {
        guard let key = specifier["Key"]?.coercedString else {
            note(.error, "settings.row.missingKey", "has no Key, so nothing can be stored; give it one", specifier)
            return
        }
        if key.isEmpty {
            note(
                .error,
                "settings.row.emptyKey",
                "has an empty Key; iOS 18 shows the whole bundle blank because of it. Give it one",
                specifier
            )
        } else if !isFirst(key) {
            note(
                .warning,
                "settings.row.duplicateKey",
                "shares the Key “\(key.prefix(60))” with a row above; both show one value",
                specifier
            )
        }
    }

    /// Keys of InAppSettingsKit are meant for that library, and generators of licence panes note the `License`.
    private mutating func checkUnknownKeys(_ specifier: Specifier, _ type: SpecifierType) {
        let known = type.keys.union(["Type", "SupportedUserInterfaceIdioms", "License"]).union(RowCondition.keys)
        let unknown = specifier.members.keys.filter { !known.contains($0) && !$0.hasPrefix("IASK") }
        for key in unknown.sorted() {
            let meant = known.first { $0.lowercased() == key.lowercased() }
            note(
                .info,
                "settings.row.unknownKey",
                "has a key “\(key.prefix(60))” that its type does not know"
                    + (meant.map { "; its name is “\($0)”" } ?? ""),
                specifier
            )
        }
    }
}
