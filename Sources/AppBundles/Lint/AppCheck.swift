import Diagnostics
import PropertyList

/// Checks what is around the settings: the bundle as a whole, Info.plist and its tables, icons.
enum AppCheck {
    static func findings(of app: AppBundle) -> [BundleFinding] {
        var notes = app.report + app.icon().report
        for language in app.infoLanguages { _ = app.infoStrings(of: language, report: &notes) }
        var findings = notes.map { BundleFinding($0) }
        let identifier = app.info["CFBundleIdentifier"]?.stringValue ?? ""
        // A settings bundle on its own needs no identifier.
        if !app.info.isEmpty, app.settingsFolder?.isEmpty != true, identifier.isEmpty || identifier.contains("$") {
            let state = identifier.isEmpty ? "has no" : "has not filled in its"
            findings.append(
                BundleFinding(
                    .warning,
                    "app.info.noIdentifier",
                    "Info.plist \(state) CFBundleIdentifier, which names the app's defaults.",
                    file: AppBundle.infoFile
                )
            )
        }
        return findings + others(in: app)
    }

    /// Settings bundles beside the one that is shown.
    private static func others(in app: AppBundle) -> [BundleFinding] {
        let top = (try? app.files.entries(in: "", limit: app.limits.maximumFiles)) ?? []
        let bundles = top.filter { $0.kind == .folder && $0.name.lowercased().hasSuffix(".bundle") }.map(\.name)
        return bundles.filter { name in
            name != app.settingsFolder
                && SettingsBundle.isPresent(in: SubfolderFiles(app.files, folder: name), limits: app.limits)
        }.map { name in
            BundleFinding(
                .info,
                "app.settings.others",
                "The app also has “\(name)”, which is not checked; open it by itself.",
                file: name
            )
        }
    }
}
