import HTTP
import HTTPTypes

/// The replies that the routes give.
extension Response {
    /// JSON with a strong tag of its bytes.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, tag: String? = nil) -> Response {
        var response = Response(status: status, contentType: "application/json", body: bytes)
        response.headers[.eTag] = tag ?? EntityTag.strong(hashing: bytes)
        return response
    }

    /// A page. Pages hold app data, so nothing on the way may keep them.
    static func page(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response(status: status, contentType: "text/html; charset=utf-8", body: Array(html.utf8))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Bytes of any type with a strong tag.
    static func data(_ bytes: [UInt8], type: String) -> Response {
        var response = Response(status: .ok, contentType: type, body: bytes)
        response.headers[.eTag] = EntityTag.strong(hashing: bytes)
        return response
    }

    /// 204.
    static var noContent: Response { Response(status: .noContent) }

    /// 303: after a form was taken, look there.
    static func seeOther(_ location: String) -> Response {
        var response = Response(status: .seeOther)
        response.headers[.location] = location
        return response
    }
}
