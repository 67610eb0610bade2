/// One link of a responder chain: who gets an event that those before did not handle.
public struct Responder: Sendable, Hashable {
    /// What kind of object it is.
    public enum Kind: String, Sendable, Hashable {
        case view, viewController, window, application, applicationDelegate
    }

    /// What kind of object it is.
    public var kind: Kind
    /// Its class as the dump names it; UIKit's own where the dump does not.
    public var className: String
    /// The index of the view or window; nil for others.
    public var view: Int?

    /// Creates a link.
    public init(_ kind: Kind, className: String, view: Int? = nil) {
        self.kind = kind
        self.className = className
        self.view = view
    }
}
