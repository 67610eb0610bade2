public import HTTPTypes

/// One HTTP request: its head as validated by the server and, once it has been received, its body.
///
/// The head follows RFC 9110 and RFC 9112; a `Request` holds nothing that the server has not checked.
public struct Request: Sendable {
    /// The method token.
    public var method: HTTPRequest.Method
    /// The target as it came: path and query in origin form, undecoded.
    public var target: String
    /// The path of the target, undecoded, without the query.
    public var path: String
    /// The segments of the path, percent-decoded one by one, so that an encoded slash stays inside its segment.
    ///
    /// The path `/` has none; a trailing slash elsewhere gives a last segment that is empty.
    public var segments: [String]
    /// The pairs of the query in their order, decoded.
    public var query: [QueryItem]
    /// The header fields, names checked, values without surrounding blanks.
    public var headers: HTTPFields
    /// The value of the `Host` field, empty where the request had none.
    public var host: String
    /// Whether it came over TLS, to this server or to the proxy before it.
    public var isSecure = false
    /// The body, whole; empty while the head alone is judged.
    public var body: RequestBody
    /// The numeric address of the client without its port, empty where it is not known.
    public internal(set) var remoteAddress: String

    /// Creates a request by parsing its target.
    ///
    /// - Throws: `HTTPError` with code `malformedTarget` (400) when the target is not a valid origin form.
    public init(
        method: HTTPRequest.Method,
        target: String,
        headers: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        remoteAddress: String = ""
    ) throws(HTTPError) {
        let parsed = try RequestTarget(parsing: target)
        self.method = method
        self.target = target
        path = parsed.path
        segments = parsed.segments
        query = parsed.query
        self.headers = headers
        for name in [HTTPField.Name.ifMatch, .ifNoneMatch] {
            // Compressed forms are the server's own matter; see `EntityTag`.
            if let list = headers[name] { self.headers[name] = EntityTag.plain(list: list) }
        }
        host = headers.value(of: .hostName) ?? ""
        self.body = RequestBody(body)
        self.remoteAddress = remoteAddress
    }

    /// The value of the first query pair with this name.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

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

extension HTTPField.Name {
    /// `Host`, which swift-http-types keeps to itself because HTTP/2 has `:authority` instead.
    package static let hostName = HTTPField.Name("Host") ?? .location
}
