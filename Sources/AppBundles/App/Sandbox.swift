import OrderedCollections
import PropertyList

/// A place for files of an app, on a device or in a simulator.
public struct SandboxPlace: Sendable, Hashable {
    /// The path, relative to the sandbox or from the home of the user who runs the simulator.
    public var path: String
    /// What belongs there, in one line.
    public var meaning: String

    /// Where an app's files are (File System Programming Guide, “iOS Standard Directories”).
    /// - Parameters:
    ///   - domain: the name of the app's defaults, its bundle identifier as a rule.
    ///   - groups: the app groups that it shares defaults with.
    public static func all(domain: String, groups: [String]) -> [SandboxPlace] {
        let simulator =
            "~/Library/Developer/CoreSimulator/Devices/<device>/data/Containers/Data/Application/<container>/"
        let own = [
            ("Documents/", "What people make; in backups, and in Files where the app shares it"),
            ("Library/", "The app's own files; in backups, except for caches"),
            ("Library/Preferences/\(domain).plist", "The defaults: what Settings and UserDefaults write"),
            ("Library/Caches/", "What can be made again; the system may remove it"),
            ("tmp/", "What is needed for a moment; the system removes it"),
            (simulator, "The sandbox in a simulator: xcrun simctl get_app_container booted \(domain) data"),
        ]
        let shared = groups.map {
            ("AppGroup/<container>/Library/Preferences/\($0).plist", "The defaults shared in the app group \($0)")
        }
        return (own + shared).map { SandboxPlace(path: $0.0, meaning: $0.1) }
    }
}

extension AppBundle {
    /// The most bytes of a file with entitlements.
    private static let maximumEntitlementBytes = 1 << 20
    /// The most app groups that are told, and the most files that are read for entitlements.
    private static let maximumGroups = 50

    /// The app groups of the app, sorted: those that its settings name and those that its entitlements do.
    ///
    /// - Parameter files: the files that may tell the entitlements: what Xcode writes for simulators, and the
    ///   provisioning profile of a device build.
    public func applicationGroups(entitlements files: [String]) -> [String] {
        var groups: Set<String> = []
        for pane in settings?.allPanes().panes.values.elements ?? [] {
            if let group = pane.applicationGroup { groups.insert(group) }
        }
        for entitlements in entitlements(in: files) {
            let named = entitlements["com.apple.security.application-groups"]?.arrayValue ?? []
            groups.formUnion(named.prefix(Self.maximumGroups).compactMap(\.stringValue))
        }
        return Array(groups.sorted().prefix(Self.maximumGroups))
    }

    /// The entitlements that files tell; those that cannot be read tell none.
    func entitlements(in files: [String]) -> [PropertyListValue] {
        files.prefix(Self.maximumGroups).compactMap { file in
            guard let bytes = try? self.files.read(file, limit: Self.maximumEntitlementBytes),
                let list = try? PropertyListReader.read(Self.propertyList(in: bytes))
            else { return nil }
            return list["Entitlements"] ?? list
        }
    }

    /// The property list in a signed profile, which stands in it as it is; other files whole.
    private static func propertyList(in bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.firstRange(of: Array("<?xml".utf8)),
            let end = bytes[start.upperBound...].firstRange(of: Array("</plist>".utf8))
        else { return bytes }
        return Array(bytes[start.lowerBound..<end.upperBound])
    }
}
