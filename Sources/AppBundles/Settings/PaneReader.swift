public import Diagnostics
public import OrderedCollections
import PropertyList

/// One screen of a settings bundle, in one language, without anybody's values.
public struct SettingsPane: Sendable, Hashable {
    /// Its name: the `File` of the rows that open it, `Root` for the first.
    public var name: String
    /// The text over the screen: the title of the row that opens it where that is known, else its own `Title`, which
    /// Apple's schema does not have; nil for the root, which is titled with the app's name.
    public var title: String?
    /// The file it was read from, relative to the settings bundle.
    public var file: String
    /// The language of its text, as its folder is spelled; nil where nothing is localised.
    public var language: String?
    /// The direction in which its language is written.
    public var direction: TextDirection
    /// The strings table it names.
    public var stringsTable: String?
    /// The app group whose defaults it reads and writes instead of the app's own.
    public var applicationGroup: String?
    /// Its groups, top to bottom.
    public var groups: [SettingsGroup]
    /// What is wrong with it, with the rows it is about.
    public var findings: [BundleFinding]

    /// What is wrong with it.
    public var report: [Diagnostic] { findings.map(\.diagnostic) }

    /// All its rows, top to bottom.
    public var rows: [SettingsRow] { groups.flatMap(\.rows) }

    /// The rows that show the value of a key, which may be several.
    public func rows(forKey key: String) -> [SettingsRow] { rows.filter { $0.key == key } }
}

/// Rows in one box, with a heading above and a note below.
public struct SettingsGroup: Sendable, Hashable {
    /// The heading, nil when there is none.
    public var title: String?
    /// The note below, nil when there is none.
    public var footer: String?
    /// The name by which InAppSettingsKit hides the group or asks for its heading, nil when it has none.
    public var key: String?
    /// Its rows; a radio group or a list is a group whose first row it is.
    public var rows: [SettingsRow] = []
}

/// The panes that can be reached from the root.
public struct SettingsPaneSet: Sendable {
    /// The panes by name, in the order in which they are reached, the root first.
    public var panes: OrderedDictionary<String, SettingsPane>
    /// What is wrong with the bundle and with each of its panes.
    public var report: [Diagnostic]

    /// The panes in the order in which they are reached.
    public var inOrder: [SettingsPane] { Array(panes.values) }

    /// The pane of a name; nil when it cannot be reached.
    public subscript(name: String) -> SettingsPane? { panes[name] }

    /// The rows that show the value of a key, with the names of their panes.
    public func rows(forKey key: String) -> [(pane: String, row: SettingsRow)] {
        panes.values.flatMap { pane in pane.rows(forKey: key).map { (pane.name, $0) } }
    }
}

/// The kind of device a pane is shown on, with the names that `SupportedUserInterfaceIdioms` uses.
public enum InterfaceIdiom: String, Sendable, Hashable, CaseIterable {
    /// An iPhone or iPod touch.
    case phone = "Phone"
    /// An iPad.
    case pad = "Pad"

    /// The end of a file's name that keeps it for this idiom, such as `~ipad`.
    var fileSuffix: String {
        switch self {
        case .phone: "~iphone"
        case .pad: "~ipad"
        }
    }
}

/// Reads the specifiers of one pane into groups and rows.
struct PaneReader {
    private let source: PaneSource
    private let idiom: InterfaceIdiom
    private let limits: BundleLimits
    private let isForSettings: Bool
    private var rows: RowReader
    private var groups: [SettingsGroup] = []
    private var findings: [BundleFinding] = []

    /// Reads a pane in the texts of one language.
    static func read(
        _ contents: [String: PropertyListValue],
        of source: PaneSource,
        texts: PaneTexts,
        idiom: InterfaceIdiom,
        in bundle: SettingsBundle
    ) -> SettingsPane {
        var reader = PaneReader(
            source: source,
            idiom: idiom,
            limits: bundle.limits,
            isForSettings: bundle.isForSettings(source),
            rows: RowReader(source: source, table: texts.table, language: texts.language, bundle: bundle)
        )
        reader.read(contents["PreferenceSpecifiers"]?.arrayValue ?? [])
        let group = PaneSource.applicationGroup(in: contents)
        if let group { reader.check(group: group) }
        return SettingsPane(
            name: source.name,
            title: bundle.entryNames.contains(source.name)
                ? nil
                : contents["Title"]?.stringValue.map(texts.table.text(for:))
                    ?? SettingsBundle.fallbackTitle(of: source.name),
            file: source.file,
            language: texts.language,
            direction: TextDirection(language: texts.language),
            stringsTable: texts.tableName,
            applicationGroup: group.flatMap { $0.isEmpty ? nil : $0 },
            groups: reader.groups,
            findings: texts.report.map { BundleFinding($0, pane: source.name) } + reader.findings
                + reader.rows.findings
        )
    }

