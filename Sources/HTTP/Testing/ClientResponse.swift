public import HTTPTypes

/// An answer as a test client got it.
public struct ClientResponse: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields, those of the connection included.
    public var headers: HTTPFields
    /// The body as it was sent, chunks joined.
    public var body: [UInt8]

    /// The most bytes a body may expand to.
    private static let expansionLimit = 64 << 20

    /// Creates an answer.
    public init(status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body expanded where it is compressed; nil when it cannot be.
    public var content: [UInt8]? {
        headers[.contentEncoding] == "gzip" ? Gzip.expand(body, limit: Self.expansionLimit) : body
    }

    /// The content as text, with replacement characters for what is not UTF-8.
    public var text: String {
        String(decoding: content ?? [], as: UTF8.self)
    }
}
