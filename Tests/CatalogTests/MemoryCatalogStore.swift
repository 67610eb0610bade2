import Catalog
import DumpFormats
import Storage
import Synchronization

/// A store of the smallest kind, which counts how often it was asked for a source and fails when it is told to.
final class MemoryCatalogStore: CatalogStore {
    private struct Draft {
        var journal: EditJournal
        var source: [UInt8]?
        var edits: [JournalEdit] = []
        var companions: [StoredCompanion] = []
    }

    private struct State {
        var dumps: [String: NewDump] = [:]
        var drafts: [String: Draft] = [:]
        var marks: [String: ViewMarks] = [:]
        var apps: [String: NewApp] = [:]
        var identities: [String: [StoredIdentity]] = [:]
        var sourceReads = 0
        var failsWrites = false
    }

    private let state = Mutex(State())

    var sourceReads: Int { state.withLock { $0.sourceReads } }

    /// Whether every write throws.
    var failsWrites: Bool {
        get { state.withLock { $0.failsWrites } }
        set { state.withLock { $0.failsWrites = newValue } }
    }

    /// Replaces the text of an edit, as another program might have written it.
    func rewrite(_ number: Int, of id: String, _ text: String) {
        state.withLock { $0.drafts[id]?.edits[number].text = Array(text.utf8) }
    }

    func dumps() -> [DumpSummary] {
        state.withLock { $0.dumps.values.map(\.summary) }.sorted(by: DumpOrder.newest.isListedBefore)
    }

    func dump(_ id: String) -> DumpSummary? { state.withLock { $0.dumps[id]?.summary } }

    func source(of id: String) -> [UInt8]? {
        state.withLock { state in
            state.sourceReads += 1
            return state.dumps[id]?.source
        }
    }

    func screenshot(of id: String) -> [UInt8]? { state.withLock { $0.dumps[id]?.screenshot } }

    func parts(of id: String) -> [DumpPart] { state.withLock { $0.dumps[id]?.parts ?? [] } }

    func insert(_ dump: NewDump) throws(CatalogError) {
        let isFree = state.withLock { state in
            guard state.dumps[dump.summary.id] == nil else { return false }
            state.dumps[dump.summary.id] = dump
            return true
        }
        guard isFree else { throw CatalogError(.idTaken, "Taken.") }
    }

    func replace(
        _ dump: NewDump,
        identity: StoredIdentity,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        let id = dump.summary.id
        try write(id, from: revision) { draft in
            draft = Draft(journal: journal, companions: draft?.companions ?? [])
        }
        state.withLock { state in
            state.dumps[id] = dump
            state.identities[id] = [identity]
        }
    }

    func identity(of id: String, version: String?) -> StoredIdentity? {
        state.withLock { $0.identities[id]?.last { version == nil || $0.version == version } }
    }

    func keep(_ identity: StoredIdentity, ofFile id: String, besides versions: Set<String>) {
        state.withLock { state in
            let others = state.identities[id, default: []]
            state.identities[id] = others.filter { versions.contains($0.version) && $0.version != identity.version }
            state.identities[id]?.append(identity)
        }
    }

    func rename(_ id: String, to name: String) -> Bool {
        state.withLock { state in
            state.dumps[id]?.summary.name = name
            return state.dumps[id] != nil
        }
    }

    func delete(_ id: String) -> Bool {
        state.withLock { state in
            state.drafts[id] = nil
            state.marks[id] = nil
            state.identities[id] = nil
            return state.dumps.removeValue(forKey: id) != nil
        }
    }

    func journals() -> [String: EditJournal] { state.withLock { $0.drafts.mapValues(\.journal) } }

    func journal(of id: String) -> EditJournal? { state.withLock { $0.drafts[id]?.journal } }

    func draftSource(of id: String) -> [UInt8]? { state.withLock { $0.drafts[id]?.source } }

