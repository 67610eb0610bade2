public import HTTPTypes

/// What a router found for a method and a path.
public enum Match: Sendable {
    /// This route answers, with these parameters.
    case found(Route, PathParameters)
    /// The path exists, but only for these methods.
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    /// Nothing has this path.
    case notFound
}
