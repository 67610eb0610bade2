/// A request target in origin form (RFC 9112, section 3.2.1), taken apart and decoded.
struct RequestTarget: Sendable, Hashable {
    /// The most bytes a target may have.
    static let maximumBytes = 16 * 1024
    /// The most segments a path may have.
    static let maximumSegments = 256
    /// The most pairs a query may have.
    static let maximumQueryItems = 512

    var path: String
    var segments: [String]
    var query: [QueryItem]

    /// Takes a target apart.
    init(parsing target: String) throws(HTTPError) {
        let bytes = target.utf8
        guard bytes.first == UInt8(ascii: "/") else {
            throw HTTPError(.malformedTarget, "The target must be a path that begins with a slash.")
        }
        guard bytes.count <= Self.maximumBytes else {
            throw HTTPError(.malformedTarget, "The target is longer than \(Self.maximumBytes) bytes.")
        }
        // A fragment never travels; bytes outside printable ASCII have to be percent-encoded.
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw HTTPError(.malformedTarget, "The target has a byte that must be percent-encoded.")
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        let rawPath = target[..<(mark ?? bytes.endIndex)]
        path = String(rawPath)
        segments = try Self.segments(rawPath)
        query =
            try mark.map { mark throws(HTTPError) in
                try QueryItem.items(
                    bytes[mark...].dropFirst(),
                    maximum: Self.maximumQueryItems,
                    error: .malformedTarget
                )
            } ?? []
    }

    private static func segments(_ path: Substring) throws(HTTPError) -> [String] {
        guard path.utf8.count > 1 else { return [] }
        let parts = path.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"),
            maxSplits: maximumSegments,
            omittingEmptySubsequences: false
        )
        guard parts.count <= maximumSegments else {
            throw HTTPError(.malformedTarget, "The path has more than \(maximumSegments) segments.")
        }
        return try parts.map { part throws(HTTPError) in
            guard let segment = PercentDecoding.decode(part) else {
                throw HTTPError(.malformedTarget, "The path has an escape that is not valid UTF-8 text.")
            }
            return segment
        }
    }
}
