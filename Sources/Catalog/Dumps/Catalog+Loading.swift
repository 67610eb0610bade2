import AppBundles
import Diagnostics
import DumpFormats
import FoundationEssentials
public import ViewHierarchy
import Storage
import Synchronization

/// What all that is told of a dump depends on: equal stamps of one process, equal answers.
public struct DumpStamp: Sendable, Hashable {
    /// The version of the store.
    let version: Int
    let origin: Origin

    enum Origin: Sendable, Hashable {
        case upload
        /// What the file looks like, nil for one that is gone, and the tables beside it.
        case file(FileFingerprint?, tables: FolderFingerprint?)
    }
}

extension Catalog {
    /// A dump with its edits, its tree and report, without its screenshot.
    ///
    /// The tree is kept for the next time. A file that has been written to since is read again, unless there are edits
    /// of what it was.
    /// - Throws: `unknownDump`, and `unreadableDump` or `unreadableFile` for a file that is broken by now.
    public func load(_ id: String) throws(CatalogError) -> Dump { try snapshot(of: id).dump }

    /// A dump with its edits as it is now, and what lists say about it at the same moment.
    /// - Throws: as ``load(_:)``.
    public func snapshot(of id: String) throws(CatalogError) -> DumpSnapshot {
        // Asked for while nobody changes the dump, so that nothing has come between.
        let kept = loadedDumps.kept(id) { loaded in
            loaded.verified.flatMap { $0.stamp == stamp(of: id) ? snapshot(of: loaded, $0.origin) : nil }
        }
        if let kept { return kept }
        let found = stamp(of: id)
        return try withDump(id) { origin, loaded throws(CatalogError) in
            loaded.verified = found.map { ($0, origin) }
            return snapshot(of: loaded, origin)
        }
    }

    /// What all that is told of a dump depends on, as it is now; nil where the store cannot say at once whether anything
    /// in it has changed.
    public func stamp(of id: String) -> DumpStamp? {
        store.version().map { version in
            let file = file(id).map { DumpStamp.Origin.file($0.present, tables: $0.tablesBeside?.fingerprint) }
            return DumpStamp(version: version, origin: file ?? .upload)
        }
    }

    /// Whether a dump is that of a file, so that its stamp may take a look at a disk.
    public func isFile(_ id: String) -> Bool { file(id) != nil }

    /// Whether all dumps and apps are uploads.
    public var hasNoFiles: Bool { files.withLock { $0.paths.isEmpty } }

    /// Reads or changes a loaded dump while nobody else does.
    func withDump<Result: Sendable>(
        _ id: String,
        _ body: (DumpOrigin, inout LoadedDump) throws(CatalogError) -> Result
    ) throws(CatalogError) -> Result {
        let origin = try origin(of: id)
        let revision = try store.journal(of: id)?.revision
        return try loadedDumps.withValue(
            id,
            isCurrent: { isCurrent($0, origin, revision: revision) },
            make: { () throws(CatalogError) in try read(id, try self.origin(of: id)) },
            { loaded throws(CatalogError) in
                // A newer version may have taken the place of an upload before it was this one's turn.
                try body(try self.origin(of: id), &loaded)
            }
        )
    }

    func origin(of id: String) throws(CatalogError) -> DumpOrigin {
        if let file = file(id) { return .file(file) }
        guard let upload = try store.dump(id) else {
            loadedDumps.forget(id)
            throw .unknownDump(id)
        }
        return .upload(upload)
    }

    /// Whether nothing was written since a dump was loaded: to its journal, by another process too, or to its file.
    private func isCurrent(_ loaded: LoadedDump, _ origin: DumpOrigin, revision: Int?) -> Bool {
        // The journal was looked at before the dump was locked; one that is newer than that is current as well.
        if let revision, loaded.journal.map({ $0.revision < revision }) ?? true { return false }
        if case .upload(let summary) = origin, let time = loaded.uploadedAt, time != summary.createdAt { return false }
        guard let file = origin.file else { return true }
        return loaded.tables == file.tablesBeside?.fingerprint && (loaded.applied > 0 || loaded.seen == file.present)
    }

    /// Reads a dump and carries out its edits.
    /// - Parameter companions: what is joined to it in place of the companions that the store has.
    func read(
        _ id: String,
        _ origin: DumpOrigin,
        companions: [StoredCompanion]? = nil
    ) throws(CatalogError) -> LoadedDump {
        let journal = try store.journal(of: id)
        guard let journal, journal.applied > 0 else { return try unedited(id, origin, journal, companions) }
        var loaded = try base(of: id, origin, journal, companions)
        try replay(upTo: journal.applied, of: id, in: &loaded)
        return loaded
    }

