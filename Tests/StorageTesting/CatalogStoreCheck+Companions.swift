import Catalog
import Foundation
import Testing

extension CatalogStoreCheck {
    private static func companion(_ number: Int, bytes: Int = 3) -> StoredCompanion {
        StoredCompanion(
            number: number,
            createdAt: Date(timeIntervalSinceReferenceDate: 0.123_456_789 + Double(number)),
            source: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 + number) },
            actor: number == 1 ? "Ada’s laptop" : nil,
            language: number == 2 ? "pt-BR" : nil
        )
    }

    private static func add(
        _ number: Int,
        to id: String,
        isUpload: Bool = true,
        from revision: Int?,
        in storage: any CatalogStore
    ) throws {
        try storage.insert(
            companion(number),
            to: id,
            isUpload: isUpload,
            from: revision,
            becoming: journal((revision ?? 0) + 1, 0, of: 0)
        )
    }

    static func companionsComeBack(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(dump("one"))
        #expect(try storage.companions(of: "one").isEmpty)
        let large = companion(1, bytes: 300_000)
        try storage.insert(large, to: "one", isUpload: true, from: nil, becoming: journal(1, 0, of: 0))
        try add(2, to: "one", from: 1, in: storage)
        #expect(try open().companions(of: "one") == [large, companion(2)])
        #expect(try open().journal(of: "one") == journal(2, 0, of: 0))
        for late in [nil, 1, 3] as [Int?] {
            let error = #expect(throws: CatalogError.self) { try add(3, to: "one", from: late, in: storage) }
            #expect(error?.code == .journalConflict)
        }
        #expect(throws: CatalogError.self) {
            try storage.removeCompanion(1, of: "one", from: 1, becoming: journal(2, 0, of: 0))
        }
        try storage.removeCompanion(1, of: "one", from: 2, becoming: journal(3, 0, of: 0))
        #expect(try open().companions(of: "one") == [companion(2)])
        // Edits and companions share one row of revisions.
        try open().append(edit(0), to: "one", from: 3, becoming: journal(4, 1, of: 1), source: nil)
        #expect(try open().companions(of: "one") == [companion(2)])
    }

    static func companionsGoWithTheirDump(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(dump("one"))
        try storage.insert(dump("two"))
        try add(1, to: "one", from: nil, in: storage)
        try add(1, to: "two", from: nil, in: storage)
        try add(1, to: "file-1", isUpload: false, from: nil, in: storage)
        #expect(try storage.delete("one"))
        #expect(try open().companions(of: "one").isEmpty)
        #expect(try open().companions(of: "two") == [companion(1)])
        #expect(try open().companions(of: "file-1") == [companion(1)])
        let error = #expect(throws: CatalogError.self) { try add(1, to: "one", from: nil, in: storage) }
        #expect(error?.code == .unknownDump)
        // The copy behind the first edit of a file joins what is there.
        let next = journal(2, 1, of: 1, base: base("file-1", [1]))
        try storage.append(edit(0), to: "file-1", from: 1, becoming: next, source: [1])
        #expect(try open().companions(of: "file-1") == [companion(1)])
        #expect(try open().journal(of: "file-1") == next)
        _ = try storage.delete("file-1")
        #expect(try open().companions(of: "file-1").isEmpty)
    }
}
