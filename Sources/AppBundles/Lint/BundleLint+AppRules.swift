import Diagnostics

/// What is checked of the app around the settings, and of the check itself.
extension BundleLint {
    static let appRules: [LintRule] = [
        LintRule(
            .error,
            "app.info.unreadable",
            "Info.plist can be read",
            "iOS installs no app without it.",
            cure: "Correct the file at that line."
        ),
        LintRule(
            .error,
            "app.info.notADictionary",
            "Info.plist is a dictionary",
            "iOS installs no app without it.",
            cure: "Make the top of Info.plist a dictionary."
        ),
        LintRule(
            .warning,
            "app.info.noIdentifier",
            "Info.plist has a bundle identifier",
            "The identifier names the app's defaults; without it this server makes one up from the folder's name.",
            cure: "Give CFBundleIdentifier, or load a built app whose build settings are filled in."
        ),
        LintRule(
            .info,
            "app.settings.others",
            "An app has one settings bundle",
            "Settings opens Settings.bundle only; others, such as InAppSettings.bundle, are for libraries in the app.",
            cure: "Check the other bundle by itself."
        ),
        LintRule(
            .error,
            "app.infoStrings.unreadable",
            "InfoPlist.strings can be read",
            "The app's name and its explanations for permissions are not localised.",
            cure: "Correct the file at that line."
        ),
        LintRule(
            .warning,
            "app.icon.crushed",
            "Icons are ordinary PNG files",
            "Apps built for devices hold PNG files in Apple's own form, which browsers do not show.",
            cure: "Load a simulator build, or convert the file with pngcrush -revert-iphone-optimizations."
        ),
        LintRule(
            .warning,
            "app.icon.unreadable",
            "Icons are PNG files",
            "The file cannot be shown.",
            cure: "Replace the file."
        ),
        LintRule(
            .error,
            "lint.tooMany",
            "The list of findings is complete",
            "A bundle with this many findings is not read to its end.",
            cure: "Correct what is listed and check again."
        ),
    ]
}
