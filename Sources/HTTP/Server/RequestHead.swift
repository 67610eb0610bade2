internal import CMicroHTTPD
import HTTPTypes

/// The head of a request, checked for everything that makes its end or its meaning doubtful.
///
/// libmicrohttpd 0.9.75 lets pass what RFC 9112 (sections 2.3, 5.1, 6.1 and 6.3) tells a server to refuse; such a
/// request is answered with 400 and the connection closed. Bare line feeds and NUL bytes are gone before this point.
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
        version: UnsafePointer<CChar>?,
        remoteAddress: String,
        maximumFields: Int
    ) throws(HTTPError) {
        guard let method = method.flatMap({ HTTPRequest.Method(String(cString: $0)) }) else {
            throw HTTPError(.malformedRequest, "The method is not a token.")
        }
        let version = version.map { String(cString: $0) } ?? ""
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw HTTPError(.versionNotSupported, "This server speaks HTTP/1.1.")
        }
        guard let target else {
            throw HTTPError(.malformedTarget, "The target has a byte that must be percent-encoded.")
        }
        let headers = try FieldCollector.fields(of: connection, maximum: maximumFields)
        let framing = try BodyFraming(headers: headers, allowsChunked: version == "HTTP/1.1")
        contentLength = framing.contentLength
        isChunked = framing.isChunked
        expectsContinue = try Self.expectsContinue(headers)
        guard headers[values: .hostName].count <= 1 else {
            throw HTTPError(.malformedRequest, "There is more than one Host field.")
        }
        request = try Request(method: method, target: target, headers: headers, remoteAddress: remoteAddress)
    }

    private static func expectsContinue(_ headers: HTTPFields) throws(HTTPError) -> Bool {
        guard let expectation = headers[.expect] else { return false }
        guard expectation.lowercased() == "100-continue" else {
            throw HTTPError(.expectationFailed, "This server meets no expectation but 100-continue.")
        }
        return true
    }
}
