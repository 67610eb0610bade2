import Catalog
import DumpFormats
import Foundation
import Testing

extension CatalogStoreCheck {
    private static func identity(_ version: String, _ byte: UInt8) -> StoredIdentity {
        StoredIdentity(version: version, bytes: [byte, 0, 255])
    }

    static func newerVersionsTakeThePlace(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(dump("one", screenshot: [1], parts: [DumpPart(name: "old", bytes: [1])]))
        try storage.insert(dump("two"))
        try storage.append(edit(0), to: "one", from: nil, becoming: journal(1, 1, of: 1), source: nil)
        try storage.change(.pin(3), of: "one", from: 0, isUpload: true)
        let companion = StoredCompanion(number: 1, createdAt: Date(timeIntervalSinceReferenceDate: 1), source: [7])
        try storage.insert(companion, to: "one", isUpload: true, from: 1, becoming: journal(2, 1, of: 1))
        var newer = dump("one", at: 90, source: [9, 9], parts: [DumpPart(name: "new", bytes: [2])])
        newer.summary.name = "Newer"
        newer.summary.viewCount = 99
        let next = journal(3, 0, of: 0)
        try storage.replace(newer, identity: identity("", 1), from: 2, becoming: next)
        let opened = try open()
        #expect(try opened.dump("one") == newer.summary)
        #expect(try opened.source(of: "one") == [9, 9])
        #expect(try opened.screenshot(of: "one") == nil)
        #expect(try opened.parts(of: "one") == newer.parts)
        #expect(try opened.journal(of: "one") == next)
        #expect(try opened.edits(of: "one", in: 0..<9).isEmpty)
        #expect(try opened.marks(of: "one").pins == [3])
        #expect(try opened.companions(of: "one") == [companion])
        #expect(try opened.identity(of: "one", version: "") == identity("", 1))
        #expect(try opened.identity(of: "two", version: nil) == nil)
        // A version that was made for another revision, or for a dump that is gone, changes nothing.
        for (id, revision, code) in [("one", 2, .journalConflict), ("gone", nil, .unknownDump)]
            as [(String, Int?, CatalogError.Code)]
        {
            let error = #expect(throws: CatalogError.self) {
                try storage.replace(dump(id), identity: identity("", 2), from: revision, becoming: next)
            }
            #expect(error?.code == code)
        }
        #expect(try open().source(of: "one") == [9, 9])
        #expect(try storage.delete("one"))
        #expect(try open().identity(of: "one", version: nil) == nil)
    }

    static func identitiesOfFilesComeBack(_ open: OpenCatalogStore) throws {
        #expect(try open().identity(of: "file-1", version: nil) == nil)
        try open().keep(identity("a", 1), ofFile: "file-1", besides: [])
        try open().keep(identity("b", 2), ofFile: "file-1", besides: ["a"])
        let storage = try open()
        #expect(try storage.identity(of: "file-1", version: nil) == identity("b", 2))
        #expect(try storage.identity(of: "file-1", version: "a") == identity("a", 1))
        // The one that is kept again is the last one, and others than those that are named go.
        try storage.keep(identity("a", 3), ofFile: "file-1", besides: ["a", "c"])
        #expect(try open().identity(of: "file-1", version: nil) == identity("a", 3))
        #expect(try open().identity(of: "file-1", version: "b") == nil)
    }

    static func picturesTakeThePlace(_ open: OpenCatalogStore) throws {
        let storage = try open()
        var full = dump("one", screenshot: [1], parts: [DumpPart(name: "face", bytes: [7])])
        try storage.insert(full)
        for (revision, picture) in ([[2, 3], nil, [4]] as [[UInt8]?]).enumerated() {
            full.screenshot = picture
            full.summary.hasScreenshot = picture != nil
            full.summary.shownScene = picture.map { $0.count + 4 }
            let former = revision == 0 ? nil : revision
            try storage.setScreenshot(of: full, from: former, becoming: journal(revision + 1, 0, of: 0))
            #expect(try open().screenshot(of: "one") == picture)
            #expect(try open().dump("one") == full.summary)
            #expect(try open().parts(of: "one") == full.parts)
        }
        #expect(try open().journal(of: "one") == journal(3, 0, of: 0))
        var late = #expect(throws: CatalogError.self) {
            try storage.setScreenshot(of: full, from: 2, becoming: journal(4, 0, of: 0))
        }
        #expect(late?.code == .journalConflict)
        late = #expect(throws: CatalogError.self) {
            try storage.setScreenshot(of: dump("gone"), from: nil, becoming: journal(1, 0, of: 0))
        }
        #expect(late?.code == .unknownDump)
    }
}
