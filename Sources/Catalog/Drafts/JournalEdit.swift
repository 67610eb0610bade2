/// An edit on its way into a storage.
public struct JournalEdit: Sendable, Hashable {
    /// What lists say about it.
    public var entry: JournalEntry
    /// The edit as JSON.
    public var text: [UInt8]

    /// Creates an edit.
    public init(entry: JournalEntry, text: [UInt8]) {
        self.entry = entry
        self.text = text
    }
}
