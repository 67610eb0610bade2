/// A file or folder in a folder of a bundle.
public struct BundleEntry: Sendable, Hashable {
    /// What an entry is.
    public enum Kind: Sendable, Hashable {
        /// A regular file.
        case file
        /// A folder.
        case folder
    }

    /// The last component of its path.
    public var name: String
    /// Whether it is a file or a folder.
    public var kind: Kind

    /// Creates an entry.
    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}
