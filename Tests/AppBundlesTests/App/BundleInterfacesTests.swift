import AppBundles
import Foundation
import Testing
import TestSupport

@Suite("Nibs and storyboards of a bundle")
struct BundleInterfacesTests {
    private let directory: TemporaryDirectory
    private let files: FolderFiles

    init() throws {
        directory = try TemporaryDirectory()
        for path in [
            "Cell~ipad.nib/runtime.nib", "Cell~ipad.nib/objects-9.0+.nib", "Cell~ipad.nib/objects-13.0+.nib",
            "Base.lproj/Main.storyboardc/Info.plist", "Base.lproj/Main.storyboardc/a.nib",
            "Base.lproj/Main.storyboardc/b.nib/runtime.nib", "de.lproj/Main.strings", "pt-BR.lproj/Main.strings",
            "fr.lproj/Other.strings", "en.lproj/Old.nib", "Frameworks/Kit.framework/Card.nib", "Model.momd/x.nib",
            "View.xib", "Flow.storyboard", "empty.nib/readme", ".nib", "Fake.storyboardc",
        ] {
            try directory.write("x", to: path)
        }
        files = try FolderFiles(root: directory.url)
    }

    @Test("each is listed once with its kind, language, idiom and tables")
    func list() throws {
        let found = BundleInterfaces(files)
        #expect(found.isComplete)
        #expect(
            found.all.map(\.path) == [
                "Base.lproj/Main.storyboardc", "Cell~ipad.nib", "Flow.storyboard", "Frameworks/Kit.framework/Card.nib",
                "View.xib", "empty.nib", "en.lproj/Old.nib",
            ]
        )
        let main = try #require(found.all.first)
        #expect(main.kind == .storyboardc && main.name == "Main" && main.language == "Base" && main.idiom == nil)
        #expect(main.languages == ["de", "pt-BR"])
        #expect(main.tables["de"] == "de.lproj/Main.strings")
        #expect(BundleInterface(at: main.path, in: files) == main)
        let cell = found.all[1]
        #expect(cell.name == "Cell" && cell.idiom == "ipad" && cell.language == nil && cell.languages.isEmpty)
        #expect(found.all[6].language == "en")
        #expect(BundleInterface(at: "Fake.storyboardc", in: files) == nil)
    }

    @Test("of a nib's folder the file for the newest system is read")
    func newest() throws {
        let all = BundleInterfaces(files).all
        #expect(try all[1].mainFile(in: files) == "Cell~ipad.nib/objects-13.0+.nib")
        #expect(try all[0].mainFile(in: files) == "Base.lproj/Main.storyboardc/Info.plist")
        #expect(try all[0].nibs(in: files).map(\.name) == ["a.nib", "b.nib"])
        #expect(try all[0].nibs(in: files).map(\.file).last == "Base.lproj/Main.storyboardc/b.nib/runtime.nib")
        #expect(throws: AppBundleError.self) { try all[5].mainFile(in: files) }
    }

    @Test(
        "a language is found as it is spelled, or in another region",
        arguments: [("de", "de"), ("DE", "de"), ("de-AT", "de"), ("pt", "pt-BR"), ("fr", nil), ("x", nil)]
    )
    func languages(_ wanted: String, _ found: String?) throws {
        #expect(try #require(BundleInterfaces(files).all.first).language(matching: wanted) == found)
    }
}
