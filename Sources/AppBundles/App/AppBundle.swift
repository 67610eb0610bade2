public import Diagnostics
public import struct Foundation.URL
public import PropertyList

/// An app, or a settings bundle on its own, as files tell about it.
public final class AppBundle: Sendable {
    /// `CFBundleIdentifier`, or a slug of the folder's name where there is none.
    public let identifier: String
    /// Whether Info.plist gives the identifier. One made from a folder's name may be that of many bundles.
    public let declaresIdentifier: Bool
    /// The version that people see, with the build number where only that is given.
    public let version: String?
    /// The languages that the app or its settings have folders for, sorted.
    public let languages: [String]
    /// The settings bundle, nil for an app without.
    public let settings: SettingsBundle?
    /// The settings bundle's folder inside the app, empty when it is the whole bundle, nil when there is none.
    public let settingsFolder: String?
    /// The settings bundle beside it that the Watch app on the iPhone shows (WatchKit 1), nil for an app without.
    public let watchSettings: SettingsBundle?
    /// The folder of that bundle inside the app.
    public let watchFolder: String?
    /// What is wrong with the app and with its settings bundle as a whole; files are relative to the app.
    public let report: [Diagnostic]

    let files: any BundleFiles
    let limits: BundleLimits
    let memory: BundleMemory
    let layout: Layout
    let info: [String: PropertyListValue]
    let infoLanguages: [String]

    /// Opens a folder on disk: an app, a settings bundle, or a folder that holds both Info.plist and Settings.bundle.
    ///
    /// - Throws: ``AppBundleError`` with code `notABundle` for other folders, or what listing it throws.
    public convenience init(folder: URL, limits: BundleLimits = .standard) throws(AppBundleError) {
        try self.init(files: FolderFiles(root: folder), limits: limits)
    }

    /// Opens a bundle wherever its files are.
    ///
    /// - Parameter memory: what keeps what is read later, a part of its own for these files as they are.
    /// - Throws: ``AppBundleError`` with code `notABundle` when there is neither an Info.plist nor a settings bundle,
    ///   or what listing it throws.
    public init(
        files: any BundleFiles,
        limits: BundleLimits = .standard,
        memory: BundleMemory = BundleMemory()
    ) throws(AppBundleError) {
        layout = Layout(of: files)
        let top = try files.entries(in: layout.resources, limit: limits.maximumFiles)
        var report: [Diagnostic] = []
        info = Self.infoPlist(layout.infoFile, in: files, limits: limits, report: &report)
        let folder = Self.settingsFolder(among: top, in: files, limits: limits)
        guard folder != nil || files.isFile(layout.infoFile) else {
            throw AppBundleError(
                .notABundle,
                "“\(files.name)” has neither an Info.plist nor a settings bundle with a Root.plist; "
                    + "give the folder of an app or of a Settings.bundle."
            )
        }
        let region = info["CFBundleDevelopmentRegion"]?.stringValue
        /// The bundle in a folder; what is wrong with it is told with the app.
        func opened(_ folder: String?, _ memory: BundleMemory) throws(AppBundleError) -> SettingsBundle? {
            guard let folder else { return nil }
            let bundle = try SettingsBundle(
                files: folder.isEmpty ? files : SubfolderFiles(files, folder: folder),
                developmentRegion: region,
                limits: limits,
                memory: memory
            )
            for var finding in bundle.report {
                finding.file = finding.file.map { BundlePath.joining(folder, $0) }
                report.append(finding)
            }
            return bundle
        }
        settings = try opened(folder, memory)
        settingsFolder = folder
        watchFolder = Self.watchFolder(among: top, beside: folder, in: files, limits: limits)
        watchSettings = try opened(watchFolder, memory.part(for: "watch"))
        self.files = files
        self.limits = limits
        self.memory = memory
        self.report = report
        infoLanguages = top.compactMap { $0.kind == .folder ? LanguageFolder($0.name)?.language : nil }
        languages = Set(
            infoLanguages + (settings?.languages ?? []) + (watchSettings?.languages ?? [])
        ).sorted()
        let declared = info["CFBundleIdentifier"]?.stringValue ?? ""
        declaresIdentifier = !declared.isEmpty
        identifier = declared.isEmpty ? Self.slug(Self.stem(of: files.name)) : declared
        version = info["CFBundleShortVersionString"]?.coercedString ?? info["CFBundleVersion"]?.coercedString
    }

