import Diagnostics

/// What is checked of a single specifier. Apple's “Settings Application Schema Reference” says what keys and types
/// mean; where it is silent, an explanation tells what developers met.
extension BundleLint {
    static let rowRules: [LintRule] = [
        LintRule(
            .error,
            "settings.row.notADictionary",
            "Every specifier is a dictionary",
            "Settings reads only dictionaries from PreferenceSpecifiers.",
            cure: "Remove the element, or make it a dictionary with a Type."
        ),
        LintRule(
            .error,
            "settings.row.noType",
            "Every specifier has a Type",
            "Settings skips an element without Type; InAppSettingsKit stops the app with an assertion.",
            cure: "Give the element its Type, or remove it."
        ),
        LintRule(
            .warning,
            "settings.row.unknownType",
            "Types are those of the schema",
            "Settings skips elements whose Type it does not know.",
            cure: "Correct the spelling of the Type, or remove the element."
        ),
        LintRule(
            .info,
            "settings.row.libraryType",
            "Types of InAppSettingsKit show only in the app",
            "Settings skips the types that InAppSettingsKit adds; only the app's own screen shows them.",
            cure: "Keep such rows in a .inApp.plist or in InAppSettings.bundle, which Settings does not read."
        ),
        LintRule(
            .error,
            "settings.row.missingKey",
            "Rows that store a value have a Key",
            "Without a Key nothing can be stored, so what people enter is lost.",
            cure: "Give the row a Key."
        ),
        LintRule(
            .error,
            "settings.row.emptyKey",
            "No Key is empty",
            "Settings on iOS 18 shows every pane of the bundle blank because of one empty Key; earlier ones did not mind.",
            cure: "Give the row a Key that is not empty."
        ),
        LintRule(
            .warning,
            "settings.row.duplicateKey",
            "A Key is used once in a pane",
            "Rows with the same Key show and change one value.",
            cure: "Give each row its own Key, unless both are meant to change together."
        ),
        LintRule(
            .warning,
            "settings.row.missingMember",
            "Rows have the keys that their type needs",
            "The schema requires them; Settings leaves the label or the value blank.",
            cure: "Add the missing key."
        ),
        LintRule(
            .info,
            "settings.row.unknownKey",
            "Keys are those of the type",
            "Settings ignores keys that a type does not have, so a misspelt one does nothing.",
            cure: "Correct the spelling, or remove the key."
        ),
        LintRule(
            .warning,
            "settings.row.unknownValue",
            "Keyboards and styles have known names",
            "Settings uses the default for names that it does not know.",
            cure: "Use one of the names that the message lists."
        ),
        LintRule(
            .info,
            "settings.row.libraryKeyboard",
            "Keyboards are those of the schema",
            "Only InAppSettingsKit knows this keyboard; Settings shows the default one.",
            cure: "Use NumberPad or NumbersAndPunctuation where Settings shows the row."
        ),
        LintRule(
            .info,
            "settings.row.condition",
            "Rows are there for everybody",
            "Settings ignores keys such as Platform and ExcludeTargets, so the row shows wherever the bundle is copied as "
                + "it is; only a build script or a library removes it.",
            cure: "Make sure that the build filters the bundle, or use SupportedUserInterfaceIdioms."
        ),
        LintRule(
            .warning,
            "settings.row.idioms",
            "SupportedUserInterfaceIdioms is a list of names",
            "A list without names hides the row on no device.",
            cure: "Make it an array of Phone and Pad, or remove it."
        ),
        LintRule(
            .info,
            "settings.row.secureInClear",
            "Secrets are not kept in user defaults",
            "IsSecure only shows bullets: the value is stored in clear in the app's preferences, which backups hold.",
            cure: "Keep secrets in the keychain and ask for them in the app."
        ),
        LintRule(
            .info,
            "settings.row.textDefault",
            "The default of a text field is text",
            "The first edit stores text, so the type that the app reads changes.",
            cure: "Write the DefaultValue as a string."
        ),
    ]
}
