import Catalog
import Dispatch
import Foundation
import Synchronization
import Testing

extension CatalogStoreCheck {
    private static func note(_ view: Int, _ text: String) -> ViewNote {
        ViewNote(
            view: view,
            text: text,
            createdAt: Date(timeIntervalSinceReferenceDate: 0.123_456_789),
            changedAt: Date(timeIntervalSinceReferenceDate: 800_000_000.987_654_321),
            actor: text == "first" ? "Ada’s laptop" : nil
        )
    }

    /// Makes changes one after the other, and what is expected of the store.
    private static func marks(_ changes: [MarkChange]) -> ViewMarks {
        changes.reduce(into: ViewMarks()) { $0.apply($1) }
    }

    private static func make(
        _ changes: [MarkChange],
        of id: String,
        isUpload: Bool = true,
        in storage: any CatalogStore
    ) throws {
        for change in changes {
            let revision = try storage.marks(of: id).revision
            try storage.change(change, of: id, from: revision, isUpload: isUpload)
        }
    }

    static func marksComeBack(_ open: OpenCatalogStore) throws {
        #expect(try open().marks(of: "one") == ViewMarks())
        try open().insert(dump("one"))
        let changes: [MarkChange] = [
            .pin(9, actor: "Ada’s laptop"), .pin(2, actor: "gone"), .write(note(7, "'quoted' <b>\n\té 👩‍👩‍👧")), .pin(400),
            .write(note(0, "first")), .unpin(2),
            .pin(2),
            .write(note(7, "other")), .pin(3), .write(note(3, "x")), .forget([3, 400]), .write(note(5, "gone")),
            .erase(5),
        ]
        try make(changes, of: "one", in: try open())
        let expected = marks(changes)
        #expect(expected.pins == [9, 2] && expected.notes.map(\.view) == [0, 7] && expected.revision == 13)
        #expect(expected.pinActors == [9: "Ada’s laptop"])
        #expect(try open().marks(of: "one") == expected)
        // A file has no row of its own; another dump's marks are its own.
        try make([.pin(1)], of: "file-1", isUpload: false, in: try open())
        #expect(try open().marks(of: "file-1") == marks([.pin(1)]))
        #expect(try open().marks(of: "one") == expected)
    }

    static func marksGoWithTheirDump(_ open: OpenCatalogStore) throws {
        let storage = try open()
        try storage.insert(dump("one"))
        try storage.insert(dump("two"))
        try make([.pin(1), .write(note(1, "x"))], of: "one", in: storage)
        try make([.pin(2)], of: "two", in: storage)
        #expect(try storage.delete("one"))
        #expect(try open().marks(of: "one") == ViewMarks())
        #expect(try open().marks(of: "two") == marks([.pin(2)]))
        let error = #expect(throws: CatalogError.self) {
            try storage.change(.pin(1), of: "one", from: 0, isUpload: true)
        }
        #expect(error?.code == .unknownDump)
        try make([.pin(1), .write(note(1, "x"))], of: "file-1", isUpload: false, in: storage)
        #expect(try !storage.delete("file-1"))
        #expect(try open().marks(of: "file-1") == ViewMarks())
    }

    static func lateMarksChangeNothing(_ open: OpenCatalogStore) throws {
        try open().insert(dump("one"))
        try make([.pin(1), .pin(2)], of: "one", in: try open())
        for revision in [0, 1, 3] {
            let error = #expect(throws: CatalogError.self) {
                try open().change(.unpin(1), of: "one", from: revision, isUpload: true)
            }
            #expect(error?.code == .marksConflict)
        }
        #expect(try open().marks(of: "one") == marks([.pin(1), .pin(2)]))
        let stores = try (0..<4).map { _ in try open() }
        let won = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            do {
                try stores[number].change(.pin(10 + number), of: "one", from: 2, isUpload: true)
                won.withLock { $0 += 1 }
            } catch {
                #expect((error as? CatalogError)?.code == .marksConflict)
            }
        }
        #expect(won.withLock { $0 } == 1)
        #expect(try open().marks(of: "one").pins.count == 3)
    }
}
