public import HTTPTypes

/// One HTTP request: its head as validated by the server and, once it has been received, its body.
///
/// The head follows RFC 9110 and RFC 9112; a `Request` holds nothing that the server has not checked.
public struct Request: Sendable {
    /// The method token.
    public var method: HTTPRequest.Method
    /// The target: path and query in origin form as they came, undecoded, or `*` where `OPTIONS` asks about the server.
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
    /// The host and port that the request is for: the authority of a target that has one, else the value of the `Host` field,
    /// empty where the request had none.
    public var host: String
    /// Whether it came over TLS, to this server or to the proxy before it.
    public var isSecure = false
    /// The body, whole; empty while the head alone is judged.
    public var body: RequestBody
    /// The numeric address of the client without its port, empty where it is not known.
    public internal(set) var remoteAddress: String

    /// Creates a request by parsing its target: a path and query, or a whole URL as proxies are sent (RFC 9112, section 3.2),
    /// whose authority then stands in the place of the `Host` field.
    ///
    /// - Throws: `HTTPError` with code `malformedTarget` (400) when the target is neither, nor `*` of `OPTIONS`.
    public init(
        method: HTTPRequest.Method,
        target: String,
        headers: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        remoteAddress: String = ""
    ) throws(HTTPError) {
        let parsed = try RequestTarget(parsing: target, isAboutServer: method == .options)
        self.method = method
        self.target = parsed.originForm
        path = parsed.path
        segments = parsed.segments
        query = parsed.query
        self.headers = headers
        if let authority = parsed.authority { self.headers[.hostName] = authority }
        host = self.headers.value(of: .hostName) ?? ""
        self.body = RequestBody(body)
        self.remoteAddress = remoteAddress
    }

    /// Whether it is about the server and none of its resources (RFC 9110, section 9.3.7).
    public var isAboutServer: Bool { target == "*" }

    /// The value of the first query pair with this name.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

/// A request target (RFC 9112, section 3.2), taken apart and decoded.
struct RequestTarget: Sendable, Hashable {
    /// The most bytes a target may have.
    static let maximumBytes = 16 * 1024
    /// The most segments a path may have.
    static let maximumSegments = 256
    /// The most pairs a query may have.
    static let maximumQueryItems = 512

    /// The host and port of a target in absolute form; nil for the others.
    var authority: String?
    /// Path and query, as they came.
    var originForm: String
    var path: String
    var segments: [String] = []
    var query: [QueryItem] = []

    /// Takes a target apart.
    /// - Parameter isAboutServer: whether its method may be about the server as a whole.
    init(parsing target: String, isAboutServer: Bool = false) throws(HTTPError) {
        guard target.utf8.count <= Self.maximumBytes else {
            throw HTTPError(.malformedTarget, "The target is longer than \(Self.maximumBytes) bytes.")
        }
        // A fragment never travels; bytes outside printable ASCII have to be percent-encoded.
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw HTTPError(.malformedTarget, "The target has a byte that must be percent-encoded.")
        }
        (authority, originForm) = try Self.parts(of: target)
        path = originForm
        if isAboutServer, originForm == "*" { return }
        let (target, bytes) = (originForm, originForm.utf8)
        guard bytes.first == UInt8(ascii: "/") else {
            throw HTTPError(
                .malformedTarget,
                "The target must be a path that begins with a slash, or a URL of this server."
            )
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

    /// The authority of a URL and what stands behind it; any other target as it is.
    private static func parts(of target: String) throws(HTTPError) -> (authority: String?, rest: String) {
        guard let scheme = ["http://", "https://"].first(where: { target.prefix($0.count).lowercased() == $0 }) else {
            return (nil, target)
        }
        let rest = target.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<end]
        // Who is named before the host could be taken for the host (RFC 9110, section 4.2.4).
        guard !authority.isEmpty, !authority.contains("@") else {
            throw HTTPError(.malformedTarget, "The URL of the target has no host, or has a user name.")
        }
        let path = rest[end...]
        return (String(authority), path.hasPrefix("/") ? String(path) : "/\(path)")
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