    /// About how many bytes it takes in memory, besides its files and what its memory keeps.
    public var cost: Int {
        PropertyListValue.dictionary(info).cost &+ (settings?.cost ?? 0) &+ (watchSettings?.cost ?? 0)
    }

    /// The settings bundles that are opened, each with its folder inside the app: the app's own, and that for its Watch app.
    public var settingsBundles: [(folder: String, bundle: SettingsBundle)] {
        [settings.map { (settingsFolder ?? "", $0) }, watchSettings.map { (watchFolder ?? "", $0) }].compactMap { $0 }
    }

    /// Where an app keeps what is read of it.
    struct Layout: Sendable, Hashable {
        /// The path of Info.plist.
        let infoFile: String
        /// The folder of bundles, languages and pictures; empty for the top.
        let resources: String

        /// An app of macOS, and so one of Mac Catalyst, has all in a folder `Contents`; one of iOS has no folders.
        init(of files: any BundleFiles) {
            let isMac = !files.isFile("Info.plist") && files.isFile("Contents/Info.plist")
            infoFile = isMac ? "Contents/Info.plist" : "Info.plist"
            resources = isMac && files.kind(of: "Contents/Resources") == .folder ? "Contents/Resources" : ""
        }
    }

    /// The bundles in a folder's entries that hold a root list, `Settings.bundle` before others, as paths.
    static func settingsFolders(
        among entries: [BundleEntry],
        in files: any BundleFiles,
        limits: BundleLimits
    ) -> [String] {
        let resources = Layout(of: files).resources
        let bundles = entries.filter { $0.kind == .folder && $0.name.lowercased().hasSuffix(".bundle") }.map(\.name)
        let ordered = bundles.filter { $0 == "Settings.bundle" } + bundles.filter { $0 != "Settings.bundle" }
        return ordered.map { BundlePath.joining(resources, $0) }
            .filter { SettingsBundle.isPresent(in: SubfolderFiles(files, folder: $0), limits: limits) }
    }

    /// The bundle that the Watch app shows, where it is not the only one.
    private static func watchFolder(
        among top: [BundleEntry],
        beside folder: String?,
        in files: any BundleFiles,
        limits: BundleLimits
    ) -> String? {
        settingsFolders(among: top.filter { SettingsBundle.isForWatch($0.name) }, in: files, limits: limits)
            .first { $0 != folder }
    }

    /// The folder of the settings bundle: `Settings.bundle` before other bundles that hold a root list, or the folder
    /// itself.
    static func settingsFolder(
        among top: [BundleEntry],
        in files: any BundleFiles,
        limits: BundleLimits
    ) -> String? {
        let found = settingsFolders(among: top, in: files, limits: limits).first
        // An app's own Root.plist at the top is none of the settings.
        let isApp = files.name.lowercased().hasSuffix(".app")
        return found ?? (!isApp && SettingsBundle.isPresent(in: files, limits: limits) ? "" : nil)
    }

    private static func infoPlist(
        _ infoFile: String,
        in files: any BundleFiles,
        limits: BundleLimits,
        report: inout [Diagnostic]
    ) -> [String: PropertyListValue] {
        guard files.isFile(infoFile) else { return [:] }
        do {
            let value = try PropertyListFile.read(infoFile, from: files, limits: limits)
            if let info = value.dictionaryValue { return info }
            report.append(
                Diagnostic(
                    "app.info.notADictionary",
                    "Info.plist holds a \(value.typeName), not a dictionary.",
                    file: infoFile
                )
            )
        } catch {
            report.append(
                Diagnostic(
                    "app.info.unreadable",
                    "Info.plist cannot be used: \(error.reason)",
                    line: error.line,
                    file: infoFile
                )
            )
        }
        return [:]
    }

