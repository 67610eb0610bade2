/// What somebody has changed in a store that several servers share.
public enum SharedChange: Sendable, Hashable {
    /// The edits or companions of a dump, or a newer version took its place, or it is gone.
    case dump(String)
    /// The pins or notes of a dump.
    case marks(String)
    /// The values of a domain.
    case domain(String)
    /// The values of domains; of which is not known.
    case domains
    /// A volatile layer of a domain, by its name.
    case layer(String, domain: String)
    /// Which dumps and apps there are, or what lists say of them.
    case library
    /// Tokens, or who has signed in with them.
    case access
    /// Anything: for a while nothing could be heard.
    case anything
}

/// A store that others may write to, servers or commands.
public protocol FollowedStore: Sendable {
    /// Tells what others have changed, from now on, on a thread of its own.
    ///
    /// It tells that something was changed, not to what, and may tell it twice. After a lost connection, and from time to time
    /// where the store cannot tell more, it says that anything may have.
    /// - Returns: what ends it. It must not be called by `receive`.
    func follow(_ receive: @escaping @Sendable (SharedChange) -> Void) -> @Sendable () -> Void
}

/// A store that several servers share.
public protocol SharedStore: FollowedStore {
    /// How often lists of dumps and apps have changed since the store was made.
    func libraryRevision() throws(CatalogError) -> Int
}
