import AppBundles
import Catalog
import OrderedCollections
import PropertyList

/// The app groups of an app, as its settings name them and its entitlements do.
enum AppGroups {
    private static let maximumFileBytes = 1 << 20
    private static let maximumGroups = 50

    /// - Parameter texts: the files that may tell the entitlements: what Xcode writes for simulators, and the
    ///   provisioning profile of a device build.
    static func find(in app: StoredApp, texts: [String]) -> [String] {
        var groups: Set<String> = []
        for pane in app.bundle.settings?.allPanes(languages: []).panes.values.elements ?? [] {
            if let group = pane.applicationGroup { groups.insert(group) }
        }
        for text in texts.prefix(maximumGroups) {
            guard let bytes = try? app.files.read(text, limit: maximumFileBytes),
                let list = try? PropertyListReader.read(propertyList(in: bytes))
            else { continue }
            let entitlements = list["Entitlements"] ?? list
            let named = entitlements["com.apple.security.application-groups"]?.arrayValue ?? []
            groups.formUnion(named.prefix(maximumGroups).compactMap(\.stringValue))
        }
        return groups.sorted().prefix(maximumGroups).map(\.self)
    }

    /// The property list in a signed profile, which stands in it as it is; other files whole.
    private static func propertyList(in bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.firstRange(of: Array("<?xml".utf8)),
            let end = bytes[start.upperBound...].firstRange(of: Array("</plist>".utf8))
        else { return bytes }
        return Array(bytes[start.lowerBound..<end.upperBound])
    }
}
