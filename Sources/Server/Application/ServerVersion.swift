/// The version that the server tells of itself.
public enum ServerVersion {
    /// Semantic version.
    public static let current = "0.1.0"
}
