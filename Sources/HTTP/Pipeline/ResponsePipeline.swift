import Diagnostics
package import HTTPTypes

/// What happens to every answer on its way out, the same for the server and the client in memory: conditional requests
/// (RFC 9110, section 13), parts of bodies (section 14) and compression (section 8.4).
package struct ResponsePipeline: Sendable {
    /// Bodies of at most this many bytes are not worth compressing.
    static let smallestCompressedBody = 1024

    private let responder: any RequestResponder
    private let cache = GzipCache()

    /// - Parameter responder: who tells clients of what the pipeline refuses.
    package init(responder: any RequestResponder) {
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
        guard let body = tag == nil ? GzipEncoding.compress(response.body) : cache.compressed(response.body) else {
            return
        }
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

/// Entity tags (RFC 9110, section 8.8.3), in their quotes.
///
/// The compressed form of a body has a tag of its own: that of the body with `-gzip` before the closing quote.
public enum EntityTag {
    private static let suffix = "-gzip\""

    /// A strong tag made from the bytes of a body.
    public static func strong(hashing bytes: [UInt8]) -> String {
        "\"\(ContentHash(bytes).text)\""
    }

    /// The tag of the compressed form.
    static func compressed(_ tag: String) -> String {
        guard tag.hasSuffix("\"") else { return tag }
        return tag.dropLast() + suffix
    }

    /// The tag of the form that is not compressed: what is written is the same whichever form of it a client has read.
    public static func plain(_ tag: String) -> String {
        tag.hasSuffix(suffix) ? tag.dropLast(suffix.count) + "\"" : tag
    }
}

/// The tags that a condition names, as of `If-Match` (RFC 9110, section 13.1.1).
public struct EntityTagList: Sendable, Hashable {
    /// Whether it is `*`, which stands for whatever there is.
    public let isAny: Bool
    /// The tags in their quotes, in their order, weak ones without the `W/`; what is no tag is left out.
    private let entries: [Entry]

    private struct Entry: Sendable, Hashable {
        let tag: String
        let isWeak: Bool

        init?(_ item: Substring) {
            let text = ParameterizedValue.trimmed(item)
            isWeak = text.hasPrefix("W/")
            tag = isWeak ? String(text.dropFirst(2)) : text
            guard tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
                !tag.dropFirst().dropLast().contains("\"")
            else { return nil }
        }
    }

    /// Reads a field.
    public init(_ field: String) {
        isAny = ParameterizedValue.trimmed(field[...]) == "*"
        entries = isAny ? [] : Self.items(of: field).compactMap { Entry($0) }
    }

    /// Whether it is neither `*` nor has a tag.
    public var isEmpty: Bool { !isAny && entries.isEmpty }

    /// The tags that can be relied on byte by byte (RFC 9110, section 8.8.3.2).
    public var strong: [String] { entries.lazy.filter { !$0.isWeak }.map(\.tag) }

    /// All tags, for weak comparison: without what marks weak ones.
    public var opaque: [String] { entries.map(\.tag) }

    /// Whether a tag is listed, by strong comparison: no weak tag ever is.
    func names(strongly tag: String) -> Bool { strong.contains(tag) }

    /// Whether a tag is listed, by weak comparison.
    func names(weakly tag: String) -> Bool { opaque.contains(tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag) }

    /// The items of a list; a comma between quotes belongs to its item.
    private static func items(of list: String) -> [Substring] {
        var isQuoted = false
        return list.utf8.split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }.map { Substring($0) }
    }
}

extension Request {
    /// What `If-Match` names; nil without that field.
    public var ifMatch: EntityTagList? { headers.value(of: .ifMatch).map { EntityTagList($0) } }

    /// What `If-None-Match` names; nil without that field.
    public var ifNoneMatch: EntityTagList? { headers.value(of: .ifNoneMatch).map { EntityTagList($0) } }
}

/// The part of a body that a `Range` field asks for (RFC 9110, section 14.1.2).
enum ByteRange: Sendable, Hashable {
    /// These bytes, at least one.
    case part(Range<Int>)
    /// None of the bytes that there are.
    case unsatisfiable

    /// Reads a field about a body of so many bytes.
    /// - Returns: nil for what may be passed over, so that the whole body answers it: another unit than bytes, several parts,
    ///   and what is malformed.
    init?(_ field: String, of count: Int) {
        let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, ParameterizedValue.trimmed(halves[0]).lowercased() == "bytes" else { return nil }
        let parts = halves[1].split(separator: ",").map { ParameterizedValue.trimmed($0) }.filter { !$0.isEmpty }
        guard let part = parts.first, parts.count == 1 else { return nil }
        let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, let last?) where first <= last:
            self.init(first..<min(last, Int.max - 1) + 1, of: count)
        case (let first?, nil) where ends[1].isEmpty: self.init(first..<Int.max, of: count)
        case (nil, let length?) where ends[0].isEmpty: self.init(count - min(length, count)..<count, of: count)
        default: return nil
        }
    }

    private init(_ wanted: Range<Int>, of count: Int) {
        let part = wanted.clamped(to: 0..<count)
        self = part.isEmpty ? .unsatisfiable : .part(part)
    }

    /// A number in digits; one that this machine has no room for is larger than every body.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}

extension Request {
    /// The part that is asked for of an answer whose body can be had in parts; nil where the whole is to be sent.
    ///
    /// `If-Range` has to name what there is, by strong comparison (RFC 9110, section 13.1.5); a date never does, for no answer
    /// has one.
    func range(of response: FinishedResponse) -> ByteRange? {
        guard method == .get, response.headers.value(of: .acceptRanges) == "bytes",
            let field = headers.value(of: .range)
        else { return nil }
        if let condition = headers.value(of: .ifRange) {
            guard let tag = response.headers.value(of: .eTag), EntityTagList(condition).names(strongly: tag) else {
                return nil
            }
        }
        return ByteRange(field, of: response.body.count)
    }
}
