import DumpFormats

extension StoredDump {
    /// Whether a dump stands before another in lists: the newer first, and by id where both came at once.
    public static func isListedBefore(_ first: StoredDump, _ second: StoredDump) -> Bool {
        first.createdAt == second.createdAt ? first.id < second.id : first.createdAt > second.createdAt
    }

    /// Whether the name, the app or the format holds a text, in upper or lower case.
    public func matches(_ query: String) -> Bool {
        let query = query.lowercased()
        return [name, app ?? "", format.rawValue].contains { $0.lowercased().contains(query) }
    }
}
