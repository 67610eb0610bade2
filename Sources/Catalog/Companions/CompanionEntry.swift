public import DumpFormats
public import FoundationEssentials

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
    var table: StringsTable? = nil
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
