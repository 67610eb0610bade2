internal import CMicroHTTPD
import Glibc
import HTTPTypes

/// The head of a request, checked for everything that makes its end or its meaning doubtful.
///
/// libmicrohttpd 0.9.75 lets pass what RFC 9112 (sections 2.3, 5.1, 6.1 and 6.3) tells a server to refuse; such a
/// request is answered with 400 and the connection closed. For what is gone before this point see `HeadLayout`.
struct RequestHead {
    /// The request, without a body.
    let request: Request
    /// The declared length of the body.
    let contentLength: Int?
    /// Whether the body comes in chunks.
    let isChunked: Bool
    /// Whether the client waits to be told that it may send the body.
    let expectsContinue: Bool

    init(
        connection: OpaquePointer,
        method: UnsafePointer<CChar>?,
        target: String?,
        place: TargetPlace?,
        version: UnsafePointer<CChar>?,
        remoteAddress: String,
        configuration: HTTPServerConfiguration
    ) throws(HTTPError) {
        var layout: HeadLayout?
        if HeadLayout.isNeeded, let method, let place, let version {
            layout = HeadLayout(method: method, target: place, version: version)
        }
        guard let method = method.flatMap({ HTTPRequest.Method(String(cString: $0)) }) else {
            throw HTTPError(.malformedRequest, "The method is not a token.")
        }
        let version = version.map { String(cString: $0) } ?? ""
        // A later minor version is served as the latest one that is known (RFC 9110, section 2.5).
        guard version.hasPrefix("HTTP/1.") else {
            throw HTTPError(.versionNotSupported, "This server speaks HTTP/1.1.")
        }
        let isOld = version == "HTTP/1.0"
        guard let target else {
            throw HTTPError(.malformedTarget, "The target has a byte that must be percent-encoded.")
        }
        let headers = try FieldCollector.fields(
            of: connection,
            layout: layout,
            maximum: configuration.maximumHeaderFields
        )
        let framing = try BodyFraming(headers: headers, allowsChunked: !isOld)
        contentLength = framing.contentLength
        isChunked = framing.isChunked
        expectsContinue = try Self.expectsContinue(headers)
        let hosts = headers[values: .hostName].count
        guard hosts <= 1 else { throw HTTPError(.malformedRequest, "There is more than one Host field.") }
        guard hosts == 1 || isOld else {
            throw HTTPError(.malformedRequest, "There is no Host field.")
        }
        var request = try Request(method: method, target: target, headers: headers, remoteAddress: remoteAddress)
        request.isSecure = configuration.identity != nil
        configuration.forwarding.apply(to: &request)
        self.request = request
    }

    private static func expectsContinue(_ headers: HTTPFields) throws(HTTPError) -> Bool {
        guard let expectation = headers.value(of: .expect) else { return false }
        guard expectation.lowercased() == "100-continue" else {
            throw HTTPError(.expectationFailed, "The only expectation this server supports is 100-continue.")
        }
        return true
    }
}

/// Copies the header fields of a request out of the library, refusing what RFC 9110 (section 5) does not allow.
struct FieldCollector {
    private var fields = HTTPFields()
    private var failure: HTTPError?
    private var layout: HeadLayout?
    private let maximum: Int

    private init(layout: HeadLayout?, maximum: Int) {
        self.layout = layout
        self.maximum = maximum
    }

    /// The fields of a request in their order.
    static func fields(
        of connection: OpaquePointer,
        layout: HeadLayout?,
        maximum: Int
    ) throws(HTTPError) -> HTTPFields {
        var collector = FieldCollector(layout: layout, maximum: maximum)
        withUnsafeMutablePointer(to: &collector) { pointer in
            _ = MHD_get_connection_values(connection, .HEADER_KIND, visit, pointer)
        }
        if let failure = collector.failure { throw failure }
        collector.layout?.end(size: cmhd_head_size(connection))
        guard collector.layout?.isWhole ?? true else {
            throw HTTPError(
                .malformedRequest,
                "The head has a NUL byte, a field without a name, or a line that does not end in one CR and LF."
            )
        }
        return collector.fields
    }

    private static let visit: MHD_KeyValueIterator = { context, _, name, value in
        guard let collector = context?.assumingMemoryBound(to: FieldCollector.self) else { return .NO }
        return collector.pointee.add(name, value) ? .YES : .NO
    }

    private mutating func add(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) -> Bool {
        guard fields.count < maximum else {
            failure = HTTPError(.headerFieldsTooLarge, "There are more than \(maximum) header fields.")
            return false
        }
        if let name, let value { layout?.add(name, value) }
        guard let name = name.flatMap({ HTTPField.Name(String(cString: $0)) }) else {
            failure = HTTPError(.malformedRequest, "The name of a header field is not a token.")
            return false
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: value.map { strlen($0) } ?? 0)
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            failure = HTTPError(.malformedRequest, "A header field has a control character.")
            return false
        }
        guard name != .transferEncoding || bytes.last.map({ $0 != 0x20 && $0 != 0x09 }) ?? true else {
            // With them the library does not know the coding, and reads until the connection ends.
            failure = HTTPError(.malformedRequest, "There is whitespace after the transfer coding.")
            return false
        }
        // The field drops the blanks around the value, of which the library leaves those at its end.
        fields.append(HTTPField(name: name, value: bytes))
        return true
    }
}

/// Where the body of a request ends (RFC 9112, section 6), refused wherever two readers could differ.
struct BodyFraming: Sendable, Hashable {
    /// The declared length in bytes.
    let contentLength: Int?
    /// Whether the body comes in chunks.
    let isChunked: Bool

    /// Reads `Content-Length` and `Transfer-Encoding`.
    init(headers: HTTPFields, allowsChunked: Bool) throws(HTTPError) {
        let codings = headers[values: .transferEncoding]
        let lengths = headers[values: .contentLength]
        guard codings.isEmpty || lengths.isEmpty else {
            throw HTTPError(.malformedRequest, "Content-Length and Transfer-Encoding can't be combined.")
        }
        guard codings.count <= 1, codings.first.map({ $0.lowercased() == "chunked" }) ?? true else {
            throw HTTPError(.malformedRequest, "The only supported transfer coding is chunked.")
        }
        guard codings.isEmpty || allowsChunked else {
            throw HTTPError(.malformedRequest, "HTTP/1.0 has no transfer codings.")
        }
        guard lengths.count <= 1 else {
            throw HTTPError(.malformedRequest, "There is more than one Content-Length field.")
        }
        isChunked = !codings.isEmpty
        contentLength = try lengths.first.map { text throws(HTTPError) in
            let digits = text.utf8
            guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                throw HTTPError(.malformedRequest, "Content-Length is not a number.")
            }
            // A number too long for this machine is larger than every limit.
            return Int(text) ?? .max
        }
    }
}