    /// A folder's name without its extension.
    static func stem(of name: String) -> String {
        let ends = [".app", ".bundle", ".appex"]
        guard let end = ends.first(where: { name.lowercased().hasSuffix($0) }), name.count > end.count else {
            return name
        }
        return String(name.dropLast(end.count))
    }

    /// A name in lower case, everything but ASCII letters, digits and dots replaced by single hyphens.
    static func slug(_ name: String) -> String {
        let parts = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
        let slug = parts.joined(separator: "-")
        return slug.isEmpty ? "app" : slug
    }
}

extension AppBundle {
    /// Whether a folder is an app or a settings bundle, told from the names in it alone.
    public static func isPresent(in folder: URL, limits: BundleLimits = .standard) -> Bool {
        guard let files = try? FolderFiles(root: folder) else { return false }
        let layout = Layout(of: files)
        guard let top = try? files.entries(in: layout.resources, limit: limits.maximumFiles) else { return false }
        return files.isFile(layout.infoFile) || settingsFolder(among: top, in: files, limits: limits) != nil
    }
}

/// Why a bundle, one of its files, or an edit of one of its settings is refused.
public struct AppBundleError: Error, Sendable, Hashable {
    /// What kind of refusal it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The folder is neither an app nor a settings bundle.
        case notABundle = "not-a-bundle"
        /// A path is absolute, climbs out with `..`, or follows a link that leaves the bundle.
        case unsafePath = "unsafe-path"
        /// There is no such file or folder.
        case missingFile = "missing-file"
        /// The file is a pipe, a device or otherwise no regular file, or the system refuses to read it.
        case unreadableFile = "unreadable-file"
        /// A file has more bytes than the limit.
        case tooLarge = "file-too-large"
        /// The bundle has more files than the limit.
        case tooManyFiles = "too-many-files"
        /// The settings bundle has no pane of that name.
        case missingPane = "missing-pane"
        /// The row shows something and stores nothing.
        case readOnlyRow = "read-only-row"
        /// The row cannot take that value.
        case valueRefused = "value-refused"
    }

    /// What kind of refusal it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// How much a bundle may ask of its reader.
public struct BundleLimits: Sendable, Hashable {
    /// The most bytes that are read from one file.
    public var maximumFileBytes: Int
    /// The most files and folders that are looked at in a settings bundle, and in the top folder of an app.
    public var maximumFiles: Int
    /// The most folders below one another in a settings bundle.
    public var maximumFolderDepth: Int
    /// The most panes that are followed from the root.
    public var maximumPanes: Int
    /// The most specifiers that are read from one pane.
    public var maximumRows: Int
    /// The limits of each property list and strings table.
    public var propertyList: PropertyListLimits

    /// Creates limits; the defaults are those of ``standard``.
    public init(
        maximumFileBytes: Int = 8 << 20,
        maximumFiles: Int = 20_000,
        maximumFolderDepth: Int = 8,
        maximumPanes: Int = 2_000,
        maximumRows: Int = 10_000,
        propertyList: PropertyListLimits = PropertyListLimits(maximumBytes: 8 << 20, maximumValues: 200_000)
    ) {
        self.maximumFileBytes = maximumFileBytes
        self.maximumFiles = maximumFiles
        self.maximumFolderDepth = maximumFolderDepth
        self.maximumPanes = maximumPanes
        self.maximumRows = maximumRows
        self.propertyList = propertyList
    }

    /// 8 MiB a file, 20,000 files, 2,000 panes of 10,000 rows.
    public static let standard = BundleLimits()
}

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
        let file = BundlePath.joining(layout.resources, "\(language).lproj/InfoPlist.strings")
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
