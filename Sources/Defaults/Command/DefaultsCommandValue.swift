public import PropertyList

/// What a `write` makes of a key.
public enum DefaultsCommandValue: Sendable, Hashable {
    /// The value becomes this.
    case set(PropertyListValue)
    /// The array gets these elements behind its own (`-array-add`).
    case addToArray([PropertyListValue])
    /// The dictionary gets these members (`-dict-add`).
    case addToDictionary([String: PropertyListValue])

    /// The value of a key that has another one now, or none.
    /// - Throws: ``DefaultsCommandError`` when that is no array or dictionary to add to.
    func value(of key: String, now: PropertyListValue?) throws(DefaultsCommandError) -> PropertyListValue {
        switch (self, now) {
        case (.set(let value), _):
            return value
        case (.addToArray(let elements), nil):
            return .array(elements)
        case (.addToArray(let elements), .array(let old)):
            return .array(old + elements)
        case (.addToDictionary(let members), nil):
            return .dictionary(members)
        case (.addToDictionary(let members), .dictionary(let old)):
            return .dictionary(old.merging(members) { _, new in new })
        case (.addToArray, _), (.addToDictionary, _):
            let kind = if case .addToArray = self { "an array" } else { "a dictionary" }
            throw DefaultsCommandError(
                "Value for key \(key) is not \(kind); cannot append.  Leaving defaults unchanged."
            )
        }
    }
}
