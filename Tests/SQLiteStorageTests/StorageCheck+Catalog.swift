import Catalog
import DumpFormats
import Foundation
import ViewHierarchy
import Testing

extension StorageCheck {
    static func dump(
        _ id: String,
        at time: Double = 0,
        source: [UInt8] = [1, 2, 3],
        screenshot: [UInt8]? = nil
    ) -> NewDump {
        NewDump(
            summary: StoredDump(
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
            screenshot: screenshot
        )
    }

    static func dumpsComeBack(_ open: OpenStorage) throws {
        let source = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let full = dump("full", source: source, screenshot: [0x89, 0, 0xFF])
        var plain = dump("plain", source: [])
        plain.summary.app = nil
        plain.summary.capturedAt = nil
        try open().insert(full)
        try open().insert(plain)
        let storage = try open()
        #expect(try storage.dump("full") == full.summary)
        #expect(try storage.dump("plain") == plain.summary)
        #expect(try storage.source(of: "full") == source)
        #expect(try storage.source(of: "plain") == [])
        #expect(try storage.screenshot(of: "full") == [0x89, 0, 0xFF])
        #expect(try storage.screenshot(of: "plain") == nil)
        try storage.check()
    }

    static func dumpsAreListedNewestFirst(_ open: OpenStorage) throws {
        let storage = try open()
        for (id, time) in [("b", 5.0), ("old", 1), ("new", 9), ("a", 5)] {
            try storage.insert(dump(id, at: time))
        }
        #expect(try open().dumps().map(\.id) == ["new", "a", "b", "old"])
    }

    static func takenIdsAreRefused(_ open: OpenStorage) throws {
        let storage = try open()
        let first = dump("one", source: [1])
        try storage.insert(first)
        let error = #expect(throws: CatalogError.self) {
            try storage.insert(dump("one", at: 7, source: [2], screenshot: [3]))
        }
        #expect(error?.code == .idTaken)
        #expect(try open().dumps() == [first.summary])
        #expect(try open().source(of: "one") == [1])
        #expect(try open().screenshot(of: "one") == nil)
    }

    static func deletedDumpsAreGone(_ open: OpenStorage) throws {
        try open().insert(dump("one", screenshot: [9]))
        try open().insert(dump("two", screenshot: [9]))
        #expect(try open().delete("one"))
        let storage = try open()
        #expect(try storage.dump("one") == nil)
        #expect(try storage.source(of: "one") == nil)
        #expect(try storage.screenshot(of: "one") == nil)
        #expect(try storage.dumps().map(\.id) == ["two"])
        #expect(try storage.screenshot(of: "two") == [9])
        #expect(try !storage.delete("one"))
        try storage.insert(dump("one"))
        #expect(try storage.screenshot(of: "one") == nil)
    }

    static func unknownDumpsAreNil(_ open: OpenStorage) throws {
        let storage = try open()
        #expect(try storage.dumps().isEmpty)
        for id in ["", "none", "'", "%"] {
            #expect(try storage.dump(id) == nil)
            #expect(try storage.source(of: id) == nil)
            #expect(try storage.screenshot(of: id) == nil)
            #expect(try !storage.delete(id))
            #expect(try storage.journal(of: id) == nil)
            #expect(try storage.draftSource(of: id) == nil)
            #expect(try storage.entries(of: id, in: 0..<10).isEmpty)
            #expect(try storage.edits(of: id, in: 0..<10).isEmpty)
        }
        #expect(try storage.journals().isEmpty)
    }
}
