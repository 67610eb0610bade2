public import PropertyList

/// What happened to one key.
public struct DefaultsChange: Sendable, Hashable {
    /// The key.
    public var key: String
    /// Its value until then; nil when it had none.
    public var before: PropertyListValue?
    /// Its value from then on; nil when it has none.
    public var after: PropertyListValue?

    /// Creates a change.
    public init(key: String, before: PropertyListValue?, after: PropertyListValue?) {
        self.key = key
        self.before = before
        self.after = after
    }

    /// What leads from some values to others, sorted by key. Values of another type are another value.
    public static func between(
        _ before: [String: PropertyListValue],
        and after: [String: PropertyListValue]
    ) -> [DefaultsChange] {
        var changes: [DefaultsChange] = []
        for (key, old) in before {
            let new = after[key]
            if let new, new.isIdentical(to: old) { continue }
            changes.append(DefaultsChange(key: key, before: old, after: new))
        }
        for (key, new) in after where before[key] == nil {
            changes.append(DefaultsChange(key: key, before: nil, after: new))
        }
        return changes.sorted { $0.key < $1.key }
    }
}
