public import PropertyList

/// One key of an app's `Info.plist`.
public struct InfoEntry: Sendable, Hashable {
    /// The key.
    public var key: String
    /// Its value, localised by `InfoPlist.strings` where that has the key.
    public var value: PropertyListValue
    /// What the key is for, in one line, where it is a well-known one.
    public var meaning: String?
    /// Whether the value comes from `InfoPlist.strings`.
    public var isLocalized: Bool

    /// The name of the value's type: boolean, integer, real, string, date, data, array or dictionary.
    public var typeName: String { value.typeName }

    /// Creates an entry.
    public init(key: String, value: PropertyListValue, meaning: String? = nil, isLocalized: Bool = false) {
        self.key = key
        self.value = value
        self.meaning = meaning
        self.isLocalized = isLocalized
    }
}
