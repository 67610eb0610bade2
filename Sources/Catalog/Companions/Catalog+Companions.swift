import Diagnostics
import AppBundles
import DumpFormats
import FoundationEssentials
import ViewHierarchy

extension Catalog {
    /// The companions of a dump, in the order in which they came.
    /// - Throws: as ``load(_:)``.
    public func companions(of id: String) throws(CatalogError) -> [CompanionEntry] {
        try withDump(id) { _, loaded in loaded.companions }
    }

    /// A companion of a dump.
    /// - Throws: `unknownCompanion`, and as ``load(_:)``.
    public func companion(_ number: Int, of id: String) throws(CatalogError) -> CompanionEntry {
        guard let entry = try companions(of: id).first(where: { $0.number == number }) else {
            throw .unknownCompanion(number, of: id)
        }
        return entry
    }

    /// Keeps a text beside a dump and joins it to the views, now and whenever the dump is read. That is a revision.
    ///
    /// - Parameters:
    ///   - language: of a table of texts; nil for the texts of debuggers. Of several tables of one language the last counts.
    ///   - revision: the revision that the companion is meant for; nil takes any.
    ///   - announce: as of ``perform(_:on:ifRevision:announce:)``.
    /// - Throws: `unreadableCompanion`, `unknownLanguage` for what is no language, `nothingJoined`, `companionIsThere`,
    ///   `tooManyCompanions`, `unknownDump`, `revisionConflict`.
    @discardableResult
    public func add(
        companion source: [UInt8],
        to id: String,
        language: String? = nil,
        ifRevision revision: Int? = nil,
        announce: (EditOutcome) -> Void = { _ in }
    ) throws(CatalogError) -> (entry: CompanionEntry, outcome: EditOutcome) {
        if let language, LanguageTag(language) == nil || !StringsTables.isLanguage(language) {
            throw CatalogError(.unknownLanguage, "“\(language.prefix(40))” is not a language tag such as de or pt-BR.")
        }
        do throws(DumpError) {
            if language == nil {
                _ = try CompanionReader.read(source, limits: limits.companion)
            } else {
                _ = try StringsTable(reading: source)
            }
        } catch {
            throw CatalogError(unreadableCompanion: error)
        }
        var number = 0
        let outcome = try writing(id, ifRevision: revision) { writer, loaded throws(CatalogError) in
            let result = try writer.add(companion: source, of: language, to: &loaded)
            number = result.number
            announce(result.outcome)
            return result.outcome
        }
        guard let entry = outcome.snapshot.companions.first(where: { $0.number == number }) else {
            throw .unknownCompanion(number, of: id)
        }
        return (entry, outcome)
    }

    /// Removes a companion with all that it said of the views.
    /// - Throws: `unknownCompanion`, `unknownDump`, `revisionConflict`.
    @discardableResult
    public func removeCompanion(
        _ number: Int,
        of id: String,
        ifRevision revision: Int? = nil,
        announce: (EditOutcome) -> Void = { _ in }
    ) throws(CatalogError) -> EditOutcome {
        try writing(id, ifRevision: revision) { writer, loaded throws(CatalogError) in
            let outcome = try writer.remove(companion: number, from: &loaded)
            announce(outcome)
            return outcome
        }
    }

    /// Joins companions to the views of a dump that has just been read.
    func join(_ companions: [StoredCompanion], to dump: inout Dump) -> [CompanionEntry] {
        companions.map { stored in
            var entry = CompanionEntry(
                number: stored.number,
                createdAt: stored.createdAt,
                byteCount: stored.source.count,
                kinds: [],
                join: CompanionJoin()
            )
            entry.actor = stored.actor
            entry.language = stored.language
            do throws(DumpError) {
                if stored.language != nil {
                    entry.kinds = [.strings]
                    let table = try StringsTable(reading: stored.source)
                    entry.join = table.join(to: dump.tree)
                    entry.table = table
                } else {
                    let companion = try CompanionReader.read(stored.source, limits: limits.companion)
                    entry.kinds = companion.kinds
                    entry.join = companion.join(to: &dump.tree, as: entry.name)
                }
            } catch {
                entry.problem = error.message
            }
            dump.report.append(entry.finding)
            return entry
        }
    }
}

