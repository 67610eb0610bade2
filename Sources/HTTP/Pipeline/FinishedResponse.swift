import HTTPTypes

/// An answer that has been through the pipeline: nothing but the bytes on the wire is left to make.
///
/// The body of a 304 and of an answer to `HEAD` is kept so that its length can be told; it is not sent.
struct FinishedResponse: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: [UInt8]
    /// What feeds the body where it is an event stream.
    var feed: EventFeed?
    /// Whether the connection ends with this answer.
    var closesConnection: Bool

    /// Takes an answer as it is.
    init(_ response: Response, closesConnection: Bool = false) {
        status = response.status
        headers = response.headers
        body = response.body
        if case .events(let feed) = response.content { self.feed = feed }
        self.closesConnection = closesConnection
    }

    /// How many bytes of the body are sent in answer to a method.
    func sentBytes(for method: HTTPRequest.Method?) -> Int {
        let isBodyless = method == .head || status.code < 200 || status == .noContent || status == .notModified
        return isBodyless ? 0 : body.count
    }

    /// Fields that are made from the answer and its connection, whatever a responder set.
    static func isReserved(_ name: HTTPField.Name) -> Bool {
        name == .contentLength || name == .transferEncoding || name == .date || name == .connection
    }
}
