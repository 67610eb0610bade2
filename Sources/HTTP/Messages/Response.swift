public import HTTPTypes

/// One HTTP answer: status, header fields and a body, held in memory or sent as it comes about.
///
/// `Content-Length`, `Transfer-Encoding` and `Date` belong to the server; such fields set here are not sent.
public struct Response: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields. A field with an empty value is not sent.
    public var headers: HTTPFields
    /// The body; the server leaves it out where the method or status forbids one.
    public var content: Body
    /// Tells whether the same request would get the same answer; nil where nobody knows, so that it is made anew each time.
    public var freshness: Freshness?
    /// Whether a 5xx status is what a protocol has for what cannot be done, and tells of no fault of the server.
    public var isDeclined = false

    /// What a body is made of.
    public enum Body: Sendable {
        /// Bytes, all there.
        case bytes([UInt8])
        /// Events, sent as they happen, without end.
        case events(EventFeed)
    }

    /// The bytes of the body; none where it is made of events.
    public var body: [UInt8] {
        get { if case .bytes(let bytes) = content { bytes } else { [] } }
        set { content = .bytes(newValue) }
    }

    /// Creates an answer.
    public init(status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        content = .bytes(body)
    }

    /// Creates an answer with a body of a media type.
    public init(status: HTTPResponse.Status = .ok, contentType: String, body: [UInt8]) {
        self.init(status: status, headers: [.contentType: contentType], body: body)
    }

    /// An event stream (`text/event-stream`), which nothing on the way may keep, hold back or alter.
    public static func events(_ feed: EventFeed) -> Response {
        var response = Response(
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"]
        )
        if let name = HTTPField.Name("X-Accel-Buffering") { response.headers[name] = "no" }
        response.content = .events(feed)
        return response
    }

    /// The same answer, to be kept for the same request as long as it is fresh.
    public func kept(while freshness: Freshness?) -> Response {
        var response = self
        response.freshness = freshness
        return response
    }

    /// An answer of plain text in UTF-8.
    public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// An answer without a body: 204 unless told otherwise.
    public static func empty(_ status: HTTPResponse.Status = .noContent) -> Response {
        Response(status: status)
    }

    /// An answer that sends the client elsewhere: 303 unless told otherwise.
    public static func redirect(to location: String, status: HTTPResponse.Status = .seeOther) -> Response {
        Response(status: status, headers: [.location: location])
    }
}

/// Tells of an answer that was made before whether it is still what its request would get.
public struct Freshness: Sendable {
    /// Whether nothing has changed that the answer was made of. Also false where that cannot be told.
    public var isCurrent: @Sendable () -> Bool
    /// Whether ``isCurrent`` would look at a disk, which the threads of connections do not wait for.
    public var touchesDisk: @Sendable () -> Bool

    /// Creates what tells.
    public init(
        touchesDisk: @escaping @Sendable () -> Bool = { false },
        isCurrent: @escaping @Sendable () -> Bool
    ) {
        self.isCurrent = isCurrent
        self.touchesDisk = touchesDisk
    }
}

/// The body of an answer that goes on: what happens is sent as it happens.
///
/// It is a recipe, not the stream itself. Nothing begins until the answer is on its way to a client, so an answer to
/// `HEAD`, or one that is dropped, leaves nothing open.
public struct EventFeed: Sendable {
    /// Begins to feed a stream, and returns what ends that.
    ///
    /// Called once for each client that gets the answer, where its route's work runs. What it returns is called once
    /// when the stream is over, whoever ended it, and must not wait.
    public var start: @Sendable (EventStream) -> @Sendable () -> Void

    /// Creates a feed.
    public init(start: @escaping @Sendable (EventStream) -> @Sendable () -> Void) {
        self.start = start
    }
}
