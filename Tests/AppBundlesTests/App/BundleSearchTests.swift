import AppBundles
import Foundation
import Testing
import TestSupport

@Suite("Search for bundles")
struct BundleSearchTests {
    @Test("a path may be a bundle, a folder of some, or nothing")
    func paths() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path(percentEncoded: false).trimmed
        try folder.write("{ a = b; }", to: "apps/A.app/Info.plist")
        try folder.write(pane(), to: "apps/A.app/Settings.bundle/Root.plist")
        try folder.write(pane(), to: "apps/deep/er/B.bundle/de.lproj/Root.plist")
        try folder.write("x", to: "apps/Other.bundle/picture.png")
        try folder.write(pane(), to: ".hidden/C.bundle/Root.plist")
        #expect(BundleSearch(path).bundles == [path + "/apps/A.app", path + "/apps/deep/er/B.bundle"])
        #expect(BundleSearch(path + "/apps/A.app").bundles == [path + "/apps/A.app"])
        #expect(BundleSearch(path + "/apps/A.app/").bundles == [path + "/apps/A.app"])
        #expect(BundleSearch(path + "/apps/A.app/Settings.bundle").bundles == [path + "/apps/A.app/Settings.bundle"])
        #expect(BundleSearch(path + "/apps/Other.bundle").bundles.isEmpty)
        #expect(BundleSearch(path + "/apps/A.app/Info.plist").bundles.isEmpty)
        #expect(BundleSearch(path + "/apps").exists && !BundleSearch(path + "/none").exists)
    }

    @Test("files that are of use are listed beside bundles, not those inside of them")
    func files() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path(percentEncoded: false).trimmed
        try folder.write("{ a = b; }", to: "A.app/Info.plist")
        try folder.write(pane(), to: "A.app/Settings.bundle/Root.plist")
        for name in ["b/two.txt", "one.txt", "b/three.md", ".hidden.txt"] { try folder.write("x", to: name) }
        let search = BundleSearch(path, files: { $0.hasSuffix(".txt") })
        #expect(search.bundles == [path + "/A.app"])
        #expect(search.files.sorted() == [path + "/b/two.txt", path + "/one.txt"])
        #expect(BundleSearch(path + "/A.app", files: { _ in true }).files.isEmpty)
    }

    @Test("a folder with Info.plist and Settings.bundle is an app, whatever it is called")
    func unpacked() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path(percentEncoded: false).trimmed
        try folder.write("{ a = b; }", to: "Info.plist")
        try folder.write(pane(), to: "Settings.bundle/Root.plist")
        #expect(BundleSearch(path).bundles == [path])
    }
}

extension String {
    fileprivate var trimmed: String { hasSuffix("/") ? String(dropLast()) : self }
}
