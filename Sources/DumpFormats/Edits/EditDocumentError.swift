/// Why a document is no edit: everything that is wrong with it, at most ``maximumFaults``.
public struct EditDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The most faults that are told; the rest are found when these are mended.
    public static let maximumFaults = 100
    /// The stable slug of the failure.
    public static let code = "invalid-edit"

    /// What is wrong, in the order of the document; never empty.
    public var faults: [EditFault]

    /// Creates an error.
    public init(_ faults: [EditFault]) { self.faults = faults }

    /// One sentence for people.
    public var message: String {
        guard faults.count == 1, let fault = faults.first else {
            return "\(faults.count) things are wrong with the edit."
        }
        return fault.message
    }

    /// The sentence for people.
    public var description: String { message }
}
