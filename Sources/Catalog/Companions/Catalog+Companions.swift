import AppBundles
import Diagnostics
public import DumpFormats
public import FoundationEssentials
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
        if let language,
            LanguageTag(language) == nil || !StringsTables.isLanguage(language)
                || language.lowercased() == ObjectStrings.severalLanguages
        {
            throw CatalogError(.unknownLanguage, "“\(language.prefix(40))” is not a language tag such as de or pt-BR.")
        }
        var language = language
        do throws(DumpError) {
            if try ObjectStrings.catalog(reading: source) != nil {
                language = ObjectStrings.severalLanguages
            } else if language != nil {
                _ = try ObjectStrings(reading: source)
            } else if !ObjectStrings.isLikely(source) {
                _ = try CompanionReader.read(source, limits: limits.companion)
            }
        } catch {
            throw CatalogError(unreadableCompanion: error)
        }
        if language == nil, ObjectStrings.isLikely(source) {
            throw .needsLanguage(known: try snapshot(of: id).languages.names)
        }
        return try keep(companion: source, of: language, to: id, revision, announce)
    }

    /// Keeps a table of texts beside an interface: its name says its language, unless it is a catalog of all.
    @discardableResult
    func add(companion source: [UInt8], to id: String, file: String) throws(CatalogError) -> CompanionEntry {
        try add(companion: source, to: id, language: TableName(file).language).entry
    }

    private func keep(
        companion source: [UInt8],
        of language: String?,
        to id: String,
        _ revision: Int?,
        _ announce: (EditOutcome) -> Void
    ) throws(CatalogError) -> (entry: CompanionEntry, outcome: EditOutcome) {
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
                    if let tables = try ObjectStrings.catalog(reading: stored.source) {
                        entry.join = ObjectStrings.join(tables, to: dump.tree)
                        entry.tables = tables
                    } else if let language = stored.language {
                        let table = try ObjectStrings(reading: stored.source)
                        entry.join = table.join(to: dump.tree)
                        entry.tables = [language: table]
                    }
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

    /// The journal at the next revision, with the edits that it has.
    func following(_ loaded: LoadedDump) -> EditJournal {
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

/// A companion on its way into a storage, or out of it.
public struct StoredCompanion: Sendable, Hashable {
    /// Its number among the companions of its dump, counted from 1 and never given twice while it is there.
    public var number: Int
    /// When it came.
    public var createdAt: Date
    /// Its text as it came.
    public var source: [UInt8]
    /// Who sent it; nil where nobody said.
    public var actor: String?
    /// Of a table of texts: its language; nil for the texts of debuggers.
    public var language: String?

    /// Creates a companion.
    public init(number: Int, createdAt: Date, source: [UInt8], actor: String? = nil, language: String? = nil) {
        self.number = number
        self.createdAt = createdAt
        self.source = source
        self.actor = actor
        self.language = language
    }
}

/// A companion of a dump, and what became of it.
public struct CompanionEntry: Sendable, Hashable {
    /// Its number among the companions of its dump.
    public var number: Int
    /// When it came.
    public var createdAt: Date
    /// Who sent it; nil where nobody said.
    public var actor: String? = nil
    /// Of a table of texts: its language, `mul` for a catalog of several; nil for the texts of debuggers.
    public var language: String? = nil
    /// The table, where it is one that can be read, or those of a string catalog, by their languages.
    var tables: [String: ObjectStrings] = [:]
    /// Of tables of texts: their languages, sorted.
    public var languages: [String] { tables.keys.sorted() }
    /// How many bytes its text has.
    public var byteCount: Int
    /// The reports that it holds.
    public var kinds: [CompanionKind]
    /// What was joined to the views, and what was not.
    public var join: CompanionJoin
    /// Why it cannot be read any more, when that is so.
    public var problem: String?

    /// What findings call it.
    public var name: String { Self.name(number) }

    static func name(_ number: Int) -> String { "companion \(number)" }

    /// Its reports in words: `_printHierarchy, constraint log`.
    public var kindNames: String { kinds.map(\.name).joined(separator: ", ") + (names.map { " (\($0))" } ?? "") }

    /// Its languages in words; nil for the texts of debuggers.
    private var names: String? {
        guard language == ObjectStrings.severalLanguages else { return language }
        return languages.prefix(8).joined(separator: ", ")
            + (languages.count > 8 ? " and \(languages.count - 8) more" : "")
    }
}

extension CatalogError {
    /// The error of a text of which nothing belongs to a view of the dump.
    static func nothingJoined(_ join: CompanionJoin, dumpHasAddresses: Bool) -> CatalogError {
        if let first = join.missed.first, first.kind == .strings {
            return CatalogError(
                .nothingJoined,
                "No key in the table matches a text in this interface. Keys are object ids followed by a property, "
                    + "such as “a1B-2c-D3e.text”. \(first.line.map { "Line \($0): " } ?? "")\(first.message)"
            )
        }
        guard dumpHasAddresses else {
            return CatalogError(
                .nothingJoined,
                "The dump has no addresses, which are needed to match a related file to its views. Take the dump again with "
                    + "addresses, in the same run of the app as the related file."
            )
        }
        let first = join.missed.first.map { " " + ($0.line.map { "Line \($0): " } ?? "") + $0.message } ?? ""
        return CatalogError(
            .nothingJoined,
            "Nothing in the text matches a view in this dump. Both must come from the same run of the app.\(first)"
        )
    }

    /// The error of a table that neither its name nor its sender says the language of.
    static func needsLanguage(known: [String]) -> CatalogError {
        let some =
            known.isEmpty ? "" : " The interface has texts in \(known.prefix(20).joined(separator: ", ")) so far."
        return CatalogError(
            .needsLanguage,
            "This is a table of texts, and its name does not say in which language.\(some) Choose the language, or name the file "
                + "as fr.lproj/Main.strings or Main-fr.strings."
        )
    }

    /// The error of a table beside a dump whose views have no objects’ ids.
    static let noInterface = CatalogError(
        .nothingJoined,
        "The dump is not a xib or storyboard. A table of texts is matched by object ids, which only those have."
    )

    /// The error of a number that names no companion.
    static func unknownCompanion(_ number: Int, of id: String) -> CatalogError {
        CatalogError(.unknownCompanion, "The dump “\(id)” has no related file \(number).")
    }
}
