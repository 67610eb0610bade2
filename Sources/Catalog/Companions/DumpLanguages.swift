import AppBundles
import Diagnostics
public import DumpFormats
import Synchronization
public import ViewHierarchy

/// In which languages the texts of a dump can be shown, and what its views say in them: the tables that are its companions, and
/// those that came beside it, which count less.
public final class DumpLanguages: Sendable {
    /// A table as it came, or read.
    private enum Source: Sendable {
        case bytes([UInt8])
        case table(StringsTable)
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
            case .bytes(let bytes): return .success(try StringsTable(reading: bytes).words(in: tree))
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
