public import Catalog
public import Defaults
import DumpFormats
import Foundation
import PropertyList
public import Storage
public import Testing
import ViewHierarchy

/// A store under test with quotas, which can be opened again at the same place.
public typealias OpenQuotaStore = (StorageQuotas, HistoryRetention) throws -> any CatalogStore & DefaultsStore

/// What every store must do about quotas, and say of what there is.
public enum QuotaCheck: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case uploadsHaveQuotas =
        "a dump, an app and all uploads of a token have their quotas, and what is refused leaves nothing"
    case replacingCountsOnce = "a newer version of a dump is counted in the place of the former one"
    case totalStopsGrowth = "beyond the quota in total nothing grows, and what takes no room goes on"
    case journalsHaveQuotas = "the edits of a dump have a quota"
    case oldHistoryGoes = "history is forgotten from its beginning when it is too large, and the newest revision stays"
    case usageIsComplete = "all that is kept is counted by kind, and nothing of it when it is gone"

    /// What it checks, as a sentence.
    public var testDescription: String { rawValue }

    /// Checks it, and records an issue for each fault.
    /// - Parameter open: opens the same place each time.
    public func run(_ open: OpenQuotaStore) throws {
        switch self {
        case .uploadsHaveQuotas: try Self.uploadsHaveQuotas(open)
        case .replacingCountsOnce: try Self.replacingCountsOnce(open)
        case .totalStopsGrowth: try Self.totalStopsGrowth(open)
        case .journalsHaveQuotas: try Self.journalsHaveQuotas(open)
        case .oldHistoryGoes: try Self.oldHistoryGoes(open)
        case .usageIsComplete: try Self.usageIsComplete(open)
        }
    }

    private static func dump(_ id: String, _ bytes: Int, owner: String? = nil) -> NewDump {
        var dump = CatalogStoreCheck.dump(id, source: Array(repeating: 7, count: bytes))
        dump.summary.actor = owner
        return dump
    }

    private static func app(_ bytes: Int, owner: String? = nil) -> NewApp {
        let contents = AppContents(
            bundleName: "C.app",
            files: [AppFile(path: "a", size: bytes, checksum: 1, isKept: true)],
            bytes: ["a": Array(repeating: 1, count: bytes)]
        )
        let summary = UploadedApp(
            id: "app",
            bundleName: "C.app",
            folderName: "C",
            fingerprint: "1",
            createdAt: Date(timeIntervalSinceReferenceDate: 5),
            actor: owner
        )
        return NewApp(summary: summary, contents: contents, secretKeys: [:])
    }

    private static func excess(_ body: () throws -> Void) -> QuotaExcess? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CatalogError)?.storageFault?.excess ?? (error as? DefaultsError)?.storageFault?.excess
        }
    }

    private static func append(_ number: Int, _ bytes: Int, to store: any CatalogStore) throws {
        let entry = JournalEntry(number: number, operation: "remove", view: 1, summary: "", at: Date())
        let extent = DumpExtent(viewCount: 1, depth: 0, size: .zero)
        try store.append(
            JournalEdit(entry: entry, text: Array(repeating: 32, count: bytes)),
            to: "a",
            from: number == 0 ? nil : number,
            becoming: EditJournal(revision: number + 1, applied: number + 1, count: number + 1, extent: extent),
            source: nil
        )
    }

    private static func uploadsHaveQuotas(_ open: OpenQuotaStore) throws {
        let store = try open(StorageQuotas([.dump: 1_000, .app: 500, .principal: 2_500]), .standard)
        try store.insert(dump("a", 1_000, owner: "CI"))
        #expect(excess { try store.insert(dump("large", 1_001)) }?.quota == .dump)
        try store.insert(dump("b", 1_000, owner: "CI"))
        let refused = excess { try store.insert(dump("c", 501, owner: "CI")) }
        #expect(refused == QuotaExcess(.principal, limit: 2_500, bytes: 2_501, owner: "CI"))
        try store.insert(dump("c", 1_000, owner: "Nightly"))
        try store.insert(dump("d", 1_000))
        #expect(excess { try store.insert(app(501)) }?.quota == .app)
        #expect(try store.dumps().map(\.id).sorted() == ["a", "b", "c", "d"] && store.uploadedApps().isEmpty)
        // Deleting makes room.
        #expect(try store.delete("a"))
        try store.insert(dump("e", 501, owner: "CI"))
        try store.insert(app(400, owner: "CI"))
        let usage = try #require(try store.usage(largest: 2))
        #expect(usage.owners == [.init(owner: "CI", bytes: 1_901), .init(owner: "Nightly", bytes: 1_000)])
        #expect(usage.largest.map(\.bytes) == [1_000, 1_000])
        #expect(usage.kinds.first { $0.kind == .dumps } == .init(.dumps, count: 4, bytes: 3_501))
        #expect(usage.bytes >= 3_901 && usage.quotas[.app] == 500)
    }

    private static func replacingCountsOnce(_ open: OpenQuotaStore) throws {
        let store = try open(StorageQuotas([.principal: 1_000]), .standard)
        let identity = StoredIdentity(version: "1", bytes: [])
        let journal = CatalogStoreCheck.journal(1, 0, of: 0)
        try store.insert(dump("a", 900, owner: "CI"))
        try store.replace(dump("a", 1_000, owner: "CI"), identity: identity, from: nil, becoming: journal)
        #expect(try store.usage(largest: 1)?.owners == [.init(owner: "CI", bytes: 1_000)])
        let next = CatalogStoreCheck.journal(2, 0, of: 0)
        let refused = excess {
            try store.replace(dump("a", 1_001, owner: "CI"), identity: identity, from: 1, becoming: next)
        }
        #expect(refused == QuotaExcess(.principal, limit: 1_000, bytes: 1_001, owner: "CI"))
        #expect(try store.source(of: "a")?.count == 1_000)
    }

    private static func totalStopsGrowth(_ open: OpenQuotaStore) throws {
        let quotas = StorageQuotas([.total: 2 << 20])
        let store = try open(quotas, .standard)
        try store.apply([.set(key: "a", value: .string("old"))], to: "d", source: .api)
        try store.insert(dump("a", 1 << 20))
        let refused = excess { try store.insert(dump("b", 1 << 20)) }
        #expect(refused?.quota == .total && refused?.limit == 2 << 20)
        let large = PropertyListValue.data(Data(repeating: 1, count: 1 << 20))
        #expect(excess { try store.apply([.set(key: "b", value: large)], to: "d", source: .api) }?.quota == .total)
        #expect(try store.describe("a", as: "Another", tags: [], folder: nil))
        // Whoever opens it, the room is the same.
        let other = try open(quotas, .standard)
        #expect(excess { try other.insert(dump("b", 1 << 20)) }?.quota == .total)
        #expect(try other.delete("a"))
        try store.insert(dump("b", 1 << 20))
        #expect(try store.snapshot(of: "d").values == ["a": .string("old")])
    }

    private static func journalsHaveQuotas(_ open: OpenQuotaStore) throws {
        let store = try open(StorageQuotas([.journal: 100]), .standard)
        try store.insert(dump("a", 10))
        try append(0, 60, to: store)
        #expect(excess { try append(1, 41, to: store) } == QuotaExcess(.journal, limit: 100, bytes: 101))
        try append(1, 40, to: store)
        #expect(try store.journal(of: "a")?.count == 2)
    }

    private static func oldHistoryGoes(_ open: OpenQuotaStore) throws {
        func revisions(_ store: any DefaultsStore) throws -> [Int] {
            try store.history(of: "d", limit: 99, after: nil).entries.map(\.revision)
        }
        func write(_ number: Int, _ bytes: Int, to store: any DefaultsStore) throws {
            let value = PropertyListValue.data(Data(repeating: UInt8(truncatingIfNeeded: number), count: bytes))
            try store.apply([.set(key: "n", value: value)], to: "d", source: .api)
        }
        let store = try open(.none, HistoryRetention(maximumRevisions: nil, maximumBytes: 50_000))
        for number in 1...9 { try write(number, 5_000, to: store) }
        // Each change holds the value before it, too.
        #expect(try revisions(store) == [9, 8, 7, 6])
        // A tighter rule counts as soon as it is there, and for what is counted.
        let tight = try open(.none, HistoryRetention(maximumRevisions: nil, maximumBytes: 25_000))
        #expect(try revisions(tight) == [9, 8])
        let history = try tight.usage(largest: 0)?.kinds.first { $0.kind == .history }
        #expect(history?.count == 2 && (20_000...21_000).contains(history?.bytes ?? 0))
        try write(10, 60_000, to: tight)
        #expect(try revisions(tight) == [10] && tight.snapshot(of: "d").revision == 10)
    }

    private static func usageIsComplete(_ open: OpenQuotaStore) throws {
        let store = try open(.none, .standard)
        func amounts() throws -> [StorageUsage.Kind: StorageUsage.Amount] {
            let kinds = try #require(try store.usage(largest: 9)).kinds
            #expect(kinds.map(\.kind) == StorageUsage.Kind.allCases)
            return Dictionary(kinds.map { ($0.kind, $0) }) { $1 }
        }
        var full = dump("a", 700_000, owner: "CI")
        full.screenshot = Array(repeating: 1, count: 30)
        full.summary.hasScreenshot = true
        full.parts = [
            DumpPart(name: "p", filename: nil, bytes: [1, 2, 3]), DumpPart(name: "q", filename: nil, bytes: []),
        ]
        try store.insert(full)
        try store.insert(app(400))
        try append(0, 60, to: store)
        try append(1, 40, to: store)
        let companion = StoredCompanion(number: 1, createdAt: Date(), source: Array(repeating: 1, count: 50))
        let extent = DumpExtent(viewCount: 1, depth: 0, size: .zero)
        let journal = EditJournal(revision: 3, applied: 2, count: 2, extent: extent)
        try store.insert(companion, to: "a", isUpload: true, from: 2, becoming: journal)
        let value = PropertyListValue.data(Data(repeating: 1, count: 1_000))
        try store.apply([.set(key: "é", value: value), .set(key: "gone", value: value)], to: "d", source: .api)
        try store.apply([.remove(key: "gone")], to: "d", source: .api)
        var kinds = try amounts()
        #expect(kinds[.dumps] == .init(.dumps, count: 1, bytes: 700_000))
        #expect(kinds[.screenshots] == .init(.screenshots, count: 1, bytes: 30))
        #expect(kinds[.parts] == .init(.parts, count: 2, bytes: 3))
        #expect(kinds[.edits] == .init(.edits, count: 2, bytes: 100))
        #expect(kinds[.companions] == .init(.companions, count: 1, bytes: 50))
        #expect(kinds[.apps] == .init(.apps, count: 1, bytes: 400))
        let (values, history) = (kinds[.defaults], kinds[.history])
        #expect(values?.count == 1 && (1_002...1_100).contains(values?.bytes ?? 0))
        #expect(history?.count == 2 && (3_000...3_300).contains(history?.bytes ?? 0))
        let usage = try #require(try store.usage(largest: 9))
        #expect(usage.largest.map(\.id) == ["a", "d", "app"] && (usage.largest.first?.bytes ?? 0) >= 700_183)
        #expect(try store.delete("a") && store.deleteApp("app"))
        kinds = try amounts()
        for kind in StorageUsage.Kind.allCases where kind != .defaults && kind != .history {
            #expect(kinds[kind] == .init(kind, count: 0, bytes: 0))
        }
    }
}
