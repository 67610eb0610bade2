public import Diagnostics
import OrderedCollections
import PropertyList

/// A `Settings.bundle`: its panes, its languages, and what is wrong with it.
///
/// Its lists are looked through when the bundle is opened; strings tables and panes are read when somebody asks for them.
public final class SettingsBundle: Sendable {
    /// The name of the first pane.
    public static let rootName = "Root"

    /// The name of the pane that is opened first: `Root`, or where there is none a list named like it, such as
    /// InAppSettingsKit's `Root.inApp`, which comes first in its own bundle.
    public var entryName: String { entryNames.first ?? Self.rootName }

    /// The panes from which all others are reached: the first of the Settings app and the first of InAppSettingsKit.
    var entryNames: [String] {
        let roots = [Self.rootName, Self.rootName + PaneSource.inAppSuffix].filter { sources[$0] != nil }
        if roots.isEmpty {
            return [paneNames.first { $0.hasPrefix(Self.rootName) } ?? paneNames.first].compactMap { $0 }
        }
        return isInAppOnly ? roots.reversed() : roots
    }

    /// Whether it is InAppSettingsKit's own bundle, which the Settings app does not look for.
    var isInAppOnly: Bool { Self.isInAppOnly(files) }

    /// Whether the Watch app on the iPhone shows it, which lists the apps with a `Settings-Watch.bundle` (WatchKit 1).
    public var isForWatch: Bool { Self.isForWatch(files.name) }

    static func isForWatch(_ name: String) -> Bool { name.lowercased() == "settings-watch.bundle" }

    private static func isInAppOnly(_ files: any BundleFiles) -> Bool {
        files.name.lowercased() == "inappsettings.bundle"
    }

    /// Whether the Settings app opens a file; others need not keep to its rules.
    func isForSettings(_ source: PaneSource) -> Bool { !source.isInApp && !isInAppOnly }

    /// The names of its panes, the root first, then by name. Unreadable lists that should be panes are among them.
    public let paneNames: [String]
    /// The languages it has folders for, as those are spelled, sorted.
    public let languages: [String]
    /// What is wrong with the bundle as a whole: unreadable lists, a missing root, misspelt folders.
    public let report: [Diagnostic]

    let files: any BundleFiles
    let limits: BundleLimits
    let memory: BundleMemory
    let languageFolders: [String]
    /// The language folders by their language in lower case; nothing keeps a bundle from having `de` and `DE`.
    let foldersByLanguage: [String: [String]]
    /// The strings tables in it, as paths.
    let tableFiles: Set<String>
    /// The names of the strings tables that some language has.
    let tableNames: Set<String>
    /// The catalogs of strings in it, as paths; nothing reads them there.
    let catalogFiles: [String]
    /// The names of its panes by those in lower case.
    let paneNamesInAnyCase: [String: String]
    let developmentRegion: String?
    let sources: [String: [PaneSource]]
    /// Whether anything in it is made for InAppSettingsKit.
    let usesLibrary: Bool
    /// The keys of the rows that hide their values, by the app group of their panes, nil for the app's own domain: of all
    /// lists, whichever device or language they are for, and whether a row leads to them or not.
    public let secureKeys: [String?: Set<String>]
    /// The language it speaks to those who ask for none.
    let sourceLanguage: String?

