import AppBundles
import Testing

@testable import Catalog

@Suite("Files by their list")
struct IndexedFilesTests {
    private let files = IndexedFiles(
        name: "Clock.app",
        files: [
            AppFile(path: "Clock", size: 9, checksum: 0, isKept: false),
            AppFile(path: "en.lproj/a.strings", size: 2, checksum: 0, isKept: true),
            AppFile(path: "en.lproj/deep/b.strings", size: 2, checksum: 0, isKept: true),
        ]
    ) { $0.hasSuffix(".strings") ? [1, 2] : nil }

    private func code(_ body: () throws -> Void) -> AppBundleError.Code? {
        (#expect(throws: AppBundleError.self) { try body() })?.code
    }

    @Test("folders are where files say they are")
    func folders() throws {
        #expect(try files.entries(in: "", limit: 9).map(\.name) == ["Clock", "en.lproj"])
        #expect(try files.entries(in: "en.lproj", limit: 9).map(\.kind) == [.file, .folder])
        #expect(files.kind(of: "") == .folder)
        #expect(files.kind(of: "./en.lproj//deep") == .folder)
        #expect(files.kind(of: "en.lproj/../Clock") == nil)
        #expect(files.kind(of: "none") == nil)
        #expect(code { _ = try files.entries(in: "Clock", limit: 9) } == .missingFile)
        #expect(code { _ = try files.entries(in: "", limit: 1) } == .tooManyFiles)
    }

    @Test("files are read within the limit, where their bytes are kept")
    func reading() throws {
        #expect(try files.read("en.lproj/a.strings", limit: 2) == [1, 2])
        #expect(code { _ = try files.read("en.lproj/a.strings", limit: 1) } == .tooLarge)
        #expect(code { _ = try files.read("Clock", limit: 99) } == .unreadableFile)
        #expect(code { _ = try files.read("en.lproj", limit: 99) } == .missingFile)
        #expect(code { _ = try files.read("../x", limit: 99) } == .missingFile)
    }

    @Test(
        "texts and interfaces are kept anywhere, pictures at the top and in settings, programs nowhere",
        arguments: [
            ("Info.plist", true), ("a/b/c.PLIST", true), ("en.lproj/x.strings", true), ("AppIcon.png", true),
            ("Settings.bundle/sun.png", true), ("a/Main.storyboardc/x.nib", true), ("b.xib", true),
            ("c.storyboard", true),
            ("Assets/sun.png", false), ("Clock", false), ("Assets.car", false),
            (".strings", false), ("Frameworks/A.framework/A", false),
        ]
    )
    func kept(_ path: String, _ isKept: Bool) {
        #expect((KeptFiles.rank(path) != nil) == isKept)
    }
}
