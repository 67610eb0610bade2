/// A path pattern taken apart.
///
/// `/a/{id}/b/{name...}`: a segment in braces is a parameter and takes one segment that is not empty; a last one that
/// ends in `...` takes the rest of the path, at least one segment. Everything else is literal, compared with the
/// decoded segment. A trailing slash is a last literal segment that is empty.
public struct RoutePattern: Sendable, Hashable {
    /// One segment of a pattern.
    public enum Segment: Sendable, Hashable {
        /// Matches a decoded segment equal to it.
        case literal(String)
        /// Matches any one segment that is not empty.
        case parameter(String)
        /// Matches the one or more segments that are left.
        case rest(String)
    }

    /// The segments in order.
    public let segments: [Segment]

    /// Reads a pattern; a leading slash is optional.
    public init(_ text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.first?.isEmpty == true { parts.removeFirst() }
        if parts.count == 1, parts.first?.isEmpty == true { parts.removeFirst() }
        segments = parts.enumerated().map { index, part in
            guard part.hasPrefix("{"), part.hasSuffix("}"), part.utf8.count > 2 else { return .literal(String(part)) }
            let name = part.dropFirst().dropLast()
            if name.hasSuffix("..."), index == parts.count - 1 { return .rest(String(name.dropLast(3))) }
            return .parameter(String(name))
        }
    }
}
