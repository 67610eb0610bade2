/// One thing that is wrong with an edit, and where.
public struct EditFault: Sendable, Hashable {
    /// The place as a JSON Pointer (RFC 6901) into the document; empty for the whole of it.
    public var pointer: String
    /// One sentence for people.
    public var message: String

    /// Creates a fault.
    public init(_ message: String, at pointer: String) {
        self.pointer = pointer
        self.message = message
    }
}
