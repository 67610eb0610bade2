import PropertyList

/// One element of `PreferenceSpecifiers`.
struct Specifier {
    /// Its place among the specifiers, from 0.
    let index: Int
    /// Its `Type` as written.
    let typeName: String
    /// Its type, nil when the schema has no such type.
    let type: SpecifierType?
    let members: [String: PropertyListValue]
    /// Whether it is the item of a list, which stores no value of its own.
    var isPart = false

    subscript(_ key: String) -> PropertyListValue? { members[key] }
}
