/// How much a storage holds, by kind, with what is largest: one value for pages, the API and metrics.
public struct StorageUsage: Sendable, Hashable {
    /// What bytes belong to; the raw value is its name in answers.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Uploaded dumps as they came.
        case dumps
        /// Screenshots beside them.
        case screenshots
        /// What else came beside them.
        case parts
        /// Edits of dumps, and copies of the files that were edited.
        case edits
        /// Companions of dumps.
        case companions
        /// Files of uploaded apps.
        case apps
        /// Values of domains.
        case defaults
        /// What the values were before.
        case history
    }

    /// How much there is of a kind.
    public struct Amount: Sendable, Hashable {
        /// The kind.
        public var kind: Kind
        /// How many entries there are.
        public var count: Int
        /// How many bytes they have together, without what the database adds.
        public var bytes: Int

        /// Creates an amount.
        public init(_ kind: Kind, count: Int, bytes: Int) {
            self.kind = kind
            self.count = count
            self.bytes = bytes
        }
    }

    /// One of the largest things.
    public struct Item: Sendable, Hashable {
        /// Which kind of thing it is; the raw value is its name in answers.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            case dump, app, domain
        }

        /// Which kind of thing it is.
        public var kind: Kind
        /// Its id, or the name of the domain.
        public var id: String
        /// What people call it.
        public var name: String
        /// How many bytes it has with all that belongs to it.
        public var bytes: Int

        /// Creates an item.
        public init(_ kind: Kind, id: String, name: String, bytes: Int) {
            self.kind = kind
            self.id = id
            self.name = name
            self.bytes = bytes
        }
    }

    /// What one principal has uploaded.
    public struct Share: Sendable, Hashable {
        /// The name of its token.
        public var owner: String
        /// How many bytes of dumps and apps there are of it.
        public var bytes: Int

        /// Creates a share.
        public init(owner: String, bytes: Int) {
            self.owner = owner
            self.bytes = bytes
        }
    }

    /// How many bytes count towards the quota in total.
    public var bytes = 0
    /// How many bytes the storage takes on its disk, what waits to be used again and the log included; nil where it
    /// cannot tell.
    public var bytesOnDisk: Int?
    /// How many bytes its disk has left; nil where it cannot tell.
    public var bytesAvailable: Int?
    /// Whether nothing can be written because the storage was opened so.
    public var isReadOnly = false
    /// Each kind, in the order of their declaration.
    public var kinds: [Amount] = []
    /// The largest dumps, apps and domains, the largest first.
    public var largest: [Item] = []
    /// Who has uploaded the most, the largest first.
    public var owners: [Share] = []
    /// What is allowed.
    public var quotas = StorageQuotas.none

    /// Creates an empty one.
    public init() {}
}

/// A store that can tell at once whether anything in it has changed.
///
/// That is what lets answers be kept in memory: a read that has been answered before needs no query to be answered again, and an
/// acknowledged write is seen by the next read all the same, whichever process made it.
///
/// Whoever keeps what was made of stored things asks for the version before it reads them, and again before it uses what it has
/// kept: as long as both are the same, nothing was committed in between. What is committed while it reads makes the kept thing
/// look older than it is, never newer.
public protocol VersionedStore: Sendable {
    /// A number that is another one after each commit, whoever made it and in whatever process.
    ///
    /// Numbers of one process can be compared with each other only. It waits for no network, no disk and no writer, so that any
    /// thread may ask.
    /// - Returns: nil where the store cannot tell: nothing that was read of it may be kept then.
    func version() -> Int?
}

extension VersionedStore {
    /// Cannot tell.
    public func version() -> Int? { nil }
}

/// What a quota is about; the raw value is its name in options and answers.
public enum StorageQuota: String, Sendable, Hashable, CaseIterable {
    /// Everything that is stored.
    case total
    /// One uploaded dump with its picture and its parts.
    case dump
    /// What is kept of one uploaded app.
    case app
    /// The edits of one dump.
    case journal
    /// The values of one domain of defaults.
    case domain
    /// The history of one domain; beyond it the oldest revisions are forgotten.
    case history
    /// The dumps and apps that one token has uploaded; tokens of one name count together.
    case principal
}

/// How many bytes may be stored, by quota. A quota that is nil has no end.
public struct StorageQuotas: Sendable, Hashable {
    private var limits: [StorageQuota: Int]

    /// Creates quotas.
    public init(_ limits: [StorageQuota: Int] = [:]) { self.limits = limits }

    /// 20 GiB in total, half of it for one token; a dump of 128 MiB, an app of 256 MiB, edits of 32 MiB a dump, domains
    /// of 4 MiB with a history of 64 MiB.
    public static let standard = StorageQuotas([
        .total: 20 << 30, .principal: 10 << 30, .dump: 128 << 20, .app: 256 << 20, .journal: 32 << 20,
        .domain: 4 << 20, .history: 64 << 20,
    ])
    /// No end anywhere.
    public static let none = StorageQuotas()

    /// The bytes of a quota; nil for no end.
    public subscript(quota: StorageQuota) -> Int? {
        get { limits[quota] }
        set { limits[quota] = newValue }
    }

    /// Throws when more bytes would be used than a quota allows.
    /// - Parameter owner: whose quota it is, for one of a principal.
    public func check(_ quota: StorageQuota, _ bytes: Int, owner: String? = nil) throws(StorageFault) {
        guard let limit = limits[quota], bytes > limit else { return }
        throw StorageFault(QuotaExcess(quota, limit: limit, bytes: bytes, owner: owner))
    }

    /// Takes over a quota as an option says it: `total=2GiB`, `dump=64M`, `principal=none`.
    /// - Returns: what is wrong with the text, as a sentence; nil when nothing is.
    public mutating func set(_ text: some StringProtocol) -> String? {
        let sides = text.split(separator: "=", maxSplits: 1).map { String($0.filter { $0 != " " }) }
        guard sides.count == 2, let quota = StorageQuota(rawValue: sides[0].lowercased()) else {
            let names = StorageQuota.allCases.map(\.rawValue).joined(separator: ", ")
            return "A quota is written as total=2GiB; there are \(names); not “\(text.prefix(60))”."
        }
        if sides[1].lowercased() == "none" {
            self[quota] = nil
            return nil
        }
        guard let bytes = Self.bytes(sides[1]) else {
            return
                "The quota “\(quota.rawValue)” takes a size such as 512MiB or 2GiB, or none, not “\(sides[1].prefix(60))”."
        }
        self[quota] = bytes
        return nil
    }

    /// A size in bytes: digits with K, M, G or T, and `iB` or `B` after it; all of them are powers of 1024.
    static func bytes(_ text: String) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits), number > 0 else { return nil }
        let shifts = ["": 0, "b": 0, "k": 10, "m": 20, "g": 30, "t": 40]
        var unit = text.dropFirst(digits.count).lowercased()
        if unit.count > 1, unit.hasSuffix("ib") {
            unit.removeLast(2)
        } else if unit.count == 2, unit.hasSuffix("b") {
            unit.removeLast()
        }
        guard let shift = shifts[unit] else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: 1 << shift)
        return overflows ? nil : bytes
    }

    /// A size for people, such as `3.2 MiB`: rounded down to a tenth.
    public static func text(_ bytes: Int) -> String {
        guard bytes >= 1_024 else { return "\(bytes) bytes" }
        var (shift, name) = (10, "KiB")
        for (next, unit) in [(20, "MiB"), (30, "GiB"), (40, "TiB")] where bytes >> next > 0 {
            (shift, name) = (next, unit)
        }
        let tenths = (bytes >> (shift - 10)) * 10 / 1_024
        return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
}