    /// Opens a bundle.
    ///
    /// - Parameters:
    ///   - files: the bundle's files, `Root.plist` at the top or in a language folder.
    ///   - developmentRegion: the app's `CFBundleDevelopmentRegion`.
    ///   - limits: how much may be read.
    ///   - memory: what keeps what is read later, a part of its own for these files as they are.
    /// - Throws: ``AppBundleError`` when the bundle cannot be listed or has too many files.
    public init(
        files: any BundleFiles,
        developmentRegion: String? = nil,
        limits: BundleLimits = .standard,
        memory: BundleMemory = BundleMemory()
    ) throws(AppBundleError) {
        let (paths, topFolders) = try Self.contents(of: files, limits: limits)
        var report: [Diagnostic] = []
        var sources: [String: [PaneSource]] = [:]
        for file in paths where file.lowercased().hasSuffix(".plist") {
            let contents = Self.contents(of: file, from: files, limits: limits)
            let source = PaneSource(file: file, contents: contents, maximumRows: limits.maximumRows)
            // Bundles hold other lists too, which are none of our business.
            if case .unreadable(Self.noPane, line: nil) = contents, source.name != Self.rootName { continue }
            sources[source.name, default: []].append(source)
            if case .unreadable(let reason, let line) = contents {
                report.append(PaneReader.unreadable(file, reason, line: line))
            }
        }
        for folder in topFolders where LanguageFolder.isMisspelt(folder) {
            report.append(
                Diagnostic(
                    "settings.language.folderName",
                    "The folder “\(folder)” is ignored, because language folders end in “.lproj”; rename it.",
                    file: folder
                )
            )
        }
        if sources[Self.rootName] == nil, sources[Self.rootName + PaneSource.inAppSuffix] == nil {
            report.append(
                Diagnostic(
                    "settings.root.missing",
                    "The bundle has no Root.plist, so there is nothing to open it with; add one."
                )
            )
        }
        self.files = files
        self.limits = limits
        self.memory = memory
        self.developmentRegion = developmentRegion
        self.sources = sources
        usesLibrary =
            Self.isInAppOnly(files)
            || sources.values.contains { $0.contains { $0.isInApp || $0.usesLibrary } }
        self.report = report
        secureKeys = sources.values.joined().reduce(into: [:]) { keys, source in
            keys[source.applicationGroup, default: []].formUnion(source.secureKeys)
        }
        languageFolders = topFolders.filter { LanguageFolder($0) != nil }
        foldersByLanguage = Dictionary(grouping: languageFolders) { LanguageFolder($0)?.language.lowercased() ?? "" }
        languages = languageFolders.compactMap { LanguageFolder($0)?.language }.sorted()
        sourceLanguage = LanguageNegotiator.choose(
            available: languages,
            preferences: [],
            developmentRegion: developmentRegion
        )
        tableFiles = Set(paths.filter { $0.hasSuffix(StringsTable.fileSuffix) })
        tableNames = Set(tableFiles.map(StringsTable.name(ofFile:)))
        catalogFiles = paths.filter { $0.lowercased().hasSuffix(".xcstrings") }
        paneNames =
            sources.keys.filter { $0 == Self.rootName } + sources.keys.filter { $0 != Self.rootName }.sorted()
        paneNamesInAnyCase = Dictionary(paneNames.map { ($0.lowercased(), $0) }) { first, _ in first }
    }

    /// About how many bytes it takes in memory, besides its files and what its memory keeps.
    var cost: Int {
        let names = tableFiles.reduce(report.count &* 400) { $0 &+ 120 &+ $1.utf8.count }
        // Secure keys are there twice, texts that stand in both places once.
        return sources.values.joined().reduce(names) { sum, source in
            (source.secureKeys + source.opened).reduce(sum &+ 500) { $0 &+ 120 &+ $1.utf8.count }
        }
    }

