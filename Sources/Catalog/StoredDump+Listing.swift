import DumpFormats

extension StoredDump {
    /// The name as that of a file: ASCII letters in lower case, digits and hyphens.
    public var fileName: String { Identifiers.slug(name) }

    /// Whether the name, the app or the format holds a text, in upper or lower case.
    public func matches(_ query: String) -> Bool {
        let query = query.lowercased()
        return [name, app ?? "", format.rawValue].contains { $0.lowercased().contains(query) }
    }
}
