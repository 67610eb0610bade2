/// Why a storage cannot do its work, whatever it keeps things in. A write that throws one has changed nothing.
public struct StorageFault: Error, Sendable, Hashable {
    /// What kind of fault it is; the raw value is a stable slug.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The disk has no room left.
        case full = "store-full"
        /// The disk, the folder or the file cannot be written, or the storage was opened for reading only.
        case readOnly = "store-read-only"
        /// The files of the database were removed, replaced or changed by others while they were open.
        case replaced = "store-replaced"
        /// What is stored cannot be read as it was written.
        case damaged = "store-damaged"
        /// A write would go beyond a quota; ``StorageFault/excess`` says which.
        case overQuota = "quota-exceeded"
    }

    /// What kind of fault it is.
    public var kind: Kind
    /// Which quota a write would go beyond, when that is the fault.
    public var excess: QuotaExcess?

    private var ownMessage: String?

    /// Creates a fault.
    /// - Parameter message: what is wrong and what to do, without a path, where the storage has other words for it than most.
    public init(_ kind: Kind, _ message: String? = nil) {
        self.kind = kind
        ownMessage = message
    }

    /// The fault of a write that would go beyond a quota.
    public init(_ excess: QuotaExcess) {
        kind = .overQuota
        self.excess = excess
    }

    /// What is wrong and what to do, for those who ask a server: no path is in it.
    public var message: String {
        if let ownMessage { return ownMessage }
        return switch kind {
        case .full:
            "The disk that holds the data is full, so nothing was changed. Delete dumps or apps, which goes on "
                + "working, or make room on the disk."
        case .readOnly:
            "The data can only be read: the server was started so, or its disk, folder or file is read-only. Nothing "
                + "was changed."
        case .replaced:
            "The files of the database were removed, replaced or changed while the server was running, so it no longer "
                + "reads or writes anything. Put them back, or restart it to go on with what is there now. The log says which."
        case .damaged:
            "The database is damaged. Stop the server, look at it with “vitrine check”, and restore a backup with "
                + "“vitrine restore”."
        case .overQuota: excess?.message ?? "A quota is used up, so nothing was changed."
        }
    }
}

/// A quota, and how far a write would go beyond it.
public struct QuotaExcess: Sendable, Hashable {
    /// The quota.
    public var quota: StorageQuota
    /// How many bytes it allows.
    public var limit: Int
    /// How many bytes there would be.
    public var bytes: Int
    /// Whose quota it is, for one of a principal.
    public var owner: String?

    /// Creates an excess.
    public init(_ quota: StorageQuota, limit: Int, bytes: Int, owner: String? = nil) {
        self.quota = quota
        self.limit = limit
        self.bytes = bytes
        self.owner = owner
    }

    /// What the quota is, what would be used of it, and what to do.
    public var message: String {
        let sizes = "\(bytes) bytes would be used, and \(limit) (\(StorageQuotas.text(limit))) are allowed"
        let fault = "The quota “\(quota.rawValue)” is too small for this: \(sizes), so nothing was changed."
        let remedy =
            switch quota {
            case .total: "Delete dumps, apps or domains, or start the server with a larger --quota total=…"
            case .dump: "Send a smaller dump or picture, or start the server with a larger --quota dump=…"
            case .app: "Send the app without its large files, or start the server with a larger --quota app=…"
            case .journal:
                "Save the edited dump and upload it again, or start the server with a larger --quota journal=…"
            case .principal:
                "Delete what “\(owner ?? "")” has uploaded, or start the server with a larger --quota principal=…"
            case .domain: "Remove keys, or start the server with a larger --quota domain=…"
            case .history: "Start the server with a larger --quota history=…"
            }
        return "\(fault) \(remedy)"
    }
}

/// What a storage says of a failure of its own, whatever it keeps things in. The errors of stores are made of it.
package protocol StorageFailure: Error {
    /// One sentence for people: what, where, what to do. It may name files and hosts.
    var message: String { get }
    /// The fault as those who ask a server are told of it; nil where that says no more than that the storage failed.
    var fault: StorageFault? { get }
    /// Whether waiting may help.
    var isPassing: Bool { get }

    /// The failure of a storage that holds what cannot be read.
    init(corrupt message: String)
}

/// What can be wrong with rows, whatever table they are in.
extension StorageFailure {
    /// The failure of a dump whose format has no such name.
    package static func unknownFormat(_ name: String) -> Self {
        Self(corrupt: "The database holds a dump of the unknown format “\(name)”.")
    }

    /// The failure of a change of defaults whose source has no such name.
    package static func unknownSource(_ name: String) -> Self {
        Self(corrupt: "The database holds a change from the unknown source “\(name)”.")
    }

    /// The failure of a row of defaults without a value.
    package static var missingValue: Self { Self(corrupt: "The database lacks a value.") }

    /// The failure of a value of defaults that is no property list.
    package static var unreadableValue: Self { Self(corrupt: "The database holds a value that cannot be read.") }
}
