public import PropertyList

/// One wish about one key.
public enum DefaultsEdit: Sendable, Hashable {
    /// The key shall have this value.
    case set(key: String, value: PropertyListValue)
    /// The key shall have no value, so that a lower layer of the search list shows through.
    case remove(key: String)

    /// The key it is about.
    public var key: String {
        switch self {
        case .set(let key, _), .remove(let key): key
        }
    }
}