    /// The finding about a list that should be a pane and cannot be read.
    static func unreadable(_ file: String, _ reason: String, line: Int?) -> Diagnostic {
        Diagnostic("settings.pane.unreadable", "“\(file)” is not shown: \(reason)", line: line, file: file)
    }

    private init(
        source: PaneSource,
        idiom: InterfaceIdiom,
        limits: BundleLimits,
        isForSettings: Bool,
        rows: RowReader
    ) {
        self.source = source
        self.idiom = idiom
        self.limits = limits
        self.isForSettings = isForSettings
        self.rows = rows
    }

    private mutating func note(_ rule: String, _ message: String) {
        findings.append(BundleFinding(rule, message, file: source.file, pane: source.name))
    }

    private mutating func check(group: String) {
        guard !group.hasPrefix("group.") else { return }
        note(
            "settings.pane.applicationGroup",
            group.isEmpty
                ? "The pane names no app group in ApplicationGroupContainerIdentifier and uses the app's defaults."
                : "The pane uses the app group “\(group.prefix(60))”, whose name does not begin with “group.”."
        )
    }

    private mutating func read(_ specifiers: [PropertyListValue]) {
        if specifiers.count > limits.maximumRows {
            note(
                "settings.pane.tooManyRows",
                "Only the first \(limits.maximumRows) of \(specifiers.count) rows are read; split the pane."
            )
        }
        let types = specifiers.prefix(limits.maximumRows)
        if let first = types.first?.dictionaryValue?["Type"]?.stringValue,
            RowType.named(first).map({ $0.place == .row }) ?? true, isForSettings
        {
            note(
                "settings.pane.noLeadingGroup",
                "The pane does not begin with a group; iOS 13 showed such panes empty. Put a group first."
            )
        }
        if specifiers.isEmpty {
            note("settings.pane.empty", "“\(source.file)” has no rows, so it opens an empty screen.")
        }
        for (index, value) in types.enumerated() {
            guard let specifier = rows.specifier(value, at: index), isShown(specifier) else { continue }
            append(specifier)
        }
    }

    private mutating func append(_ specifier: Specifier) {
        switch specifier.type?.place {
        case .heading:
            groups.append(rows.group(specifier))
        case .headOfGroup:
            var group = rows.group(specifier)
            group.rows = [rows.row(specifier)]
            groups.append(group)
        case .row, nil:
            // Rows before the first group form one without a heading.
            var group = groups.popLast() ?? SettingsGroup()
            group.rows.append(rows.row(specifier))
            groups.append(group)
        }
    }

    /// Whether the element is for this idiom. A hidden heading leaves the rows below it visible, as on the device.
    private mutating func isShown(_ specifier: Specifier) -> Bool {
        guard let declared = specifier["SupportedUserInterfaceIdioms"] else { return true }
        guard let names = declared.coercedStringArray, !names.isEmpty else {
            let what = declared.stringValue.map { "has text “\($0.prefix(40))” instead of a list" } ?? "lists no idioms"
            rows.note(
                "settings.row.idioms",
                "\(what) in SupportedUserInterfaceIdioms and is always shown",
                specifier
            )
            return true
        }
        checkNames(names, of: specifier)
        return names.contains(idiom.rawValue)
    }

    /// Names of no device. InAppSettingsKit has two more than Apple's schema.
    private mutating func checkNames(_ names: [String], of specifier: Specifier) {
        let known = InterfaceIdiom.allCases.map(\.rawValue)
        let unknown = names.filter { !known.contains($0) }
        let isOfLibrary = unknown.allSatisfy { ["Mac", "Reality"].contains($0) }
        guard !unknown.isEmpty, isForSettings || !isOfLibrary else { return }
        let list = unknown.prefix(5).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        let shown = known.filter(names.contains)
        rows.note(
            "settings.row.unknownIdiom",
            "is for \(list), \(unknown.count == 1 ? "which is" : "which are") none of Phone and Pad, and shows on "
                + (shown.isEmpty ? "no device" : shown.joined(separator: " and ") + " only")
                + (isOfLibrary ? " (InAppSettingsKit knows more names)" : ""),
            specifier,
            severity: isOfLibrary && !shown.isEmpty ? .info : nil
        )
    }
}

/// A property list of a settings bundle that is, or should be, a pane: what the bundle as a whole has to know of it. The list
/// itself, which may be large, is read again when it is asked for (``SettingsBundle/contents(of:)``).
struct PaneSource: Sendable {
    /// What a pane's list holds.
    enum Contents: Sendable {
        case pane([String: PropertyListValue])
        case unreadable(String, line: Int?)

