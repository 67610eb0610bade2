package import Catalog
package import DumpFormats
import Storage
import Synchronization

/// A store of the smallest kind, which counts how often it was asked for a source and fails when it is told to.
package final class MemoryCatalogStore: CatalogStore {
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
        var secrets = MemorySecrets()
        var failsReads = false
        var sourceReads = 0
        var failsWrites = false
    }

    private let state = Mutex(State())

    package init() {}

    package var sourceReads: Int { state.withLock { $0.sourceReads } }

    /// Whether every write throws.
    package var failsWrites: Bool {
        get { state.withLock { $0.failsWrites } }
        set { state.withLock { $0.failsWrites = newValue } }
    }

    /// Whether every read of apps and secrets throws.
    package var failsReads: Bool {
        get { state.withLock { $0.failsReads } }
        set { state.withLock { $0.failsReads = newValue } }
    }

    /// Replaces the text of an edit, as another program might have written it.
    package func rewrite(_ number: Int, of id: String, _ text: String) {
        state.withLock { $0.drafts[id]?.edits[number].text = Array(text.utf8) }
    }

    package func dumps() -> [DumpSummary] {
        state.withLock { $0.dumps.values.map(\.summary) }.sorted(by: DumpOrder.newest.isListedBefore)
    }

    package func dump(_ id: String) -> DumpSummary? { state.withLock { $0.dumps[id]?.summary } }

    package func source(of id: String) -> [UInt8]? {
        state.withLock { state in
            state.sourceReads += 1
            return state.dumps[id]?.source
        }
    }

    package func screenshot(of id: String) -> [UInt8]? { state.withLock { $0.dumps[id]?.screenshot } }

    package func parts(of id: String) -> [DumpPart] { state.withLock { $0.dumps[id]?.parts ?? [] } }

    package func insert(_ dump: NewDump) throws(CatalogError) {
        let isFree = state.withLock { state in
            guard state.dumps[dump.summary.id] == nil else { return false }
            state.dumps[dump.summary.id] = dump
            return true
        }
        guard isFree else { throw CatalogError(.idTaken, "Taken.") }
    }

    package func replace(
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

    package func setScreenshot(
        of dump: NewDump,
        from revision: Int?,
        becoming journal: EditJournal
    ) throws(CatalogError) {
        let id = dump.summary.id
        try write(id, from: revision) { draft in
            var changed = draft ?? Draft(journal: journal)
            changed.journal = journal
            draft = changed
        }
        state.withLock { state in
            state.dumps[id]?.screenshot = dump.screenshot
            state.dumps[id]?.summary.hasScreenshot = dump.screenshot != nil
            state.dumps[id]?.summary.shownScene = dump.summary.shownScene
        }
    }

    package func identity(of id: String, version: String?) -> StoredIdentity? {
        state.withLock { $0.identities[id]?.last { version == nil || $0.version == version } }
    }

    package func keep(_ identity: StoredIdentity, ofFile id: String, besides versions: Set<String>) {
        state.withLock { state in
            let others = state.identities[id, default: []]
            state.identities[id] = others.filter { versions.contains($0.version) && $0.version != identity.version }
            state.identities[id]?.append(identity)
        }
    }

    package func describe(_ id: String, as name: String, tags: [String], folder: String?) -> Bool {
        state.withLock { state in
            state.dumps[id]?.summary.name = name
            state.dumps[id]?.summary.tags = tags
            state.dumps[id]?.summary.folder = folder
            return state.dumps[id] != nil
        }
    }

    package func delete(_ id: String) -> Bool {
        state.withLock { state in
            state.drafts[id] = nil
            state.marks[id] = nil
            state.identities[id] = nil
            return state.dumps.removeValue(forKey: id) != nil
        }
    }

    package func journals() -> [String: EditJournal] { state.withLock { $0.drafts.mapValues(\.journal) } }

    package func journal(of id: String) -> EditJournal? { state.withLock { $0.drafts[id]?.journal } }

    package func draftSource(of id: String) -> [UInt8]? { state.withLock { $0.drafts[id]?.source } }

    package func entries(of id: String, in range: Range<Int>) -> [JournalEntry] {
        state.withLock { $0.drafts[id]?.edits ?? [] }.filter { range.contains($0.entry.number) }.map(\.entry)
    }

    package func edits(of id: String, in range: Range<Int>) -> [[UInt8]] {
        state.withLock { $0.drafts[id]?.edits ?? [] }.filter { range.contains($0.entry.number) }.map(\.text)
    }

    package func append(
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

    package func setPosition(of id: String, from revision: Int, becoming journal: EditJournal) throws(CatalogError) {
        try write(id, from: revision) { $0?.journal = journal }
    }

    package func marks(of id: String) -> ViewMarks { state.withLock { $0.marks[id] ?? ViewMarks() } }

    package func change(_ change: MarkChange, of id: String, from revision: Int, isUpload: Bool) throws(CatalogError) {
        let error: CatalogError? = state.withLock { state in
            if state.failsWrites { return CatalogError(.storageFailed, "Full.") }
            guard state.marks[id]?.revision ?? 0 == revision else { return .marksConflict(id) }
            if isUpload, state.dumps[id] == nil { return .unknownDump(id) }
            state.marks[id, default: ViewMarks()].apply(change)
            return nil
        }
        if let error { throw error }
    }

    package func companions(of id: String) -> [StoredCompanion] { state.withLock { $0.drafts[id]?.companions ?? [] } }

    package func insert(
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

    package func removeCompanion(
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

    package func uploadedApps() throws(CatalogError) -> [UploadedApp] {
        try reading { $0.apps.values.map(\.summary) }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    package func uploadedApp(_ id: String) throws(CatalogError) -> UploadedApp? { try reading { $0.apps[id]?.summary } }

    package func files(ofApp id: String) throws(CatalogError) -> [AppFile] {
        try reading { $0.apps[id]?.contents.files ?? [] }
    }

    package func file(_ path: String, ofApp id: String) throws(CatalogError) -> [UInt8]? {
        try reading { $0.apps[id]?.contents.bytes[path] }
    }

    package func insert(_ app: NewApp) throws(CatalogError) {
        let error: CatalogError? = state.withLock { state in
            if state.failsWrites { return CatalogError(.storageFailed, "Full.") }
            guard state.apps[app.summary.id] == nil else { return CatalogError(.idTaken, "Taken.") }
            state.apps[app.summary.id] = app
            state.secrets.remember(app.marks)
            state.secrets.uses[app.summary.id] = app.marks
            return nil
        }
        if let error { throw error }
    }

    package func deleteApp(_ id: String) -> Bool {
        state.withLock { state in
            state.secrets.uses[id] = nil
            return state.apps.removeValue(forKey: id) != nil
        }
    }

    package func secretKeys(of domain: String?) throws(CatalogError) -> Set<String> {
        Set(try secrets(of: domain).map(\.key))
    }

    package func secrets(of domain: String?) throws(CatalogError) -> [StoredSecret] {
        try reading { $0.secrets.all(of: domain) }
    }

    package func unlearnedApps() throws(CatalogError) -> [UploadedApp] {
        try reading { state in state.apps.values.map(\.summary).filter { state.secrets.uses[$0.id] == nil } }
    }

    package func remember(_ marks: SecretMarks) throws(CatalogError) {
        try writing { state in
            state.secrets.remember(marks)
            if let app = state.apps[marks.bundle], app.summary.createdAt == marks.uploadedAt {
                state.secrets.uses[marks.bundle] = marks
            }
        }
    }

    package func clearSecret(_ key: String, of domain: String, as clearing: SecretClearing) throws(CatalogError) -> Bool
    {
        guard try secrets(of: domain).first(where: { $0.key == key })?.isInUse != true else {
            throw CatalogError(.secretInUse, "In use.")
        }
        return try writing { $0.secrets.clear(key, of: domain, as: clearing) }
    }

    package func clearings(of domain: String) throws(CatalogError) -> [String: SecretClearing] {
        try reading { $0.secrets.clearings[domain, default: [:]] }
    }

    /// Forgets what apps mark, as a store has it that was made before that was kept.
    package func unlearn() { state.withLock { $0.secrets = MemorySecrets() } }

    private func reading<Result>(_ body: (State) -> Result) throws(CatalogError) -> Result {
        guard let result = state.withLock({ $0.failsReads ? nil : body($0) }) else {
            throw CatalogError(.storageFailed, "Locked.")
        }
        return result
    }

    private func writing<Result>(_ body: (inout State) -> Result) throws(CatalogError) -> Result {
        guard let result = state.withLock({ $0.failsWrites ? nil : body(&$0) }) else {
            throw CatalogError(.storageFailed, "Full.")
        }
        return result
    }

    package func check() {}

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