    /// A dump whose edits are all taken back: a file as it is by now, or, when that cannot be read any more, the copy
    /// that its edits were made on.
    func unedited(
        _ id: String,
        _ origin: DumpOrigin,
        _ journal: EditJournal?,
        _ companions: [StoredCompanion]? = nil
    ) throws(CatalogError) -> LoadedDump {
        guard let file = origin.file else { return try base(of: id, origin, journal, companions) }
        let (seen, tables) = (file.present, file.tablesBeside?.fingerprint)
        do throws(CatalogError) {
            let (dump, fingerprint) = try file.load(limits: limits)
            let identity = identity(of: dump, in: file, fingerprint, journal)
            var loaded = try self.loaded(dump, journal, of: id, companions, identity: identity)
            loaded.content = fingerprint
            loaded.seen = fingerprint
            loaded.tables = tables
            return loaded
        } catch {
            guard journal?.base != nil else { throw error }
            var loaded = try base(of: id, origin, journal, companions)
            loaded.seen = seen
            return loaded
        }
    }

    /// What the edits of a dump are made on.
    func base(
        of id: String,
        _ origin: DumpOrigin,
        _ journal: EditJournal?,
        _ companions: [StoredCompanion]? = nil
    ) throws(CatalogError) -> LoadedDump {
        switch origin {
        case .upload(let summary):
            guard let source = try store.source(of: id) else { throw .unknownDump(id) }
            let dump = try read(source, format: summary.format, parts: try store.parts(of: id))
            // One that has no journal was never replaced.
            let identity = journal == nil ? nil : try storedIdentity(of: id, version: "", for: dump.tree)
            var loaded = try loaded(dump, journal, of: id, companions, identity: identity)
            loaded.uploadedAt = summary.createdAt
            return loaded
        case .file(let file):
            guard let base = journal?.base, let source = try store.draftSource(of: id) else {
                throw CatalogError(.storageFailed, "The copy of the edited file “\(id)” is missing.")
            }
            let tables = file.tablesBeside?.fingerprint
            let dump = try read(source, format: base.summary.format, parts: file.tablesBeside?.parts ?? [])
            let identity = try storedIdentity(of: id, version: base.fingerprint.text, for: dump.tree)
            var loaded = try loaded(dump, journal, of: id, companions, identity: identity)
            loaded.content = base.fingerprint
            loaded.tables = tables
            return loaded
        }
    }

    /// Carries out the edits of a journal from the first that the tree does not show. One that cannot be carried out
    /// any more, because the program has other rules by now, ends it; the journal keeps it and those after it.
    func replay(upTo end: Int, of id: String, in loaded: inout LoadedDump) throws(CatalogError) {
        /// An edit may be as large as a request; so many are read at once.
        let batch = 16
        while loaded.shown < end {
            let range = loaded.shown..<min(loaded.shown + batch, end)
            let texts = try store.edits(of: id, in: range)
            for text in texts {
                do {
                    let extent = DumpExtent(loaded.dump)
                    loaded.keep(try loaded.apply(try TreeEditDocument.edit(text)), extentBefore: extent)
                } catch {
                    return loaded.skip(upTo: end, because: "\(error)")
                }
            }
            guard texts.count == range.count else { return loaded.skip(upTo: end, because: "It is missing.") }
        }
    }

    func snapshot(of loaded: LoadedDump, _ origin: DumpOrigin) -> DumpSnapshot {
        var dump = loaded.dump
        if let note = origin.file.flatMap({ fileNote($0, loaded) }) { dump.report.append(note) }
        if let note = loaded.skipped { dump.report.append(note) }
        return DumpSnapshot(origin.summary(loaded.journal), dump, loaded.undo, loaded.companions, loaded.derived)
    }

    /// What to say of a file that is not any more what is shown of it.
    private func fileNote(_ file: DumpFile, _ loaded: LoadedDump) -> Diagnostic? {
        guard let base = loaded.journal?.base, loaded.applied > 0 || loaded.content != loaded.seen else { return nil }
        guard loaded.content == base.fingerprint else { return nil }
        // try?: without the copy it is said that the file is another.
        let isSame = file.holds(base, limits: limits) { try? store.draftSource(of: file.id) }
        guard !isSame else { return nil }
        let reason =
            loaded.applied == 0
            ? "The file can no longer be read. The copy the edits apply to is shown."
            : file.present == nil
                ? "The file no longer exists. A copy with the edits is shown."
                : "The file was changed after it was edited here. A copy of the earlier file, with the edits, is shown; "
                    + "undo all edits to see the new file."
        return Diagnostic(.warning, "draft.fileChanged", reason)
    }

    /// A dump as it is kept in memory, with its companions joined: there are none before the first revision.
    /// - Parameter identity: by which ids its views are known; nil for their places.
    func loaded(
        _ dump: Dump,
        _ journal: EditJournal?,
        of id: String,
        _ companions: [StoredCompanion]? = nil,
        identity: TreeIdentity? = nil
    ) throws(CatalogError) -> LoadedDump {
        // Kept trees need no picture, which may be larger than they are.
        var dump = dump
        dump.screenshot = nil
        if let identity { _ = dump.takeIDs(identity.ids, next: identity.next) }
        let known: [StoredCompanion]
        if let companions {
            known = companions
        } else {
            known = journal == nil ? [] : try store.companions(of: id)
        }
        let entries = join(known, to: &dump)
        var loaded = LoadedDump(dump, journal: journal, undoBudget: limits.undoBytes)
        loaded.companions = entries
        return loaded
    }
}
