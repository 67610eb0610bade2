import DumpFormats
import Foundation
import StorageTesting
import Testing
import TestSupport
import ViewHierarchy

@testable import Catalog

@Suite("Files that come together")
struct SeriesTests {
    private let catalog = Catalog(store: MemoryCatalogStore())

    private static let xib = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" useAutolayout="YES">
        <objects><view id="roo"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
        <label text="Eggs" id="lab"><rect key="frame" x="0" y="0" width="80" height="20"/></label>
        </subviews></view></objects></document>
        """

    private static func dump(_ title: String) -> [UInt8] {
        Array(SampleDumps.text.utf8) + Array("\n   | <UILabel: 0x9; frame = (0 0; 9 9); text = '\(title)'>".utf8)
    }

    private func files(_ names: String) -> [SeriesFile] {
        names.split(separator: " ").map { name in
            let isPicture = name.hasSuffix(".png")
            return SeriesFile(
                path: String(name),
                bytes: isPicture ? SampleDumps.png(640, 960) : Self.dump(String(name))
            )
        }
    }

    @Test(
        "pictures find their dumps by name, by number, and as neighbours; what fits several is left",
        arguments: [
            ("one.txt shot.png", "one.txt+shot.png"),
            ("b.txt a.png a.txt b.png", "a.txt+a.png b.txt+b.png"),
            (
                "step-2-source.xml step-10-source.xml step-2-screenshot.png step-10-screenshot.png",
                "step-2-source.xml+step-2-screenshot.png step-10-source.xml+step-10-screenshot.png"
            ),
            ("sources/01.xml sources/02.xml screenshots/02.png", "sources/01.xml sources/02.xml+screenshots/02.png"),
            ("01_login.xml 02_home.xml 1.png 2.png", "01_login.xml+1.png 02_home.xml+2.png"),
            (
                "source_2026-05-01T10-22-34.xml screenshot_2026-05-01T10-22-33.png source_2026-05-01T10-23-01.xml screenshot_2026-05-01T10-23-00.png",
                "source_2026-05-01T10-22-34.xml+screenshot_2026-05-01T10-22-33.png source_2026-05-01T10-23-01.xml+screenshot_2026-05-01T10-23-00.png"
            ),
            ("01.xml 01.txt 01.png", "01.txt 01.xml !01.png"),
            ("a.txt b.txt c.png d.png", "a.txt b.txt !c.png !d.png"),
        ]
    )
    func pairing(names: String, expected: String) {
        let files = files(names).map {
            SeriesPlan.File(path: $0.path, isPicture: $0.path.hasSuffix(".png"), entry: nil)
        }
        let plan = SeriesPlan(files)
        let steps = plan.steps.map { step in
            files[step.source].path + (step.picture.map { "+" + files[$0].path } ?? "")
        }
        let left = plan.unpaired.map { "!" + files[$0.picture].path }
        #expect((steps + left).joined(separator: " ") == expected)
    }

    @Test("a manifest of Xcode orders by time and pairs what one test attached within seconds")
    func manifest() throws {
        func attachment(_ file: String, _ name: String, _ time: Double) -> String {
            """
            {"exportedFileName":"\(file)","suggestedHumanReadableName":"\(name)","timestamp":\(time),"isAssociatedWithFailure":false}
            """
        }
        let id = "7A0D3C1E-1111-2222-3333-444455556666"
        let manifest = """
            [{"testIdentifier":"LoginTests/testLogin()","attachments":[
            \(attachment("Z.txt", "Start_0_\(id).txt", 1_780_000_000.5)),\(attachment("A.png", "Screen_1_\(id).png", 1_780_000_000.9)),
            \(attachment("C.txt", "End_0_\(id).txt", 1_780_000_060)),\(attachment("B.png", "Screen_2_\(id).png", 1_780_000_061)),
            \(attachment("D.png", "Late_2_\(id).png", 1_780_000_300))]},
            {"testIdentifier":"OtherTests/test()","attachments":[\(attachment("E.png", "Other.png", 1_780_000_060))]}]
            """
        let series = SeriesUpload(
            files("C.txt B.png Z.txt A.png D.png E.png") + [
                SeriesFile(path: "manifest.json", bytes: Array(manifest.utf8))
            ]
        )
        let outcome = try catalog.add(series)
        #expect(outcome.dumps.map(\.file) == ["Start.txt", "End.txt"] && outcome.dumps.allSatisfy(\.hasScreenshot))
        #expect(outcome.dumps[0].capturedAt == Date(timeIntervalSince1970: 1_780_000_000.5) && outcome.isTimeline)
        #expect(outcome.unused.map(\.path) == ["D.png", "E.png"])
    }

    @Test("what is not used says why, and the rest is stored all the same")
    func unused() throws {
        let others = [
            "clip.mp4": "It is a video", "notes.txt": "“Once", "empty.txt": "is empty",
            "Main.strings": "table of texts",
        ]
        let files =
            files("one.txt one.png")
            + others.keys.map { SeriesFile(path: $0, bytes: $0 == "empty.txt" ? [] : Array("Once upon a time".utf8)) }
        let outcome = try catalog.add(SeriesUpload(files + [SeriesFile(path: ".DS_Store", bytes: [1])]))
        #expect(outcome.dumps.count == 1 && outcome.dumps[0].hasScreenshot && !outcome.isTimeline)
        #expect(Set(outcome.unused.map(\.path)) == Set(others.keys))
        for file in outcome.unused { #expect(file.reason.contains(others[file.path] ?? "?"), "\(file)") }
    }

    @Test("a picture of another screen is told with the ratios, and its dump is stored without it")
    func otherScreen() throws {
        let outcome = try catalog.add(
            SeriesUpload([
                SeriesFile(path: "a.txt", bytes: Self.dump("A")),
                SeriesFile(path: "a.png", bytes: SampleDumps.png(400, 400)),
            ])
        )
        #expect(outcome.dumps.map(\.hasScreenshot) == [false] && outcome.unused.map(\.path) == ["a.png"])
        #expect(outcome.unused.first?.reason.contains("1.25 pixels a point across") == true)
    }

    @Test(
        "a picture that was not used is offered to each dump of which it shows the screen or a scene, with size and scale"
    )
    func offers() throws {
        func screens(_ sizes: [(Int, Int)], _ isBoard: Bool) -> [UInt8] {
            let roots = sizes.map { width, height in
                #"{"class":"UIView","frame":[0,0,\#(width),\#(height)]\#(isBoard ? ",\"objectID\":\"s\"" : "")}"#
            }
            return Array(#"{"vitrine":1,"windows":[\#(roots.joined(separator: ","))]}"#.utf8)
        }
        let outcome = try catalog.add(
            SeriesUpload([
                SeriesFile(path: "board.json", bytes: screens([(200, 100), (100, 200), (50, 100)], true)),
                // Windows lie on one screen, which is as large as the first.
                SeriesFile(path: "windows.json", bytes: screens([(200, 100), (100, 200)], false)),
                SeriesFile(path: "small.json", bytes: screens([(50, 100)], false)),
                SeriesFile(path: "shot.png", bytes: SampleDumps.png(100, 200)),
            ])
        )
        #expect(outcome.dumps.count == 3 && outcome.unused.map(\.path) == ["shot.png"])
        let offered = outcome.unused.first?.fits ?? []
        #expect(Set(offered.map(\.words)) == ["board", "small: 50 × 100 points, 2 pixels a point"])
        #expect(Set(offered.map(\.id)) == Set(outcome.dumps.filter { $0.file != "windows.json" }.map(\.id)))
    }

    @Test("each dump is read once, with its picture or without", arguments: ["a.txt b.txt a.png b.png", "a.txt b.txt"])
    func readOnce(names: String) throws {
        let outcome = try catalog.add(SeriesUpload(files(names)))
        #expect(outcome.dumps.count == 2 && outcome.unused.isEmpty && catalog.readCount == 2)
        #expect(outcome.dumps.allSatisfy { $0.hasScreenshot == names.contains(".png") })
        for dump in outcome.dumps {
            #expect(try catalog.screenshot(of: dump.id) != nil || !dump.hasScreenshot)
        }
    }

    @Test("more dumps than a timeline shows are refused, and none of them is stored")
    func tooMany() throws {
        let names = (0...SeriesUpload.maximumDumps).map { "\($0).txt" }.joined(separator: " ")
        #expect(code { _ = try catalog.add(SeriesUpload(files(names))) } == .tooManyFiles)
        #expect(try catalog.dumps().total == 0)
    }

    @Test("archives are apps, series, or results that have to be exported first")
    func archives() throws {
        let limits = CatalogLimits.standard
        #expect(try SeriesUpload.holdsBundle(AppArchives.app()[...], limits: limits))
        let series = ZipWriter.archive(["run/1.txt": SampleDumps.text, "run/clip.mov": "video"])
        #expect(try !SeriesUpload.holdsBundle(series[...], limits: limits))
        let taken = try SeriesUpload(archive: series[...], limits: limits)
        #expect(taken.files.map(\.path) == ["run/1.txt"] && taken.unused.map(\.path) == ["run/clip.mov"])
        let results = ZipWriter.archive(["Test.xcresult/Info.plist": "a"])
        #expect(code { _ = try SeriesUpload(archive: results[...], limits: limits) } == .nothingUsed)
    }

    @Test("tables of texts join the interface that they come with")
    func tables() throws {
        func table(_ path: String, _ text: String) -> SeriesFile {
            SeriesFile(path: path, bytes: Array("\"lab.text\" = \"\(text)\";".utf8))
        }
        let outcome = try catalog.add(
            SeriesUpload([
                SeriesFile(path: "Base.lproj/Main.xib", bytes: Array(Self.xib.utf8)),
                table("de.lproj/Main.strings", "Eier"),
                table("Main-fr.strings", "Œufs"), table("Main.strings", "?"),
            ])
        )
        #expect(outcome.dumps.count == 1 && !outcome.isTimeline && outcome.unused.map(\.path) == ["Main.strings"])
        let id = try #require(outcome.dumps.first?.id)
        #expect(try catalog.snapshot(of: id).languages.names == ["de", "fr"])
    }

    @Test(
        "the name of a table says its language only where it says it for certain",
        arguments: [
            ("fr.lproj/Main.strings", "Main", "fr"), ("Main-fr.strings", "Main", "fr"),
            ("Main_pt-BR.strings", "Main", "pt-BR"),
            ("Main.strings (French)", "Main", "fr"), ("Main (German).stringsdict", "Main", "de"),
            ("zh-Hans.strings", nil, "zh-Hans"),
            ("Main.strings", "Main", nil), ("Main-new.strings", "Main-new", nil),
            ("Base.lproj/Main.strings", "Main", nil),
            ("Main-iPad.strings", "Main-iPad", nil), ("de.lproj/Main.xcstrings", "Main", "de"),
        ] as [(String, String?, String?)]
    )
    func names(path: String, title: String?, language: String?) {
        let name = TableName(path)
        #expect(name.isTable && name.title == title && name.language == language)
    }

    @Test("a string catalog is one file with all its languages; rules of number give their usual text")
    func catalogs() throws {
        let id = try catalog.add(DumpUpload(source: Array(Self.xib.utf8))).id
        let strings = """
            {"sourceLanguage":"en","version":"1.0","strings":{"lab.text":{"localizations":{
            "de":{"stringUnit":{"state":"translated","value":"Eier"}},
            "fr":{"variations":{"plural":{"one":{"stringUnit":{"value":"Œuf"}},"other":{"stringUnit":{"value":"Œufs"}}}}}}}}}
            """
        let entry = try catalog.add(companion: Array(strings.utf8), to: id).entry
        #expect(entry.languages == ["de", "fr"] && entry.join.joinedCount == 2)
        let rules = """
            <plist version="1.0"><dict><key>lab.text</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@eggs@!</string>
            <key>eggs</key><dict><key>one</key><string>ovo</string><key>other</key><string>ovos</string></dict></dict></dict></plist>
            """
        try catalog.add(companion: Array(rules.utf8), to: id, file: "pt.lproj/Main.stringsdict")
        let languages = try catalog.snapshot(of: id).languages
        #expect(languages.names == ["de", "fr", "pt"])
        for (language, text) in [("de", "Eier"), ("fr", "Œufs"), ("pt", "ovos!")] {
            #expect(try languages.words(in: language)[1]?.text == text)
        }
        try catalog.removeCompanion(entry.number, of: id)
        #expect(try catalog.snapshot(of: id).languages.names == ["pt"])
        #expect(code { try catalog.add(companion: Array("\"lab.text\" = \"x\";".utf8), to: id) } == .needsLanguage)
        #expect(
            code { try catalog.add(companion: Array("\"lab.text\" = \"x\";".utf8), to: id, language: "mul") }
                == .unknownLanguage
        )
    }
}
