import PropertyList

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
