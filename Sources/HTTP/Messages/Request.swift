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
    /// The body, whole; empty while the head alone is judged.
    public var body: [UInt8]
    /// The numeric address of the peer without its port, empty where it is not known.
    public var remoteAddress: String

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
        host = headers[.hostName] ?? ""
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The value of the first query pair with this name.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The values of all query pairs with this name, in their order.
    public func queryValues(_ name: String) -> [String] {
        query.filter { $0.name == name }.map(\.value)
    }
}
