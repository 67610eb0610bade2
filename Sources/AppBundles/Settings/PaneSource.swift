import PropertyList

/// A property list of a settings bundle that is, or should be, a pane.
struct PaneSource: Sendable {
    /// What a pane's list holds.
    enum Contents: Sendable {
        case pane([String: PropertyListValue])
        case unreadable(String, line: Int?)
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
    let contents: Contents

    /// The app group that the pane names, as it stands there; nil where there is none.
    var applicationGroup: String? {
        guard case .pane(let contents) = contents else { return nil }
        return Self.applicationGroup(in: contents)
    }

    /// The app group that the list of a pane names.
    static func applicationGroup(in contents: [String: PropertyListValue]) -> String? {
        contents["ApplicationGroupContainerIdentifier"]?.stringValue
    }

    /// Whether a specifier has a type or a key of InAppSettingsKit.
    var usesLibrary: Bool {
        guard case .pane(let contents) = contents else { return false }
        return (contents["PreferenceSpecifiers"]?.arrayValue ?? []).contains { specifier in
            (specifier.dictionaryValue ?? [:]).contains { key, value in
                key.hasPrefix("IASK") || key == "Type" && value.stringValue?.hasPrefix("IASK") == true
            }
        }
    }

    /// The keys of its rows, at most so many, that hide their values, and of lists whose items do.
    func secureKeys(limit: Int) -> Set<String> {
        guard case .pane(let contents) = contents else { return [] }
        return Set(
            (contents["PreferenceSpecifiers"]?.arrayValue ?? []).prefix(limit).compactMap { specifier in
                let parts = [specifier, specifier["ItemSpecifier"], specifier["AddSpecifier"]]
                guard parts.contains(where: { $0?["IsSecure"]?.coercedBool ?? false }) else { return nil }
                return specifier["Key"]?.stringValue
            }
        )
    }

    var isReadable: Bool {
        if case .pane = contents { true } else { false }
    }

    /// Whether only InAppSettingsKit opens it.
    var isInApp: Bool { name.hasSuffix(Self.inAppSuffix) }

    /// Takes a file's name apart: `de.lproj/About~ipad.plist` is the pane `About` for the iPad in German.
    init(file: String, contents: Contents) {
        self.file = file
        self.contents = contents
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