extension CompanionEntry {
    /// What the report of the dump says of it.
    fileprivate var finding: Diagnostic {
        if let problem {
            let message = "Related file \(number) can no longer be read: \(problem)"
            return Diagnostic(.warning, "companion.unreadable", message)
        }
        var message = "Related file \(number) (\(kindNames)): \(join.joinedCount) entries matched to views"
        guard let first = join.missed.first else { return Diagnostic(.info, "companion.joined", message + ".") }
        message += ", \(join.missedCount) not matched. \(first.message)"
        return Diagnostic(.info, "companion.joined", message, line: first.line, file: name)
    }
}

extension DraftWriter {
    /// Adds a companion, unless nothing of it belongs to a view.
    func add(
        companion source: [UInt8],
        of language: String?,
        to loaded: inout LoadedDump
    ) throws(CatalogError) -> (number: Int, outcome: EditOutcome) {
        guard language == nil || loaded.dump.tree.isInterface else { throw .noInterface }
        let known = try store.companions(of: id)
        if let same = known.first(where: { $0.source == source && $0.language == language }) {
            throw CatalogError(.companionIsThere, "This text was already added, as related file \(same.number).")
        }
        let alike = known.filter { ($0.language == nil) == (language == nil) }
        let most = language == nil ? catalog.limits.maximumCompanions : StringsTables.maximumCount
        guard alike.count < most else {
            let what = language == nil ? "related files" : "tables of texts"
            throw CatalogError(
                .tooManyCompanions,
                "The dump already has \(alike.count) \(what), which is the maximum. Remove one first."
            )
        }
        let bytes = alike.reduce(source.count) { $0 + $1.source.count }
        guard language == nil || bytes <= StringsTables.maximumBytes else {
            throw CatalogError(
                .tooManyCompanions,
                "The tables of texts would have \(bytes) bytes in total; the maximum is \(StringsTables.maximumBytes)."
            )
        }
        let number = (known.map(\.number).max() ?? 0) + 1
        let companion = StoredCompanion(
            number: number,
            createdAt: Date(),
            source: source,
            actor: Author.current,
            language: language
        )
        var fresh = try reread(loaded, with: known + [companion])
        guard let entry = fresh.companions.last, entry.join.joinedCount > 0 else {
            throw .nothingJoined(
                fresh.companions.last?.join ?? CompanionJoin(),
                dumpHasAddresses: !fresh.dump.tree.indexesByAddress().isEmpty
            )
        }
        let next = following(fresh)
        try store.insert(
            companion,
            to: id,
            isUpload: origin.file == nil,
            from: loaded.journal?.revision,
            becoming: next
        )
        return (number, take(&fresh, next, changed: entry.join.views, in: &loaded))
    }

    /// Removes a companion.
    func remove(companion number: Int, from loaded: inout LoadedDump) throws(CatalogError) -> EditOutcome {
        let known = try store.companions(of: id)
        guard known.contains(where: { $0.number == number }), let revision = loaded.journal?.revision else {
            throw .unknownCompanion(number, of: id)
        }
        let changed = loaded.companions.first { $0.number == number }?.join.views ?? []
        var fresh = try reread(loaded, with: known.filter { $0.number != number })
        let next = following(fresh)
        try store.removeCompanion(number, of: id, from: revision, becoming: next)
        return take(&fresh, next, changed: changed, in: &loaded)
    }

    /// The dump read once more, with other companions.
    private func reread(_ loaded: LoadedDump, with companions: [StoredCompanion]) throws(CatalogError) -> LoadedDump {
        let fresh = try catalog.read(id, origin, companions: companions)
        guard fresh.journal?.revision == loaded.journal?.revision else { throw .journalConflict(id) }
        return fresh
    }

    private func following(_ loaded: LoadedDump) -> EditJournal {
        let extent = DumpExtent(loaded.dump)
        return moved(
            loaded.journal ?? EditJournal(revision: 0, applied: 0, count: 0, extent: extent),
            to: loaded.applied,
            extent
        )
    }

    private func take(
        _ fresh: inout LoadedDump,
        _ journal: EditJournal,
        changed: Set<Int>,
        in loaded: inout LoadedDump
    ) -> EditOutcome {
        loaded = fresh
        return finish(&loaded, journal, changed: loaded.sorted(changed).present, removed: [])
    }
}
