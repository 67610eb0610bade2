public import Catalog
package import DumpFormats
import Foundation
public import Testing
import ViewHierarchy

/// A store under test, which can be opened again at the same place.
public typealias OpenCatalogStore = () throws -> any CatalogStore

/// What every store of dumps, drafts and apps must do, whatever it keeps them in.
public enum CatalogStoreCheck: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case dumpsComeBack = "a dump comes back with all that belongs to it"
    case dumpsAreListedNewestFirst = "dumps are listed newest first"
    case takenIdsAreRefused = "an id is given once, and a refused dump leaves nothing"
    case renamedDumpsKeepTheRest = "a dump takes another name, tags and folder, and keeps the rest"
    case deletedDumpsAreGone = "a deleted dump is gone with all that belongs to it"
    case unknownDumpsAreNil = "there is nothing of an unknown dump"
    case editsComeBack = "edits come back with all that lists say of them"
    case copiesComeBack = "the copy of a file comes back, and another takes its place"
    case editsTakeThePlaceOfUndoneOnes = "a new edit takes the place of those that were taken back"
    case lateWritersChangeNothing = "a write to a journal that has moved on changes nothing"
    case editsGoWithTheirDump = "edits go with their dump, and there are none of one that is gone"
    case journalWritersTakeTurns = "of several writers to one journal only one is first"
    case marksComeBack = "pins come back in their order, and notes with their instants"
    case marksGoWithTheirDump = "marks go with their dump, and there are none of one that is gone"
    case lateMarksChangeNothing =
        "a change of marks that have moved on changes nothing, and of several writers one is first"
    case companionsComeBack = "companions come back, and are removed one by one"
    case companionsGoWithTheirDump = "companions go with their dump, those of a file with its draft"
    case newerVersionsTakeThePlace = "a newer version takes the place of a dump, and marks and companions stay"
    case identitiesOfFilesComeBack = "by which ids views of a file are known comes back, version by version"
    case picturesTakeThePlace = "a picture takes the place of a dump's, or none does, and the rest stays"
    case appsComeBack = "an app comes back with its files"
    case takenAppIdsAreRefused = "the id of an app is given once, and a refused app leaves nothing"
    case deletedAppsAreGone = "a deleted app is gone with its files, and leaves a dump of its id"
    case unknownAppsAreNil = "there is nothing of an unknown app"
    case secretsComeBack = "secret keys come back with who was the first to mark them, those of all domains too"
    case secretsOutliveTheirApps = "a key that was secret once stays so when its apps are deleted"
    case secretsAreCleared = "a secret is cleared when nobody uses it, and who did that comes back"
    case lateMarksAreOfNoUse = "what an upload marked that is gone is remembered, and not in use"

    /// What it checks, as a sentence.
    public var testDescription: String { rawValue }

    /// Checks it, and records an issue for each fault.
    /// - Parameter open: opens the same place each time.
    public func run(_ open: OpenCatalogStore) throws {
        switch self {
        case .dumpsComeBack: try Self.dumpsComeBack(open)
        case .dumpsAreListedNewestFirst: try Self.dumpsAreListedNewestFirst(open)
        case .takenIdsAreRefused: try Self.takenIdsAreRefused(open)
        case .renamedDumpsKeepTheRest: try Self.renamedDumpsKeepTheRest(open)
        case .deletedDumpsAreGone: try Self.deletedDumpsAreGone(open)
        case .unknownDumpsAreNil: try Self.unknownDumpsAreNil(open)
        case .editsComeBack: try Self.editsComeBack(open)
        case .copiesComeBack: try Self.copiesComeBack(open)
        case .editsTakeThePlaceOfUndoneOnes: try Self.editsTakeThePlaceOfUndoneOnes(open)
        case .lateWritersChangeNothing: try Self.lateWritersChangeNothing(open)
        case .editsGoWithTheirDump: try Self.editsGoWithTheirDump(open)
        case .journalWritersTakeTurns: try Self.journalWritersTakeTurns(open)
        case .marksComeBack: try Self.marksComeBack(open)
        case .marksGoWithTheirDump: try Self.marksGoWithTheirDump(open)
        case .lateMarksChangeNothing: try Self.lateMarksChangeNothing(open)
        case .companionsComeBack: try Self.companionsComeBack(open)
        case .companionsGoWithTheirDump: try Self.companionsGoWithTheirDump(open)
        case .newerVersionsTakeThePlace: try Self.newerVersionsTakeThePlace(open)
        case .identitiesOfFilesComeBack: try Self.identitiesOfFilesComeBack(open)
        case .picturesTakeThePlace: try Self.picturesTakeThePlace(open)
        case .appsComeBack: try Self.appsComeBack(open)
        case .takenAppIdsAreRefused: try Self.takenAppIdsAreRefused(open)
        case .deletedAppsAreGone: try Self.deletedAppsAreGone(open)
        case .unknownAppsAreNil: try Self.unknownAppsAreNil(open)
        case .secretsComeBack: try Self.secretsComeBack(open)
        case .secretsOutliveTheirApps: try Self.secretsOutliveTheirApps(open)
        case .secretsAreCleared: try Self.secretsAreCleared(open)
        case .lateMarksAreOfNoUse: try Self.lateMarksAreOfNoUse(open)
        }
    }
}

