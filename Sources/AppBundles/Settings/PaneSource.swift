import PropertyList

/// A property list of a settings bundle that is, or should be, a pane.
struct PaneSource: Sendable {
    /// What a pane's list holds.
    enum Contents: Sendable {
        case pane([String: PropertyListValue])
        case unreadable(String, line: Int?)
    }

    /// The path in the bundle.
    let file: String
    /// The pane's name: the path without language folder, device suffix and extension.
    let name: String
    /// The idiom that its device suffix keeps it for.
    let idiom: InterfaceIdiom?
    /// The language whose folder it is in.
    let language: String?
    let contents: Contents

    var isReadable: Bool {
        if case .pane = contents { true } else { false }
    }

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
        let inApp = ".inApp"
        let isInApp = name.hasSuffix(inApp)
        if isInApp { name.removeLast(inApp.count) }
        let idiom = InterfaceIdiom.allCases.first { name.lowercased().hasSuffix($0.fileSuffix) }
        if let idiom { name.removeLast(idiom.fileSuffix.count) }
        self.idiom = idiom
        self.name = isInApp ? name + inApp : name
    }
}
