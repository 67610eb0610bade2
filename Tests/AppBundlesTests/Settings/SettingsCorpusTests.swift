import AppBundles
import Diagnostics
import Foundation
import PropertyList
import Testing
import TestSupport

/// Real bundles, counted a second time from their raw lists.
@Suite("Real settings bundles", .enabled(if: Corpus.root != nil))
struct SettingsCorpusTests {
    /// The outermost folders that hold a root list at the top or in a language folder.
    private func bundles() -> [URL] {
        guard let root = Corpus.root,
            let walk = FileManager.default.enumerator(
                at: root.appending(path: "settings"),
                includingPropertiesForKeys: nil
            )
        else { return [] }
        var found: Set<String> = []
        for case let file as URL in walk where file.pathExtension == "plist" && file.lastPathComponent.hasPrefix("Root")
        {
            let folder = file.deletingLastPathComponent()
            found.insert((folder.pathExtension == "lproj" ? folder.deletingLastPathComponent() : folder).path)
        }
        return found.sorted().map { URL(filePath: $0, directoryHint: .isDirectory) }
    }

    @Test("every readable pane gives all its specifiers, every other says why not")
    func everyPane() throws {
        var panes = 0
        var unreadable = 0
        let bundles = bundles()
        for folder in bundles {
            let files = try FolderFiles(root: folder)
            let bundle = try SettingsBundle(files: files)
            for name in bundle.paneNames {
                for idiom in InterfaceIdiom.allCases {
                    for language in bundle.languages.isEmpty ? ["en"] : bundle.languages {
                        let pane = try bundle.pane(named: name, languages: [language], idiom: idiom)
                        guard let raw = specifiers(of: pane.file, in: files) else {
                            #expect(pane.report.contains { $0.severity == .error }, "\(folder.path) \(pane.file)")
                            unreadable += 1
                            continue
                        }
                        panes += 1
                        check(pane, against: raw, "\(folder.path) \(pane.file)")
                    }
                }
            }
            _ = bundle.allPanes(languages: ["ar"], idiom: .pad)
        }
        #expect(bundles.count >= 88)
        #expect(panes > 234)
        #expect(unreadable > 0)
    }

    private func specifiers(of file: String, in files: FolderFiles) -> [PropertyListValue]? {
        guard let bytes = try? files.read(file, limit: 1 << 24) else { return nil }
        return (try? PropertyListReader.read(bytes))?["PreferenceSpecifiers"]?.arrayValue
    }

    private func check(_ pane: SettingsPane, against raw: [PropertyListValue], _ place: String) {
        let types = raw.map { $0["Type"]?.stringValue ?? "" }
        let headings = types.count { $0 == "PSGroupSpecifier" }
        let rowsThatBegin = ["PSRadioGroupSpecifier", "IASKListGroupSpecifier"]
        let radios = types.count { rowsThatBegin.contains($0) }
        let untyped = types.count { $0.isEmpty }
        let startsBare = types.first { !$0.isEmpty }.map { !(["PSGroupSpecifier"] + rowsThatBegin).contains($0) }
        #expect(pane.groups.count == headings + radios + (startsBare == true ? 1 : 0), "\(place)")
        #expect(pane.rows.count == raw.count - headings - untyped, "\(place)")
        #expect(pane.report.count { $0.code == "settings.row.noType" } == untyped, "\(place)")
        for row in pane.rows {
            let value = RowValue(row, stored: nil)
            #expect((value.isOn != nil) == (row.typeName == "toggle"), "\(place)")
            if let index = value.selectedIndex { #expect(row.choices.indices.contains(index), "\(place)") }
        }
    }
}