extension CatalogStoreCheck {
    package static func dump(
        _ id: String,
        at time: Double = 0,
        source: [UInt8] = [1, 2, 3],
        screenshot: [UInt8]? = nil,
        parts: [DumpPart] = []
    ) -> NewDump {
        NewDump(
            summary: DumpSummary(
                id: id,
                name: "Clock 'é' \(id)",
                format: .vitrineJSON,
                app: "com.example.clock",
                viewCount: 12,
                depth: 3,
                size: Size(width: 375, height: 667.5),
                capturedAt: Date(timeIntervalSinceReferenceDate: 0.123_456_789),
                createdAt: Date(timeIntervalSinceReferenceDate: time),
                hasScreenshot: screenshot != nil
            ),
            source: source,
            screenshot: screenshot,
            parts: parts
        )
    }

    /// Enough of them that an order by text shows: 2 comes before 10.
    private static let parts = (0..<12).map { number in
        DumpPart(
            name: number == 3 ? "" : "Face 'é' \(number % 5)",
            filename: number % 2 == 0 ? nil : "a b\(number).png",
            bytes: number == 4 ? [] : [0x89, 0, UInt8(truncatingIfNeeded: number)]
        )
    }

    static func dumpsComeBack(_ open: OpenCatalogStore) throws {
        let source = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let full = dump("full", source: source, screenshot: [0x89, 0, 0xFF], parts: parts)
        var plain = dump("plain", source: [])
        plain.summary.app = nil
        plain.summary.capturedAt = nil
        plain.summary.actor = "Ada’s laptop"
        try open().insert(full)
        try open().insert(plain)
        let storage = try open()
        #expect(try storage.dump("full") == full.summary)
        #expect(try storage.dump("plain") == plain.summary)
        #expect(try storage.source(of: "full") == source)
        #expect(try storage.source(of: "plain") == [])
        #expect(try storage.screenshot(of: "full") == [0x89, 0, 0xFF])
        #expect(try storage.screenshot(of: "plain") == nil)
        #expect(try storage.parts(of: "full") == parts)
        #expect(try storage.parts(of: "plain") == [])
        try storage.check()
    }

    static func dumpsAreListedNewestFirst(_ open: OpenCatalogStore) throws {
        let storage = try open()
        for (id, time) in [("b", 5.0), ("old", 1), ("new", 9), ("a", 5)] {
            try storage.insert(dump(id, at: time))
        }
        #expect(try open().dumps().map(\.id) == ["new", "a", "b", "old"])
    }

    static func takenIdsAreRefused(_ open: OpenCatalogStore) throws {
        let storage = try open()
        let first = dump("one", source: [1])
        try storage.insert(first)
        let error = #expect(throws: CatalogError.self) {
            try storage.insert(dump("one", at: 7, source: [2], screenshot: [3], parts: parts))
        }
        #expect(error?.code == .idTaken)
        #expect(try open().dumps() == [first.summary])
        #expect(try open().source(of: "one") == [1])
        #expect(try open().screenshot(of: "one") == nil)
        #expect(try open().parts(of: "one").isEmpty)
    }

    static func renamedDumpsKeepTheRest(_ open: OpenCatalogStore) throws {
        let store = try open()
        let dump = dump("one", parts: parts)
        try store.insert(dump)
        try store.insert(Self.dump("two"))
        #expect(try store.describe("one", as: "Émile’s 'screen'", tags: ["été", "sign in"], folder: "Über ’24"))
        #expect(try !store.describe("none", as: "Nobody", tags: [], folder: nil))
        var renamed = dump.summary
        renamed.name = "Émile’s 'screen'"
        renamed.tags = ["été", "sign in"]
        renamed.folder = "Über ’24"
        let reopened = try open()
        #expect(try reopened.dump("one") == renamed && reopened.source(of: "one") == dump.source)
        #expect(try reopened.parts(of: "one") == parts)
        #expect(try reopened.dump("two") == Self.dump("two").summary)
        #expect(try reopened.describe("one", as: renamed.name, tags: renamed.tags, folder: nil))
        renamed.folder = nil
        #expect(try open().dump("one") == renamed)
    }

    static func deletedDumpsAreGone(_ open: OpenCatalogStore) throws {
        try open().insert(dump("one", screenshot: [9], parts: parts))
        try open().insert(dump("two", screenshot: [9], parts: parts))
        #expect(try open().delete("one"))
        let storage = try open()
        #expect(try storage.dump("one") == nil)
        #expect(try storage.source(of: "one") == nil)
        #expect(try storage.screenshot(of: "one") == nil)
        #expect(try storage.parts(of: "one").isEmpty)
        #expect(try storage.dumps().map(\.id) == ["two"])
        #expect(try storage.screenshot(of: "two") == [9])
        #expect(try storage.parts(of: "two") == parts)
        #expect(try !storage.delete("one"))
        try storage.insert(dump("one"))
        #expect(try storage.screenshot(of: "one") == nil)
        #expect(try storage.parts(of: "one").isEmpty)
    }

    static func unknownDumpsAreNil(_ open: OpenCatalogStore) throws {
        let storage = try open()
        #expect(try storage.dumps().isEmpty)
        for id in ["", "none", "'", "%"] {
            #expect(try storage.dump(id) == nil)
            #expect(try storage.source(of: id) == nil)
            #expect(try storage.screenshot(of: id) == nil)
            #expect(try storage.parts(of: id).isEmpty)
            #expect(try !storage.delete(id))
            #expect(try storage.journal(of: id) == nil)
            #expect(try storage.draftSource(of: id) == nil)
            #expect(try storage.entries(of: id, in: 0..<10).isEmpty)
            #expect(try storage.edits(of: id, in: 0..<10).isEmpty)
        }
        #expect(try storage.journals().isEmpty)
    }
}