    /// The paths of its files and the names of the folders at its top, hidden ones left out, folder by folder.
    private static func contents(
        of files: any BundleFiles,
        limits: BundleLimits
    ) throws(AppBundleError) -> (paths: [String], topFolders: [String]) {
        var paths: [String] = []
        var topFolders: [String] = []
        var failure: AppBundleError?
        let isComplete = files.walk(
            maximumEntries: limits.maximumFiles,
            maximumDepth: limits.maximumFolderDepth,
            unreadable: { failure = failure ?? $1 },
            { path, entry, depth in
                guard !entry.name.hasPrefix(".") else { return false }
                if entry.kind == .file { paths.append(path) } else if depth == 0 { topFolders.append(entry.name) }
                return entry.kind == .folder
            }
        )
        if let failure { throw failure }
        guard isComplete else {
            throw AppBundleError(
                .tooManyFiles,
                "“\(files.name)” has more than \(limits.maximumFiles) files; remove what is not needed."
            )
        }
        return (paths, topFolders)
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

    private static let noPane = "It has no array PreferenceSpecifiers, which lists the rows of a pane; add one."

    /// What a list holds.
    private static func contents(
        of file: String,
        from files: any BundleFiles,
        limits: BundleLimits
    ) -> PaneSource.Contents {
        do {
            let value = try PropertyListFile.read(file, from: files, limits: limits)
            guard let pane = value.dictionaryValue, pane["PreferenceSpecifiers"]?.arrayValue != nil else {
                return .unreadable(noPane, line: nil)
            }
            return .pane(pane)
        } catch {
            return .unreadable(error.reason, line: error.line)
        }
    }

    /// What the list of a pane holds.
    func contents(of source: PaneSource) -> PaneSource.Contents {
        let kept = memory.kept("list\n" + source.file) {
            .list(Self.contents(of: source.file, from: files, limits: limits))
        }
        guard case .list(let contents) = kept else { return .unreadable(Self.noPane, line: nil) }
        return contents
    }
}

extension SettingsBundle {
    /// The panes that no row opens that can be reached from the first pane, on any device and in any language.
    var unreachablePanes: [String] {
        var reached = Set(entryNames)
        var queue = entryNames
        while let name = queue.popLast() {
            for source in sources[name] ?? [] {
                for target in source.opened.map({ paneName(opened: $0, by: source) }) where sources[target] != nil {
                    if reached.insert(target).inserted { queue.append(target) }
                }
            }
        }
        return paneNames.filter { !reached.contains($0) }
    }

    /// The pane that a name opens: InAppSettingsKit, in its own panes, takes `Name.inApp` before `Name`.
    func paneName(opened name: String, by source: PaneSource) -> String {
        let inApp = name + PaneSource.inAppSuffix
        return !isForSettings(source) && sources[inApp] != nil ? inApp : name
    }
}

/// What was read of settings bundles and worked out of them, kept up to a number of bytes: lists, strings
/// tables, panes and findings. Several bundles may share one memory.
public struct BundleMemory: Sendable {
    enum Kept: Sendable {
        case list(PaneSource.Contents)
        case table(StringsTable, report: [Diagnostic])
        case pane(SettingsPane)
        case panes(SettingsPaneSet)
        case findings([BundleFinding])

        /// About how many bytes it takes.
        var cost: Int {
            switch self {
            case .list(let contents): contents.cost
            case .table(let table, let report): table.cost &+ report.count &* 400
            case .pane(let pane): pane.cost
            case .panes(let set): set.panes.values.reduce(set.report.count &* 400) { $0 &+ $1.cost }
            case .findings(let findings): findings.count &* 600
            }
        }
    }

    private let cache: SharedCache<Kept>
    private let name: String

    /// Creates a memory of at most so many bytes, as estimated.
    public init(budget: Int = 32 << 20) {
        cache = SharedCache(budget: budget) { 1_024 &+ $0.cost }
        name = ""
    }

    private init(cache: SharedCache<Kept>, name: String) {
        self.cache = cache
        self.name = name
    }

    /// The part of the memory for one bundle.
    /// - Parameter fingerprint: tells the bundle, and what is in it, from every other.
    public func part(for fingerprint: String) -> BundleMemory {
        BundleMemory(cache: cache, name: name + fingerprint + "\n")
    }

    /// What belongs to a name, made when it is not kept. Threads that ask for the same at once wait for the first.
    func kept<Failure: Error>(_ what: String, make: () throws(Failure) -> Kept) throws(Failure) -> Kept {
        try cache.value(name + what, make: make)
    }
}

extension SettingsPane {
    /// About how many bytes it takes.
    fileprivate var cost: Int {
        groups.reduce(600 &+ findings.count &* 600) { sum, group in
            let texts = (group.title?.utf8.count ?? 0) &+ (group.footer?.utf8.count ?? 0)
            return group.rows.reduce(sum &+ texts &+ 200) { $0 &+ $1.cost }
        }
    }
}

extension SettingsRow {
    /// About how many bytes it takes.
    fileprivate var cost: Int {
        let texts = title.utf8.count &+ (key?.utf8.count ?? 0) &+ (defaultValue?.cost ?? 0)
        return choices.reduce(900 &+ texts) { $0 &+ 150 &+ $1.title.utf8.count &+ $1.value.cost }
    }
}
