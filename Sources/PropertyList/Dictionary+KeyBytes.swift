extension [String: PropertyListValue] {
    /// The members in the order of their keys' UTF-8 bytes, which no locale or Unicode version changes.
    func sortedByKeyBytes() -> [(key: String, value: PropertyListValue)] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
