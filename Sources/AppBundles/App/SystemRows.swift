import PropertyList

/// The rows that iOS itself shows above an app's own on the app's page in Settings, as far as the bundle implies them.
///
/// They are no part of a settings bundle. Which of them iOS shows depends on its version, on the device and on what the
/// app has asked for, so they are a frame of reference and never a fact.
public struct SystemRows: Sendable, Hashable {
    /// One of the rows, in the order in which iOS shows them.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case location, contacts, calendars, reminders, photos, bluetooth, localNetwork, nearbyInteraction, microphone,
            speechRecognition, camera, health, homeKit, media, motion, tvProvider, faceID, focus, siri, notifications,
            liveActivities, backgroundRefresh, cellularData, tracking, language
    }

    /// What in the bundle stands for a row.
    public enum Reason: Sendable, Hashable {
        /// These keys of Info.plist, in alphabetical order.
        case info([String])
        /// This entitlement.
        case entitlement(String)
        /// The app speaks so many languages, at least two.
        case localizations(Int)
        /// Nothing: iOS shows it for nearly every app.
        case anyApp
    }

    /// A row and what stands for it.
    public struct Row: Sendable, Hashable {
        /// Which one it is.
        public var kind: Kind
        /// Why it is expected.
        public var reason: Reason
    }

    /// The rows that are expected.
    public let rows: [Row]
    /// Whether the bundle has an Info.plist. Without one only the rows of nearly every app are known.
    public let hasInfo: Bool

    /// The keys of Info.plist that stand for a row (Information Property List, developer.apple.com/documentation).
    static let keys: [Kind: Set<String>] = [
        .location: [
            "NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription",
            "NSLocationAlwaysUsageDescription", "NSLocationUsageDescription",
        ],
        .contacts: ["NSContactsUsageDescription"],
        .calendars: [
            "NSCalendarsUsageDescription", "NSCalendarsFullAccessUsageDescription",
            "NSCalendarsWriteOnlyAccessUsageDescription",
        ],
        .reminders: ["NSRemindersUsageDescription", "NSRemindersFullAccessUsageDescription"],
        .photos: ["NSPhotoLibraryUsageDescription", "NSPhotoLibraryAddUsageDescription"],
        .bluetooth: ["NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription"],
        .localNetwork: ["NSLocalNetworkUsageDescription"],
        .nearbyInteraction: [
            "NSNearbyInteractionUsageDescription", "NSNearbyInteractionAllowOnceUsageDescription",
        ],
        .microphone: ["NSMicrophoneUsageDescription"], .speechRecognition: ["NSSpeechRecognitionUsageDescription"],
        .camera: ["NSCameraUsageDescription"],
        .health: ["NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription"],
        .homeKit: ["NSHomeKitUsageDescription"], .media: ["NSAppleMusicUsageDescription"],
        .motion: ["NSMotionUsageDescription"], .tvProvider: ["NSVideoSubscriberAccountUsageDescription"],
        .faceID: ["NSFaceIDUsageDescription"], .focus: ["NSFocusStatusUsageDescription"],
        .tracking: ["NSUserTrackingUsageDescription"],
    ]

    /// The entitlement of apps that take notifications from a server (UserNotifications, “Registering your app with
    /// APNs”).
    private static let pushEntitlement = "aps-environment"

    /// The background modes in which iOS runs the app on its own account, which is what Background App Refresh allows
    /// (UIApplication, “backgroundRefreshStatus”). To play on or to keep a call needs no leave.
    private static let refreshModes: Set = [
        "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location", "newsstand-content",
        "processing", "remote-notification",
    ]

    /// - Parameters:
    ///   - info: Info.plist, empty where there is none.
    ///   - languages: the languages that the app has folders for.
    ///   - entitlements: the names of the entitlements that are known.
    init(
        info: [String: PropertyListValue],
        languages: [String],
        entitlements: Set<String>,
        on idiom: InterfaceIdiom
    ) {
        hasInfo = !info.isEmpty
        rows = Kind.allCases.compactMap { kind in
            Self.reason(for: kind, info, languages, entitlements, idiom).map { Row(kind: kind, reason: $0) }
        }
    }

    private static func reason(
        for kind: Kind,
        _ info: [String: PropertyListValue],
        _ languages: [String],
        _ entitlements: Set<String>,
        _ idiom: InterfaceIdiom
    ) -> Reason? {
        let modes = Set((info["UIBackgroundModes"]?.arrayValue ?? []).prefix(50).compactMap(\.stringValue))
        switch kind {
        case .siri: return .anyApp
        // An iPad may have no cellular network at all.
        case .cellularData: return idiom == .phone ? .anyApp : nil
        case .backgroundRefresh:
            return modes.isDisjoint(with: refreshModes) ? nil : .info(["UIBackgroundModes"])
        case .notifications:
            if entitlements.contains(pushEntitlement) { return .entitlement(pushEntitlement) }
            return modes.contains("remote-notification") ? .info(["UIBackgroundModes"]) : nil
        case .liveActivities:
            return info["NSSupportsLiveActivities"]?.coercedBool == true ? .info(["NSSupportsLiveActivities"]) : nil
        case .language:
            guard !info.isEmpty else { return nil }
            let more = (info["CFBundleLocalizations"]?.arrayValue ?? []).prefix(500).compactMap(\.stringValue)
            let tags = Set((languages + more).map { $0.replacing("_", with: "-").lowercased() }).subtracting(["base"])
            return tags.count > 1 ? .localizations(tags.count) : nil
        default:
            let found = (keys[kind] ?? []).filter { info[$0]?.stringValue != nil }
            return found.isEmpty ? nil : .info(found.sorted())
        }
    }
}

extension AppBundle {
    /// The rows that iOS itself shows above the app's own in Settings, as far as the bundle implies them.
    ///
    /// - Parameter files: the files that may tell the entitlements.
    public func systemRows(on idiom: InterfaceIdiom, entitlements files: [String] = []) -> SystemRows {
        SystemRows(
            info: info,
            languages: infoLanguages,
            entitlements: Set(entitlements(in: files).flatMap { $0.dictionaryValue?.keys.map(\.self) ?? [] }),
            on: idiom
        )
    }
}
