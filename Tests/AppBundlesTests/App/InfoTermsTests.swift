import AppBundles
import Testing

@Suite("Info.plist in words")
struct InfoTermsTests {
    @Test(
        "the key of a usage description says what it is about",
        arguments: [
            ("NSCameraUsageDescription", "Camera"), ("NSPhotoLibraryAddUsageDescription", "Photo library add"),
            ("NSFaceIDUsageDescription", "Face ID"),
            ("NSUsageDescription", ""),
        ]
    )
    func usages(_ key: String, _ subject: String) {
        #expect(InfoTerms.subject(ofUsage: key) == subject)
    }

    @Test("values of well-known keys have words, whatever the device suffix")
    func words() {
        #expect(InfoTerms.words(ofKey: "UIDeviceFamily")?["2"] == "iPad")
        #expect(InfoTerms.words(ofKey: "UISupportedInterfaceOrientations~ipad")?.isEmpty == false)
        #expect(InfoTerms.words(ofKey: "CFBundleName") == nil)
        #expect(InfoTerms.words(ofKey: "") == nil)
    }

    @Test("well-known keys have a meaning, whatever the device suffix")
    func meanings() {
        #expect(InfoTerms.meaning(ofKey: "UISupportedInterfaceOrientations~ipad") != nil)
        #expect(InfoTerms.meaning(ofKey: "MyKey") == nil)
    }

    @Test("nibs, storyboards and icons are found, those of bundles inside are not")
    func inventory() {
        let inventory = BundleInventory(
            ListedFiles([
                "Main.nib", "Base.lproj/Main.storyboardc/a.nib", "AppIcon60x60.png", "photo.png",
                "Frameworks/A.framework/x.nib", "Pear.xcent",
            ])
        )
        #expect(inventory.interfaces.map(\.path) == ["Base.lproj/Main.storyboardc", "Main.nib"])
        #expect(inventory.icons.map(\.path) == ["AppIcon60x60.png"])
        #expect(inventory.entitlements == ["Pear.xcent"])
    }
}

@Suite("Where an app keeps its files")
struct SandboxTests {
    private static let entitlements = """
        <?xml version="1.0"?><plist version="1.0"><dict><key>com.apple.security.application-groups</key>
        <array><string>group.b</string><string>group.a</string><integer>1</integer></array></dict></plist>
        """

    @Test("app groups come from the panes, from entitlements, and from inside a signed profile")
    func groups() throws {
        let profile = Self.entitlements
            .replacing("<dict>", with: "<dict><key>Entitlements</key><dict>", maxReplacements: 1)
            .replacing("</dict>", with: "</dict></dict>").replacing("group.b", with: "group.c")
        let files = MemoryFiles(
            [
                "Info.plist": "{ CFBundleIdentifier = pear; }",
                "Settings.bundle/Root.plist": pane(extra: "ApplicationGroupContainerIdentifier = \"group.d\";"),
                "Pear.xcent": Self.entitlements, "broken.xcent": "<",
            ],
            bytes: ["embedded.mobileprovision": [0x30, 0x82, 0] + Array(profile.utf8) + [0, 0xFF]],
            name: "Pear.app"
        )
        let app = try AppBundle(files: files)
        let all = ["Pear.xcent", "broken.xcent", "gone.xcent", "embedded.mobileprovision"]
        #expect(app.applicationGroups(entitlements: all) == ["group.a", "group.b", "group.c", "group.d"])
        #expect(app.applicationGroups(entitlements: []) == ["group.d"])
    }

    @Test("the places name the domain and each group")
    func places() {
        let places = SandboxPlace.all(domain: "com.example.pear", groups: ["group.a", "group.b"])
        let paths = places.map(\.path)
        #expect(paths.contains("Library/Preferences/com.example.pear.plist"))
        #expect(
            paths.suffix(2).map { $0 }
                == ["a", "b"].map { "AppGroup/<container>/Library/Preferences/group.\($0).plist" }
        )
        #expect(places.allSatisfy { !$0.meaning.isEmpty })
    }
}

/// A bundle of empty files.
private struct ListedFiles: BundleFiles {
    let name = "Pear.app"
    let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    func entries(in folder: String, limit: Int) -> [BundleEntry] {
        let start = folder.isEmpty ? "" : folder + "/"
        let inner = paths.filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count).split(separator: "/") }
        let names = Dictionary(inner.map { (String($0[0]), $0.count > 1) }) { $0 || $1 }
        return names.sorted { $0.key < $1.key }.map { BundleEntry(name: $0.key, kind: $0.value ? .folder : .file) }
    }

    func kind(of path: String) -> BundleEntry.Kind? { paths.contains(path) ? .file : .folder }

    func read(_ path: String, limit: Int) -> [UInt8] { [] }
}