extension CatalogStoreCheck {
    static func app(
        _ id: String,
        at time: Double = 0.123_456_789,
        files: [String: [UInt8]] = [:],
        secretKeys: [String: Set<String>] = [:]
    ) -> NewApp {
        let kept = files.map { AppFile(path: $0.key, size: $0.value.count, checksum: .max, isKept: true) }
        let listed = AppFile(path: "Clock é", size: 1 << 40, checksum: 7, isKept: false)
        return NewApp(
            summary: UploadedApp(
                id: id,
                bundleName: "Clock 'é'.app",
                folderName: "Clock",
                fingerprint: "0123abcd",
                createdAt: Date(timeIntervalSinceReferenceDate: time),
                actor: "Ada’s laptop"
            ),
            contents: AppContents(bundleName: "Clock 'é'.app", files: kept + [listed], bytes: files),
            secretKeys: secretKeys
        )
    }

    static func appsComeBack(_ open: OpenCatalogStore) throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let one = app("one", at: 9, files: ["Info.plist": bytes, "Z/a b%.strings": [0], "a": []])
        try open().insert(one)
        try open().insert(app("two", at: 5, files: ["Info.plist": [2]]))
        let storage = try open()
        #expect(try storage.uploadedApps().map(\.id) == ["two", "one"])
        #expect(try storage.uploadedApp("one") == one.summary)
        #expect(try storage.files(ofApp: "one") == one.contents.files)
        #expect(try storage.file("Info.plist", ofApp: "one") == bytes)
        #expect(try storage.file("Info.plist", ofApp: "two") == [2])
        #expect(try storage.file("Z/a b%.strings", ofApp: "one") == [0])
        #expect(try storage.file("a", ofApp: "one") == [])
        #expect(try storage.file("Clock é", ofApp: "one") == nil)
    }

    static func takenAppIdsAreRefused(_ open: OpenCatalogStore) throws {
        let first = app("one", files: ["a": [1]])
        try open().insert(first)
        let error = #expect(throws: CatalogError.self) { try open().insert(app("one", at: 7, files: ["b": [2]])) }
        #expect(error?.code == .idTaken)
        #expect(try open().uploadedApps() == [first.summary])
        #expect(try open().files(ofApp: "one") == first.contents.files)
    }

    static func deletedAppsAreGone(_ open: OpenCatalogStore) throws {
        for id in ["one", "two"] { try open().insert(app(id, files: ["a": [1]])) }
        try open().insert(dump("one"))
        #expect(try open().deleteApp("one"))
        let storage = try open()
        #expect(try storage.uploadedApp("one") == nil)
        #expect(try storage.files(ofApp: "one").isEmpty)
        #expect(try storage.file("a", ofApp: "one") == nil)
        #expect(try storage.uploadedApps().map(\.id) == ["two"])
        #expect(try storage.file("a", ofApp: "two") == [1])
        #expect(try storage.dump("one") != nil)
        #expect(try !storage.deleteApp("one"))
        try storage.insert(app("one", files: ["b": [3]]))
        #expect(try storage.file("a", ofApp: "one") == nil)
    }

    static func unknownAppsAreNil(_ open: OpenCatalogStore) throws {
        let storage = try open()
        #expect(try storage.uploadedApps().isEmpty)
        for id in ["", "none", "'", "%"] {
            #expect(try storage.uploadedApp(id) == nil)
            #expect(try storage.files(ofApp: id).isEmpty)
            #expect(try storage.file("a", ofApp: id) == nil)
            #expect(try !storage.deleteApp(id))
        }
    }
}
