public import Storage

/// Why defaults could not be read or written. Nothing has changed when one is thrown.
public struct DefaultsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The name cannot be one of a domain.
        case invalidDomain = "defaults-invalid-domain"
        /// A key is too long or holds a NUL character.
        case invalidKey = "defaults-invalid-key"
        /// The domain is not at the revision that the write expects.
        case revisionConflict = "defaults-revision-conflict"
        /// The domain never had this revision, or its history does not reach back so far.
        case unknownRevision = "defaults-unknown-revision"
        /// A value has more bytes than the limit.
        case valueTooLarge = "defaults-value-too-large"
        /// A value nests arrays and dictionaries deeper than the limit.
        case valueTooDeep = "defaults-value-too-deep"
        /// The domain would have more keys or bytes than the limit.
        case domainTooLarge = "defaults-domain-too-large"
        /// The layer is one that is stored, not one that is held for a while.
        case invalidLayer = "defaults-invalid-layer"
        /// All volatile layers together would hold more than the limit.
        case layersFull = "defaults-layers-full"
        /// The bytes are a property list, but not one that can be a domain.
        case notADomain = "defaults-not-a-domain"
        /// A date in a value lies outside the years 0 to 9999, so that no property list can carry it.
        case unrepresentableValue = "defaults-unrepresentable-value"
        /// A configuration profile forces the values of keys, which Settings cannot change.
        case managed = "settings-refused"
        /// Keys of a write that shall be undone have changed again since.
        case undoConflict = "undo-conflict"
        /// The name, the description or the number of domains of a set is not one that sets have.
        case invalidSet = "defaults-invalid-set"
        /// There is no set of this name.
        case unknownSet = "defaults-unknown-set"
        /// There is a set of this name already.
        case setExists = "defaults-set-exists"
        /// There are as many sets as there may be.
        case setsFull = "defaults-sets-full"
        /// Others keep the store locked for longer than a write waits.
        case busy = "defaults-store-busy"
        /// The storage could not do its work.
        case storageFailed = "defaults-storage-failed"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The keys it is about, when it is about some.
    public var keys: [String]
    /// The revision that the domain is at, when the write expected another.
    public var currentRevision: Int?
    /// Why the storage cannot do its work, when it can tell.
    public var storageFault: StorageFault?

    /// Creates an error.
    public init(_ code: Code, _ message: String, keys: [String] = [], currentRevision: Int? = nil) {
        self.code = code
        self.message = message
        self.keys = keys
        self.currentRevision = currentRevision
    }

    /// The error of a storage that cannot do its work. Its sentence is for the log; it may name files.
    package init(_ failure: some StorageFailure) {
        self.init(failure.isPassing && failure.fault == nil ? .busy : .storageFailed, failure.message)
        storageFault = failure.fault
    }

    /// The sentence for people.
    public var description: String { message }

    /// The error of a write that expected another revision.
    public static func revisionConflict(domain: String, current: Int) -> DefaultsError {
        DefaultsError(
            .revisionConflict,
            "The domain “\(domain)” is at revision \(current) now. Read it again before you write.",
            currentRevision: current
        )
    }

    /// The error of asking for a revision that a domain never had.
    public static func unknownRevision(_ revision: Int, of domain: String, current: Int) -> DefaultsError {
        DefaultsError(
            .unknownRevision,
            "The domain “\(domain)” has no revision \(revision); it is at \(current).",
            currentRevision: current
        )
    }

    /// The error of asking for a revision that the history no longer reaches.
    /// - Parameter oldest: the oldest revision that it reaches, when that is known.
    public static func forgottenRevision(_ revision: Int, of domain: String, oldest: Int? = nil) -> DefaultsError {
        DefaultsError(
            .unknownRevision,
            "The history of the domain “\(domain)” does not reach back to revision \(revision)"
                + (oldest.map { "; the oldest that is kept is \($0)." } ?? ".")
        )
    }

    /// The error of changing keys as Settings does, though they are managed.
    public static func managed(_ keys: [String]) -> DefaultsError {
        DefaultsError(
            .managed,
            keys.count == 1
                ? "The value of “\(keys.first ?? "")” is managed, so Settings cannot change it."
                : "\(keys.count) keys are managed; nothing was stored.",
            keys: keys
        )
    }

    /// The error of asking for a set that is not there.
    static func unknownSet(_ name: String) -> DefaultsError {
        DefaultsError(.unknownSet, "There is no set “\(name)”.")
    }

    /// The error of making a set whose name is taken.
    static func setExists(_ name: String) -> DefaultsError {
        DefaultsError(.setExists, "There is a set “\(name)” already. Choose another name, or replace it.")
    }

    static func undoConflict(_ keys: [String], of domain: String? = nil, since revision: Int) -> DefaultsError {
        let names = keys.prefix(3).map { "“\($0.prefix(60))”" }.joined(separator: ", ")
        return DefaultsError(
            .undoConflict,
            "\(names)\(domain.map { " of the domain “\($0)”" } ?? "") \(keys.count == 1 ? "has" : "have") changed again since revision \(revision). Undo the later "
                + "change first, or restore the revision before.",
            keys: keys
        )
    }
}
