import AppBundles
import Testing

@testable import Server

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
