import AppBundles
import Diagnostics
import DumpFormats
import Foundation
import StorageTesting
import Testing
import ViewHierarchy

@testable import Catalog

@Suite("Uploaded dumps")
struct CatalogUploadTests {
    private let store = MemoryCatalogStore()
    private let catalog: Catalog

    init() {
        catalog = Catalog(store: store, limits: CatalogLimits(maximumPictureBytes: 100, maximumNameLength: 10))
    }

    @Test("a store in memory does what every store does", arguments: CatalogStoreCheck.allCases)
    func conforms(check: CatalogStoreCheck) throws {
        let store = MemoryCatalogStore()
        try check.run { store }
    }

    @Test("an upload is read, summed up and stored")
    func summary() throws {
        let source = Array(SampleDumps.json(name: "Main", screenshot: SampleDumps.picture).utf8)
        let dump = try catalog.add(DumpUpload(source: source))
        #expect(dump.name == "Main")
        #expect(dump.format == .vitrineJSON)
        #expect(dump.app == "com.example.clock")
        #expect(dump.viewCount == 1)
        #expect(dump.size == Size(width: 375, height: 667))
        #expect(dump.capturedAt != nil)
        #expect(!dump.readOnly)
        #expect(dump.hasScreenshot)
        #expect(try catalog.dump(dump.id) == dump)
        #expect(try catalog.source(of: dump.id) == DumpSource(source, format: .vitrineJSON))
        #expect(try catalog.source(of: dump.id).mediaType == "application/json")
        #expect(try catalog.screenshot(of: dump.id) == SampleDumps.pictureBytes)
        #expect(try catalog.load(dump.id).tree.count == 1)
        #expect(try catalog.load(dump.id).screenshot == nil)
    }

    @Test("an upload is read once: who asks for it next gets what was read then")
    func readOnce() throws {
        let dump = try catalog.add(DumpUpload(source: Array(SampleDumps.text.utf8)))
        let snapshot = try catalog.snapshot(of: dump.id)
        #expect(snapshot.dump.tree.count == 2)
        #expect(snapshot.summary == dump)
        _ = try catalog.edit(dump.id, TreeEdits.alpha(1, 0.5))
        #expect(store.sourceReads == 0)
        let other = try Catalog(store: store).snapshot(of: dump.id)
        #expect(store.sourceReads == 1)
        #expect(other.dump.bytes == (try catalog.load(dump.id)).bytes)
    }

    @Test("a name that is given comes first, on one line and not too long")
    func names() throws {
        let source = Array(SampleDumps.json(name: "Inner").utf8)
        #expect(try catalog.add(DumpUpload(source: source, name: " a\n\tb\u{1}c ")).name == "a b c")
        #expect(try catalog.add(DumpUpload(source: source, name: "0123456789abc")).name == "0123456789")
        #expect(try catalog.add(DumpUpload(source: source, name: " \n")).name == "Inner")
        #expect(try catalog.add(DumpUpload(source: Array(SampleDumps.text.utf8))).name == "Untitled")
    }

