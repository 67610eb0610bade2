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
