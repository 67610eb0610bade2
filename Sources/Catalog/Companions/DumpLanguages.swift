import AppBundles
import Diagnostics
public import DumpFormats
import JSON
import Synchronization
public import ViewHierarchy

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
    /// Those of a language in the order in which they count: the last one says what a key is.
    private let sources: [String: [Source]]
    private let tree: ViewTree
    private let known = Mutex<[String: OnceValue<Words>]>([:])

    init(_ tree: ViewTree, beside tables: StringsTables, companions: [CompanionEntry]) {
        var sources: [String: [Source]] = tables.bytes.mapValues { [.bytes($0)] }
        for (language, table) in companions.flatMap({ entry in entry.languages.map { ($0, entry.tables[$0]) } }) {
            guard let table else { continue }
            var former: [Source] = []
            // The last one said counts, however it is spelled.
            for other in sources.keys where other.lowercased() == language.lowercased() {
                former += sources.removeValue(forKey: other) ?? []
            }
            sources[language] = former + [.table(table)]
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

    private static func words(_ sources: [Source], _ tree: ViewTree) -> Words {
        do throws(DumpError) {
            var tables: [ObjectStrings] = []
            for source in sources {
                switch source {
                case .bytes(let bytes): tables.append(try ObjectStrings(reading: bytes))
                case .table(let table): tables.append(table)
                }
            }
            return .success(ObjectStrings(tables).words(in: tree))
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

extension ObjectStrings {
    /// The tables of a string catalog, `.xcstrings`, by their languages; nil for what is no such catalog.
    /// - Throws: ``DumpError`` for one without translations, or one that breaks a limit.
    static func catalog(reading bytes: [UInt8]) throws(DumpError) -> [String: ObjectStrings]? {
        guard bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "{"),
            bytes.count <= StringsTables.maximumBytes
        else { return nil }
        let limits = JSONLimits(maximumBytes: StringsTables.maximumBytes, maximumDepth: 32, maximumContainers: 400_000)
        // try?: a property list of the old style begins with a brace, too, and is read as that.
        guard let document = try? JSONDocument(parsing: bytes, limits: limits), document.root["sourceLanguage"] != nil,
            let strings = document.root["strings"], strings.isObject
        else { return nil }
        var tables: [String: [String: String]] = [:]
        strings.forEachMember { key, entry in
            entry["localizations"]?.forEachMember { language, localization in
                guard StringsTables.isLanguage(language),
                    tables[language] != nil || tables.count < StringsTables.maximumCount,
                    let text = text(of: localization, depth: 0)
                else { return }
                tables[language, default: [:]][key] = text
            }
        }
        guard !tables.isEmpty else {
            throw DumpError(.unreadable, "The string catalog holds no translations of its texts.")
        }
        return tables.mapValues { ObjectStrings(texts: $0) }
    }

    /// The text of a localization, which may differ by number and device: that of most of them.
    private static func text(of node: JSONNode, depth: Int) -> String? {
        if let unit = node["stringUnit"] { return unit["value"]?.stringValue }
        guard depth < 3, let variations = node["variations"] else { return nil }
        for (kind, usual) in [("device", ["iphone", "other", "ipad"]), ("plural", ["other"])] {
            guard let kinds = variations[kind] else { continue }
            for name in usual {
                if let text = kinds[name].flatMap({ text(of: $0, depth: depth + 1) }) { return text }
            }
        }
        return nil
    }
}
