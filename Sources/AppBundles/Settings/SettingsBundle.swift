public import Diagnostics
import PropertyList

/// A `Settings.bundle`: its panes, its languages, and what is wrong with it.
///
/// Panes are read once, when the bundle is opened; strings tables and pictures when they are asked for.
public struct SettingsBundle: Sendable {
    /// The name of the first pane.
    public static let rootName = "Root"

    /// The name of the pane that is opened first: `Root`, or where there is none a list named like it, such as
    /// InAppSettingsKit's `Root.inApp`.
    public var entryName: String {
        if paneNames.first == Self.rootName { return Self.rootName }
        return paneNames.first { $0.hasPrefix(Self.rootName) } ?? paneNames.first ?? Self.rootName
    }

    /// The names of its panes, the root first, then by name. Unreadable lists that should be panes are among them.
    public let paneNames: [String]
    /// The languages it has folders for, as those are spelled, sorted.
    public let languages: [String]
    /// What is wrong with the bundle as a whole: unreadable lists, a missing root, misspelt folders.
    public let report: [Diagnostic]

    let files: any BundleFiles
    let limits: BundleLimits
    let languageFolders: [String]
    let developmentRegion: String?
    let sources: [String: [PaneSource]]

    /// Opens a bundle.
    ///
    /// - Parameters:
    ///   - files: the bundle's files, `Root.plist` at the top or in a language folder.
    ///   - developmentRegion: the app's `CFBundleDevelopmentRegion`.
    ///   - limits: how much may be read.
    /// - Throws: ``AppBundleError`` when the bundle cannot be listed or has too many files.
    public init(
        files: any BundleFiles,
        developmentRegion: String? = nil,
        limits: BundleLimits = .standard
    ) throws(AppBundleError) {
        let tree = try BundleTree(files, limits: limits)
        var report: [Diagnostic] = []
        var sources: [String: [PaneSource]] = [:]
        for file in tree.files where file.lowercased().hasSuffix(".plist") {
            guard let source = Self.source(file, from: files, limits: limits) else { continue }
            sources[source.name, default: []].append(source)
            if case .unreadable(let reason, let line) = source.contents {
                report.append(PaneReader.unreadable(file, reason, line: line))
            }
        }
        for folder in tree.topFolders where LanguageFolder.isMisspelt(folder) {
            report.append(
                Diagnostic(
                    .warning,
                    "settings.language.folderName",
                    "The folder “\(folder)” is ignored, because language folders end in “.lproj”; rename it.",
                    file: folder
                )
            )
        }
        if sources[Self.rootName] == nil {
            report.append(
                Diagnostic(
                    .error,
                    "settings.root.missing",
                    "The bundle has no Root.plist, so there is nothing to open it with; add one."
                )
            )
        }
        self.files = files
        self.limits = limits
        self.developmentRegion = developmentRegion
        self.sources = sources
        self.report = report
        languageFolders = tree.topFolders.filter { LanguageFolder($0) != nil }
        languages = languageFolders.compactMap { LanguageFolder($0)?.language }.sorted()
        paneNames =
            sources.keys.filter { $0 == Self.rootName } + sources.keys.filter { $0 != Self.rootName }.sorted()
    }

    /// Whether a folder holds a settings bundle: a `Root` list at the top or in a language folder.
    static func isPresent(in files: any BundleFiles, limits: BundleLimits) -> Bool {
        func hasRoot(_ folder: String) -> Bool {
            let entries = (try? files.entries(in: folder, limit: limits.maximumFiles)) ?? []
            return entries.contains {
                $0.kind == .file && $0.name.hasPrefix(rootName) && $0.name.lowercased().hasSuffix(".plist")
            }
        }
        if hasRoot("") { return true }
        let entries = (try? files.entries(in: "", limit: limits.maximumFiles)) ?? []
        return entries.contains { $0.kind == .folder && LanguageFolder($0.name) != nil && hasRoot($0.name) }
    }

    /// A list that is a pane or should be one; bundles hold other lists too, which are none of our business.
    private static func source(_ file: String, from files: any BundleFiles, limits: BundleLimits) -> PaneSource? {
        do {
            let value = try PropertyListFile.read(file, from: files, limits: limits)
            if let pane = value.dictionaryValue, pane["PreferenceSpecifiers"]?.arrayValue != nil {
                return PaneSource(file: file, contents: .pane(pane))
            }
            let reason = "It has no array PreferenceSpecifiers, which lists the rows of a pane; add one."
            let source = PaneSource(file: file, contents: .unreadable(reason, line: nil))
            return source.name == rootName ? source : nil
        } catch {
            return PaneSource(file: file, contents: .unreadable(error.reason, line: error.line))
        }
    }
}
