import Diagnostics
package import HTTPTypes

/// What happens to every answer on its way out, the same for the server and the client in memory: conditional requests
/// (RFC 9110, section 13), parts of bodies (section 14) and compression (section 8.4).
package struct ResponsePipeline: Sendable {
    /// Bodies of at most this many bytes are not worth compressing.
    static let smallestCompressedBody = 1024

    private let responder: any Responder
    private let cache = GzipCache()

    /// - Parameter responder: who tells clients of what the pipeline refuses.
    package init(responder: any Responder) {
        self.responder = responder
    }

    /// Compresses an answer where its client takes that, leaves of it what its client asked for, makes it a 304 where its
    /// client has it already, and a 412 where its client wants another.
    ///
    /// Conditions are about what would be sent, in the order of RFC 9110, section 13.2.2; a part is one of the plain body.
    package func finish(_ response: Response, for request: Request) -> FinishedResponse {
        var finished = FinishedResponse(response)
        if let id = request.id { finished.headers[.requestID] = id }
        if finished.feed != nil { return finished }
        let isRead = (request.method == .get || request.method == .head) && finished.status == .ok
        let range = isRead ? request.range(of: finished) : nil
        if range == nil { compress(&finished, for: request) }
        guard isRead else { return finished }
        let tag = finished.headers.value(of: .eTag)
        if let wanted = request.ifMatch, !(wanted.isAny || tag.map { wanted.names(strongly: $0) } ?? false) {
            return refusal(
                HTTPError(.preconditionFailed, "The current state is not the one named by If-Match."),
                of: request
            )
        }
        if let known = request.ifNoneMatch, let tag, known.isAny || known.names(weakly: tag) {
            finished.status = .notModified
            finished.headers[.contentType] = nil
            finished.headers[.contentEncoding] = nil
            return finished
        }
        switch range {
        case .part(let part):
            finished.status = .partialContent
            finished.headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(finished.body.count)"
            finished.body = Array(finished.body[part])
            return finished
        case .unsatisfiable:
            let count = finished.body.count
            let error = HTTPError(.rangeNotSatisfiable, "The range is outside the \(count) available bytes.")
            var refusal = refusal(error, of: request)
            refusal.headers[.contentRange] = "bytes */\(count)"
            return refusal
        case nil: return finished
        }
    }

    private func refusal(_ error: HTTPError, of request: Request) -> FinishedResponse {
        finish(responder.response(to: error, for: request), for: request)
    }

    private func compress(_ response: inout FinishedResponse, for request: Request) {
        guard response.body.count > Self.smallestCompressedBody, response.headers.value(of: .contentEncoding) == nil,
            response.status != .partialContent, let type = response.headers.value(of: .contentType),
            MediaType.isCompressible(type),
            response.headers.value(of: .cacheControl)?.utf8.firstRange(ofBytes: "no-transform") == nil
        else { return }
        Self.addVary(&response.headers)
        guard let accepted = request.headers.value(of: .acceptEncoding), AcceptEncoding(accepted).prefersGzip else {
            return
        }
        let tag = response.headers.value(of: .eTag)
        guard let body = tag == nil ? Gzip.compress(response.body) : cache.compressed(response.body) else { return }
        response.body = body
        response.headers[.contentEncoding] = "gzip"
        response.headers[.eTag] = tag.map(EntityTag.compressed)
    }

    private static let acceptEncoding: StaticString = "Accept-Encoding"

    private static func addVary(_ headers: inout HTTPFields) {
        guard let vary = headers[.vary], !vary.isEmpty else { return headers[.vary] = "\(acceptEncoding)" }
        guard !names(vary, acceptEncoding), !names(vary, "*") else { return }
        headers[.vary] = "\(vary), \(acceptEncoding)"
    }

    /// Whether a list of names has one, in upper or lower case. Every answer asks this, so it makes no texts.
    private static func names(_ list: String, _ name: StaticString) -> Bool {
        list.utf8.split(separator: UInt8(ascii: ",")).contains { entry in
            let entry = entry.drop { $0 == 0x20 }
            let length = name.utf8CodeUnitCount
            return name.withUTF8Buffer { name in zip(entry, name).allSatisfy { $0 | 0x20 == $1 | 0x20 } }
                && entry.count >= length && entry.dropFirst(length).allSatisfy { $0 == 0x20 }
        }
    }
}

/// An answer that has been through the pipeline: nothing but the bytes on the wire is left to make.
///
/// The body of a 304 and of an answer to `HEAD` is kept so that its length can be told; it is not sent.
package struct FinishedResponse: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package var body: [UInt8]
    /// What feeds the body where it is an event stream.
    package var feed: EventFeed?
    /// The stream that is fed, once it has been opened.
    var stream: EventStream?
    /// Whether the connection ends with this answer.
    var closesConnection: Bool
    /// Whether its status tells of no fault of the server; see ``Response/isDeclined``.
    let isDeclined: Bool

    /// Takes an answer as it is.
    package init(_ response: Response, closesConnection: Bool = false) {
        status = response.status
        headers = response.headers
        body = response.body
        isDeclined = response.isDeclined
        if case .events(let feed) = response.content { self.feed = feed }
        self.closesConnection = closesConnection
    }

    /// How many bytes of the body are sent in answer to a method.
    package func sentBytes(for method: HTTPRequest.Method?) -> Int {
        let isBodyless = method == .head || status.code < 200 || status == .noContent || status == .notModified
        return isBodyless ? 0 : body.count
    }

    /// The whole answer on the wire, for a client that no more than that is said to.
    var bytes: [UInt8] {
        var head = "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n"
        for field in headers where !Self.isReserved(field.name) { head += "\(field.name.rawName): \(field.value)\r\n" }
        return Array("\(head)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body
    }

    /// Fields that are made from the answer and its connection, whatever a responder set.
    package static func isReserved(_ name: HTTPField.Name) -> Bool {
        name == .contentLength || name == .transferEncoding || name == .date || name == .connection
    }
}
