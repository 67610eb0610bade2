import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@testable import Catalog

@Suite("Languages of dumps")
struct DumpLanguageTests {
    private let store = MemoryCatalogStore()
    private let catalog: Catalog

    init() { catalog = Catalog(store: store) }

    private static let xib = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
        <objects><view id="roo"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
        <label text="Eggs" id="lab"><rect key="frame" x="0" y="0" width="80" height="20"/></label>
        </subviews></view></objects></document>
        """

    private func table(_ text: String) -> [UInt8] { Array("\"lab.text\" = \"\(text)\";".utf8) }

    private func words(_ language: String, of id: String, in catalog: Catalog) throws -> String? {
        try catalog.snapshot(of: id).languages.words(in: language)[1]?.text
    }

    @Test("the last companion of a language counts, and before it what came beside the dump")
    func order() throws {
        let beside = DumpPart(name: "strings.de", bytes: table("daneben"))
        let id = try catalog.add(DumpUpload(source: Array(Self.xib.utf8), parts: [beside])).id
        #expect(try words("de", of: id, in: catalog) == "daneben")
        try catalog.add(companion: table("zuerst"), to: id, language: "de")
        try catalog.add(companion: table("zuletzt"), to: id, language: "DE")
        for catalog in [catalog, Catalog(store: store)] {
            let languages = try catalog.snapshot(of: id).languages
            #expect(languages.names == ["DE"] && languages.language(matching: "de-AT") == "DE")
            #expect(languages.language(matching: "fr") == nil)
            #expect(try words("DE", of: id, in: catalog) == "zuletzt")
            #expect(try catalog.companions(of: id).map(\.kinds) == [[.strings], [.strings]])
        }
        try catalog.removeCompanion(2, of: id)
        #expect(try words("de", of: id, in: catalog) == "zuerst")
        try catalog.removeCompanion(1, of: id)
        #expect(try words("de", of: id, in: catalog) == "daneben")
    }

    @Test("words find views that edits have moved, and none that are gone")
    func edits() throws {
        let id = try catalog.add(DumpUpload(source: Array(Self.xib.utf8))).id
        try catalog.add(companion: table("Eier"), to: id, language: "de")
        _ = try catalog.edit(id, .remove(view: 1))
        #expect(try catalog.snapshot(of: id).languages.words(in: "de").isEmpty)
        _ = try catalog.undo(id)
        #expect(try words("de", of: id, in: catalog) == "Eier")
    }

    @Test("what is no language, no interface or too much is refused")
    func refused() throws {
        let id = try catalog.add(DumpUpload(source: Array(Self.xib.utf8))).id
        for wrong in ["Base", "x", "../de", String(repeating: "de", count: 60)] {
            let error = #expect(throws: CatalogError.self) {
                try catalog.add(companion: table("a"), to: id, language: wrong)
            }
            #expect(error?.code == .unknownLanguage, "\(wrong)")
        }
        let text = try catalog.add(DumpUpload(source: Array("<UIView: 0x1; frame = (0 0; 1 1)>".utf8))).id
        let error = #expect(throws: CatalogError.self) {
            try catalog.add(companion: table("a"), to: text, language: "de")
        }
        #expect(error?.code == .nothingJoined && error?.message.contains("not a xib or storyboard") == true)
        for number in 0..<StringsTables.maximumCount {
            try catalog.add(companion: table("\(number)"), to: id, language: "de")
        }
        let many = #expect(throws: CatalogError.self) { try catalog.add(companion: table("x"), to: id, language: "de") }
        #expect(many?.code == .tooManyCompanions)
    }

    @Test("tables beside a file are its languages, and read again when they are written to")
    func files() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.xib, to: "Base.lproj/Main.xib")
        try directory.write(table("Eier"), to: "de.lproj/Main.strings")
        try directory.write(table("andere"), to: "fr.lproj/Other.strings")
        let path = directory.url.appending(path: "Base.lproj/Main.xib").path(percentEncoded: false)
        let catalog = Catalog.open(paths: [path], store: store)
        let id = try #require(try catalog.dumps().dumps.first?.id)
        #expect(try catalog.snapshot(of: id).languages.names == ["de"])
        #expect(try words("de", of: id, in: catalog) == "Eier")
        try directory.write(table("Hühnereier"), to: "de.lproj/Main.strings")
        #expect(try words("de", of: id, in: catalog) == "Hühnereier")
        _ = try catalog.edit(id, .remove(view: 1))
        _ = try catalog.undo(id)
        try directory.write(table("Œufs"), to: "fr.lproj/Main.strings")
        #expect(try catalog.snapshot(of: id).languages.names == ["de", "fr"])
        #expect(try words("fr", of: id, in: catalog) == "Œufs")
    }
}
