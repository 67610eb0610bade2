import AppBundles
import Diagnostics
public import DumpFormats
public import FoundationEssentials
import Synchronization
public import ViewHierarchy

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
                _ = try ObjectStrings(reading: source)
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
                    let table = try ObjectStrings(reading: stored.source)
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
    /// Of a table of texts: its language; nil for the texts of debuggers.
    public var language: String? = nil
    /// The table, where it is one that can be read.
    var table: ObjectStrings? = nil
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
    public var kindNames: String { kinds.map(\.name).joined(separator: ", ") + (language.map { " (\($0))" } ?? "") }
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

/// In which languages the texts of a dump can be shown, and what its views say in them: the tables that are its companions, and
/// those that came beside it, which count less.
public final class DumpLanguages: Sendable {
    /// A table as it came, or read.
    private enum Source: Sendable {
        case bytes([UInt8])
        case table(ObjectStrings)
    }

    private typealias Words = Result<[Int: TextAssumptions.Words], DumpError>

    /// The languages as they were spelled, sorted.
    public let names: [String]
    private let sources: [String: Source]
    private let tree: ViewTree
    private let known = Mutex<[String: OnceValue<Words>]>([:])

    init(_ tree: ViewTree, beside tables: StringsTables, companions: [CompanionEntry]) {
        var sources: [String: Source] = tables.bytes.mapValues { .bytes($0) }
        for entry in companions {
            guard let language = entry.language, let table = entry.table else { continue }
            // The last one said counts, however it is spelled.
            for other in sources.keys where other.lowercased() == language.lowercased() { sources[other] = nil }
            sources[language] = .table(table)
        }
        self.sources = sources
        self.tree = tree
        names = sources.keys.sorted()
    }

    /// The language among ``names`` that somebody asks for: the very same, or the same in a region or without one.
    public func language(matching wanted: String) -> String? { LanguageTag.match(wanted, among: names) }

    /// What views say in a language where that is something else than what the dump has, by their ids; worked out once.
    /// - Throws: ``DumpError`` for a table that cannot be read.
    public func words(in language: String) throws(DumpError) -> [Int: TextAssumptions.Words] {
        guard let source = sources[language] else { return [:] }
        let place = known.withLock { known in
            if let place = known[language] { return place }
            let place = OnceValue<Words>()
            known[language] = place
            return place
        }
        return try place.value { Self.words(source, tree) }.get()
    }

    private static func words(_ source: Source, _ tree: ViewTree) -> Words {
        do throws(DumpError) {
            switch source {
            case .bytes(let bytes): return .success(try ObjectStrings(reading: bytes).words(in: tree))
            case .table(let table): return .success(table.words(in: tree))
            }
        } catch {
            return .failure(error)
        }
    }
}

extension DumpSnapshot {
    /// The languages in which its texts can be shown, kept with this revision.
    public var languages: DumpLanguages {
        derived { DumpLanguages($0, beside: dump.tables, companions: companions) }
    }
}
