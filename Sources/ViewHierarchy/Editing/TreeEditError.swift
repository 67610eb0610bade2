/// Why an edit is not possible. The tree is as it was when one is thrown.
public struct TreeEditError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is a stable slug.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no view with this id, or no longer.
        case unknownView = "unknown-view"
        /// A number is not finite, or leads to geometry that is not.
        case notFinite = "not-finite"
        /// A number is outside the range of its property.
        case outOfRange = "out-of-range"
        /// A place among subviews is below 0.
        case negativeIndex = "negative-index"
        /// There is no subview at the place to exchange.
        case indexOutOfRange = "index-out-of-range"
        /// A view would become its own superview.
        case intoOwnSubtree = "into-own-subtree"
        /// The tree would have more views than it may.
        case tooManyViews = "too-many-views"
        /// There is no view to insert.
        case nothingToInsert = "nothing-to-insert"
    }

    /// What kind of failure it is.
    public var code: Code
    /// One sentence for people: what, where, what to do.
    public var message: String
    /// The member of the edit that is at fault, by its name in the API.
    public var member: String

    /// Creates an error.
    public init(_ code: Code, at member: String, _ message: String) {
        self.code = code
        self.member = member
        self.message = message
    }

    /// The sentence for people.
    public var description: String { message }
}