    func entries(of id: String, in range: Range<Int>) -> [JournalEntry] {
        state.withLock { $0.drafts[id]?.edits ?? [] }.filter { range.contains($0.entry.number) }.map(\.entry)
    }

    func edits(of id: String, in range: Range<Int>) -> [[UInt8]] {
        state.withLock { $0.drafts[id]?.edits ?? [] }.filter { range.contains($0.entry.number) }.map(\.text)
    }

    func append(
        _ edit: JournalEdit,
        to id: String,
        from revision: Int?,
        becoming journal: EditJournal,
        source: [UInt8]?
    ) throws(CatalogError) {
        try write(id, from: revision) { draft in
            var changed = draft ?? Draft(journal: journal)
            changed.journal = journal
            changed.source = source ?? changed.source
            changed.edits.removeAll { $0.entry.number >= edit.entry.number }
            changed.edits.append(edit)
            draft = changed
        }
    }

    func setPosition(of id: String, from revision: Int, becoming journal: EditJournal) throws(CatalogError) {
        try write(id, from: revision) { $0?.journal = journal }
    }

    func marks(of id: String) -> ViewMarks { state.withLock { $0.marks[id] ?? ViewMarks() } }

    func change(_ change: MarkChange, of id: String, from revision: Int, isUpload: Bool) throws(CatalogError) {
        let error: CatalogError? = state.withLock { state in
            if state.failsWrites { return CatalogError(.storageFailed, "Full.") }
            guard state.marks[id]?.revision ?? 0 == revision else { return .marksConflict(id) }
            if isUpload, state.dumps[id] == nil { return .unknownDump(id) }
            state.marks[id, default: ViewMarks()].apply(change)
            return nil
        }
        if let error { throw error }
    }

    func companions(of id: String) -> [StoredCompanion] { state.withLock { $0.drafts[id]?.companions ?? [] } }

    func insert(
        _ companion: StoredCompanion,
        to id: String,
        isUpload: Bool,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try write(id, from: revision) { draft in
            var changed = draft ?? Draft(journal: journal)
            changed.journal = journal
            changed.companions.append(companion)
            draft = changed
        }
    }

    func removeCompanion(
        _ number: Int,
        of id: String,
        from revision: Int,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        try write(id, from: revision) { draft in
            draft?.journal = journal
            draft?.companions.removeAll { $0.number == number }
        }
    }

    func uploadedApps() -> [UploadedApp] {
        state.withLock { $0.apps.values.map(\.summary) }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    func uploadedApp(_ id: String) -> UploadedApp? { state.withLock { $0.apps[id]?.summary } }

    func files(ofApp id: String) -> [AppFile] { state.withLock { $0.apps[id]?.contents.files } ?? [] }

    func file(_ path: String, ofApp id: String) -> [UInt8]? { state.withLock { $0.apps[id]?.contents.bytes[path] } }

    func insert(_ app: NewApp) throws(CatalogError) {
        let error: CatalogError? = state.withLock { state in
            if state.failsWrites { return CatalogError(.storageFailed, "Full.") }
            guard state.apps[app.summary.id] == nil else { return CatalogError(.idTaken, "Taken.") }
            state.apps[app.summary.id] = app
            return nil
        }
        if let error { throw error }
    }

    func deleteApp(_ id: String) -> Bool { state.withLock { $0.apps.removeValue(forKey: id) != nil } }

    func check() {}

    private func write(_ id: String, from revision: Int?, _ body: (inout Draft?) -> Void) throws(CatalogError) {
        let error: CatalogError? = state.withLock { state in
            if state.failsWrites { return CatalogError(.storageFailed, "Full.") }
            guard state.drafts[id]?.journal.revision == revision else { return .journalConflict(id) }
            if revision == nil, !id.contains("-"), state.dumps[id] == nil { return .unknownDump(id) }
            body(&state.drafts[id])
            return nil
        }
        if let error { throw error }
    }
}
