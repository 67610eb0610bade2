import Diagnostics
import Foundation
import PropertyList
import Testing
import TestSupport

@testable import AppBundles

/// Findings about real bundles that a reader of their files finds too.
@Suite("Findings about real bundles", .enabled(if: Corpus.root != nil))
struct BundleLintCorpusTests {
    private func findings(_ path: String) throws -> [BundleFinding] {
        let root = try #require(Corpus.root)
        let folder = root.appending(path: "settings").appending(path: path)
        return BundleLint.findings(of: try AppBundle(folder: folder))
    }

    private func places(_ rule: String, _ findings: [BundleFinding]) -> [String] {
        findings.filter { $0.rule == rule }.map { "\($0.file ?? "")#\($0.row ?? -1)" }
    }

    @Test("VLC mixes types of values, leaves types out, and has its own keys and another root in the app")
    func vlc() throws {
        let found = try findings("videolan__vlc-ios/Resources/iOS/Settings.bundle")
        #expect(!places("settings.row.noType", found).isEmpty)
        #expect(found.contains { $0.rule == "settings.row.mixedValueTypes" })
        #expect(found.contains { $0.rule == "settings.row.unknownKey" && $0.message.contains("“infobuttonvalue”") })
        #expect(found.contains { $0.rule == "settings.key.typeConflict" && $0.key == "AutomaticallyPlayNextItem" })
        #expect(!found.contains { $0.rule == "settings.pane.unreachable" || $0.rule == "settings.root.missing" })
    }

    @Test("UTM's rows are filtered by its build, one mixes types, one shares a key")
    func utm() throws {
        let found = try findings("utmapp__UTM/Platform/iOS/Settings.bundle")
        #expect(found.contains { $0.rule == "settings.row.condition" && $0.message.contains("not in iOS-Remote") })
        #expect(found.filter { $0.rule == "settings.row.mixedValueTypes" }.map(\.key).contains("QEMUVulkanDriver"))
        #expect(found.filter { $0.rule == "settings.row.duplicateKey" }.map(\.key) == ["MouseTouchType"])
    }

    @Test("iKopter has a broken pane, lost tables and foreign types")
    func iKopter() throws {
        let found = try findings("fblumenberg__iKopter@94b6966e-badplist/InAppSettings.bundle")
        let pane = try #require(found.first { $0.rule == "settings.pane.unreadable" })
        #expect(pane.file == "NaviControl.plist" && pane.line == 181)
        let lost = found.filter { $0.rule == "settings.strings.unreadable" }
        #expect(lost.map(\.file) == ["de.lproj/MKHost.strings", "en.lproj/MKHost.strings", "en.lproj/Root.strings"])
        #expect(lost.map(\.line) == [1, 1, 2])
        #expect(found.contains { $0.rule == "settings.row.unknownType" && $0.message.contains("IASKPoti") })
        // Settings never opens this bundle.
        #expect(!found.contains { $0.rule == "settings.pane.noLeadingGroup" || $0.rule == "settings.row.libraryType" })
    }

    @Test("the torture test of kgn/InAppSettings breaks what it says it breaks")
    func torture() throws {
        let found = try findings("kgn__InAppSettings/InAppSettingsTestApp/test_settings/Settings.bundle")
        let rules = Set(found.map(\.rule))
        #expect(
            rules.isSuperset(of: [
                "settings.row.noType", "settings.row.choicesMismatch", "settings.row.noChoices",
                "settings.row.sliderRange", "settings.childPane.noFile", "settings.childPane.missing",
                "settings.row.toggleHalf", "settings.row.toggleDefault",
            ])
        )
    }

    @Test("Einstein's empty key is an error on iOS 18 in one commit and gone in the other")
    func einstein() throws {
        func hasEmptyKey(_ folder: String) throws -> Bool {
            let root = try #require(Corpus.root).appending(path: "settings").appending(path: folder)
            let bundles = BundleSearch(root.path(percentEncoded: false)).bundles
            return try bundles.contains { path in
                BundleLint.findings(of: try AppBundle(folder: URL(filePath: path)))
                    .contains { $0.rule == "settings.row.emptyKey" && $0.severity == .error && $0.line != nil }
            }
        }
        #expect(try hasEmptyKey("pguyot__Einstein@d570e237-ios18-empty-key"))
        #expect(try !hasEmptyKey("pguyot__Einstein"))
    }

    @Test("every finding about every bundle has a rule, a sentence, a file that is there and a line inside it")
    func wellFormed() throws {
        let root = try #require(Corpus.root).appending(path: "settings").path(percentEncoded: false)
        let bundles = BundleSearch(root).bundles
        #expect(bundles.count >= 80)
        for path in bundles {
            let files = try FolderFiles(root: URL(filePath: path))
            for finding in BundleLint.findings(of: try AppBundle(files: files)) {
                let place = "\(path): \(finding)"
                #expect(BundleLint.rule(finding.rule) != nil, "\(place)")
                #expect(finding.message.hasSuffix(".") || finding.message.hasSuffix("…"), "\(place)")
                guard let file = finding.file else { continue }
                #expect(files.kind(of: file) != nil, "\(place)")
                guard let line = finding.line else { continue }
                let bytes = try files.read(file, limit: 1 << 24)
                #expect(line >= 1 && line <= bytes.count { $0 == 10 || $0 == 13 } + 1, "\(place)")
            }
        }
    }

    @Test("tables that Foundation does not read have their mistake where an editor shows it")
    func tables() throws {
        let root = try #require(Corpus.root).appending(path: "settings")
        let walk = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in walk where file.pathExtension == "strings" {
            let bytes = try Data(contentsOf: file)
            count += 1
            do throws(PropertyListError) {
                _ = try PropertyListReader.read([UInt8](bytes))
            } catch {
                guard !bytes.isEmpty else { continue }
                let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
                #expect((1...lines).contains(error.line ?? 0), "\(file.path)")
                #expect((try? PropertyListSerialization.propertyList(from: bytes, format: nil)) == nil, "\(file.path)")
            }
        }
        #expect(count > 500)
    }

    @Test("no pane is empty that Settings would show, in any language, on either device")
    func shown() throws {
        let root = try #require(Corpus.root).appending(path: "settings").path(percentEncoded: false)
        for path in BundleSearch(root).bundles {
            guard let bundle = try AppBundle(folder: URL(filePath: path)).settings else { continue }
            for idiom in InterfaceIdiom.allCases {
                for language in bundle.languages.isEmpty ? ["en"] : bundle.languages {
                    for pane in bundle.allPanes(languages: [language], idiom: idiom).inOrder {
                        let isTold = pane.findings.contains {
                            ["settings.pane.unreadable", "settings.pane.empty"].contains($0.rule)
                        }
                        #expect(!pane.groups.isEmpty || isTold, "\(path) \(pane.file) \(language)")
                    }
                }
            }
        }
    }
}
