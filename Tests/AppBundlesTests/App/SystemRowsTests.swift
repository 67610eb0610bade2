import AppBundles
import Testing

@Suite("Rows of iOS above an app's own")
struct SystemRowsTests {
    private func app(
        _ info: String?,
        more: [String: String] = [:],
        on idiom: InterfaceIdiom = .phone,
        entitlements: [String] = []
    ) throws -> SystemRows {
        var files = ["Settings.bundle/Root.plist": pane()]
        if let info { files["Info.plist"] = "{ CFBundleIdentifier = \"com.example.a\"; \(info) }" }
        files.merge(more) { $1 }
        return try AppBundle(files: MemoryFiles(files, name: "A.app")).systemRows(on: idiom, entitlements: entitlements)
    }

    @Test("a bundle without Info.plist tells nothing but what nearly every app has")
    func withoutInfo() throws {
        let rows = try app(nil, more: ["en.lproj/A.strings": "", "de.lproj/A.strings": ""])
        #expect(!rows.hasInfo)
        #expect(rows.rows.map(\.kind) == [.siri, .cellularData])
        #expect(rows.rows.allSatisfy { $0.reason == .anyApp })
    }

    @Test("an app that asks for nothing has none of the rows of those that do")
    func nothingAsked() throws {
        #expect(try app("").hasInfo)
        #expect(try app("").rows.map(\.kind) == [.siri, .cellularData])
        #expect(try app("", on: .pad).rows.map(\.kind) == [.siri])
    }

    @Test("every text that is shown before access stands for its row, by itself", arguments: SystemRowsTests.usages)
    func usage(_ usage: (key: String, kind: SystemRows.Kind)) throws {
        let rows = try app("\(usage.key) = \"Why\";").rows
        #expect(rows.first { $0.kind == usage.kind }?.reason == .info([usage.key]))
        #expect(rows.count == 3)
    }

    static let usages: [(key: String, kind: SystemRows.Kind)] = [
        ("NSLocationWhenInUseUsageDescription", .location), ("NSLocationAlwaysAndWhenInUseUsageDescription", .location),
        ("NSContactsUsageDescription", .contacts), ("NSCalendarsFullAccessUsageDescription", .calendars),
        ("NSCalendarsWriteOnlyAccessUsageDescription", .calendars), ("NSRemindersUsageDescription", .reminders),
        ("NSPhotoLibraryUsageDescription", .photos), ("NSPhotoLibraryAddUsageDescription", .photos),
        ("NSBluetoothAlwaysUsageDescription", .bluetooth), ("NSLocalNetworkUsageDescription", .localNetwork),
        ("NSMicrophoneUsageDescription", .microphone), ("NSCameraUsageDescription", .camera),
        ("NSSpeechRecognitionUsageDescription", .speechRecognition), ("NSMotionUsageDescription", .motion),
        ("NSHealthShareUsageDescription", .health), ("NSHomeKitUsageDescription", .homeKit),
        ("NSAppleMusicUsageDescription", .media), ("NSFaceIDUsageDescription", .faceID),
        ("NSUserTrackingUsageDescription", .tracking), ("NSFocusStatusUsageDescription", .focus),
    ]

    @Test("several keys make one row, named in alphabetical order, and rows stand as iOS has them")
    func order() throws {
        let rows = try app(
            """
            NSLocationWhenInUseUsageDescription = a; NSLocationAlwaysUsageDescription = b; NSCameraUsageDescription = c;
            NSContactsUsageDescription = d;
            """
        ).rows
        #expect(rows.map(\.kind) == [.location, .contacts, .camera, .siri, .cellularData])
        #expect(
            rows.first?.reason == .info(["NSLocationAlwaysUsageDescription", "NSLocationWhenInUseUsageDescription"])
        )
    }

    @Test("modes in which iOS runs the app by itself stand for Background App Refresh, to play on does not")
    func backgroundModes() throws {
        func kinds(_ modes: String) throws -> [SystemRows.Kind] {
            try app("UIBackgroundModes = (\(modes));").rows.map(\.kind).filter { $0 != .siri && $0 != .cellularData }
        }
        #expect(try kinds("audio, voip") == [])
        #expect(try kinds("audio, fetch") == [.backgroundRefresh])
        #expect(try kinds("\"remote-notification\"") == [.notifications, .backgroundRefresh])
    }

    @Test("the entitlement of push notifications stands for Notifications")
    func entitlement() throws {
        let rows = try app("", more: ["A.xcent": "{ \"aps-environment\" = development; }"], entitlements: ["A.xcent"])
        #expect(rows.rows.first { $0.kind == .notifications }?.reason == .entitlement("aps-environment"))
        let broken = try app("", more: ["A.xcent": "{ no"], entitlements: ["A.xcent", "None.xcent"])
        #expect(!broken.rows.contains { $0.kind == .notifications })
    }

    @Test("Language appears from the second language on, whatever the spelling")
    func languages() throws {
        func reason(_ info: String, _ folders: [String]) throws -> SystemRows.Reason? {
            let files = Dictionary(folders.map { ("\($0).lproj/A.strings", "") }) { first, _ in first }
            return try app(info, more: files).rows.first { $0.kind == .language }?.reason
        }
        #expect(try reason("", ["en", "Base"]) == nil)
        #expect(try reason("CFBundleLocalizations = (en, EN, \"zh_CN\");", ["en", "zh-CN"]) == .localizations(2))
        #expect(try reason("", ["en", "de", "ar"]) == .localizations(3))
    }

    @Test("values of other types than the keys have stand for nothing")
    func wrongTypes() throws {
        let rows = try app(
            """
            NSCameraUsageDescription = (a); UIBackgroundModes = fetch; CFBundleLocalizations = { a = b; };
            NSSupportsLiveActivities = NO;
            """
        )
        #expect(rows.rows.map(\.kind) == [.siri, .cellularData])
    }
}