        /// About how many bytes it takes in memory.
        var cost: Int {
            guard case .pane(let contents) = self else { return 0 }
            return PropertyListValue.dictionary(contents).cost
        }
    }

    /// How the names of InAppSettingsKit's own panes end; Settings does not look for them.
    static let inAppSuffix = ".inApp"

    /// The path in the bundle.
    let file: String
    /// The pane's name: the path without language folder, device suffix and extension.
    let name: String
    /// The idiom that its device suffix keeps it for.
    let idiom: InterfaceIdiom?
    /// The language whose folder it is in.
    let language: String?
    /// Whether it is a pane.
    let isReadable: Bool
    /// The app group that the pane names, as it stands there; nil where there is none.
    let applicationGroup: String?
    /// Whether a specifier has a type or a key of InAppSettingsKit.
    let usesLibrary: Bool
    /// The panes that its rows name, as they stand there, the items of lists included.
    let opened: [String]
    /// The keys of its rows that hide their values, and of lists whose items do.
    let secureKeys: Set<String>

    /// The app group that the list of a pane names.
    static func applicationGroup(in contents: [String: PropertyListValue]) -> String? {
        contents["ApplicationGroupContainerIdentifier"]?.stringValue
    }

    /// A specifier and the specifiers in it.
    private static func parts(of specifier: PropertyListValue) -> [PropertyListValue] {
        [specifier] + ["ItemSpecifier", "AddSpecifier"].compactMap { specifier[$0] }
    }

    private static func isOfLibrary(_ specifier: PropertyListValue) -> Bool {
        (specifier.dictionaryValue ?? [:]).contains { key, value in
            key.hasPrefix("IASK") || key == "Type" && value.stringValue?.hasPrefix("IASK") == true
        }
    }

    /// Whether only InAppSettingsKit opens it.
    var isInApp: Bool { name.hasSuffix(Self.inAppSuffix) }

    /// Takes a file's name apart: `de.lproj/About~ipad.plist` is the pane `About` for the iPad in German.
    /// - Parameter maximumRows: so many of its rows count.
    init(file: String, contents: Contents, maximumRows: Int) {
        self.file = file
        let pane: [String: PropertyListValue]? = if case .pane(let pane) = contents { pane } else { nil }
        isReadable = pane != nil
        applicationGroup = pane.flatMap(Self.applicationGroup)
        let specifiers = pane?["PreferenceSpecifiers"]?.arrayValue ?? []
        usesLibrary = specifiers.contains(where: Self.isOfLibrary)
        let rows = specifiers.prefix(maximumRows)
        opened = rows.flatMap(Self.parts).compactMap { $0["File"]?.stringValue.flatMap(BundlePath.normalized) }
        secureKeys = Set(
            rows.compactMap { row in
                Self.parts(of: row).contains { $0["IsSecure"]?.coercedBool ?? false } ? row["Key"]?.stringValue : nil
            }
        )
        var components = file.split(separator: "/").map(String.init)
        if let first = components.first, let folder = LanguageFolder(first) {
            language = folder.language
            components.removeFirst()
        } else {
            language = nil
        }
        var name = components.joined(separator: "/")
        if name.lowercased().hasSuffix(".plist") { name.removeLast(6) }
        // InAppSettingsKit puts its own suffix behind the device.
        let isInApp = name.hasSuffix(Self.inAppSuffix)
        if isInApp { name.removeLast(Self.inAppSuffix.count) }
        let idiom = InterfaceIdiom.allCases.first { name.lowercased().hasSuffix($0.fileSuffix) }
        if let idiom { name.removeLast(idiom.fileSuffix.count) }
        self.idiom = idiom
        self.name = isInApp ? name + Self.inAppSuffix : name
    }
}

extension PropertyListValue {
    /// About how many bytes it takes in memory: measured, an entry of a dictionary takes 64 and one of an array 32, beside what
    /// they hold; texts of up to 15 bytes are in their places, longer ones have 32 bytes before them.
    var cost: Int {
        func cost(_ text: String) -> Int { text.utf8.count > 15 ? text.utf8.count &+ 48 : 0 }
        var sum = 0
        var pending = [self]
        while let value = pending.popLast() {
            switch value {
            case .string(let text): sum &+= cost(text)
            case .data(let data): sum &+= data.count &+ 48
            case .array(let elements):
                sum &+= 48 &+ elements.count &* 32
                pending += elements
            case .dictionary(let members):
                sum &+= 128 &+ members.count &* 64
                for (key, member) in members {
                    sum &+= cost(key)
                    pending.append(member)
                }
            case .bool, .integer, .unsigned, .real, .date: break
            }
        }
        return sum
    }
}