    @Test("what is no dump is refused with the reader's reason, and nothing is stored")
    func unreadable() throws {
        let error = #expect(throws: CatalogError.self) {
            try catalog.add(DumpUpload(source: Array("hello".utf8)))
        }
        #expect(error?.code == .unreadableDump)
        #expect(error?.dumpError?.code == .unknownFormat)
        #expect(try catalog.dumps().total == 0)
    }

    @Test("a picture that comes beside the dump goes before its own, and is PNG or JPEG of limited size")
    func pictures() throws {
        let source = Array(SampleDumps.json(name: "Main", screenshot: SampleDumps.picture).utf8)
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        let dump = try catalog.add(DumpUpload(source: source, screenshot: jpeg))
        #expect(try catalog.screenshot(of: dump.id) == jpeg)
        #expect(code { try catalog.add(DumpUpload(source: source, screenshot: [1, 2])) } == .unknownPicture)
        let large = jpeg + [UInt8](repeating: 0, count: 100)
        #expect(code { try catalog.add(DumpUpload(source: source, screenshot: large)) } == .pictureTooLarge)
        let plain = try catalog.add(DumpUpload(source: Array(SampleDumps.text.utf8)))
        #expect(!plain.hasScreenshot)
        #expect(try catalog.screenshot(of: plain.id) == nil)
    }

    @Test(
        "a screenshot shows the whole screen of its dump at any scale",
        arguments: [
            (1179, 2556, nil, true), (393, 852, nil, true), (400, 867, nil, true), (1179, 2556, 3.0, true),
            (1179, 2553, nil, true), (2556, 1179, nil, false), (1179, 2400, nil, false), (1179, 2556, 2.0, false),
            (0, 0, nil, false),
        ] as [(Int, Int, Double?, Bool)]
    )
    func fit(_ width: Int, _ height: Int, _ scale: Double?, _ fits: Bool) throws {
        let source = #"{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,393,852]}]}"#
        let dump = try catalog.add(DumpUpload(source: Array(source.utf8)))
        let picture = SampleDumps.png(width, height)
        if fits {
            try catalog.setScreenshot(picture, of: dump.id, scale: scale)
        } else {
            let failure = code { try catalog.setScreenshot(picture, of: dump.id, scale: scale) }
            #expect(failure == (width == 0 ? .unknownPicture : .pictureDoesNotFit))
        }
        #expect(try catalog.screenshot(of: dump.id) == (fits ? picture : nil))
        #expect(try catalog.dump(dump.id).hasScreenshot == fits)
        #expect(try catalog.dump(dump.id).revision == (fits ? 1 : 0))
        try catalog.setScreenshot(nil, of: dump.id)
        #expect(try catalog.screenshot(of: dump.id) == nil)
    }

    @Test(
        "a picture covers the one screen that it shows, so that its size is its scale and nothing is to be asked",
        arguments: [
            (#"{"class":"UIWindow","frame":[0,0,390,844]}"#, [(390, 844), (780, 1688), (1170, 2532)]),
            // A window below the status bar, on a device whose screen is known.
            (#"{"class":"UIWindow","frame":[0,47,390,797]}"#, [(1170, 2532)]),
            // Windows lie over each other on one screen, of whatever size they are.
            (
                #"{"class":"UIWindow","frame":[0,0,390,844]},{"class":"UIWindow","frame":[0,0,195,422]}"#,
                [(390, 844), (1170, 2532)]
            ),
        ] as [(String, [(Int, Int)])]
    )
    func scale(_ windows: String, _ pictures: [(Int, Int)]) throws {
        let device = #""device":{"width":390,"height":844}"#
        let source = Array(#"{"vitrine":1,\#(device),"windows":[\#(windows)]}"#.utf8)
        let dump = try catalog.add(DumpUpload(source: source))
        for (width, height) in pictures {
            try catalog.setScreenshot(SampleDumps.png(width, height), of: dump.id)
            #expect(try catalog.dump(dump.id).shownScene == nil)
            #expect(try catalog.screenshot(of: dump.id) == SampleDumps.png(width, height))
        }
    }

    @Test(
        "a screenshot of an interface shows the only scene that it fits, or the one that is named",
        arguments: [
            (1125, 2436, nil, nil, [2], nil), (750, 1334, nil, nil, [0, 1, 3], .pictureFitsSeveral),
            (750, 1334, 2.0, nil, [0, 1], .pictureFitsSeveral), (750, 1334, 3.0, nil, [3], nil),
            (750, 1334, nil, 1, [1], nil),
            (1125, 2436, nil, 1, [], .pictureDoesNotFit), (750, 1334, nil, 9, [], .pictureDoesNotFit),
            (900, 900, nil, nil, [], .pictureDoesNotFit),
        ] as [(Int, Int, Double?, Int?, [Int], CatalogError.Code?)]
    )
    func scenes(_ w: Int, _ h: Int, _ scale: Double?, _ asked: Int?, _ shown: [Int], _ code: CatalogError.Code?) throws
    {
        let roots = [(375.0, 667.0), (375, 667), (375, 812), (250, 444.67)].enumerated().map { number, size in
            #"{"class":"UIView","frame":[0,0,\#(size.0),\#(size.1)],"objectID":"s\#(number)"}"#
        }
        let source = #"{"vitrine":1,"windows":[\#(roots.joined(separator: ","))]}"#
        let dump = try catalog.add(DumpUpload(source: Array(source.utf8)))
        let picture = SampleDumps.png(w, h)
        do throws(CatalogError) {
            try catalog.setScreenshot(picture, of: dump.id, scale: scale, scene: asked)
            #expect(code == nil)
        } catch {
            #expect(error.code == code)
            #expect(error.choices.map(\.view) == shown)
        }
        #expect(try catalog.dump(dump.id).shownScene == (code == nil ? shown.first : nil))
        // What comes with the dump is not refused, and shows a scene where only one fits.
        let upload = DumpUpload(source: Array(source.utf8), screenshot: picture)
        let taken = try catalog.add(upload)
        #expect(taken.shownScene == (w == 1125 ? 2 : nil))
        #expect(try catalog.replace(dump.id, with: upload).outcome.snapshot.summary.shownScene == taken.shownScene)
    }

    @Test("pictures that come as parts are there when the dump is read again, and the others are told again")
    func parts() throws {
        let face = SampleDumps.pictureBytes + Array("IHDR".utf8) + [0, 0, 0, 4, 0, 0, 0, 4]
        let source = #"{"vitrine":1,"windows":[{"class":"UIView","frame":[0,0,9,9],"image":"cid:face"}]}"#
        let parts = [
            DumpPart(name: "other", bytes: [1, 2, 3]), DumpPart(name: "face", filename: "f.png", bytes: face),
        ]
        let dump = try catalog.add(DumpUpload(source: Array(source.utf8), parts: parts))
        #expect(try catalog.load(dump.id).pictures == [0: face])
        #expect(store.parts(of: dump.id).map(\.name) == ["other", "face"])
        #expect(store.parts(of: dump.id).map(\.bytes) == [[], face])
        let again = try Catalog(store: store).load(dump.id)
        #expect(again.pictures == [0: face])
        #expect(again.report == (try catalog.load(dump.id).report))
        #expect(again.report.map(\.code) == ["upload.part"])
        #expect(try catalog.source(of: dump.id).bytes == Array(source.utf8))
        _ = try catalog.edit(dump.id, TreeEdits.alpha(0, 0.5))
        #expect(try Catalog(store: store).load(dump.id).pictures == [0: face])
    }

    @Test("a deleted dump is unknown everywhere, although its tree was kept")
    func deletion() throws {
        let dump = try catalog.add(DumpUpload(source: Array(SampleDumps.text.utf8)))
        _ = try catalog.load(dump.id)
        try catalog.delete(dump.id)
        #expect(catalog.loadedDumps.ids.isEmpty)
        #expect(code { _ = try catalog.dump(dump.id) } == .unknownDump)
        #expect(code { _ = try catalog.load(dump.id) } == .unknownDump)
        #expect(code { _ = try catalog.source(of: dump.id) } == .unknownDump)
        #expect(code { _ = try catalog.screenshot(of: dump.id) } == .unknownDump)
        #expect(code { try catalog.delete(dump.id) } == .unknownDump)
    }

    @Test("lists are filtered and come in parts")
    func listing() throws {
        for number in 0..<5 {
            try catalog.add(DumpUpload(source: Array(SampleDumps.json(name: "Main \(number)").utf8)))
        }
        try catalog.add(DumpUpload(source: Array(SampleDumps.text.utf8), name: "Other"))
        #expect(try catalog.dumps(matching: "MAIN").total == 5)
        #expect(try catalog.dumps(matching: "example.clock").total == 5)
        #expect(try catalog.dumps(matching: "recursive").dumps.map(\.name) == ["Other"])
        #expect(try catalog.dumps(matching: "").total == 6)
        var names: [String] = []
        var after: String?
        repeat {
            let page = try catalog.dumps(limit: 4, after: after)
            #expect(page.total == 6)
            names += page.dumps.map(\.name)
            after = page.next
        } while after != nil
        #expect(names == ["Other", "Main 4", "Main 3", "Main 2", "Main 1", "Main 0"])
        #expect(code { _ = try catalog.dumps(after: "nowhere") } == .unknownDump)
    }
}

@Suite("DumpOrder")
struct DumpOrderTests {
    private func dump(_ id: String, name: String, views: Int, at seconds: Double) -> DumpSummary {
        DumpSummary(
            id: id,
            name: name,
            format: .vitrineJSON,
            viewCount: views,
            depth: 1,
            size: .zero,
            createdAt: Date(timeIntervalSinceReferenceDate: seconds)
        )
    }

    @Test("dumps are listed by what is asked for, then the newer first, then by id")
    func orders() {
        let dumps = [
            dump("a", name: "beta", views: 5, at: 1), dump("b", name: "Alpha", views: 5, at: 2),
            dump("c", name: "alpha", views: 9, at: 2), dump("d", name: "Gamma", views: 1, at: 3),
        ]
        let expected: [DumpOrder: String] = [.newest: "dbca", .name: "bcad", .views: "cbad", .app: "dbca"]
        for order in DumpOrder.allCases {
            #expect(dumps.shuffled().sorted(by: order.isListedBefore).map(\.id).joined() == expected[order])
        }
    }
}
