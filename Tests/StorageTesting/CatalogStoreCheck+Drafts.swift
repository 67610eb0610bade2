package import Catalog
import Dispatch
import DumpFormats
import Foundation
import Synchronization
import Testing
import ViewHierarchy

extension CatalogStoreCheck {
    package static func journal(_ revision: Int, _ applied: Int, of count: Int, base: DraftBase? = nil) -> EditJournal {
        EditJournal(
            revision: revision,
            applied: applied,
            count: count,
            extent: DumpExtent(viewCount: 7 + applied, depth: 2, size: Size(width: 320.5, height: 480)),
            base: base
        )
    }

    package static func edit(_ number: Int, _ text: String = "") -> JournalEdit {
        JournalEdit(
            entry: JournalEntry(
                number: number,
                operation: number == 1 ? "move" : "change",
                view: number == 2 ? nil : number,
                summary: "frame of 'UIButton' é \(number)",
                at: Date(timeIntervalSinceReferenceDate: 0.123_456_789 + Double(number)),
                actor: number == 1 ? "Ada’s laptop" : nil
            ),
            text: Array("{\"op\":\"\(text)\(number)\"}".utf8)
        )
    }

    package static func base(_ id: String, _ source: [UInt8]) -> DraftBase {
        var summary = dump(id, at: 0.987_654_321).summary
        summary.readOnly = true
        summary.hasScreenshot = true
        return DraftBase(summary: summary, byteCount: source.count)
    }

    /// Makes so many edits of an upload.
    private static func edit(_ id: String, times: Int, in storage: any CatalogStore) throws {
        for number in 0..<times {
            try storage.append(
                edit(number),
                to: id,
                from: number == 0 ? nil : number,
                becoming: journal(number + 1, number + 1, of: number + 1),
                source: nil
            )
        }
    }

    static func editsComeBack(_ open: OpenCatalogStore) throws {
        try open().insert(dump("one"))
        try edit("one", times: 4, in: try open())
        let undone = journal(5, 2, of: 4)
        try open().setPosition(of: "one", from: 4, becoming: undone)
        let storage = try open()
        #expect(try storage.journal(of: "one") == undone)
        #expect(try storage.journals() == ["one": undone])
        #expect(try storage.entries(of: "one", in: 0..<9) == (0..<4).map { edit($0).entry })
        #expect(try storage.edits(of: "one", in: 1..<3) == [edit(1).text, edit(2).text])
        #expect(try storage.edits(of: "one", in: 4..<9).isEmpty)
        #expect(try storage.draftSource(of: "one") == nil)
        #expect(try storage.dump("one") == dump("one").summary)
    }

    static func copiesComeBack(_ open: OpenCatalogStore) throws {
        let source = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let first = journal(3, 1, of: 1, base: base("file-1", source))
        try open().append(edit(0), to: "file-1", from: nil, becoming: first, source: source)
        #expect(try open().journal(of: "file-1") == first)
        #expect(try open().draftSource(of: "file-1") == source)
        // Without bytes the copy stays.
        let second = journal(4, 2, of: 2, base: first.base)
        try open().append(edit(1), to: "file-1", from: 3, becoming: second, source: nil)
        #expect(try open().draftSource(of: "file-1") == source)
        var other = base("file-1", [1, 2])
        other.summary.app = nil
        other.summary.capturedAt = nil
        other.summary.size = Size(width: 0, height: 0)
        let third = journal(9, 1, of: 1, base: other)
        try open().append(edit(0, "new"), to: "file-1", from: 4, becoming: third, source: [1, 2])
        #expect(try open().journals() == ["file-1": third])
        #expect(try open().draftSource(of: "file-1") == [1, 2])
        #expect(try open().edits(of: "file-1", in: 0..<9) == [edit(0, "new").text])
        #expect(try open().dumps().isEmpty)
    }

    static func editsTakeThePlaceOfUndoneOnes(_ open: OpenCatalogStore) throws {
        try open().insert(dump("one"))
        try edit("one", times: 4, in: try open())
        try open().setPosition(of: "one", from: 4, becoming: journal(5, 1, of: 4))
        try open().append(edit(1, "new"), to: "one", from: 5, becoming: journal(6, 2, of: 2), source: nil)
        #expect(try open().edits(of: "one", in: 0..<9) == [edit(0).text, edit(1, "new").text])
        #expect(try open().entries(of: "one", in: 0..<9).count == 2)
        #expect(try open().journal(of: "one") == journal(6, 2, of: 2))
    }

    static func lateWritersChangeNothing(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(dump("one"))
        try edit("one", times: 2, in: storage)
        for revision in [nil, 0, 1, 3] as [Int?] {
            let error = #expect(throws: CatalogError.self) {
                let next = journal(9, 3, of: 3)
                try storage.append(edit(2), to: "one", from: revision, becoming: next, source: [1])
            }
            #expect(error?.code == .journalConflict)
        }
        let error = #expect(throws: CatalogError.self) {
            try storage.setPosition(of: "one", from: 1, becoming: journal(9, 0, of: 2))
        }
        #expect(error?.code == .journalConflict)
        #expect(throws: CatalogError.self) {
            try storage.setPosition(of: "never", from: 1, becoming: journal(9, 0, of: 2))
        }
        #expect(try open().journals() == ["one": journal(2, 2, of: 2)])
        #expect(try open().edits(of: "one", in: 0..<9).count == 2)
        #expect(try open().draftSource(of: "one") == nil)
    }

    static func editsGoWithTheirDump(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(dump("one"))
        try storage.insert(dump("two"))
        try edit("one", times: 2, in: storage)
        try edit("two", times: 1, in: storage)
        #expect(try storage.delete("one"))
        #expect(try open().journals().keys.sorted() == ["two"])
        #expect(try open().edits(of: "one", in: 0..<9).isEmpty)
        let error = #expect(throws: CatalogError.self) { try edit("one", times: 1, in: storage) }
        #expect(error?.code == .unknownDump)
        // A file has no row of its own, and its edits can go all the same.
        let next = journal(1, 1, of: 1, base: base("file-1", [1]))
        try storage.append(edit(0), to: "file-1", from: nil, becoming: next, source: [1])
        #expect(try !storage.delete("file-1"))
        #expect(try open().journal(of: "file-1") == nil)
        #expect(try open().draftSource(of: "file-1") == nil)
    }

    static func journalWritersTakeTurns(_ open: OpenCatalogStore) throws {
        try open().insert(dump("one"))
        try edit("one", times: 1, in: try open())
        let stores = try (0..<4).map { _ in try open() }
        let won = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            do {
                let next = journal(2, 2, of: 2)
                try stores[number].append(edit(1), to: "one", from: 1, becoming: next, source: nil)
                won.withLock { $0 += 1 }
            } catch {
                #expect((error as? CatalogError)?.code == .journalConflict)
            }
        }
        #expect(won.withLock { $0 } == 1)
        #expect(try open().edits(of: "one", in: 0..<9).count == 2)
    }
}
